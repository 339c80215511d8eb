// An inlay hint, independent of the protocol.

/** A hint at an offset, and its tooltip. */
export type InlayHintSpot = { readonly at: number; readonly label: string; readonly about: string }
