// The symbols of a file, independent of the protocol: a hook with its events, a case, the events of a recording.

import { basename } from 'node:path'
import type { Range } from '../../runtime/contract/problems.ts'
import { formsOf, shapeAt } from '../../runtime/contract/walk.ts'
import type { Site } from '../../runtime/documents/document.ts'
import type { View } from '../../runtime/project/view.ts'
import { shapesOf } from './shapesOf.ts'

export type FileSymbol = {
  readonly name: string
  readonly detail: string
  readonly kind: 'hook' | 'handler' | 'case' | 'event'
  readonly range: Range
  /** The range to select; within `range`. */
  readonly selection: Range
  readonly children: readonly FileSymbol[]
}

/** The symbols of a file, outermost first, in text order. Empty names are skipped. */
export function symbolsOf(view: View): readonly FileSymbol[] {
  switch (view.role.kind) {
    case 'hook':
      return hookSymbols(view)
    case 'case':
      return [caseSymbol(view)]
    case 'recording':
      return firedEvents(view)
    case 'settings':
    case 'extensions':
    case 'configuration':
    case 'payload-file':
      return []
  }
}

// A file that is one hook has its handlers as children; parts of a file are listed side by side.
function hookSymbols({ path, text, role, document }: View): readonly FileSymbol[] {
  if (role.kind !== 'hook' || document.sites.length === 0) return []
  const whole = document.sites.filter(({ part }) => part === undefined)
  const parts = document.sites.filter(({ part }) => part !== undefined)
  const [first] = whole
  const file: readonly FileSymbol[] =
    first === undefined
      ? []
      : [
          {
            name: document.name || basename(path),
            detail: `${role.dialect.title} hook`,
            kind: 'hook',
            range: { start: 0, end: text.length },
            selection: first.range,
            children: whole.flatMap(handlerSymbols),
          },
        ]
  return [
    ...file,
    ...parts.map(
      (site): FileSymbol => ({
        name: site.name || site.part || basename(path),
        detail: `${role.dialect.title} hook`,
        kind: 'hook',
        range: spanOf(site),
        selection: site.range,
        children: handlerSymbols(site),
      }),
    ),
  ]
}

function handlerSymbols(site: Site): readonly FileSymbol[] {
  // For a hook of so many events, listing them would not help.
  if (site.events.length > 12) return []
  return site.events
    .filter((name) => name !== '')
    .map((name) => ({
      name,
      detail: '',
      kind: 'handler',
      range: spanOf(site),
      selection: site.range,
      children: [],
    }))
}

function caseSymbol(view: View): FileSymbol {
  const spot = view.document.spots.find((one) => one.kind === 'value' && one.path.join('.') === 'name')
  const value = spot?.kind === 'value' && typeof spot.value === 'string' ? spot.value : ''
  const range = { start: 0, end: view.text.length }
  return {
    name: value || basename(view.path, '.json'),
    detail: 'case',
    kind: 'case',
    range,
    selection: spot?.range ?? range,
    children: [],
  }
}

function firedEvents(view: View): readonly FileSymbol[] {
  return view.document.spots.flatMap((spot): readonly FileSymbol[] => {
    // `[line, event]`: the event of a `fired` step rather than of an outcome.
    if (spot.kind !== 'value' || typeof spot.value !== 'string' || spot.path.length !== 2) return []
    const isEvent = shapesOf(view, spot.side).some((shape) => {
      const found = shapeAt(shape, spot.path)
      return found.kind === 'known' && formsOf(found.shape).some(({ format }) => format === 'event')
    })
    return isEvent && spot.value !== '' ? [eventSymbol(spot.value, spot.range)] : []
  })
}

function eventSymbol(name: string, range: Range): FileSymbol {
  return { name, detail: 'recorded', kind: 'event', range, selection: range, children: [] }
}

function spanOf({ range, handler }: Site): Range {
  if (handler === undefined) return range
  return { start: Math.min(range.start, handler.start), end: Math.max(range.end, handler.end) }
}
