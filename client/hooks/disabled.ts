// The list of hooks that `.hookbench/settings.json` turns off, read from its text and written into it. Pure: knows no
// editor, and touches nothing of the file but this list.

import { applyEdits, type Edit, modify, type ParseError, parse } from 'jsonc-parser'

/** What the text turns off; undefined for a text that cannot be changed safely. */
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

/** What to change in the text so that it turns these off. */
export function disabledEdits(text: string, disabled: readonly string[]): readonly Edit[] {
  const formattingOptions = { insertSpaces: true, tabSize: 2, insertFinalNewline: true }
  const into = (value: unknown) => modify(text, ['disabled'], value, { formattingOptions })
  if (disabled.length > 0) return into(disabled)
  const without = into(undefined)
  // Where a comma follows the last field, taking that away would leave the comma alone.
  return disabledIn(applyEdits(text, without)) === undefined ? into([]) : without
}
