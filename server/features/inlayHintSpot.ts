// An inlay hint before it has the positions of the protocol.

/** A hint at an offset, and what it says when it is looked at. */
export type InlayHintSpot = { readonly at: number; readonly label: string; readonly about: string }
