// Which word of a command names code that the command loads: what `source` reads, what an interpreter is given,
// a program called by its path. Whether the path can be worked out is not asked here.

import { named, type SyntaxNode } from '../treeSitter.ts'

export type Load = {
  readonly file: SyntaxNode
  /** It is code whatever the path: an argument of `source` or of an interpreter, not any program a script may call. */
  readonly certain: boolean
}

const INTERPRETER =
  /^(?:.*\/)?(?:(?:python|pypy)[\d.]*|(?:ba|da|k|z|a)?sh|node|nodejs|bun|tsx|ts-node|deno|ruby|perl|php|lua)$/
/** Words before the command itself. */
const BEFORE = /^(?:exec|command|builtin|env|nohup|time|nice|setsid|sudo)$/
/** What follows is the code itself, or the name of a module. */
const INLINE = /^(?:-|-[a-zA-Z]*[cmep]|--eval|--print|--version|--help)$/
const INLINE_SHELL = /^-(?:[a-zA-Z]*[cs])?$/
const SHELL = /sh$/

/** The load that a command is, if it is one. */
export function loadOf(
  name: string,
  called: SyntaxNode | undefined,
  args: readonly SyntaxNode[],
): Load | undefined {
  const [first] = args
  if (name === 'source' || name === '.') return first && { file: first, certain: true }
  const words = called === undefined ? [...args] : [named(called)[0] ?? called, ...args]
  const before = words.findIndex(({ text }) => !BEFORE.test(text) && !/^(-|\w+=)/.test(text))
  const [program, ...given] = before === -1 ? [] : words.slice(before)
  if (program === undefined) return undefined
  if (INTERPRETER.test(program.text)) {
    const inline = SHELL.test(program.text) ? INLINE_SHELL : INLINE
    const file = given.find(
      ({ text }) => inline.test(text) || !(text.startsWith('-') || /^(run|exec)$/.test(text)),
    )
    return file === undefined || inline.test(file.text) ? undefined : { file, certain: true }
  }
  if (program.type === 'word' && !program.text.includes('/')) return undefined
  return { file: program, certain: name === 'exec' && /\//.test(program.text) }
}
