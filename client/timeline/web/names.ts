// The names beside the lanes: each hook with its number of runs and median duration; a click opens the hook.

import { duration } from '../../signs.ts'
import { button, counted, make } from '../../web/dom.ts'
import type { TimelineLane } from '../layout/lanes.ts'
import type { TimelineModel } from '../layout/model.ts'
import type { Texts } from '../texts.ts'

/** Shows the names of the current lanes. */
export function showNames(
  column: HTMLElement,
  { lanes, shown }: TimelineModel,
  texts: Texts,
  open: (id: string) => void,
): void {
  const times = new Map<string, number>()
  for (const { name } of lanes) times.set(name, (times.get(name) ?? 0) + 1)
  const rows = lanes.map((lane) => {
    const took = lane.rows.flatMap(({ bars }) =>
      bars.flatMap(({ event, run, sign }) => {
        const one = shown[event]?.runs[run]
        return one === undefined || sign === 'skipped' ? [] : [one.end - one.start]
      }),
    )
    // Hooks of the same name are distinguished by dialect or source.
    const whose = (times.get(lane.name) ?? 0) > 1 ? ` ${ownerLabel(lane, lanes)}` : ''
    const which = make('span', { class: 'dim' }, whose)
    const name =
      lane.kind === 'events'
        ? make('strong', {}, texts.lane)
        : button({ class: 'link', title: lane.id, tabindex: -1 }, () => open(lane.id), lane.name, which)
    const fact =
      lane.kind === 'events'
        ? counted(texts.hook, texts.hooks, lanes.length - 1)
        : [took.length > 1 ? `${took.length} ×` : '', took.length > 0 ? duration(median(took)) : ''].join(' ')
    const row = make('div', { class: `name ${lane.kind}` }, name, make('span', { class: 'dim' }, fact))
    row.style.height = `${lane.height}px`
    return row
  })
  column.replaceChildren(...rows)
}

// The dialect, or the source if the dialect is the same.
function ownerLabel({ id, name }: TimelineLane, lanes: readonly TimelineLane[]): string {
  const [dialect = '', source = ''] = id.split(':')
  const alike = lanes.filter((one) => one.name === name && one.id.startsWith(`${dialect}:`))
  return alike.length > 1 ? source : dialect
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, two) => one - two)
  return sorted[sorted.length >> 1] ?? 0
}
