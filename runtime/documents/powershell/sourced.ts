// The spots of a called script together with the files that it dot-sources or imports from its own folder, whose texts
// are inserted at their places.

import { dirname, join } from 'node:path'
import { budgetFor } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { movedSpot } from '../movedSpot.ts'
import { type FunctionForms, placesIn, type Spliced, spliced } from '../splicedTexts.ts'
import type { Spot } from '../spots.ts'
import { powerShellSpots, readPowerShell } from './read.ts'

/** The most files that are inserted. */
const MOST_FILES = 8
/** The most characters of them. */
const MOST_TEXT = 64 * 1024

/** `. "$PSScriptRoot/lib.ps1"`, `Import-Module (Join-Path $PSScriptRoot 'lib.psm1') -Force` */
const LOAD =
  /^[ \t]*(?:\.|Import-Module|ipmo)[ \t]+(?:-Name[ \t]+)?(?:["']?\$\{?PSScriptRoot\}?[\\/]([\w./\\-]+)["']?|\(Join-Path[ \t]+(?:-Path[ \t]+)?\$PSScriptRoot[ \t]+(?:-ChildPath[ \t]+)?["']?([\w./\\-]+)["']?\))(?:[ \t]+-Force)?[ \t]*$/gim

/** The spots of a script with the files it loads; none where it loads no local file. */
export async function spotsWithSources(
  input: DocumentInput,
  document: HookDocument,
  load: (path: string) => string | undefined,
): Promise<readonly Spot[]> {
  if (input.called === undefined || document.shape !== 'hook') return []
  const loaded: Spliced[] = []
  let left = MOST_TEXT
  for (const { 0: all, 1: first, 2: second = first, index } of input.text.matchAll(LOAD)) {
    const path = join(dirname(input.path), (second ?? '').replaceAll('\\', '/'))
    const text = loaded.length < MOST_FILES ? load(path) : undefined
    // After a file that may exit early, the following code may not run; parameters stand only at the start of a text.
    if (text === undefined || text.length > left || ENDS_EARLY.test(text)) continue
    left -= text.length
    const start = index + (/^\s*/.exec(all)?.[0].length ?? 0)
    loaded.push({ at: { start, end: index + all.length }, text: text.replace(/^\uFEFF/, '') })
  }
  if (loaded.length === 0) return []
  const whole = { ...input, text: spliced(input.text, loaded) }
  const budget = budgetFor(whole.text)
  const { spots } = await powerShellSpots(whole, await readPowerShell(whole), budget)
  const place = placesIn(input.text, loaded, FUNCTIONS)
  return (budget.spent ? [] : spots).flatMap((spot) => movedSpot(spot, place))
}

const ENDS_EARLY = /^(?:return|exit|param|using)\b/im

const FUNCTIONS: FunctionForms = {
  definition: /^[ \t]*(?:function|filter)[ \t]+([\w-]+)/gim,
  call: (name) => new RegExp(`(?:^|[\\s;|({=])(${name}(?![\\w-])[^\\n;|)}]*)`, 'dgim'),
}
