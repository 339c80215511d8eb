// Evaluates an expression of a hook, as far as payload and answer are concerned, and records the spots in it.
// Every part is visited once. An expression nested deeper than DEEPEST is unknown.

import { stringOf } from '../python/literals.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { itemOf, presence, subscript } from './access.ts'
import { alternate, alternateTogether, marksOf } from './alternates.ts'
import { fill, listOf } from './appended.ts'
import { variableOf } from './arguments.ts'
import { orDefault } from './argumentValues.ts'
import { attribute } from './attributes.ts'
import { looksAtOptions } from './branches.ts'
import { call } from './calls.ts'
import { chosenAt } from './choices.ts'
import { chosenBy, negated } from './chosenValues.ts'
import { comprehension } from './comprehensions.ts'
import { comparedValue, condition } from './conditions.ts'
import { answering, contentOf, isQuestion, madeOf, raisesFailure, stronger, withContent } from './content.ts'
import { dictionary } from './dicts.ts'
import { note } from './found.ts'
import { eitherPlace, join } from './joining.ts'
import { writtenIn } from './keys.ts'
import { summaryOf } from './knowledge.ts'
import { builtIn } from './names.ts'
import { binary } from './operators.ts'
import { decidedByOptions } from './options.ts'
import { printedDict } from './printedTexts.ts'
import { noteRaised } from './raisedErrors.ts'
import { lambda } from './routines.ts'
import { beyond, type FlowState, fork, getName, mergeBranches } from './state.ts'
import { assign } from './targets.ts'
import { builtText, interpolatedParts, ofEach, partsOf } from './textParts.ts'
import { SET } from './unwritable.ts'
import {
  ABSENT,
  type FlowValue,
  isBoolean,
  isNothing,
  isPlain,
  NONE,
  onWay,
  TEXT,
  UNKNOWN,
} from './values.ts'
import { isWordOrWords } from './wordTests.ts'

const DEEPEST = 150
/** Limit on the values of a generator that are kept. */
const MOST_GIVEN = 40

/** The value of an expression. */
export function evaluate(node: SyntaxNode | undefined, flow: FlowState): FlowValue {
  if (node === undefined || flow.reading.depth > DEEPEST || !flow.reading.budget.take()) return UNKNOWN
  const { reading } = flow
  reading.depth++
  const around = reading.content
  reading.content = undefined
  const held = (name: string) => getName(flow, name)
  const value = withContent(expression(node, flow), node, reading.content, held)
  if (raisesFailure(node, held)) noteRaised('CalledProcessError', flow)
  reading.content = stronger(around, contentOf(value))
  reading.depth--
  return value
}

function expression(node: SyntaxNode, flow: FlowState): FlowValue {
  switch (node.type) {
    case 'string':
    case 'concatenated_string':
      return text(node, flow)
    case 'integer':
    case 'float':
      return /^\d+(\.\d+)?$/.test(node.text) ? { kind: 'constant', value: Number(node.text), node } : UNKNOWN
    case 'true':
    case 'false':
      return { kind: 'constant', value: node.type === 'true' }
    case 'none':
      return NONE
    case 'absent':
      return ABSENT
    case 'identifier':
      return getName(flow, node.text) ?? builtIn(node.text)
    case 'parenthesized_expression':
    case 'await':
    case 'type':
      return evaluate(named(node)[0], flow)
    case 'subscript':
      return variable(node, flow) ?? subscript(node, flow)
    case 'attribute':
      return eventName(node, flow) ?? attribute(node, flow)
    case 'call':
      return call(node, flow)
    case 'comparison_operator':
      return comparedValue(node, flow)
    case 'not_operator':
      return negation(child(node, 'argument'), flow)
    case 'boolean_operator':
      return boolean(node, flow)
    case 'conditional_expression':
      return conditional(node, flow)
    case 'rejection_handler':
      return rejection(node, flow)
    case 'binary_operator':
      return binary(node, flow)
    case 'unary_operator': {
      const [inner] = named(node)
      const value = evaluate(inner, flow)
      return node.text.startsWith('-') && value.kind === 'constant' && typeof value.value === 'number'
        ? { kind: 'constant', value: -value.value }
        : UNKNOWN
    }
    case 'named_expression': {
      const value = evaluate(child(node, 'value'), flow)
      assign(child(node, 'name'), value, flow)
      return value
    }
    case 'yield': {
      const value = evaluate(named(node)[0], flow)
      if (flow.yielded.length < MOST_GIVEN) flow.yielded.push(value)
      if (flow.routine !== undefined) fill(flow.routine.node, flow.byContent === true, flow.reading.now)
      return UNKNOWN
    }
    case 'dictionary':
      return dictionary(node, flow)
    case 'list':
    case 'tuple':
    case 'set':
    case 'expression_list':
      return list(node, flow)
    case 'list_splat':
      return spreadItems(evaluate(named(node)[0], flow))
    case 'list_comprehension':
    case 'set_comprehension':
    case 'generator_expression':
    case 'dictionary_comprehension':
      return comprehension(node, flow)
    case 'lambda':
      return lambda(node, flow)
    default:
      for (const inner of named(node)) evaluate(inner, flow)
      return UNKNOWN
  }
}

