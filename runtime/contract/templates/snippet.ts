// A whole hook file as an editor snippet: the text that `hookbench new` writes, with placeholders for its name.

import type { Dialect } from '../dialect.ts'
import { type TemplateLanguage, template } from '../templates.ts'
import { classNameOf } from './facts.ts'

const NAME = 'my-hook'
const CLASS = classNameOf(NAME)

/** The prefix to type for a hook of this event. */
export function snippetPrefix(dialect: Dialect, event: string): string {
  return `hook-${dialect.id}-${event}`
}

/** The hook file in snippet syntax; the hook's name is the first stop, its class name the second. */
export function snippetBody(
  dialect: Dialect,
  event: string,
  language: TemplateLanguage,
  name = NAME,
): string {
  const { text } = template(dialect, event, language, NAME)
  // `$` and `\` are special in snippets. In a replacement string, `$$` is a dollar sign.
  const stops = text
    .trimEnd()
    .replaceAll(/[\\$]/g, '\\$&')
    .replaceAll(NAME.replace('-', '_'), '$${1/-/_/g}')
    .replaceAll(NAME, `\${1:${name}}`)
    .replaceAll(CLASS, `\${2:${classNameOf(name)}}`)
  return `${stops}\n$0`
}

/** The hook file as plain text, for editors without snippet support. */
export function plainBody(dialect: Dialect, event: string, language: TemplateLanguage, name = NAME): string {
  return template(dialect, event, language, name).text
}
