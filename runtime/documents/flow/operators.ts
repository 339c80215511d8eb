// Binary operators: `+`, `/`, `|`.

import { defined } from '../../contract/defined.ts'
import { child, type SyntaxNode } from '../treeSitter.ts'
import { about, spread } from './dicts.ts'
import type { FlowState } from './state.ts'
import { builtText, type Filling, ofEach, partsOf, represented, withInserted } from './textParts.ts'
import { alternatives, type Dict, type FlowValue, type GivenArguments, TEXT, UNKNOWN } from './values.ts'

/** The value of a binary expression: texts and lists are concatenated, a path stays a path, dicts are merged. */
export function binary(node: SyntaxNode, flow: FlowState): FlowValue {
  const left = flow.reading.value(child(node, 'left'), flow)
  const right = flow.reading.value(child(node, 'right'), flow)
  const operator = child(node, 'operator')?.text
  // `path / "name"`
  if (operator === '/' && left.kind === 'unknown' && left.raw !== undefined) return left
  const sum = operator === '+' ? added(left, right) : UNKNOWN
  if (sum !== UNKNOWN) return sum
  if (operator === '%' && left.kind === 'text') {
    const isTuple = right.kind === 'list' && right.node?.type === 'tuple'
    if (right.kind === 'dict') return percented(left, [], right)
    return ofEach(isTuple ? right.items : [right], (items) => percented(left, items))
  }
  // `"-" * 40`
  if (operator === '*' && left.kind === 'text' && right.kind === 'constant')
    return repeated(left.text, Number(right.value))
  // `LISTED + ["Write"]`, `NAMES | {"Write"}`
  if ((operator === '+' || operator === '|') && left.kind === 'list' && right.kind === 'list') {
    if (!flow.reading.budget.take(left.items.length + right.items.length)) return UNKNOWN
    return { kind: 'list', items: [...left.items, ...right.items], ...defined({ raw: left.raw }) }
  }
  return operator === '|' ? merged(node, left, right, flow) : UNKNOWN
}

function repeated(text: string, times: number): FlowValue {
  return text.length * times <= LONGEST && times >= 0 ? { kind: 'text', text: text.repeat(times) } : TEXT
}

/** A text with another behind it; unknown for other values. */
export function added(left: FlowValue, right: FlowValue): FlowValue {
  return ofEach([left, right], ([one = UNKNOWN, two = UNKNOWN]) => addedOne(one, two))
}

function isBlank(value: FlowValue): boolean {
  return value.kind === 'text' && value.text.trim() === ''
}

function addedOne(left: FlowValue, right: FlowValue): FlowValue {
  if (left.kind === 'json' && right.kind === 'text') return left
  // `"" + answer`, `answer + "\n"`: the text form of an object.
  if (left.kind === 'dict' && isBlank(right)) return left
  if (right.kind === 'dict' && isBlank(left)) return right
  // `$lines += $line`, once for each line of standard input.
  if (left.kind === 'list' && right.kind === 'stdin') return right
  // What is unknown before a text is a text as well.
  const isText =
    left.kind === 'text' || (left.kind === 'unknown' && (left.parts !== undefined || isLetters(right)))
  const isRaw = 'raw' in right && right.raw !== undefined
  return (isText && !isRaw ? builtText([...partsOf(left), ...partsOf(right)]) : undefined) ?? UNKNOWN
}

