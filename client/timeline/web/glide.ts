// Animates the transition between two views; skipped if the user prefers reduced motion.

import type { TimelineModel } from '../layout/model.ts'
import type { TimelineView } from '../layout/view.ts'

const LASTS_MS = 130

/** Applies a change to the view and animates it. */
export function openGlide(model: TimelineModel, redraw: () => void): (act: () => void) => void {
  let goal: TimelineView | undefined
  let shown: TimelineView | undefined
  return (act) => {
    const from = model.view
    // A second step before the first has ended starts at the first one's goal.
    if (goal !== undefined && shown === from) model.look(goal)
    act()
    const to = model.view
    goal = undefined
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || to === from) return redraw()
    goal = to
    show(from)
    const began = performance.now()
    requestAnimationFrame(step)

    function step(): void {
      // Stops if the view was changed by something else meanwhile.
      if (goal !== to || model.view !== shown) return
      const done = Math.min((performance.now() - began) / LASTS_MS, 1)
      const eased = 1 - (1 - done) ** 3
      show(done === 1 ? to : { from: mix(from.from, to.from, eased), to: mix(from.to, to.to, eased) })
      if (done < 1) requestAnimationFrame(step)
      else goal = undefined
    }
  }

  function show(view: TimelineView): void {
    shown = view
    model.look(view)
    redraw()
  }
}

function mix(one: number, two: number, share: number): number {
  return one + (two - one) * share
}
