// Payload fields that no event of a handler has, and fields of an answer that no host reads.

import { calledOf, withoutTool } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { dialects } from '../contract/dialects/index.ts'
import { isFieldElsewhere } from '../contract/foreignTools.ts'
import { listed } from '../contract/listed.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { answersNo, carriesNo } from '../contract/recordWords.ts'
import { suggest } from '../contract/suggest.ts'
import { isNoFieldOf, isNoResultOf, MADE_UP, MADE_UP_RESULTS } from '../contract/toolFields.ts'
import { isSpelling, isTypo } from '../contract/typos.ts'
import { fieldsAt, fieldsOf, type Path, shapeAt, type WalkedShape } from '../contract/walk.ts'
import type { Language } from '../documents/document.ts'
import { factsOf } from '../documents/languages.ts'
import type { Quote, Spot } from '../documents/spots.ts'
import type { UnknownField } from '../documents/typed.ts'
import type { View } from '../project/view.ts'
import { foreignName } from './foreignNames.ts'
import type { Ground } from './ground.ts'
import { consequenceOf } from './invalidValues.ts'
import { isNeutral, strictHosts } from './neutralKeys.ts'
import { looksAtType, testsType } from './parsedFields.ts'
import { keepingName, replacement, suggestion } from './repair.ts'
import { searchedKeyProblem } from './searchedKeys.ts'
import { adds } from './upstream.ts'
import { takesNo } from './wrongTypes.ts'

type FieldSpot = Spot & { readonly kind: 'field' }

/** A problem where none of the shapes has the field. */
export function fieldProblem(spot: FieldSpot, ground: Ground): readonly Problem[] {
  const { side, path, access, tested } = spot
  // Adding a field to a payload is allowed, and an answer that is read back is the author's own object.
  if ((side.of === 'payload') !== (access === 'read')) return []
  const name = path.at(-1)
  if (spot.searched === true) return searchedKeyProblem(spot, ground)
  if (spot.unparsed === true) return unparsedField(spot, ground)
  if (typeof name !== 'string' || name === '' || name === '*' || adds(ground, path)) return []
  if (spot.alternatives !== undefined) return noneOfThem(spot, spot.alternatives, ground)
  const { text } = ground.view
  const looks = looksAtType(text)
  // Behind a test of the type, the fields are those of the object that other hosts or events have there.
  const isExpected = isOfResult(ground, path) ? looks : access === 'read' && testsType(text)
  const isRead = (spot.sure && !isExpected) || (tested === true && !looks)
  if (isRead && isInText(path, ground)) return fieldOfText(spot, ground)
  const known = knownInstead(ground, path)
  if (known === undefined || (tested === true && !isSlipOf(name, known) && !isSpelled(name, known))) return []
  const { events } = ground
  // Where the host reads no field at all, no key can be a misspelling.
  if (side.of === 'result')
    return known.length === 0 || isNeutral(spot, ground)
      ? []
      : [unknownKey({ ...spot, events, known }, ground)]
  // Where its presence is tested first, a missing field raises no error.
  const optional = spot.optional ?? tested
  return [unknownField({ ...spot, ...defined({ optional }), events, known }, ground)]
}

// Fields of which the hook uses whichever is present, where no payload has any of them. A name that another host uses may
// be there for that host.
function noneOfThem(spot: FieldSpot, paths: readonly Path[], ground: Ground): readonly Problem[] {
  const { events, shapes } = ground
  const isMissing = (path: Path) =>
    shapes.every((shape, rank) => knownAt(shape, path, ground, events[rank]).kind === 'absent')
  if (!paths.every(isMissing)) return []
  // The object around a field may be missing, too.
  const length = spot.path.findIndex((_, at) => isMissing(spot.path.slice(0, at + 1))) + 1
  const known = knownInstead(ground, spot.path.slice(0, length))
  if (known === undefined) return []
  const found = unknownField({ ...spot, paths, events, known }, ground)
  if (isOfTool(ground, spot.path)) return [found]
  return [{ ...found, severity: paths.some(isElsewhere) ? 'info' : 'warning' }]
}

function isElsewhere([first]: Path): boolean {
  return Object.values<Dialect>(dialects).some(({ events }) =>
    Object.values(events).some(({ payload }) =>
      fieldsOf(payload as WalkedShape).some(({ name }) => name === first),
    ),
  )
}

// Whether the field is inside a tool's result or input that is a text in this host and an object in others.
function isInText(path: FieldSpot['path'], { dialect, shapes }: Ground): boolean {
  if (calledOf(dialect) === undefined || path.length < 2) return false
  // Another host that calls the script may not have the parent field at all.
  const there = shapes
    .map((shape) => shapeAt(shape, path.slice(0, -1)))
    .filter(({ kind }) => kind !== 'absent')
  return there.length > 0 && there.every((one) => one.kind === 'known' && one.shape.type === 'string')
}

