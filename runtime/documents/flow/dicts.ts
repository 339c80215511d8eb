// Dicts that a hook builds: literals, `dict(…)`, HookResult(…), and keys that are added later.

import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { filledLater } from './appended.ts'
import { answering } from './content.ts'
import { addEntry, noteBuilt } from './entries.ts'
import { type WrittenKeys, writtenIn } from './keys.ts'
import type { FlowState } from './state.ts'
import { alternatives, type Dict, type Entry, type FlowValue, isNothing, UNKNOWN } from './values.ts'

/** A key as written: at this node, or where the name used here was set. */
export function keyOf(node: SyntaxNode | undefined, flow: FlowState): WrittenKeys | undefined {
  const here = writtenIn(node)
  if (here !== undefined || node === undefined) return here
  const value = flow.reading.value(node, flow)
  if (value.kind !== 'text') return undefined
  // `[Severity.Low]: 0`
  return (
    writtenIn(value.node) ?? { text: value.text, range: { start: node.start, end: node.end }, quote: 'bare' }
  )
}

/** The facts about a dict that follow from where it is built. */
export function about(flow: FlowState): Pick<Dict, 'events' | 'guessed' | 'scope'> {
  return { events: flow.events, guessed: flow.guessed > 0, scope: flow.scope }
}

// It is there only where a text of the payload passes a test.
function builtOn({ byContent }: FlowState): Pick<Dict, 'content'> {
  return byContent === true ? { content: 'question' } : {}
}

/** `{"blocked": True, **more}` */
export function dictionary(node: SyntaxNode, flow: FlowState): Dict {
  const others: FlowValue[] = []
  const content = named(node).length === 0 ? filledLater(node, flow.reading.before) : builtOn(flow)
  const dict: Dict = { kind: 'dict', node, entries: [], more: false, others, ...about(flow), ...content }
  noteBuilt(dict, flow)
  const values: FlowValue[] = []
  for (const part of named(node)) {
    if (part.type === 'pair') {
      const written = child(part, 'key')
      const node = child(part, 'value')
      const key = keyOf(written, flow)
      // `return {"allowed": False}` where a text of the payload passes a test.
      const value = answering(flow.reading.value(node, flow), flow.byContent === true)
      values.push(value)
      if (key !== undefined)
        addEntry(dict, { key: key.text, range: key.range, quote: key.quote, value, node }, flow)
      else {
        dict.more = true
        others.push(value)
      }
    } else if (part.type === 'dictionary_splat') spread(dict, flow.reading.value(named(part)[0], flow), flow)
    else {
      // A key without a value yet, while the author is typing.
      const key = writtenIn(part)
      if (key === undefined) flow.reading.value(part, flow)
      else {
        const { text, range, quote } = key
        addEntry(dict, { key: text, range, quote, value: UNKNOWN, node: part, read: true }, flow)
      }
      dict.more = true
    }
  }
  return dict
}

/** Copies all entries of another value into a dict. */
export function spread(dict: Dict, value: FlowValue, flow: FlowState): void {
  const all = alternatives(value)
  // `...(isDenied ? { decision: 'block' } : {})`: the keys of one path.
  const isOpen = all.filter((one) => one.kind === 'dict' && !isNothing(one)).length > 1
  for (const one of all) {
    if (one.kind !== 'dict') dict.more ||= one.kind !== 'constant'
    else if (one !== dict) {
      // `self.answer = { 'a': { **self.answer } }`: the value before, which has no such key.
      const outer = ({ node }: Entry) =>
        node !== undefined && node.start <= dict.node.start && dict.node.end <= node.end
      const entries = one.entries.filter((entry) => !outer(entry))
      for (const entry of entries) addEntry(dict, entry, flow)
      dict.more ||= one.more || isOpen || entries.length < one.entries.length
    }
  }
}

/**
 * `{key: value for key, value in fields.items() if value is not None}`, also with `if value`; undefined for any other
 * comprehension.
 */
export function filteredDict(node: SyntaxNode, flow: FlowState): Dict | undefined {
  const [pair, clause, ...tests] = named(node)
  const [key, value] = named(child(clause, 'left')).map(({ text }) => text)
  const items = child(clause, 'right')
  const callee = child(items, 'function')
  const isSame = key !== undefined && child(pair, 'key')?.text === key && child(pair, 'value')?.text === value
  const isItems =
    child(callee, 'attribute')?.text === 'items' && named(child(items, 'arguments')).length === 0
  const [test, ...more] = tests.map(({ text }) => text.replace(/^if\s+/, ''))
  const isPresent = test === undefined || test === `${value} is not None` || test === `${value} != None`
  if (!isSame || !isItems || more.length > 0 || (!isPresent && test !== value)) return undefined
  const of = flow.reading.value(child(callee, 'object'), flow)
  return of.kind === 'dict' ? without(isPresent ? isNull : isFalse, of) : undefined
}

function isNull(one: FlowValue): boolean {
  return one.kind === 'constant' && one.value === null
}

function isFalse(one: FlowValue): boolean {
  return one.kind === 'constant' ? !one.value : one.kind === 'text' && one.text === ''
}

// A dict without the values that a filter leaves out.
function without(isLeft: (one: FlowValue) => boolean, dict: Dict): Dict {
  const entries = dict.entries.flatMap((entry): readonly Entry[] => {
    const all = alternatives(entry.value)
    const left = all.filter((one) => !isLeft(one))
    if (left.length === all.length) return [entry]
    const [only] = left
    if (only === undefined) return []
    return [{ ...entry, value: left.length === 1 ? only : { kind: 'either', of: left }, node: undefined }]
  })
  return { ...dict, entries }
}

/** Adds the keyword arguments of `dict(blocked=True)` or `update(reason=…)` as entries. */
export function addKeywords(
  dict: Dict,
  list: SyntaxNode | undefined,
  values: ReadonlyMap<string, FlowValue>,
  flow: FlowState,
): void {
  for (const part of named(list)) {
    if (part.type === 'keyword_argument') {
      const name = child(part, 'name')
      const value = values.get(name?.text ?? '')
      if (name === undefined || value === undefined) continue
      const range = { start: name.start, end: name.end }
      addEntry(dict, { key: name.text, range, quote: 'bare', value, node: child(part, 'value') }, flow)
    } else if (part.type === 'dictionary_splat') spread(dict, flow.reading.value(named(part)[0], flow), flow)
  }
}

/** `HookResult(`, `HookResult(success=True, `: adds a place for completion before the closing bracket. */
export function addOpen(dict: Dict, list: SyntaxNode | undefined, flow: FlowState): void {
  const close = list?.children.at(-1)
  const before = list?.children.at(-2)
  if (close?.type !== ')' || (before?.type !== '(' && before?.type !== ',')) return
  const range = { start: close.start, end: close.start }
  addEntry(dict, { key: '', range, quote: 'bare', value: { kind: 'unknown' }, node: undefined }, flow)
}
