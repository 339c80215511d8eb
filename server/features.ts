// The features of the language server, one line each. Diagnostics are not among them: they are pushed too.

import type { Feature } from './feature.ts'

/** Every feature, in the order in which it is put onto a connection. */
export const features: readonly Feature[] = []
