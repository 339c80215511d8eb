// What a program prints that a hook starts with its own standard output: the words of `echo`, and text of programs that
// certainly print something. Nothing is known of a line with redirections, pipes or lists.

import { startsReport } from '../codeCheckers.ts'
import { chatter } from '../shell/flow/programs.ts'
import { made } from '../shell/flow/value.ts'
import { commandsIn } from '../started/commands.ts'
import { UNKNOWN as NOT_KNOWN } from '../started/values.ts'
import { printOut } from './printing.ts'
import type { FlowState } from './state.ts'
import { template } from './translatedNodes.ts'
import { type GivenArguments, UNKNOWN } from './values.ts'

/** Functions that start a program which inherits the hook's standard output. */
const STARTS = /^(?:subprocess\.(?:run|call|check_call)|os\.system)$/

/** Prints what the program prints that a call of this function starts. */
export function printStarted(name: string, given: GivenArguments, flow: FlowState): void {
  const { call: node, nodes } = given
  if (!STARTS.test(name) || given.isOpen || isSentElsewhere(given)) return
  const [from] = nodes
  const words = wordsOf(name, given)
  const text = wordsPrinted(words)
  const written = words.length > 0 ? JSON.stringify(words) : (from?.text ?? '')
  // Without a package, npm writes to standard error only.
  const isReport = !/^\W*p?npm\W/.test(written) && (startsReport(written) || isChatter(words))
  if (text !== undefined) printOut({ node, from, value: { kind: 'text', text }, whole: true }, flow)
  else if (isReport)
    printOut({ node, from: template(node, ['output '], []), value: UNKNOWN, whole: true }, flow)
}

// Options may also come from a dict, from a partial application or by position.
function isSentElsewhere({ call, items, names }: GivenArguments): boolean {
  return items.length > 1 || names.has('stdout') || names.has('capture_output') || /\*\*/.test(call.text)
}

// The program and its arguments; none where they are not known.
function wordsOf(name: string, { items: [first], names }: GivenArguments): readonly string[] {
  const shell = names.get('shell')
  const isLine = name === 'os.system' || (shell?.kind === 'constant' && shell.value === true)
  if (first?.kind === 'text') return isLine ? wordsIn(first.text) : [first.text]
  if (first?.kind !== 'list' || shell !== undefined) return []
  const [program, ...words] = first.items.map((one) => (one.kind === 'text' ? one.text : COMPUTED))
  if (program === undefined || program === COMPUTED) return []
  // What is computed may be the whole answer: `["echo", json.dumps(answer)]`.
  const isPrefixed = program === 'echo' && /^[\w(]/.test(words[0] ?? '')
  return isPrefixed || !words.includes(COMPUTED) ? [program, ...words] : []
}

const COMPUTED = '…'

function wordsIn(line: string): readonly string[] {
  if (/[<>|&;$`()\n\\*?]/.test(line)) return []
  const [words = [], ...others] = commandsIn(line) ?? []
  return others.length > 0 || words.some((word) => word.includes(NOT_KNOWN)) ? [] : words
}

function wordsPrinted([program, ...words]: readonly string[]): string | undefined {
  if (program === 'echo' && words.length > 0 && !/^-[neE]+$/.test(words[0] ?? ''))
    return `${words.join(' ')}\n`
  return undefined
}

function isChatter([program = '', ...words]: readonly string[]): boolean {
  const values = words.map((word) => [made(word)])
  return chatter(program, values) !== undefined
}
