// The spots of a called script together with the files it sources, which are inserted at their places. A spot in such a
// file is reported where the script calls the function that contains it, or else where it names the file.

import { dirname, join } from 'node:path'
import type { Range } from '../../contract/problems.ts'
import { budgetFor } from '../budget.ts'
import type { DocumentInput } from '../document.ts'
import { movedSpot } from '../movedSpot.ts'
import { type FunctionForms, placesIn, type Spliced, spliced } from '../splicedTexts.ts'
import type { Spot, SpottedDocument } from '../spots.ts'
import { readShell } from './read.ts'
import { shellSpots } from './spots.ts'
import { anchoredFiles } from './surroundings.ts'
import { parseShell } from './tree.ts'

/** The text of a local file; undefined where it does not exist. */
type LoadText = (path: string) => string | undefined

/** The most files that are inserted, and how deeply nested. */
const MOST_FILES = 8
const DEEPEST = 3

/** The spots of a script with the files it sources; none where it sources no local file. */
export async function spotsWithSources(
  input: DocumentInput,
  document: SpottedDocument,
  load: LoadText,
  folders: Folders = {},
): Promise<readonly Spot[]> {
  if (input.called === undefined || document.shape !== 'hook') return []
  let left = MOST_FILES
  const sourced = await sourcesIn(input.text, await filesIn(input.text), input.path, 0)
  if (sourced.length === 0) return []
  const whole = { ...input, text: spliced(input.text, sourced) }
  const budget = budgetFor(whole.text)
  const { spots } = await shellSpots(whole, await readShell(whole, budget), budget)
  const place = placesIn(input.text, sourced, FUNCTIONS)
  return (budget.spent ? [] : spots).flatMap((spot) => movedSpot(spot, place))

  async function sourcesIn(
    text: string,
    spots: Awaited<ReturnType<typeof filesIn>>,
    path: string,
    depth: number,
  ): Promise<readonly Spliced[]> {
    const found: Spliced[] = []
    for (const spot of spots) {
      const at = sourcingAt(text, spot.range)
      if (at === undefined || left === 0) continue
      const file = pathsOf(spot.file, path, folders).find((one) => load(one) !== undefined)
      const own = file && load(file)
      // After a file that may exit early, the following code may not run.
      if (file === undefined || own === undefined || /^\s*(?:return|exit)\b/m.test(unindented(own))) continue
      left--
      const inner = depth === DEEPEST ? [] : await sourcesIn(own, await filesIn(own), file, depth + 1)
      found.push({ at, text: `{\n${spliced(own, inner)}\n}` })
    }
    return found
  }
}

/** Where the files may be that a script names, by the offset at which it names them, in search order. */
export async function filesBelow(
  text: string,
  path: string,
  folders: Folders,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const all = await filesIn(text)
  return new Map(all.map(({ range, file }) => [range.start, pathsOf(file, path, folders)]))
}

type Folders = Readonly<Record<string, string>>

function pathsOf(file: string, path: string, folders: Folders): readonly string[] {
  const [, name, rest = ''] = /^\$\{(\w+)\}\/(.+)$/.exec(file) ?? []
  const beside = name === undefined ? [dirname(path), folders['']] : [folders[name]]
  return beside.flatMap((folder) =>
    folder === undefined ? [] : [join(folder, name === undefined ? file : rest)],
  )
}

async function filesIn(text: string) {
  return anchoredFiles(await parseShell(text))
}

// The range of `source "…"` around the name of a file.
function sourcingAt(text: string, { start, end }: Range): Range | undefined {
  const [, words] =
    /(?:^|[\s;&|({])((?:source|\.)[ \t]+["']?)$/.exec(text.slice(Math.max(0, start - 60), start)) ?? []
  if (words === undefined) return undefined
  return { start: start - words.length, end: /["']$/.test(words) ? end + 1 : end }
}

// Unindented lines are outside of functions: function bodies are indented or on one line.
function unindented(text: string): string {
  return text.replaceAll(/^[ \t]+.*$/gm, '')
}

const FUNCTIONS: FunctionForms = {
  definition: /^[ \t]*(?:function[ \t]+([\w-]+)|([\w-]+)[ \t]*\(\))/gm,
  call: (name) => new RegExp(`(?:^|[\\s;&|({])(${name}(?![\\w-]|[ \\t]*\\()[^\\n;|&)]*)`, 'dgm'),
}
