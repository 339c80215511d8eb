// One part of a text that code concatenates.

/** `at`: the offset in the file, where the text is written as it is. A computed part stands as `…`. */
export type TextPart = { readonly text: string; readonly at?: number; readonly computed?: true }
