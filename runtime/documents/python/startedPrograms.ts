// Whether a call of a Python file that starts a program may run code that trust does not see.

import { startsByText } from '../shell/commandInputs.ts'
import { isOfSystem, runsUnknownCode } from '../started/unknownCode.ts'
import { type CommandValues, combined, listed, NOT_KNOWN, oneOf, textOf } from '../started/values.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import type { ValuesOf } from './commandValues.ts'

/** The last answer holds for the calls of the functions in this file, and not for those of other files. */
export type StartsUnknown = 'yes' | 'no' | 'for these calls no'

/** `called` is the full name of the function, `subprocess.run`. */
export function startsUnknownCode(call: SyntaxNode, called: string, values: ValuesOf): StartsUnknown {
  if (startsUnknown(call, called, (node) => values(node, true))) return 'yes'
  return startsUnknown(call, called, (node) => values(node, false)) ? 'for these calls no' : 'no'
}

type Of = (node: SyntaxNode | undefined) => CommandValues

function startsUnknown(call: SyntaxNode, called: string, of: Of): boolean {
  const given = named(child(call, 'arguments'))
  const keyword = (name: string) =>
    child(
      given.find((one) => one.type === 'keyword_argument' && child(one, 'name')?.text === name),
      'value',
    )
  const shell = keyword('shell')
  const commands = commandsOf()
  const lines =
    shell === undefined ? [] : commands.flatMap((one) => (typeof one === 'string' ? [] : one.slice(0, 1)))
  // What it is given in a variable, or later, is not looked at.
  const starts = commands.some((one) =>
    startsByText((typeof one === 'string' ? one : one[0]) ?? '', call.text),
  )
  return starts || [...commands, ...lines].some((one) => runsUnknownCode(one))

  function commandsOf(): CommandValues {
    const places = given.filter(({ type }) => type !== 'keyword_argument' && type !== 'dictionary_splat')
    const words = (from: readonly SyntaxNode[]): CommandValues =>
      listed(
        from.map((one) => of(one.type === 'list_splat' ? named(one)[0] : one)),
        (at) => from[at]?.type === 'list_splat',
      )
    const [, kind = '', form = ''] = /\.(exec|spawn)([lv])p?e?$/.exec(called) ?? []
    const isPosix = /posix_spawnp?$/.test(called)
    if (kind !== '' || isPosix) {
      const [program, ...rest] = kind === 'spawn' ? places.slice(1) : places
      // The first argument is the name that the program is given for itself.
      const args = form === 'l' ? words(rest) : of(rest[0])
      return combined([of(program), args], ([name = '', list = []]) => [
        textOf(name),
        ...(typeof list === 'string' ? [list] : list.slice(1)),
      ])
    }
    if (called.endsWith('create_subprocess_exec')) return places.length === 0 ? NOT_KNOWN : words(places)
    const command = of(places[0] ?? keyword('args') ?? keyword('cmd') ?? keyword('command'))
    const executable = keyword('executable')
    return executable === undefined || executable.type === 'none'
      ? orUnknown(command)
      : replaced(command, of(executable))
  }

  // The program is not the first word, or the shell is not the system's.
  function replaced(command: CommandValues, executable: CommandValues): CommandValues {
    const isKnown = executable.every(
      (one) => typeof one === 'string' && (isOfSystem(one) || /^[\w.-]+$/.test(one)),
    )
    if (!isKnown) return NOT_KNOWN
    if (shell !== undefined) return orUnknown(command)
    return combined([command, executable], ([words = [], program = '']) => [
      textOf(program),
      ...(typeof words === 'string' ? [] : words.slice(1)),
    ])
  }
}

function orUnknown(values: CommandValues): CommandValues {
  return values.length === 0 ? NOT_KNOWN : oneOf([values])
}
