// Reads `.hookbench/settings.json` for editors and checks: the runtime's problems, and spots for every key and value.

import { dataShape } from '../../contract/files.ts'
import { readSettings } from '../settings.ts'
import type { DataDocument, DataInput } from './document.ts'
import { parseJson } from './json.ts'
import { duplicateKeys } from './shapeProblems.ts'
import { spotsOf } from './spots.ts'
import { shortTimes } from './times.ts'

/** Reads a settings file. */
export function readSettingsData({ path, text }: DataInput): DataDocument {
  const { tree } = parseJson(text, { lenient: true })
  const shape = dataShape('settings')
  return {
    spots: spotsOf(tree, { text, side: { of: 'settings' }, shape }),
    problems: [
      ...readSettings(text, path).problems,
      ...duplicateKeys(tree, 'settings.invalid', path),
      ...(shape === undefined ? [] : shortTimes(tree, shape, path)),
    ],
  }
}
