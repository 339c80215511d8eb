// The programs that a shell script calls and that are not known to run nothing else, without those that are functions of
// the script.

import { defined } from '../../contract/defined.ts'
import type { CalledProgram, HookDocument } from '../document.ts'
import type { CommandLoad } from './commandLoad.ts'

type Called = Extract<CommandLoad, { readonly kind: 'program' | 'tool module' }>

/** Collects them in source order, each call with the same text once. */
export function programList() {
  const programs = new Map<string, { readonly program: CalledProgram; readonly isLater: boolean }>()
  return {
    /** `isLater`: the call runs after the script has defined all of its functions. */
    add({ kind, called: name, path }: Called, text: string, isLater: boolean): void {
      programs.set(`${name} ${text}`, { program: { kind, name, text, ...defined({ path }) }, isLater })
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
