// The code that a place of a text stands in, where that is code inside of another text: what is asked about the place is
// then asked about the code.

import { placeAt } from '../../runtime/documents/data/place.ts'
import { type SameName, sameNames } from '../../runtime/documents/names/names.ts'
import type { EmbeddedCode, View } from '../../runtime/project/view.ts'
import { outlineIn } from './configuration/shapes.ts'
import { covers } from './spotsAt.ts'

export type PlaceInCode = { readonly code: EmbeddedCode; readonly view: View; readonly offset: number }

/** The code around an offset, and the offset in it; undefined in the text itself. */
export async function codeAt(view: View, offset: number): Promise<PlaceInCode | undefined> {
  // Finding the commands of a large file takes longer than all else that a keystroke asks for.
  if (view.role.kind === 'configuration' && !(await isInValue(view, offset))) return undefined
  const code = (await view.embedded()).find(({ range }) => covers(range, offset))
  const inner = await code?.view()
  return code === undefined || inner === undefined
    ? undefined
    : { code, view: inner, offset: code.toInner(offset) }
}

/** The variable or function of the innermost code there, and where else it stands, as places of the outer text. */
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

// Only a value can be a command.
async function isInValue(view: View, offset: number): Promise<boolean> {
  const place = placeAt(await outlineIn(view), offset)
  return place !== undefined && place.at !== 'key'
}
