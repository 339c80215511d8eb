// Calls: reading the payload, taking fields out of it, building and printing answers, and calling the file's functions.

import { defined } from '../../contract/defined.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { variableOf } from './arguments.ts'
import { orDefault } from './argumentValues.ts'
import { callBuiltIn, dotted } from './builtInCalls.ts'
import { contentOf, isInput, madeOf, runsCodeCheck, stronger } from './content.ts'
import { drain } from './draining.ts'
import { endLater } from './ends.ts'
import { note } from './found.ts'
import { joinAll } from './joining.ts'
import { cutAt } from './jsonDepth.ts'
import { writtenIn } from './keys.ts'
import { summaryOf } from './knowledge.ts'
import { logging } from './logging.ts'
import { callMethod, callUnknown, sideBySide } from './methods.ts'
import {
  DUMPS_JSON,
  ENDS,
  ENDS_LATER,
  PRINTS,
  READS_JSON,
  READS_VARIABLE,
  REJECTS,
  STDERR,
  STDIN,
  STDOUT,
  WRITES_JSON,
} from './names.ts'
import { endProgram, firstArgument, goesElsewhere, printOut } from './printing.ts'
import { perhapsErrors, printError } from './printingErrors.ts'
import { noteRaised } from './raisedErrors.ts'
import { asWritten, instanceOf } from './records.ts'
import { callRoutine, markExit, parameterNodes, parametersOf, takesAny } from './routines.ts'
import { printStarted } from './startedOutput.ts'
import { type FlowState, fork, getName, mergeBranches } from './state.ts'
import { isStream } from './textMethods.ts'
import { builtText, partsOf } from './textParts.ts'
import { rawResult, writeCheck } from './unwritable.ts'
import { type FlowValue, type GivenArguments, PAYLOAD, UNKNOWN } from './values.ts'
import { wordMethod } from './wordTests.ts'

/** The value of a call. */
export function call(node: SyntaxNode, flow: FlowState): FlowValue {
  const callee = flow.reading.value(child(node, 'function'), flow)
  const given = argumentsOf(node, flow)
  handOver(callee, given, flow)
  if (callee.kind !== 'either') return callOne(callee, given, flow)
  // At most one of the candidates is called.
  const parts = callee.of.map(() => fork(flow))
  const values = callee.of.map((one, i) => callOne(one, given, parts[i] as FlowState))
  mergeBranches(flow, [...parts, fork(flow)])
  return joinAll(values)
}

// `parts.some((one) => one === 'sudo')`: the callback receives the searched text, and its result decides the call's.
// `exec('npm test', (error) => …)`: it receives the result of the run.
function handOver(callee: FlowValue, { call: node, items }: GivenArguments, flow: FlowState): void {
  const { reading } = flow
  const callbacks = items.filter((one) => one.kind === 'routine')
  if (callbacks.length === 0) return
  const level = contentOf(callee) === 'text' ? 'text' : runsCodeCheck(node, (name) => getName(flow, name))
  for (const one of callbacks) {
    const { given } = summaryOf(reading.now, one.routine)
    const [first] = parametersOf(one.routine.node)
    if (first !== undefined && !given.has(first) && level !== false)
      given.set(first, madeOf(level === true ? 'question' : level))
    const known = reading.before.routines.get(one.routine.node.start)?.returns
    reading.content = stronger(reading.content, known && contentOf(known))
  }
}

function argumentsOf(node: SyntaxNode, flow: FlowState): GivenArguments {
  if (ENDS.test(child(node, 'function')?.text ?? '')) markExit(firstArgument(node))
  const items: FlowValue[] = []
  const nodes: SyntaxNode[] = []
  const names = new Map<string, FlowValue>()
  let isOpen = false
  let spread: FlowValue | undefined
  const list = child(node, 'arguments')
  if (list?.type === 'generator_expression')
    return { call: node, items: [flow.reading.value(list, flow)], nodes: [list], names, isOpen }
  for (const part of named(list)) {
    if (part.type === 'keyword_argument')
      names.set(child(part, 'name')?.text ?? '', flow.reading.value(child(part, 'value'), flow))
    else if (part.type === 'dictionary_splat' || part.type === 'list_splat') {
      const value = flow.reading.value(named(part)[0], flow)
      if (part.type === 'list_splat' && value.kind === 'list') {
        items.push(...value.items)
        nodes.push(...value.items.map(() => part))
      } else if (
        value.kind === 'dict' &&
        !value.more &&
        value.entries.every(({ read }) => read === undefined)
      )
        for (const { key, value: one } of value.entries) names.set(inParameters(key, part), one)
      else {
        if (part.type === 'dictionary_splat') spread = value
        isOpen = true
      }
    } else {
      items.push(flow.reading.value(part, flow))
      nodes.push(part)
    }
  }
  return { call: node, items, nodes, names, isOpen, ...defined({ spread }) }
}

