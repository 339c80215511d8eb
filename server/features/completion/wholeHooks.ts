// Completes whole hooks in an empty file: one per event of its dialect, in its language.

import { basename } from 'node:path'
import type { Dialect } from '../../../runtime/contract/dialect.ts'
import { plainBody, snippetBody } from '../../../runtime/contract/templates/snippet.ts'
import { languagesOf } from '../../../runtime/contract/templates.ts'
import type { View } from '../../../runtime/project/view.ts'
import { eventSummary } from '../about.ts'
import type { Item } from './item.ts'

/** Working hooks to start from; none if the file contains more than one word and comments. */
export function wholeHookItems(view: View, offset: number): readonly Item[] {
  if (view.role.kind !== 'hook') return []
  const word = onlyWord(view.text, offset)
  if (word === undefined) return []
  const { dialect } = view.role
  const own = basename(view.path).replace(/\.\w+$/, '')
  const name = /^[A-Za-z_][\w-]*$/.test(own) ? own : undefined
  const spoken = languagesOf(dialect)
  const same = spoken.filter((language) => language === view.document.language)
  const languages = same.length > 0 ? same : spoken
  return Object.keys(dialect.events).flatMap((event) =>
    languages.map((language) => ({
      label: languages.length === 1 ? `hook: ${event}` : `hook: ${event} (${language})`,
      kind: 'whole-hook',
      detail: `a whole ${dialect.title} hook`,
      documentation: () => summaryOf(dialect, event),
      range: word,
      insert: plainBody(dialect, event, language, name),
      snippet: snippetBody(dialect, event, language, name),
      filter: `hook: ${event}`,
      rank: 2,
      // The hook includes its own first line.
      ...(/^#!/.test(view.text) ? { clears: { start: 0, end: word.start } } : {}),
    })),
  )
}

function summaryOf(dialect: Dialect, name: string): string | undefined {
  const record = dialect.events[name]
  return record === undefined ? undefined : eventSummary({ dialect, name, record })
}

// The word at the offset, if the file otherwise has only comments.
function onlyWord(text: string, offset: number): { start: number; end: number } | undefined {
  if (text.length > 2000) return undefined
  const start = offset - (/[\w:-]*$/.exec(text.slice(0, offset))?.[0].length ?? 0)
  const end = offset + (/^[\w-]*/.exec(text.slice(offset))?.[0].length ?? 0)
  const rest = `${text.slice(0, start)}${text.slice(end)}`
  const code = rest.split('\n').filter((line) => !/^\s*(#|\/\/|$)/.test(line))
  const onComment = /(#|\/\/)/.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))
  return code.length === 0 && !onComment ? { start, end } : undefined
}