function text(node: SyntaxNode, flow: FlowState): FlowValue {
  if (node.type === 'concatenated_string') {
    const value = builtText(named(node).flatMap((part) => partsOf(evaluate(part, flow)))) ?? TEXT
    return value.kind === 'text' ? { ...value, node } : value
  }
  const plain = stringOf(node)
  if (plain !== undefined) return { kind: 'text', text: plain, node }
  const values = new Map<SyntaxNode, FlowValue>()
  for (const part of node.children.filter(({ type }) => type === 'interpolation'))
    values.set(part, evaluate(child(part, 'expression') ?? named(part)[0], flow))
  // f"{json.dumps(answer)}\n"
  const [only, ...others] = values.values()
  const isAlone = others.length === 0 && node.children.every((one) => !isWords(one))
  if (isAlone && only?.kind === 'json') return only
  const places = [...values.keys()]
  return ofEach([...values.values()], (given) => {
    const shownAt = (value: FlowValue) =>
      (flow.reading.missingKeysFail === true ? printedDict(value) : undefined) ?? value
    const parts = interpolatedParts(node, new Map(places.map((at, i) => [at, shownAt(given[i] ?? UNKNOWN)])))
    return (parts && builtText(parts)) ?? TEXT
  })
}

// A piece of a string that is more than a line break.
function isWords({ type, text: piece }: SyntaxNode): boolean {
  return type === 'string_content' && piece.replaceAll(/\\n/g, '').trim() !== ''
}

// os.environ["HOME"]
function variable(node: SyntaxNode, flow: FlowState): FlowValue | undefined {
  const of = child(node, 'value')
  const key = writtenIn(child(node, 'subscript'))
  if (key === undefined || (of?.type !== 'attribute' && of?.type !== 'identifier')) return undefined
  const value = evaluate(of, flow)
  if (value.kind !== 'named' || value.name !== 'os.environ') return undefined
  note(flow.reading.found, { kind: 'variable', range: key.range, name: key.text })
  return variableOf(key.text, flow)
}

// HookEvent.PRE_TOOL_USE is the event's name.
function eventName(node: SyntaxNode, flow: FlowState): FlowValue | undefined {
  const object = child(node, 'object')
  const name = child(node, 'attribute')
  if (object === undefined || name === undefined || flow.reading.input.exports !== 'classes') return undefined
  if (!/^(identifier|attribute)$/.test(object.type) || !/^[A-Z0-9_]*$/.test(name.text)) return undefined
  const of = evaluate(object, flow)
  if (of.kind !== 'named' || !/(^|\.)HookEvent$/.test(of.name)) return undefined
  return { kind: 'text', text: name.text.toLowerCase() }
}

