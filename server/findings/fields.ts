// Fields that no event of a handler carries, and fields of an answer that nobody reads.

import type { DialectId, EventRecord } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { type Problem, problem } from '../../runtime/contract/problems.ts'
import { isSlip } from '../../runtime/contract/slips.ts'
import { suggest } from '../../runtime/contract/suggest.ts'
import { shapeAt } from '../../runtime/contract/walk.ts'
import { answersNo, carriesNo } from '../../runtime/contract/words.ts'
import type { Language } from '../../runtime/documents/document.ts'
import type { Spot } from '../../runtime/documents/spots.ts'
import { replacement, suggestion } from './repair.ts'
import type { Ground } from './spots.ts'
import { adds } from './upstream.ts'

type FieldSpot = Spot & { readonly kind: 'field' }

/** A problem where the field stands in none of the shapes. */
export function fieldProblem(spot: FieldSpot, ground: Ground): readonly Problem[] {
  const { side, path, access, range, tested } = spot
  // A field may be added to a payload, and an answer that is read back is the author's own.
  if ((side.of === 'payload') !== (access === 'read')) return []
  const name = path.at(-1)
  if (typeof name !== 'string' || name === '' || name === '*' || adds(ground, path)) return []
  const known = knownInstead(ground, path)
  if (known === undefined || (tested === true && !isSlipOf(name, known))) return []
  const { view, events } = ground
  const file = view.document.path
  if (side.of === 'result') {
    // Where the host reads nothing at all, nothing that is said is misspelt.
    if (known.length === 0) return []
    const message = answersNo(events, path.join('.'))
    return [problem('result.unknown', file, message, { range, ...suggestion(view, range, name, known) })]
  }
  const foreign = foreignName(ground, path)
  const { language } = view.document
  const gives = language === 'python' && spot.quote === 'bare' ? 'an AttributeError' : GIVES[language]
  const message = `${carriesNo(events, path.join('.'), gives)}${foreign?.said ?? ''}`
  const more =
    foreign?.here !== undefined && suggest(name, known) === undefined
      ? replacement(view, range, foreign.here)
      : suggestion(view, range, name, known)
  return [problem('field.unknown', file, message, { range, ...more })]
}

// A hook may ask for anything; only a field that is nearly one of these is a mistake.
function isSlipOf(name: string, known: readonly string[]): boolean {
  const meant = suggest(name, known)
  return meant !== undefined && isSlip(name, meant)
}

const GIVES: Readonly<Record<Language, string>> = {
  typescript: 'undefined',
  javascript: 'undefined',
  python: 'None or a KeyError',
  shell: 'null',
  other: 'nothing',
}

// The names that could stand there; undefined where some event may have the field, or the path ends before it.
function knownInstead({ shapes }: Ground, path: FieldSpot['path']): readonly string[] | undefined {
  const known = new Set<string>()
  let here = false
  for (const shape of shapes) {
    const found = shapeAt(shape, path)
    if (found.kind !== 'absent') return undefined
    if (found.at !== path.length - 1) continue
    // What is no object (a text, a list) has no keys to be mistaken for; its own methods are not ours to judge.
    if (found.known.length === 0 && !isEmptyObject(shapeAt(shape, path.slice(0, -1)))) return undefined
    here = true
    for (const name of found.known) known.add(name)
  }
  return here ? [...known] : undefined
}

function isEmptyObject(found: ReturnType<typeof shapeAt>): boolean {
  return found.kind === 'known' && found.shape.type === 'object'
}

// Hooks are carried from one agent to another, and their field names with them.
function foreignName(
  { dialect, events }: Ground,
  path: FieldSpot['path'],
): { readonly said: string; readonly here?: string } | undefined {
  const dotted = path.join('.')
  const isOwn = Object.values<EventRecord>(dialect.events).some(({ common }) =>
    Object.values(common).includes(dotted),
  )
  if (isOwn) return undefined
  for (const other of Object.values(dialects)) {
    if (other.id === dialect.id) continue
    for (const record of Object.values<EventRecord>(other.events)) {
      const same = Object.entries(record.common).find(([, field]) => field === dotted)?.[0]
      if (same === undefined) continue
      const said = ` It is a field of ${TITLES[other.id]}.`
      const own = dialect.events[events[0] as string]?.common[same as keyof EventRecord['common']]
      const parent = path.slice(0, -1).join('.')
      const key = own?.split('.').at(-1)
      const fits = own !== undefined && own === [parent, key].filter((part) => part !== '').join('.')
      return fits && key !== undefined ? { said, here: key } : { said }
    }
  }
  return undefined
}

const TITLES: Readonly<Partial<Record<DialectId, string>>> = Object.fromEntries(
  Object.values(dialects).map(({ id, title }) => [id, title]),
)
