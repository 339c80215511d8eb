// Literals where the shape lists the possible values: compared with a field that never has them, or put into an answer
// that does not accept them.

import { calledOf, isKnownName, isMistakenFor, type ScriptCall } from '../contract/called.ts'
import type { Json } from '../contract/json.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { fieldsAt, formsOf, type Path, shapeAt, valuesOf, type WalkedShape } from '../contract/walk.ts'
import { factsOf } from '../documents/languages.ts'
import type { Letters, Spot } from '../documents/spots.ts'
import { eventNameProblem } from './eventNames.ts'
import type { Ground } from './ground.ts'
import { consequenceOf } from './invalidValues.ts'
import { replacement, suggestion } from './repair.ts'
import { toolNameProblem } from './toolNames.ts'
import { orLast, remedy, takesNo } from './wrongTypes.ts'

type ValueSpot = Spot & { readonly kind: 'value' }

/** A problem where no event allows the value. */
export function valueProblem(spot: ValueSpot, ground: Ground): readonly Problem[] {
  if (spot.needs !== undefined) return spot.sure ? misused(spot, spot.needs, ground) : []
  if (spot.value === undefined) return []
  if (spot.side.of === 'payload') return spot.access === 'read' ? impossible(spot, spot.value, ground) : []
  return spot.access === 'write' ? mistyped(spot, spot.value, ground) : []
}

// A function fails for a field that is never of the type it takes.
function misused(
  { path, range }: ValueSpot,
  needs: 'text' | 'list',
  { shapes, events, view }: Ground,
): readonly Problem[] {
  if (/\btype\b/.test(view.text)) return []
  const kinds = new Set<string>()
  for (const shape of shapes) {
    const found = shapeAt(shape, path)
    if (found.kind !== 'known') return []
    for (const form of formsOf(found.shape)) {
      const kind = KINDS[String(form.type)]
      if (kind === undefined || kind === needs || (needs === 'list' && kind === 'object')) return []
      kinds.add(kind)
    }
  }
  const name = view.text.slice(range.start, range.end)
  if (kinds.size !== 1) return []
  const [kind] = kinds
  const message = `"${path.join('.')}" is ${NAMES[kind as Kind]}${events.length === 1 ? ` at ${events[0]}` : ''}, and "${name}" takes only ${needs === 'text' ? 'strings' : 'arrays'}, so jq fails.`
  return [problem('value.impossible', view.document.path, message, { range })]
}

type Kind = 'text' | 'list' | 'object' | 'number' | 'boolean'
const KINDS: Readonly<Record<string, Kind>> = {
  ...{ string: 'text', array: 'list', object: 'object', number: 'number', integer: 'number' },
  boolean: 'boolean',
}
const NAMES: Readonly<Record<Kind, string>> = {
  ...{
    text: 'a string',
    list: 'an array',
    object: 'an object',
    number: 'a number',
    boolean: 'true or false',
  },
}