/** The places of `"…%s…" % value` and of `"…{}…".format(value)` where a value is inserted. */
const PERCENT = /%(?:\(\w+\))?[-#+ \d.]*[a-zA-Z]|%%/g
const BRACES = /\{\{|\}\}|\{[^{}]*\}/g
const NAMED = /\$\w+|\$\{\w+\}|\$\$/g
/** Each of these stands for one character. */
const ESCAPES = ['%%', '{{', '}}', '$$']

/** Limit in characters on the texts that are searched: longer ones are data. */
const LONGEST = 10_000

/** `"… {} {1} {reason} …".format(decision, why, reason=text)` */
export function formatted(text: FlowValue & { readonly kind: 'text' }, given: GivenArguments): FlowValue {
  const { items, names, isOpen } = given
  const keys = [...names.keys()]
  return ofEach([...items, ...names.values()], (all) => {
    const some = new Map(keys.map((key, i) => [key, all[items.length + i] ?? UNKNOWN]))
    return filled(text, all.slice(0, items.length), some, isOpen)
  })
}

function filled(
  text: FlowValue & { readonly kind: 'text' },
  items: readonly FlowValue[],
  names: ReadonlyMap<string, FlowValue>,
  isOpen: boolean,
): FlowValue {
  let next = 0
  return inserted(text, BRACES, (place) => {
    // `{0!r}`, `{name:>10}`, `{0[key]}`
    const [, name = '', form = ''] = /^\{(\w*)(.*)\}$/s.exec(place) ?? []
    if (isOpen || (form !== '' && form !== '!r')) return UNKNOWN
    const value = /^\d*$/.test(name) ? items[name === '' ? next++ : Number(name)] : names.get(name)
    return (form === '!r' ? value && represented(value) : value) ?? UNKNOWN
  })
}

// `"… %s %(reason)s …" % values`
function percented(
  text: FlowValue & { readonly kind: 'text' },
  items: readonly FlowValue[],
  names?: Dict,
): FlowValue {
  return inserted(text, PERCENT, (place, nth) => {
    const [, name] = /^%\((\w+)\)/.exec(place) ?? []
    const named = names?.entries.findLast(({ key }) => key === name)?.value
    const value = (name === undefined ? items[nth] : named) ?? UNKNOWN
    return place.endsWith('r') ? represented(value) : value
  })
}

/** `Template("… $why …").substitute(why=reason)` */
export function substituted(
  text: FlowValue & { readonly kind: 'text' },
  { names }: GivenArguments,
): FlowValue {
  return inserted(text, NAMED, (place) => names.get(place.replaceAll(/\W/g, '')) ?? UNKNOWN)
}

/** `template.replace("__REASON__", reason)`. In JavaScript only `replaceAll` (`isAll`) replaces a part that occurs again. */
export function replaced(
  text: FlowValue & { readonly kind: 'text' },
  part: string,
  by: FlowValue,
  isAll: boolean,
): FlowValue {
  const isOnce = text.text.indexOf(part) === text.text.lastIndexOf(part)
  if (part === '' || text.text.length > LONGEST || (!isAll && !isOnce)) return TEXT
  const places = new RegExp(part.replaceAll(/[^\w\s]/g, '\\$&'), 'g')
  return builtText(withInserted(partsOf(text), places, () => by)) ?? TEXT
}

/** `"\n".join(["{", …, "}"])` */
export function joined({ items }: FlowValue & { readonly kind: 'list' }, between: FlowValue): FlowValue {
  return builtText(items.flatMap((one, i) => [...(i === 0 ? [] : partsOf(between)), ...partsOf(one)])) ?? TEXT
}

function inserted(text: FlowValue & { readonly kind: 'text' }, places: RegExp, fill: Filling): FlowValue {
  if (text.text.length > LONGEST) return TEXT
  return builtText(withInserted(partsOf(text), places, fill, ESCAPES)) ?? TEXT
}

// `COMMON | {"decision": "block"}`
function merged(node: SyntaxNode, left: FlowValue, right: FlowValue, flow: FlowState): FlowValue {
  const isDict = (value: FlowValue) => alternatives(value).every(({ kind }) => kind === 'dict')
  if (!isDict(left) || !isDict(right)) return UNKNOWN
  const made: Dict = { kind: 'dict', node, entries: [], more: false, ...about(flow) }
  for (const value of [left, right]) spread(made, value, flow)
  return made
}

// Whether adding it makes a text of whatever stands before.
function isLetters(value: FlowValue): boolean {
  return (
    (value.kind === 'text' && /[A-Za-z]/.test(value.text)) ||
    (value.kind === 'unknown' && value.parts !== undefined)
  )
}
