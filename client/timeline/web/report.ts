// Reports what the timeline has drawn, for tests and for the log.

import type { openModel } from '../layout/model.ts'
import { shapeOf, type TimelineShape } from '../layout/shapes.ts'
import type { TimelineReport } from '../messages.ts'
import { tellFocus } from './focus.ts'

/** Report on the last frame; `firstMs` and `worstMs` are frame times in milliseconds. */
export function reportOf(
  model: ReturnType<typeof openModel>,
  shapes: readonly TimelineShape[],
  times: Pick<TimelineReport, 'firstMs' | 'worstMs'>,
): TimelineReport {
  const { spot } = model
  const isSeen = spot !== undefined && shapeOf(shapes, model.lanes, spot.event, spot.run) !== undefined
  return {
    events: model.shown.length,
    lanes: model.lanes.map(({ name }) => name),
    bars: shapes.reduce((sum, { count }) => sum + count, 0),
    shapes: shapes.length,
    signs: [...new Set(shapes.flatMap(({ sign, signs = [] }) => [sign, ...signs.map(([one]) => one)]))],
    focus: isSeen ? tellFocus(model) : '',
    from: model.axis.msAt(model.view.from),
    to: model.axis.msAt(model.view.to),
    ...times,
  }
}