function impossible(
  spot: ValueSpot,
  value: Exclude<ValueSpot['value'], undefined>,
  ground: Ground,
): readonly Problem[] {
  const { path, range } = spot
  const { shapes, events, view, dialect } = ground
  if (spot.inQuotes === true) return quoted(spot, value, ground)
  if (spot.letters !== undefined) return otherCase(spot, value, spot.letters, ground)
  const called = calledOf(dialect)
  const can: Json[] = []
  for (const [i, shape] of shapes.entries()) {
    const found = shapeAt(shape, path)
    // An event of another host without the field contributes no possible value.
    if (found.kind === 'absent' && called !== undefined) continue
    if (found.kind !== 'known') return []
    const values = valuesOf(found.shape) ?? matchedWords(called?.calls.get(events[i] ?? ''), path)
    if (values === undefined) return toolNameProblem(spot, ground)
    can.push(...values, ...(found.required ? [] : [null]))
  }
  const { language } = view.document
  // In a shell all values are texts.
  const plain = (one: Json): Json => {
    if (factsOf(language)?.anyCase === true && typeof one === 'string') return one.toLowerCase()
    return language === 'shell' ? String(one) : one
  }
  const isLike = (one: Json, other: Json): boolean =>
    spot.part === 'start' ? String(plain(one)).startsWith(String(other)) : plain(one) === plain(other)
  const { others = [] } = spot
  if (can.length === 0 || can.some((one) => isLike(one, value))) return []
  const known = [...new Set(can)].filter((one) => one !== null)
  // `"$(jq -r .stop_hook_active)" = True`
  const written = language === 'shell' ? known.map(String) : known
  const texts = written.filter((one) => typeof one === 'string')
  // The comparison as a whole must be possible; of its values only a misspelled one is a mistake.
  const isPossible = can.some((one) => others.some((other) => isLike(one, other)))
  if (isPossible && (called === undefined || !isSlipAmong(value, others, texts))) return []
  const isSlip = called === undefined || (typeof value === 'string' && isMistakenFor(value, texts))
  // Scripts are prepared for other events and tools, and test for them.
  if (!isSlip && (typeof value !== 'string' || isKnownName(value) || isCommon(path, value, events, called)))
    return [...toolNameProblem(spot, ground), ...eventNameProblem(spot, texts, ground)]
  const choices = known.map((one) => JSON.stringify(one)).join(', ')
  const event = events.length === 1 ? ` of ${events[0]}` : ''
  const consequence = isPossible ? 'alternative never holds' : 'comparison always has the same result'
  const message = `"${path.join('.')}"${event} is never ${JSON.stringify(value)}, so this ${consequence}; it is ${orLast(choices)}.`
  const more = typeof value === 'string' ? suggestion(view, range, value, texts) : {}
  const found = problem('value.impossible', view.document.path, message, { range, ...more })
  return [isSlip ? found : { ...found, severity: 'info' }]
}

// Whether a text is a misspelling of one of these, which is not among the other values beside it either.
function isSlipAmong(value: unknown, others: readonly unknown[], texts: readonly string[]): boolean {
  if (typeof value !== 'string' || isKnownName(value) || !isMistakenFor(value, texts)) return false
  const beside = others.filter((other) => typeof other === 'string')
  return !isMistakenFor(value, beside)
}

// A text in JSON form never equals the bare text.
function quoted(
  { path, range }: ValueSpot,
  value: Exclude<ValueSpot['value'], undefined>,
  { shapes, view }: Ground,
): readonly Problem[] {
  const areTexts = shapes.every((shape) => {
    const found = shapeAt(shape, path)
    return found.kind === 'known' && found.required && formsOf(found.shape).every(isText)
  })
  if (!areTexts) return []
  const message = `"${path.join('.')}" is JSON in double quotes here, so it is never ${value}: this comparison always has the same result.`
  return [problem('value.impossible', view.document.path, message, { range, fix: 'Read it with jq -r.' })]
}

// A text with letters of the other case never equals a converted one.
function otherCase(
  { path, range, others = [] }: ValueSpot,
  value: Exclude<ValueSpot['value'], undefined>,
  letters: Letters,
  { view }: Ground,
): readonly Problem[] {
  const converted = (text: string) => (letters === 'lower' ? text.toLowerCase() : text.toUpperCase())
  const isNever = [value, ...others].every((one) => typeof one === 'string' && converted(one) !== one)
  if (!isNever || typeof value !== 'string' || factsOf(view.document.language)?.anyCase === true) return []
  const message = `"${path.join('.')}" is in ${letters} case here, so it is never "${value}": this comparison always has the same result.`
  const more = replacement(view, range, converted(value))
  return [problem('value.impossible', view.document.path, message, { range, ...more })]
}

function isText({ type, const: only, enum: some }: WalkedShape): boolean {
  return (
    type === 'string' || typeof only === 'string' || some?.every((one) => typeof one === 'string') === true
  )
}

// The words that the host compares its matchers with, where its record allows any text.
function matchedWords(call: ScriptCall | undefined, path: Path): readonly string[] | undefined {
  return call !== undefined && call.record.matches === path.join('.')
    ? call.host.host?.rules.words?.[call.event]
    : undefined
}

