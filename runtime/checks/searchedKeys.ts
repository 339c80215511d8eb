// Keys that a script searches in the payload's text (`grep -o '"file_path":"[^"]*"'`) although no part of the payload
// can have them.

import { calledOf } from '../contract/called.ts'
import { listed } from '../contract/listed.ts'
import { oncePer } from '../contract/oncePer.ts'
import { type Problem, problem, type Range } from '../contract/problems.ts'
import { isSpelling } from '../contract/typos.ts'
import { fieldsAt, type Path, shapeAt, type WalkedShape } from '../contract/walk.ts'
import type { Spot } from '../documents/spots.ts'
import type { Ground } from './ground.ts'
import { suggestion } from './repair.ts'

/** Payloads are not nested deeper; below, anything may occur. */
const DEEPEST = 4

/** A problem where no payload has the key, at any depth. */
export function searchedKeyProblem(
  { path, range, sure, blank, alone }: Spot & { readonly kind: 'field' },
  { shapes, events, view, dialect }: Ground,
): readonly Problem[] {
  const name = String(path[0])
  const keys = shapes.map(keysIn)
  // Another spelling of a field of every payload is no key of something inside them.
  const isMisspelled = (shape: WalkedShape) => fieldsAt(shape, []).some((one) => isSpelling(one.name, name))
  const isMissing =
    keys.every(({ names, isOpen }) => !isOpen && !names.has(name)) || shapes.every(isMisspelled)
  if (!sure) return []
  // A script for several agents may tell them apart by a key that only one of them has.
  if (alone === true) return flagProblem(name, range, { view, shapes, events })
  if (!isMissing) return blank === undefined ? [] : blankProblem(name, blank, { view, dialect, events })
  // A script for several agents searches each one's spelling.
  const own = keys.flatMap(({ names }) => [...names]).find((one) => isSpelling(one, name))
  if (own !== undefined && view.text.includes(own)) return []
  const message = `${listed(events)} ${events.length === 1 ? 'has' : 'have'} no "${name}" anywhere, so this search finds nothing.`
  const more = suggestion(view, range, name, own === undefined ? [] : [own])
  return [problem('field.unknown', view.document.path, message, { range, ...more })]
}

// `grep -q '"stop_hook_active"'` finds the key, whichever of true and false its value is.
function flagProblem(
  name: string,
  range: Range,
  { view, shapes, events }: Pick<Ground, 'view' | 'shapes' | 'events'>,
): readonly Problem[] {
  const isFlag = shapes.every((shape) => {
    const found = shapeAt(shape, [name])
    return found.kind === 'known' && found.required && found.shape.type === 'boolean'
  })
  if (!isFlag || shapes.length === 0) return []
  const have = events.length === 1 ? 'has' : 'have'
  const message = `${listed(events)} always ${have} "${name}", true or false, so this search always finds it.`
  return [problem('value.impossible', view.document.path, message, { range, fix: 'Test its value.' })]
}

// `grep -q '"tool_name": "Bash"'` matches what the author types to try the hook, and not what the host writes.
function blankProblem(
  name: string,
  blank: Range,
  { view, dialect, events }: Pick<Ground, 'view' | 'dialect' | 'events'>,
): readonly Problem[] {
  const called = calledOf(dialect)
  const hosts = new Set(events.flatMap((event) => called?.calls.get(event)?.host ?? []))
  if (hosts.size === 0 || [...hosts].some(({ host }) => host?.rules.writesCompactly !== true)) return []
  // The payload may be written anew with blanks, or searched in both spellings.
  const others = view.text.split(`${name}"`).slice(1)
  const isRewritten = view.document.language === 'shell' && REWRITES.test(view.text)
  if (isRewritten || others.some((rest) => !rest.startsWith(': '))) return []
  const titles = [...hosts].map(({ title }) => title)
  const message = `The payload of ${listed(titles)} has no space after the colon of "${name}", so this search finds nothing.`
  const edits = [{ range: blank, text: '' }]
  return [
    problem('value.impossible', view.document.path, message, {
      range: blank,
      fix: 'Remove the space, or parse the payload.',
      repairs: [{ kind: 'edit', title: 'Remove the space', edits }],
    }),
  ]
}

const REWRITES =
  /\b(?:jq|gojq|jaq|yq|json\.tool|json\.dumps|json_pp|prettier|node|python[\d.]*|perl|ruby|php)\b/

type Keys = {
  readonly names: ReadonlySet<string>
  /** At some place anything may occur. */
  readonly isOpen: boolean
}

// Listed once per payload, because a script may search any number of keys.
const keysIn = oncePer((shape: WalkedShape): Keys => {
  const names = new Set<string>()
  const isOpenAt = (path: Path): boolean => {
    if (path.length > DEEPEST || shapeAt(shape, [...path, NO_NAME]).kind !== 'absent') return true
    const fields = fieldsAt(shape, path).map((field) => field.name)
    for (const field of fields) names.add(field)
    const items = shapeAt(shape, [...path, '*']).kind === 'absent' ? [] : ['*']
    return [...fields, ...items].map((one) => isOpenAt([...path, one])).includes(true)
  }
  const isOpen = isOpenAt([])
  return { names, isOpen }
})

/** No field has this name. */
const NO_NAME = '\0'
