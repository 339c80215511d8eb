// Translation for modules that do not import the editor. Activation installs the editor's translation
// (`setTranslation`); before that, and in tests, texts are English. Modules that import the editor call its `l10n.t`
// directly.

type Value = string | number | boolean

/** Translates a text to the display language and fills in `{0}` and `{1}`. */
export type Translate = (text: string, ...values: Value[]) => string

let translate: Translate = filled

/** Has the same shape as the editor's `l10n`, so that scripts/l10n.ts collects these texts too. */
export const l10n = {
  t: (text: string, ...values: Value[]): string => translate(text, ...values),
}

/** Installs the translation function. */
export function setTranslation(how: Translate): void {
  translate = how
}

/** Fills in the placeholders as the editor does: a placeholder without a value is left as it is. */
export function filled(text: string, ...values: readonly Value[]): string {
  return text.replaceAll(/\{(\d)\}/g, (place, at: string) => String(values[Number(at)] ?? place))
}
