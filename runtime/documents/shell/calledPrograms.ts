// The programs that a shell script calls and that are not known to run nothing else, without those that are functions of
// the script.

import { defined } from '../../contract/defined.ts'
import type { CalledProgram, HookDocument } from '../document.ts'
import { child, type SyntaxNode } from '../treeSitter.ts'
import type { CommandLoad } from './commandLoad.ts'

type Called = Extract<CommandLoad, { readonly kind: 'program' | 'tool module' }>

/** How a program is called: by its name, which may be that of a function; and after all functions are defined. */
type How = { readonly byName: boolean; readonly isLater: boolean }

/** Collects them in source order, each call with the same text once. */
export function programList() {
  const programs = new Map<string, { readonly program: CalledProgram; readonly isLater: boolean }>()
  return {
    add({ kind, called: name, path }: Called, text: string, { byName, isLater }: How): void {
      const program = {
        kind,
        name,
        text,
        ...defined({ path }),
        ...(byName ? {} : { isNoFunction: true as const }),
      }
      programs.set(`${name} ${text}`, { program, isLater: byName && isLater })
    },
    /** All of them that are not `functions` of the script. */
    found(functions: ReadonlySet<string>): Pick<HookDocument, 'programs'> {
      const left = [...programs.values()].filter(
        ({ program, isLater }) => !isLater || !functions.has(program.name),
      )
      return left.length === 0 ? {} : { programs: left.map(({ program }) => program) }
    },
  }
}

/** Whether a command calls a program by its name alone: `command make` and `/usr/bin/make` call no function. */
export function isByName(command: SyntaxNode, called: string): boolean {
  const name = (child(command, 'name')?.text ?? '').replaceAll(/["'\\]/g, '')
  return name === called || name === 'time' || name === 'coproc'
}

/** The functions that a script removes. */
export function removedFunctions(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/\bunset[ \t]+-f[ \t]+([\w \t-]+)/g)].flatMap(([, names = '']) => names.split(/\s+/)),
  )
}
