// Generates editor snippets, one file per hook language: the hook files that `hookbench new` writes, with a placeholder
// for the name.

import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { snippetBody, snippetPrefix } from '../../runtime/contract/templates/snippet.ts'
import { languagesOf, type TemplateLanguage } from '../../runtime/contract/templates.ts'

const FILES: { readonly [L in TemplateLanguage]?: string } = {
  javascript: 'javascript',
  python: 'python',
  shell: 'shellscript',
  typescript: 'typescript',
}

/** Text of every file below `snippets/`, by path. */
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
  return [
    `${dialect.title} hook: ${event}`,
    {
      prefix: snippetPrefix(dialect, event),
      description: dialect.events[event]?.summary,
      body: snippetBody(dialect, event, language).split('\n'),
    },
  ]
}
