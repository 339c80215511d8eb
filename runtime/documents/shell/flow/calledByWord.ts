// Functions that a word of the command line names: `"$@"`, `"$1"`, `"hook_$mode"`. Each is walked for the events whose
// entries pass its name.

import { ARGUMENT } from '../../../contract/calledNarrowing.ts'
import { fork, join } from './state.ts'
import { plain, type ShellValue } from './value.ts'
import type { Both, Context, SimpleCommand, State } from './walk.ts'
import { eventsAt, eventsBy } from './ways.ts'

const MOST_FUNCTIONS = 64

/** Walks the functions that a command word may name; undefined where it is no word that entries pass, or names none. */
export function calledByWord(
  word: ShellValue,
  command: SimpleCommand,
  state: State,
  context: Context,
): Both | undefined {
  const at = word.findIndex((part) => part.kind === 'data' && part.path[0] === ARGUMENT)
  const data = word[at]
  const [before, after] = [plain(word.slice(0, at)), plain(word.slice(at + 1))]
  if (data?.kind !== 'data' || before === undefined || after === undefined) return undefined
  const { script } = state.walk
  let found: Both | undefined
  for (const name of [...script.functions.keys()].slice(0, MOST_FUNCTIONS)) {
    if (!name.startsWith(before) || !name.endsWith(after)) continue
    const wanted = name.slice(before.length, name.length - after.length)
    const events = eventsBy(data, [wanted], eventsAt(state, data.events), script)?.yes
    if (wanted === '' || events === undefined || events.length === 0) continue
    const here = fork(state)
    here.events = events
    const { yes, no } = state.walk.call(name, command, here, context)
    found = { yes: join(found?.yes, yes), no: join(found?.no, no) }
  }
  return found
}
