// Problems of code embedded in other texts: commands in configuration files, programs in scripts. They are reported at
// their place in the surrounding text, and their repairs edit that text.

import type { Problem, Repair } from '../contract/problems.ts'
import { neverRun } from '../documents/shell/certain/neverRun.ts'
import { yieldTurn } from '../documents/yieldTurn.ts'
import type { EmbeddedCode, View } from '../project/view.ts'
import { withoutDoubles } from './doubles.ts'
import { withoutOtherHosts } from './otherHosts.ts'
import { spotProblems } from './spots.ts'
import { typedProblems } from './typed.ts'

/** The problems of all embedded code of a text. */
export async function embeddedProblems(view: View): Promise<readonly Problem[]> {
  const found: Problem[] = []
  for (const code of [...(await view.embedded()), ...(await view.started())]) {
    await yieldTurn(view.text)
    const inner = await code.view()
    if (inner === undefined) continue
    const own = known.get(inner) ?? (await problemsIn(inner))
    found.push(...own.map((one) => outer(one, code, view.path)))
  }
  return found
}

/** Problems of code that is understood by itself, cached as long as its view, which survives a keystroke elsewhere. */
const known = new WeakMap<View, readonly Problem[]>()

async function problemsIn(given: View): Promise<readonly Problem[]> {
  // The mistake itself is reported with the entry.
  if (given.document.language === 'shell' && neverRun(given.text) !== undefined) return []
  const view = await given.followed()
  const typed = await view.typed()
  const own = [
    ...view.document.problems,
    ...typedProblems(view, typed),
    ...spotProblems(view),
    ...(await embeddedProblems(view)),
  ]
  const found = await withoutOtherHosts(view, withoutDoubles(own))
  // Types and embedded programs depend on other files, so their problems are not cached.
  const isAlone = (await view.embedded()).length === 0 && (await view.started()).length === 0
  if (typed === undefined && isAlone) known.set(given, found)
  return found
}

function outer(one: Problem, code: EmbeddedCode, path: string): Problem {
  const { range, repairs, ...rest } = one
  return {
    ...rest,
    path,
    range: range === undefined ? code.range : code.toOuter(range),
    ...(repairs === undefined ? {} : { repairs: repairs.map((repair) => outerRepair(repair, code)) }),
  }
}

function outerRepair(repair: Repair, code: EmbeddedCode): Repair {
  if (repair.kind !== 'edit') return repair
  const edits = repair.edits.map(({ range, text }) => ({
    range: code.toOuter(range),
    text: code.written(text),
  }))
  return { ...repair, edits }
}
