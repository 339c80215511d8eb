// Whether a program that a script starts may run code that trust does not see: the words are read as a shell script's
// are, and anything that names a file, a module, a task or code, or is not known, counts.

import { closedCode } from '../inlineCode.ts'
import { runsNothingElse } from '../shell/knownPrograms.ts'
import { loadsOf } from '../shell/loads.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { commandsIn } from './commands.ts'
import { type CommandValue, UNKNOWN } from './values.ts'
import { makesRun } from './variables.ts'

/** Stands for a program whose file is followed by itself, so that only its arguments count. */
export const FOLLOWED = './program'
/** Deeper nested `sh -c` counts as unknown code. */
const DEEPEST = 4

/** Whether a command may run code that is not known: a shell line, or a program with its arguments. */
export function runsUnknownCode(command: CommandValue, depth = 0): boolean {
  if (typeof command !== 'string') return runsUnknown(command, depth)
  const commands = depth > DEEPEST ? undefined : commandsIn(command)
  return commands === undefined || commands.some((words) => runsUnknown(words, depth))
}

function runsUnknown(words: readonly string[], depth: number): boolean {
  if (words.some((word, at) => setsCode(word, words.slice(0, at)))) return true
  const name = words[0]?.split('/').at(-1) ?? ''
  return loadsOf(words.map(wordOf), known).some((load) => {
    switch (load.kind) {
      case 'file':
        return (
          (load.certain || load.runBy !== undefined) && !isOfSystem(load.file.text) && words[0] !== FOLLOWED
        )
      case 'named':
        return load.paths.length > 0 && !runsNothingElse(name, words.slice(1))
      case 'line':
        return runsUnknownCode(load.text.text, depth + 1)
      case 'code':
        return load.text.text.includes(UNKNOWN) || !closedCode(load.program, load.text.text)
      default:
        return true
    }
  })
}

/** Whether a path is of a program that the system installs. */
export function isOfSystem(path: string): boolean {
  return /^\/(?:usr|s?bin|opt|nix)\/(?!.*\.\.)/.test(path) && !path.includes(UNKNOWN)
}

function known({ text }: SyntaxNode): string | undefined {
  return text.includes(UNKNOWN) ? undefined : text
}

/** Words before a variable that is set: behind others, `PATH=` may be a text. */
const SETS = /^(?:\w+\+?=.*|-.*|export|env|sudo|doas)$/s

// `BASH_ENV=./x bash -c true`
function setsCode(word: string, before: readonly string[]): boolean {
  const [, name, value = ''] = /^(\w+)\+?=(.*)$/s.exec(word) ?? []
  return (
    name !== undefined &&
    makesRun(name, () => [value]) &&
    (name !== 'PATH' || before.every((one) => SETS.test(one)))
  )
}

function wordOf(text: string): SyntaxNode {
  return {
    type: 'word',
    field: undefined,
    named: true,
    missing: false,
    start: 0,
    end: text.length,
    text,
    children: [],
  }
}
