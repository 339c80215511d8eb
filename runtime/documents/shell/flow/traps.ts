// The effect of a trap on EXIT: what it may print, and the status with which the script then ends. A trap is a text or
// the name of one of the script's functions; its commands are not walked.

import type { SyntaxNode } from '../../treeSitter.ts'
import { child, childrenOf, nodesIn } from '../../treeSitter.ts'
import { isQuiet } from './programs.ts'
import { leavesOutput } from './redirects.ts'
import type { WalkedScript } from './walk.ts'

const SILENT: ReadonlySet<string> = new Set([':', '-', '', '[', 'test', 'true', 'set', 'exit', 'return'])

function isSilent(name: string): boolean {
  return SILENT.has(name) || isQuiet(name)
}

/**
 * The status with which the script always ends, because the last command of the trap is `exit` with a number and no
 * other command of it ends the script.
 */
export function statusOfTrap(text = '', { functions }: WalkedScript): number | undefined {
  const body = functions.get(text.trim())
  const commands = body === undefined ? text : (child(body, 'body')?.text.slice(1, -1) ?? '')
  const [, status] = /(?:^|[;\n])[ \t]*exit[ \t]+(\d{1,3})[ \t]*(?:;[ \t]*)?$/.exec(commands.trimEnd()) ?? []
  const leaving = commands.match(/\b(?:exit|exec|return|kill)\b/g)?.length
  return status === undefined || leaving !== 1 ? undefined : Number(status)
}

/** Whether the command of a trap prints nothing: commands known to be silent, or one of the script's functions. */
export function endsQuietly(text: string | undefined, { functions }: WalkedScript): boolean {
  const body = functions.get(text?.trim() ?? '')
  if (body === undefined) {
    const commands = text?.split(/[;&|\n]+/).map((one) => one.trim().split(/\s/)[0] ?? '')
    return commands?.every(isSilent) === true
  }
  const prints = (node: SyntaxNode): boolean => !childrenOf(node, 'redirect').some(leavesOutput)
  const commands = nodesIn(body, prints).filter((node) => node.type === 'command' && prints(node))
  return commands.every((node) => isSilent(child(node, 'name')?.text ?? ''))
}
