// Editor snippets, one file per hook language: the same hook files that `hookbench new` writes, with a place to name them.

import { languagesOf, type TemplateLanguage, template } from '../../runtime/cli/templates.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'

const FILES: Readonly<Record<TemplateLanguage, string>> = {
  javascript: 'javascript',
  python: 'python',
  shell: 'shellscript',
  typescript: 'typescript',
}

const NAME = 'my-hook'
const CLASS = 'MyHook'

/** Path -> text of every file below `snippets/`. */
export function snippetFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const [language, file] of Object.entries(FILES) as [TemplateLanguage, string][]) {
    const snippets = Object.values<Dialect>(dialects)
      .filter((dialect) => languagesOf(dialect).includes(language))
      .flatMap((dialect) => Object.keys(dialect.events).map((event) => snippet(dialect, event, language)))
    files.set(`snippets/${file}.json`, `${JSON.stringify(Object.fromEntries(snippets), null, 2)}\n`)
  }
  return files
}

function snippet(dialect: Dialect, event: string, language: TemplateLanguage): readonly [string, object] {
  const { text } = template(dialect, event, language, NAME)
  return [
    `${dialect.title} hook: ${event}`,
    {
      prefix: `hook-${dialect.id}-${event}`,
      description: dialect.events[event]?.summary,
      body: body(text),
    },
  ]
}

// In a snippet `$` and `\` mean something; the hook's name becomes the first stop, its class name the second.
// `$$` is a dollar sign in a replacement.
function body(text: string): readonly string[] {
  const escaped = text.trimEnd().replaceAll(/[\\$]/g, '\\$&')
  const stops = escaped
    .replaceAll(NAME.replace('-', '_'), '$${1/-/_/g}')
    .replaceAll(NAME, `\${1:${NAME}}`)
    .replaceAll(CLASS, `\${2:${CLASS}}`)
  return `${stops}\n$0`.split('\n')
}
