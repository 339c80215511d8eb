// The two branches after a shell command: success (status 0) and failure.

import { ARGUMENT, type WantedWords } from '../../../contract/calledNarrowing.ts'
import type { Narrow } from '../../events.ts'
import { child, named, type SyntaxNode } from '../../treeSitter.ts'
import { isChatter } from './programs.ts'
import { fork, join, print } from './state.ts'
import { only, type PayloadData, type ShellValue } from './value.ts'
import type { Both, State, WalkedScript } from './walk.ts'

/** Both branches of a command whose status is unknown; none where the script does not continue. */
export function either(state: State | undefined): Both {
  return { yes: state, no: state }
}

/** The events that remain where a payload value is read. */
export function eventsAt(state: State, events?: readonly string[]): readonly string[] {
  return events ?? state.events ?? state.walk.script.events
}

/** The events that remain on each side of a comparison; a default may stand in the place of a missing argument. */
export function eventsBy(
  { path, defaults, isPassed = false }: PayloadData,
  texts: WantedWords,
  among: readonly string[],
  { narrow }: WalkedScript,
): ReturnType<Narrow> {
  const sides = narrow(among, path, texts)
  const isWanted = typeof texts === 'function' ? texts : (text: string) => texts.includes(text)
  const isDefault = !isPassed && (defaults === undefined || defaults.some((text) => isWanted(text) !== false))
  return sides?.yes?.length === 0 && path[0] === ARGUMENT && isDefault ? { ...sides, yes: among } : sides
}

/** Whether a value is a word that entries pass. */
export function isArgument(value: ShellValue): boolean {
  const part = only(value)
  return part?.kind === 'data' && part.path[0] === ARGUMENT
}

/** The branches of a test of a word that entries pass; both where the value is anything else. */
export function argumentBy(
  value: ShellValue,
  test: (word: string) => boolean | undefined,
  state: State,
): Both {
  const part = only(value)
  if (part?.kind !== 'data' || !isArgument(value)) return either(state)
  const ways = eventsBy(part, test, eventsAt(state, part.events), state.walk.script)
  const yes = fork(state)
  yes.events = ways?.yes ?? yes.events
  state.events = ways?.no ?? state.events
  return { yes, no: state }
}

/** `a && b`, `a || b`: the second command runs on the branch that the first leaves open. */
export function chained(isAnd: boolean, one: Both, second: (state: State) => Both): Both {
  const [going, staying] = isAnd ? [one.yes, one.no] : [one.no, one.yes]
  if (going === undefined) return one
  const two = second(going === staying ? fork(going) : going)
  const [open, left] = isAnd ? [two.yes, two.no] : [two.no, two.yes]
  const rest = join(left === open ? left && fork(left) : left, staying)
  return isAnd ? { yes: open, no: rest } : { yes: rest, no: open }
}

/**
 * Walks a command whose status is tested. If the status is unknown, it may have failed without output, and with an
 * error message on standard error.
 */
export function failing(state: State, node: SyntaxNode, ask: () => Both): Both {
  const { printed } = state
  const { yes, no } = ask()
  const isSearch = no?.printed !== undefined && no.printed.before === printed && isSilentWhenFailed(node)
  const isAnswer =
    !isSearch && no?.printed !== printed && yes?.printed === no?.printed && !isChatter(no?.printed?.value)
  const isNoise = no === yes && TAKEN_UP.test(node.text)
  if (no === undefined || (!isAnswer && !isNoise && !isSearch)) return { yes, no }
  const failed = no === yes ? fork(no) : no
  if (isSearch) failed.printed = printed
  if (isNoise) failed.stderr = undefined
  if (isAnswer) {
    // What prints a field of the payload prints nothing where it fails.
    const isField = no.printed?.before === printed && isPrintedField(no.printed?.value)
    failed.printed = printed
    if (!isField) print(failed, undefined, node, node.end)
  }
  return { yes, no: failed }
}

function isPrintedField(value: ShellValue | undefined): boolean {
  const part = value === undefined ? undefined : only(value)
  return part?.kind === 'data' && part.path.length > 0
}

// A search that finds nothing prints nothing, unless it counts.
function isSilentWhenFailed(node: SyntaxNode): boolean {
  if (node.type === 'redirected_statement') {
    const body = child(node, 'body')
    return body !== undefined && isSilentWhenFailed(body)
  }
  const last = node.type === 'pipeline' ? named(node).at(-1) : node
  return last?.type === 'command' && SEARCHES.test(last.text) && !COUNTS.test(last.text)
}

const SEARCHES = /^(?:[efz]?grep|pgrep|git\s+grep|rg|command\s+-v|which)\s/
const COUNTS = /\s-\w*[cLZz]|--(?:count|files-without|json|passthru|null|include-zero|stats)/

/** Commands that write to standard error when they fail: `root=$(realpath "$1")`, `cd "$root"`. */
const TAKEN_UP =
  /^(?:(?:local|declare|readonly|export)\s+)?\w+=["']?\$\(|^(?:cd|pushd|realpath|readlink|stat|mktemp)\s/
