// The texts of the parts that know no editor, in its language: activation hands in the editor's own way to translate
// (`setTranslation`), and before that, as in tests, they are English. Parts that know the editor ask it themselves.

type Value = string | number | boolean

/** A text in the language spoken, its `{0}` and `{1}` filled in. */
export type Translate = (text: string, ...values: Value[]) => string

let translate: Translate = filled

/** Called as the editor's own is, so that scripts/l10n.ts collects these texts with the others. */
export const l10n = {
  t: (text: string, ...values: Value[]): string => translate(text, ...values),
}

/** From now on texts are translated like this. */
export function setTranslation(how: Translate): void {
  translate = how
}

/** A text with its places filled, as the editor fills them: a place without a value stays as it is. */
export function filled(text: string, ...values: readonly Value[]): string {
  return text.replaceAll(/\{(\d)\}/g, (place, at: string) => String(values[Number(at)] ?? place))
}
