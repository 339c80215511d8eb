// Code embedded in another text, such as a command in a configuration file: maps a place in the text to the view of the
// code and back.

import { placeAt } from '../../runtime/documents/data/place.ts'
import { type SameName, sameNames } from '../../runtime/documents/names/names.ts'
import type { EmbeddedCode, View } from '../../runtime/project/view.ts'
import { outlineIn } from './configuration/shapes.ts'
import { covers } from './spotsAt.ts'

export type PlaceInCode = { readonly code: EmbeddedCode; readonly view: View; readonly offset: number }

/** The code around an offset and the offset within it; undefined outside embedded code. */
export async function codeAt(view: View, offset: number): Promise<PlaceInCode | undefined> {
  // Checked first, because finding all commands of a large file takes longer than everything else a keystroke triggers.
  if (view.role.kind === 'configuration' && !(await isInValue(view, offset))) return undefined
  const code = (await view.embedded()).find(({ range }) => covers(range, offset))
  const inner = await code?.view()
  return code === undefined || inner === undefined
    ? undefined
    : { code, view: inner, offset: code.toInner(offset) }
}

/**
 * The variable or function of the innermost code at an offset, and its other occurrences, as ranges of the outer text.
 */
export async function nameInCode(outer: View, at: number): Promise<SameName | undefined> {
  const place = await codeAt(outer, at)
  if (place === undefined) return undefined
  const { code, view, offset } = place
  const same =
    (await nameInCode(view, offset)) ?? (await sameNames(view.document.language, view.text, offset))
  return same === undefined
    ? undefined
    : {
        ...same,
        range: code.toOuter(same.range),
        ranges: same.ranges.map(code.toOuter),
        defined: same.defined.map(code.toOuter),
      }
}

// Only values can be commands.
async function isInValue(view: View, offset: number): Promise<boolean> {
  const place = placeAt(await outlineIn(view), offset)
  return place !== undefined && place.at !== 'key'
}