function fieldOfText({ path, range, access, siblings = [] }: FieldSpot, ground: Ground): readonly Problem[] {
  const { view, events, shapes } = ground
  if (access === 'write') {
    const [found] = shapes.map((shape) => shapeAt(shape, path.slice(0, -1)))
    const isFirst = siblings.every((key) => String(path.at(-1)) <= key)
    const above = path.slice(0, -1)
    const shape = found?.kind === 'known' ? found.shape : undefined
    const message = takesNo(above, shape, 'an object', consequenceOf({}, above, ground).text)
    return isFirst ? [problem('result.type', view.document.path, message, { range })] : []
  }
  const message = `"${path.slice(0, -1).join('.')}" is a string at ${eventNames(events).join(' and ')} and has no fields.`
  const fix = 'Use the string, or parse it if it is JSON.'
  return [problem('value.impossible', view.document.path, message, { range, fix })]
}

// A field that a payload has, but that is read from the payload's text.
function unparsedField({ path, range }: FieldSpot, { shapes, view }: Ground): readonly Problem[] {
  if (shapes.every((shape) => shapeAt(shape, path).kind === 'absent')) return []
  const { language } = view.document
  const gives = language === 'python' ? 'an error' : (factsOf(language)?.missing ?? 'nothing')
  const message = `"${path.join('.')}" is read from the unparsed text of standard input: the result is ${gives}.`
  const fix = `Parse it with ${factsOf(language)?.parsesBy ?? 'a JSON parser'}.`
  return [problem('field.unknown', view.document.path, message, { range, fix })]
}

/** Words the problem of an answer's key that no host reads, for every check that finds one. */
function unknownKey({ range, events, path, known, shorthand }: Unknown, ground: FieldSubject): Problem {
  const { view } = ground
  const strict = strictHosts(ground)
  const drops = strict.length === 1 ? 'drops' : 'drop'
  const dropped = strict.length === 0 ? undefined : `${listed(strict)} ${drops} the whole answer`
  const message = answersNo(eventNames(events), path.join('.'), dropped)
  const name = String(path.at(-1))
  const more = suggestion(view, range, name, known, answeredElsewhere(ground))
  const remedy = shorthand === true ? keepingName(more, name) : more
  return problem('result.unknown', view.document.path, message, { range, ...remedy })
}

// The keys of answers to all events of the hosts.
function answeredElsewhere({ dialect }: FieldSubject): readonly string[] {
  const hosts = [...(calledOf(dialect)?.calls.values() ?? [])].map(({ host }) => host)
  const events = (hosts.length === 0 ? [dialect] : hosts).flatMap((host) => Object.values(host.events))
  return events.flatMap(({ result }) => fieldsOf(result as WalkedShape).map(({ name }) => name))
}

type Unknown = Omit<UnknownField, 'kind' | 'of'> & {
  readonly quote?: Quote
  readonly optional?: true
  /** All alternatives that are missing. */
  readonly paths?: readonly Path[]
}
type FieldSubject = Pick<Ground, 'view' | 'dialect' | 'events'>

/** Words the problem of a field that is read but that no payload has, for every check that finds one. */
function unknownField(
  { range, events, path, known, shorthand, quote, optional, paths = [path] }: Unknown,
  ground: FieldSubject,
): Problem {
  const { view } = ground
  const name = String(path.at(-1))
  const foreign = foreignName(ground, path)
  const { language } = view.document
  const gives = givenBy(language, quote, optional)
  const names = paths.map((one) => one.join('.'))
  const message = `${carriesNo(isOfTool(ground, path) && !isOfAny(ground) ? events : eventNames(events), names, gives)}${foreign?.note ?? ''}`
  const more =
    foreign?.here !== undefined && !isSpelled(name, known)
      ? replacement(view, range, foreign.here)
      : // The name of a field that another event has is right as it is.
        suggestion(view, range, name, known, foreign === undefined ? [] : [name])
  const remedy = shorthand === true ? keepingName(more, name) : more
  const found = problem('field.unknown', view.document.path, message, { range, ...remedy })
  // A script may also be prepared for tools other than those it is called for; not if it is written for these tools as
  // another host has them, and reads nothing that they have here.
  if (!isOfTool(ground, path) || isSlipOf(name, known)) return found
  const isSlip = optional !== true || isSpelled(name, known) || MADE_UP.has(name) || MADE_UP_RESULTS.has(name)
  const isWrittenForOthers = areElsewhere(name, ground) && !readsAny(view, path, known)
  return { ...found, severity: isSlip || isWrittenForOthers ? 'warning' : 'info' }
}

function areElsewhere(field: string, { dialect, events }: FieldSubject): boolean {
  const calls = events.map((event) => calledOf(dialect)?.calls.get(event))
  return calls.every((call) => call?.tool !== undefined && isFieldElsewhere(field, call.tool, call))
}

