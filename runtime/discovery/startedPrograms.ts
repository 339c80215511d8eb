// Finds the program that a shell line certainly starts and without which the line fails, as far as words and operators
// show it: nothing is returned where a condition, a fallback, a function or a changed PATH may avoid that.

import { commandsOf, withoutQuotes } from './simpleCommands.ts'

/** Its name or absolute path. `code` is the line without quoted text and comments, at the same offsets. */
export function startedProgram(line: string, code: string): string | undefined {
  const plain = withoutSubstitutions(code).replaceAll(/\d?>&\d?-?|&>>?/g, (sign) => ' '.repeat(sign.length))
  if (/\|\||[(){}`]|(?<!&)&(?!&)|;;/.test(plain) || CHANGES.test(plain)) return undefined
  const lists = splitAt(line, plain, /;|\n/g)
  for (const [index, list] of lists.entries()) {
    for (const pipeline of splitAt(list.text, list.code, /&&/g)) {
      const commands = splitAt(pipeline.text, pipeline.code, /\|/g)
      const last = commandsOf(commands.at(-1)?.text ?? '')[0] ?? []
      const [program] = withoutWrappers(last)
      if (program === undefined && last.length === 0) continue
      if (commands.length === 1 && PREPARES.has(program ?? '')) continue
      const isLast = index === lists.length - 1
      if (!isLast || program === undefined || SHELL_WORDS.has(program)) return undefined
      const name = withoutQuotes(program)
      return /^(?:\/[\w./+-]*\/)?[\w.+-]*\w[\w.+-]*$/.test(name) ? name : undefined
    }
  }
  return undefined
}

type Part = { readonly text: string; readonly code: string }

// Splits a line where its code has an operator; the line and its code have the same offsets.
function splitAt(text: string, code: string, operator: RegExp): readonly Part[] {
  const parts: Part[] = []
  let start = 0
  for (const { index, 0: sign } of [...code.matchAll(operator), { index: code.length, 0: '' }]) {
    parts.push({ text: text.slice(start, index), code: code.slice(start, index) })
    start = index + sign.length
  }
  return parts.filter(({ text }) => text.trim() !== '')
}

/** Substitutions nested deeper are left, and then nothing is certain of the line. */
const DEEPEST = 16

function withoutSubstitutions(code: string): string {
  let left = code
  for (let depth = 0; depth < DEEPEST; depth++) {
    const next = left.replaceAll(/\$\([^()]*\)|\$\{[^{}]*\}/g, (one) => ' '.repeat(one.length))
    if (next === left) break
    left = next
  }
  return left
}

function withoutWrappers(words: readonly string[]): readonly string[] {
  const [first, second, ...rest] = words
  if (first === undefined) return []
  if (/^\w+=/.test(first)) return withoutWrappers(words.slice(1))
  if (second === undefined || second.startsWith('-')) return words
  if (/^(?:env|exec|nohup|setsid|time)$/.test(first)) return withoutWrappers(words.slice(1))
  return first === 'timeout' && /^\d[\d.]*[smhd]?$/.test(second) ? withoutWrappers(rest) : words
}

/** Code that may define a command of this name, or change where commands are looked up. */
const CHANGES = /(?:^|[\s;&|])(?:PATH\+?=|(?:source|\.|eval|alias|hash|enable|trap)\s)/

/** Builtins after which the line goes on as it would without them. */
const PREPARES = new Set(['cd', 'export', 'set', 'umask', 'unset', 'ulimit', ':', 'true'])

/** Builtins and keywords of the shells that hosts use; what follows one of them may be conditional. */
const SHELL_WORDS = new Set(
  '! . : [ [[ alias bg bind break builtin case cd command compgen complete continue declare dirs disown do done echo elif else enable end esac eval exec exit export false fc fg fi for function getopts hash help history if in jobs kill let local logout mapfile popd printf print pushd pwd read readarray readonly return select set shift shopt source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while which whereis'.split(
    ' ',
  ),
)