// Whether every payload has the field: the event, the tool. An unknown event name counts as a mistake only if it looks
// like an event's name.
function isCommon(
  path: Path,
  value: string,
  events: readonly string[],
  called: ReturnType<typeof calledOf>,
): boolean {
  const dotted = path.join('.')
  if (dotted === 'hook_event_name') return !EVENT_LIKE.test(value)
  return events.some((event) => Object.values(called?.calls.get(event)?.record.common ?? {}).includes(dotted))
}

const EVENT_LIKE = /^(?:pre|post|before|after|on)[_-]?[A-Z]\w*$/i

function mistyped(
  { path, range, json, chosen, type, taken }: ValueSpot,
  value: Exclude<ValueSpot['value'], undefined>,
  ground: Ground,
): readonly Problem[] {
  const { shapes, view, dialect } = ground
  if (taken !== undefined && !isAlwaysText(taken, ground)) return []
  const isCalled = calledOf(dialect) !== undefined
  let isUnread = false
  const wanted: WalkedShape[] = []
  for (const shape of shapes) {
    const found = shapeAt(shape, path)
    // A host that does not read the field does not read the value either.
    if (found.kind === 'absent' && isCalled) {
      isUnread = true
      continue
    }
    // An object that may have any fields is still no text.
    const field =
      found.kind === 'open'
        ? fieldsAt(shape, path.slice(0, -1)).find(({ name }) => name === path.at(-1))
        : found.kind === 'known'
          ? found
          : undefined
    if (field === undefined || (type === 'text' ? takesTexts(field.shape) : fits(field.shape, value)))
      return []
    // Where only one word is allowed, as for the event's name, the other choices are for callers that expect another
    // one.
    if (chosen === true && valuesOf(field.shape)?.length === 1) return []
    wanted.push(field.shape)
  }
  const [shape] = wanted
  if (shape === undefined) return []
  const consequence = consequenceOf(type === undefined ? value : SAMPLES[type], path, ground)
  // Where a host drops the whole answer, that problem names what each host does with it.
  if (isUnread && consequence.dropsAnswer) return []
  return [
    problem(
      'result.type',
      view.document.path,
      takesNo(path, shape, type === undefined ? JSON.stringify(value) : `a ${NOUNS[type]}`, consequence.text),
      {
        range,
        ...(type === 'text' ? {} : remedy(view, range, value, shape, json)),
      },
    ),
  ]
}

// Whether a field of the payload is a text at each of the events.
function isAlwaysText(path: Path, { dialect, events }: Ground): boolean {
  return events.every((event) => {
    const found = shapeAt(dialect.events[event]?.payload as WalkedShape, path)
    return found.kind === 'known' && found.required && formsOf(found.shape).every(isText)
  })
}

/** A value of the type. */
const SAMPLES = { boolean: true, text: '…' } as const

const NOUNS = { boolean: 'boolean', text: 'string' } as const

function takesTexts(shape: WalkedShape): boolean {
  return formsOf(shape).some((form) => isText(form) || isAnything(form))
}

function fits(shape: WalkedShape, value: string | number | boolean | null): boolean {
  return formsOf(shape).some((form) => isAnything(form) || formFits(form, value))
}

function isAnything({ type, const: only, enum: some }: WalkedShape): boolean {
  return type === undefined && only === undefined && some === undefined
}

function formFits(form: WalkedShape, value: string | number | boolean | null): boolean {
  if (form.const !== undefined) return form.const === value
  if (form.enum !== undefined) return form.enum.includes(value)
  const types = [form.type ?? []].flat()
  if (value === null) return types.includes('null')
  if (typeof value !== 'number') return types.includes(typeof value)
  if (!types.includes('number') && !(types.includes('integer') && Number.isInteger(value))) return false
  return value >= (form.minimum ?? -Infinity) && value <= (form.maximum ?? Infinity)
}
