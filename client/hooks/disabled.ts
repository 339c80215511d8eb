// Reads and edits the list of disabled hooks in the text of `.hookbench/settings.json`. Pure: does not use the editor,
// and leaves the rest of the file unchanged.

import { applyEdits, type Edit, modify, type ParseError, parse } from 'jsonc-parser'

/** The hooks that the text disables; undefined if the text cannot be edited safely. */
export function disabledIn(text: string): readonly string[] | undefined {
  const errors: ParseError[] = []
  const settings: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
  if (errors.length > 0) return undefined
  if (settings === undefined) return []
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return undefined
  const { disabled = [] } = settings as { disabled?: unknown }
  if (!Array.isArray(disabled) || !disabled.every((one) => typeof one === 'string')) return undefined
  return disabled
}

/** The edits that make the text disable exactly these hooks. */
export function disabledEdits(text: string, disabled: readonly string[]): readonly Edit[] {
  const formattingOptions = { insertSpaces: true, tabSize: 2, insertFinalNewline: true }
  const into = (value: unknown) => modify(text, ['disabled'], value, { formattingOptions })
  if (disabled.length > 0) return into(disabled)
  const without = into(undefined)
  // If a comma follows the last field, removing the field would leave a stray comma.
  return disabledIn(applyEdits(text, without)) === undefined ? into([]) : without
}
