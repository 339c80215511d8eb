// Problems of code inside of other texts: commands in configuration files, programs in scripts. They are told at their
// place in the text around them, and so are their repairs.

import type { Problem, Repair } from '../contract/problems.ts'
import type { EmbeddedCode, View } from '../project/view.ts'
import { withoutOtherHosts } from './otherHosts.ts'
import { spotProblems } from './spots.ts'
import { typedProblems } from './typed.ts'

/** The problems of all code in a text. */
export async function embeddedProblems(view: View): Promise<readonly Problem[]> {
  const found: Problem[] = []
  for (const code of await view.embedded()) {
    const inner = await code.view()
    if (inner === undefined) continue
    const typed = await inner.typed()
    const own = [
      ...inner.document.problems.filter((one) => isReported(one, inner)),
      ...typedProblems(inner, typed),
      ...spotProblems(inner),
      ...(await embeddedProblems(inner)),
    ]
    found.push(...withoutOtherHosts(inner, own).map((one) => outer(one, code, view.path)))
  }
  return found
}

// Which shell reads a command, its host says; what one does not parse, another may.
function isReported({ code }: Problem, { document }: View): boolean {
  return code !== 'syntax.error' || document.language !== 'shell'
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