// PowerShell's parameters are variables, and keys of any case stand for them.
function inParameters(key: string, splat: SyntaxNode): string {
  return named(splat)[0]?.text.startsWith('$') === true ? `$${key.toLowerCase()}` : key
}

function callOne(callee: FlowValue, given: GivenArguments, flow: FlowState): FlowValue {
  const handed = handedOver(callee, given)
  if (handed !== undefined) return callOne(handed.callee, handed.given, flow)
  switch (callee.kind) {
    case 'named':
      return methodOfWords(callee.name, given, flow) ?? callNamed(callee.name, given, flow)
    case 'method':
      return callMethod(callee.of, callee.name, given, flow)
    case 'routine':
      if (takesAny(callee.routine.node)) sideBySide(given)
      return callAt(callee.events ?? flow.events, flow, () =>
        callRoutine(callee.routine, callee.self, withOwn(callee, given), flow),
      )
    case 'partial':
      return callOne(callee.of, together(callee.given, given), flow)
    case 'class':
      return callAt(callee.events ?? flow.events, flow, () => instanceOf(callee, given, flow))
    default:
      return callUnknown(given, flow)
  }
}

// `const hooks = { Stop(event) { … } }`, and `hooks[name](event)`: its object comes first, as with `hooks.Stop(event)`.
function withOwn(
  { routine: { node, owner }, self }: FlowValue & { readonly kind: 'routine' },
  given: GivenArguments,
): GivenArguments {
  const [first] = parameterNodes(node)
  // Where the code names no such parameter, it has the place of the whole method.
  const isOwn = first?.text === 'self' && first.start === node.start && first.end === node.end
  if (!isOwn || owner !== undefined || self !== undefined) return given
  return { ...given, items: [UNKNOWN, ...given.items] }
}

// `asyncio.to_thread(sys.stdin.read)`, `loop.run_in_executor(None, read)`: a call of the function that is passed.
function handedOver(
  callee: FlowValue,
  { items, nodes, ...given }: GivenArguments,
): { readonly callee: FlowValue; readonly given: GivenArguments } | undefined {
  const name = callee.kind === 'named' ? callee.name : callee.kind === 'method' ? `.${callee.name}` : ''
  const at = IN_THREAD.test(name) ? 0 : IN_EXECUTOR.test(name) ? 1 : -1
  const handed = items[at]
  if (handed === undefined || handed.kind === 'unknown') return undefined
  return { callee: handed, given: { ...given, items: items.slice(at + 1), nodes: nodes.slice(at + 1) } }
}

const IN_THREAD = /^(?:asyncio\.to_thread|anyio\.to_thread\.run_sync|trio\.to_thread\.run_sync)$/
const IN_EXECUTOR = /\.run_in_executor$/

// Arguments of the partial application, followed by those of this call.
function together(
  before: GivenArguments,
  { call: node, items, nodes, names, isOpen }: GivenArguments,
): GivenArguments {
  return {
    call: node,
    items: [...before.items, ...items],
    nodes: [...before.nodes, ...nodes],
    names: new Map([...before.names, ...names]),
    isOpen: before.isOpen || isOpen,
  }
}

// A function that was chosen by a field of the payload is called only for the events with that value.
function callAt(events: readonly string[], flow: FlowState, follow: () => FlowValue): FlowValue {
  const before = flow.events
  flow.events = before.filter((event) => events.includes(event))
  const value = follow()
  flow.events = before
  return value
}

// `process.argv.includes('pre')`, `sys.argv.pop()`
function methodOfWords(name: string, given: GivenArguments, flow: FlowState): FlowValue | undefined {
  const [, list = '', method = ''] = /^(sys\.argv)\.(\.?\w+)$/.exec(name) ?? []
  return list === '' ? undefined : wordMethod({ kind: 'named', name: list }, method, given, flow)
}

