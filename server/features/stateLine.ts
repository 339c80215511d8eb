// A hook's state and reason as one line of a hover. Command lines from the runtime are shown as code, or left out for
// clients that have their own commands.

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

/** Removes command-line advice, for an editor with its own trust commands. */
export function withoutCommands(markdown: string): string {
  return markdown.replaceAll(TRUST_COMMAND, '')
}

const TRUST_COMMAND = /; (?:look at it, then )?run (`+) ?hookbench trust [^\n]*?\1/g