function boolean(node: SyntaxNode, flow: FlowState): FlowValue {
  const left = evaluate(child(node, 'left'), flow)
  const around = flow.byContent
  // `"sudo " in command and refuse()`
  flow.byContent = isQuestion(left) || flow.byContent
  const [right = UNKNOWN] = oneOf([child(node, 'right'), undefined], flow)
  flow.byContent = around
  if (child(node, 'operator')?.text === 'and') {
    presence(left, child(node, 'left'), flow)
    return answering(right, isQuestion(left))
  }
  // `reason or "not allowed"`, where no reason was passed.
  if (left.kind === 'constant' && left.value === null) return right
  if (left.kind === 'payload' && right.kind === 'payload') {
    // `a["x"] or b["y"]`: if the first is missing, an error is raised before the second is reached.
    const fails = flow.reading.missingKeysFail === true && marksOf(left).every(({ optional }) => !optional)
    if (fails) alternate([right], node)
    else alternateTogether([left, right], node)
    return eitherPlace(left.places, right.places)
  }
  const [only, ...more] = right.kind === 'list' ? right.items : []
  // `sys.argv[1:] or ["pre"]`
  if (only !== undefined && more.length === 0 && isWordOrWords(left, flow))
    return orDefault(itemOf(left), only)
  if (isNothing(right) || right.kind === 'text' || right.kind === 'constant')
    return left.kind === 'unknown' && !isBoolean(right)
      ? { ...left, type: undefined }
      : orDefault(left, right)
  if (left.kind === 'payload' && right.kind !== 'dict' && right.kind !== 'list') {
    alternate([left], node)
    return eitherPlace(left.places, [])
  }
  return join(left, right)
}

function conditional(node: SyntaxNode, flow: FlowState): FlowValue {
  const [yes, test, no] = named(node)
  const isDecided = decidedByOptions(test, flow)
  if (isDecided !== undefined) {
    evaluate(isDecided ? no : yes, beyond(flow))
    return evaluate(isDecided ? yes : no, flow)
  }
  const facts = condition(test, flow)
  const asks = facts.content !== undefined
  const around = flow.byContent
  flow.byContent = asks || flow.byContent
  const [first = UNKNOWN, second = UNKNOWN] = oneOf([yes, no], flow, [facts.yes, facts.no])
  flow.byContent = around
  const [one, two] = [answering(first, asks), answering(second, asks)]
  if (one.kind === 'payload' && two.kind === 'payload') alternate([one, two], node)
  if (!isPlain(one) || !isPlain(two)) return join(one, two)
  // `2 if args.enforce else 1`
  if (!asks && looksAtOptions(test, flow)) return UNKNOWN
  const way = { range: { start: node.start, end: node.end } }
  const tested = facts.result
  const [ifTrue, ifFalse] = tested?.negated === true ? [two, one] : [one, two]
  return (tested && chosenBy(tested.value, ifTrue, ifFalse)) ?? join(onWay(one, way), onWay(two, way))
}

// Evaluates each of these on its own branch: only one of them runs.
function oneOf(
  nodes: readonly (SyntaxNode | undefined)[],
  flow: FlowState,
  events: readonly (readonly string[] | undefined)[] = [],
): readonly FlowValue[] {
  const isSimple = nodes.every((node) => node === undefined || !/[({]/.test(node.text))
  const chosen = (value: FlowValue, i: number) => chosenAt(value, events[i])
  if (isSimple) return nodes.map((node) => evaluate(node, flow)).map(chosen)
  const parts = nodes.map((_, i) => ({ ...fork(flow), events: events[i] ?? flow.events }))
  const values = nodes.map((node, i) => evaluate(node, parts[i] as FlowState))
  mergeBranches(flow, parts)
  return values.map(chosen)
}

function negation(of: SyntaxNode | undefined, flow: FlowState): FlowValue {
  const value = evaluate(of, flow)
  presence(value, of, flow)
  return negated(value)
}

// `main().catch((error) => …)`: the handler may be called for an error raised anywhere.
function rejection(node: SyntaxNode, flow: FlowState): FlowValue {
  const [of, ...handlers] = named(node).map((one) => evaluate(one, flow))
  for (const one of handlers)
    if (one.kind === 'routine') summaryOf(flow.reading.now, one.routine).handles = true
  return of ?? UNKNOWN
}

// Which items a list that is spread has is not followed.
function spreadItems(value: FlowValue): FlowValue {
  return isQuestion(value) ? madeOf('question') : UNKNOWN
}

function list(node: SyntaxNode, flow: FlowState): FlowValue {
  const parts = named(node)
  const items = parts.map((inner) => answering(evaluate(inner, flow), flow.byContent === true))
  const made = listOf(items, node, flow)
  // `[...(isRisky ? ['risky'] : [])]`
  const isAnswer = parts.length > 0 && parts.every(({ type }) => type === 'list_splat')
  const value = isAnswer ? answering(made, items.every(isQuestion)) : made
  return node.type === 'set' && value.kind === 'list' ? { ...value, raw: SET } : value
}
