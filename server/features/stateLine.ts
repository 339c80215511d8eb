// How a hook stands, and why, as one line of a hover. What the runtime says to type in a terminal is code, and is left out
// where the editor has a button for it.

import type { Hook } from '../../runtime/contract/hook.ts'
import { escaped, inCode } from './text.ts'

/** The line, in Markdown. */
export function stateLine({ state, why }: Pick<Hook, 'state' | 'why'>): string {
  if (why === undefined) return `State: ${state}.`
  const { reason = why, advice, code = '' } = ADVISED.exec(why)?.groups ?? {}
  const more = advice === undefined ? '' : `${escaped(advice)}${inCode(code)}`
  return `State: ${state}: ${escaped(reason)}${more}.`
}

const ADVISED = /^(?<reason>.*)(?<advice>; (?:look at it, then )?run )`(?<code>hookbench .+)`$/s

/** The text for an editor that has commands of its own for it. */
export function withoutCommands(markdown: string): string {
  return markdown.replaceAll(TRUST_COMMAND, '')
}

const TRUST_COMMAND = /; (?:look at it, then )?run (`+) ?hookbench trust [^\n]*?\1/g