// Whether the text reads any of these fields beside the one at the path.
function readsAny({ document }: View, path: Path, known: readonly string[]): boolean {
  const before = path.slice(0, -1)
  return document.spots.some(
    (spot) =>
      spot.kind === 'field' &&
      spot.side.of === 'payload' &&
      spot.access === 'read' &&
      spot.path.length === path.length &&
      before.every((key, at) => key === spot.path[at]) &&
      known.includes(String(spot.path.at(-1))),
  )
}

// Whether the hook is also called for tools that cannot be listed.
function isOfAny({ dialect, events }: FieldSubject): boolean {
  const calls = calledOf(dialect)?.calls
  return events.some((event) => calls?.get(event)?.tool === undefined)
}

/** The same for a field found through types. */
export function unknownFieldProblem(field: UnknownField, view: View, dialect: Dialect): Problem {
  const subject = { view, dialect, events: field.events }
  return field.of === 'payload' ? unknownField(field, subject) : unknownKey(field, subject)
}

function eventNames(events: readonly string[]): readonly string[] {
  return [...new Set(events.map(withoutTool))]
}

function isOfTool(
  { dialect, events }: Pick<Ground, 'dialect' | 'events'>,
  [first]: FieldSpot['path'],
): boolean {
  const calls = calledOf(dialect)?.calls
  return (
    events.some((event) => calls?.get(event)?.record.common.input === first) ||
    isOfResult({ dialect, events }, first === undefined ? [] : [first])
  )
}

// Whether the field is inside a tool's result whose shape depends on the tool.
function isOfResult({ dialect, events }: Pick<Ground, 'dialect' | 'events'>, [first]: Path): boolean {
  const calls = calledOf(dialect)?.calls
  return events.some((event) => {
    const call = calls?.get(event)
    return call?.record.common.output === first && call?.host.toolResults?.[call.tool ?? ''] !== undefined
  })
}

function isSpelled(name: string, known: readonly string[]): boolean {
  return known.some((one) => isSpelling(name, one))
}

// A hook may read any field; only one that is close to a known name is a mistake.
function isSlipOf(name: string, known: readonly string[]): boolean {
  const nearest = suggest(name, known)
  return nearest !== undefined && isTypo(name, nearest)
}

// A read with a default gives None or the author's default.
function givenBy(language: Language, quote: Quote | undefined, optional: true | undefined): string {
  if (language === 'python' && quote === 'bare' && optional !== true) return 'an AttributeError'
  if (language === 'python') return optional === true ? 'None or the default' : 'a KeyError'
  return language === 'shell' && optional === true ? 'nothing' : (factsOf(language)?.missing ?? 'nothing')
}

// The names that could be used instead; undefined where some event may have the field, or the path breaks off earlier.
function knownInstead(ground: Ground, path: FieldSpot['path']): readonly string[] | undefined {
  const { shapes } = ground
  const known = new Set<string>()
  let here = false
  for (const [rank, shape] of shapes.entries()) {
    const found = knownAt(shape, path, ground, ground.events[rank])
    if (found.kind !== 'absent') return undefined
    if (found.at !== path.length - 1) continue
    // Only objects have keys that can be misspelled; methods of texts and lists are not checked here.
    if (found.known.length === 0 && !isEmptyObject(shapeAt(shape, path.slice(0, -1)))) return undefined
    here = true
    for (const name of found.known) known.add(name)
  }
  return here ? [...known] : undefined
}

// Looks up a path. In a tool input whose fields are only partly listed, fields of other tools, commonly invented names
// and near misses of its own fields count as absent.
function knownAt(
  shape: WalkedShape,
  path: FieldSpot['path'],
  { dialect, shapes }: Ground,
  event: string | undefined,
): ReturnType<typeof shapeAt> {
  const found = shapeAt(shape, path)
  const at = path.length - 1
  const name = path[at]
  const called = calledOf(dialect)
  if (found.kind !== 'open' || at < 1 || typeof name !== 'string' || called === undefined) return found
  const inputOf = (one: WalkedShape) => fieldsAt(one, path.slice(0, at)).map((field) => field.name)
  const known = inputOf(shape)
  const call = event === undefined ? undefined : called.calls.get(event)
  const isNone = path[0] === call?.record.common.output ? isNoResultOf : isNoFieldOf
  if (known.length > 0 && isNone(name, known)) return { kind: 'absent', at, known }
  if (known.length > 0 || call?.tool !== undefined || path[0] !== call?.record.common.input) return found
  // For a tool that cannot be listed, only the host's spelling of its own tools' fields is known.
  const own = new Set(shapes.flatMap(inputOf))
  const spelled = own.has(name) ? undefined : [...own].find((one) => isSpelling(name, one))
  return spelled === undefined ? found : { kind: 'absent', at, known: [spelled] }
}

function isEmptyObject(found: ReturnType<typeof shapeAt>): boolean {
  return found.kind === 'known' && found.shape.type === 'object'
}