function callNamed(name: string, given: GivenArguments, flow: FlowState): FlowValue {
  const { call: node } = given
  const [first = UNKNOWN, second] = given.items
  if (READS_JSON.test(name)) {
    // `json.loads(payload["tool_input"])`
    if (first.kind !== 'stdin' && !isStream(first))
      return isInput(first) ? { kind: 'unknown', content: 'text', type: 'object' } : UNKNOWN
    if (isStream(first)) drain(node, flow)
    flow.read = true
    if (NAMESPACE.test(given.call.text)) return dotted(PAYLOAD, 'deep')
    return given.names.has('object_hook') || given.names.has('cls') ? UNKNOWN : PAYLOAD
  }
  if (name === 'json.dumps' || name === 'json.dump') writeCheck(first, given, flow)
  if (WRITES_JSON.test(name))
    return { kind: 'json', of: cutAt(given.names.get('depth'), asWritten(first, node, flow)) }
  if (DUMPS_JSON.test(name)) {
    const file = second ?? given.names.get('fp')
    if (file?.kind === 'named' && STDERR.test(file.name))
      printError(node, { kind: 'json', of: first }, given.nodes[0], flow)
    if (file?.kind === 'named' && STDOUT.test(file.name))
      printOut({ node, from: given.nodes[0], value: { kind: 'json', of: first }, whole: true }, flow)
    return UNKNOWN
  }
  if (ENDS.test(name)) {
    if (name !== 'SystemExit') endProgram(node, given.nodes[0], flow, given.items[0])
    return UNKNOWN
  }
  if (name === REJECTS) {
    if (flow.byContent === true) noteRaised('', flow)
    return UNKNOWN
  }
  if (name === ENDS_LATER) {
    endLater(node, given.items[0], flow)
    return UNKNOWN
  }
  if (PRINTS.test(name)) {
    const file = given.names.get('file') ?? given.names.get('stream')
    if (file?.kind === 'named' && file.name === 'io.file') return UNKNOWN
    if (!goesElsewhere(file, (file) => STDOUT.test(file)) && !given.names.has('err')) print(given, flow)
    else printError(node, printed(given), given.nodes[0], flow)
    return UNKNOWN
  }
  if (name === 'os.write') {
    const text = second ?? UNKNOWN
    if (first.kind === 'constant' && first.value === 1)
      printOut({ node, from: given.nodes[1], value: text, whole: false }, flow)
    else printError(node, text, given.nodes[1], flow)
    return UNKNOWN
  }
  const logged = logging(name, given, flow)
  if (logged !== undefined) return logged
  if (READS_VARIABLE.test(name)) {
    const key = writtenIn(given.nodes[0])
    if (key === undefined) return UNKNOWN
    note(flow.reading.found, { kind: 'variable', range: key.range, name: key.text })
    return orDefault(variableOf(key.text, flow), second ?? UNKNOWN)
  }
  const method = /^(.*)\.(\w+)$/.exec(name)
  if (method?.[1] !== undefined && STDIN.test(method[1])) {
    if (/^(read|readlines)$/.test(method[2] ?? '') && given.items.length === 0) drain(node, flow)
    return { kind: 'stdin' }
  }
  if (method?.[1] !== undefined && STDERR.test(method[1])) {
    if (/^(?:write|print)$/.test(method[2] ?? '')) printError(node, first, given.nodes[0], flow)
    else if (method[2] === 'writelines') perhapsErrors(flow)
    return UNKNOWN
  }
  if (method?.[1] !== undefined && STDOUT.test(method[1]) && /^(?:write|print)$/.test(method[2] ?? '')) {
    const text = first.kind === 'text' ? first.text : ''
    const whole = method[2] === 'print' || first.kind === 'json' || text.endsWith('\n')
    printOut({ node, from: given.nodes[0], value: first, whole }, flow)
    return UNKNOWN
  }
  printStarted(name, given, flow)
  const value = callBuiltIn(name, given, flow)
  return value === UNKNOWN ? (rawResult(name, given) ?? value) : value
}

const NAMESPACE = /\bobject_hook\s*=\s*(?:lambda\s+(\w+)\s*:\s*)?(?:\w+\.)?(?:Simple)?Namespace\b/

function print(given: GivenArguments, flow: FlowState): void {
  const { call: node, items, names } = given
  const [only] = items
  if (items.length === 0 || (only?.kind === 'text' && only.text.trim() === '')) return
  printOut({ node, from: firstArgument(node), value: printed(given), whole: !names.has('end') }, flow)
}

// Several arguments are printed with a blank between them.
function printed({
  call: node,
  items: [first = UNKNOWN, ...more],
  names,
  isOpen,
}: GivenArguments): FlowValue {
  if (more.length === 0 && !isOpen) return first
  if (names.has('sep') || firstArgument(node)?.type === 'list_splat') return UNKNOWN
  const rest = isOpen ? [...more, UNKNOWN] : more
  return builtText([partsOf(first), ...rest.map((one) => [{ text: ' ' }, ...partsOf(one)])].flat()) ?? UNKNOWN
}
