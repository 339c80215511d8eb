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

type Functions = WalkedScript['functions']

type Effect = {
  readonly isQuiet: boolean
  readonly printsText: boolean
  readonly writesErrors: boolean
  readonly status: number | undefined
}

// A loop, or a function that is called again, may set the same trap many times.
const effects = new WeakMap<Functions, Map<string, Effect>>()

/**
 * The effect of a trap. `isQuiet`: it prints nothing, because all its commands are known to be silent. `printsText`: its
 * first command prints words, which are no answer. `writesErrors`: it may write to standard error. `status`: the status
 * with which the script always ends, because the last command of the trap is `exit` with a number and no other command of
 * it ends the script.
 */
export function effectOfTrap(text: string | undefined, { functions, text: script }: WalkedScript): Effect {
  if (text === undefined) return { isQuiet: false, printsText: false, writesErrors: true, status: undefined }
  const known = effects.get(functions) ?? new Map<string, Effect>()
  effects.set(functions, known)
  const found = known.get(text) ?? {
    isQuiet: endsQuietly(text, functions),
    // Another trap may take its place.
    printsText: isAlone(script) && PRINTS_TEXT.test(bodyOf(functions.get(text.trim())) ?? text),
    writesErrors: /&2|\/dev\/(?:stderr|fd\/2)/.test(functions.get(text.trim())?.text ?? text),
    status: statusOfTrap(text, functions),
  }
  known.set(text, found)
  return found
}

/** A text whose first command prints words, and whose output goes nowhere else. */
const PRINTS_TEXT = /^\s*(?:echo|printf)\s+["']?(?!(?:true|false|null)\b)[A-Za-z[=*#][^>|&]*$/

function isAlone(script: string): boolean {
  return script.match(/\btrap\b/g)?.length === 1
}

function bodyOf(own: SyntaxNode | undefined): string | undefined {
  const body = own && child(own, 'body')
  return body?.type === 'compound_statement' ? body.text.slice(1, -1) : body?.text
}

function statusOfTrap(text: string, functions: Functions): number | undefined {
  const own = functions.get(text.trim())
  const body = own && child(own, 'body')
  // In a function with its own subshell (`f() ( … )`), `exit` does not end the script.
  if (own !== undefined && body?.type !== 'compound_statement') return undefined
  const commands = (body?.text.slice(1, -1) ?? text).trimEnd()
  const [last] = /\bexit[ \t]+\d{1,3}[ \t]*;?$/.exec(commands) ?? []
  if (last === undefined) return undefined
  const before = commands.slice(0, -last.length)
  return isWhole(before) && !mayLeave(before, functions, new Set())
    ? Number(/\d+/.exec(last)?.[0])
    : undefined
}

// Whether a new command begins behind this text: after `&&`, `||`, `|` and a backslash, the one before goes on.
function isWhole(text: string): boolean {
  const written = text.trimEnd()
  if (text.slice(written.length).includes('\n')) return !/[&|\\]$/.test(written)
  const line = written.slice(written.lastIndexOf('\n') + 1)
  return line === '' || (line.endsWith(';') && !line.includes('#'))
}

// Whether a command of the text, or of a function that it names, may end the script.
function mayLeave(text: string, functions: Functions, seen: Set<string>): boolean {
  return (text.match(/[\w.:-]+/g) ?? []).some((word) => {
    if (/^(?:exit|exec|return|kill)$/.test(word)) return true
    const called = functions.get(word)
    if (called === undefined || seen.has(word)) return false
    seen.add(word)
    return mayLeave(child(called, 'body')?.text.replaceAll(/\breturn\b/g, '') ?? '', functions, seen)
  })
}

function endsQuietly(text: string, functions: Functions): boolean {
  const body = functions.get(text.trim())
  if (body === undefined) {
    const commands = text.split(/[;&|\n]+/).map((one) => one.trim().split(/\s/)[0] ?? '')
    return commands.every(isSilent)
  }
  const prints = (node: SyntaxNode): boolean => !childrenOf(node, 'redirect').some(leavesOutput)
  const commands = nodesIn(body, prints).filter((node) => node.type === 'command' && prints(node))
  return commands.every((node) => isSilent(child(node, 'name')?.text ?? ''))
}
