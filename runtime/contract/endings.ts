// File name extensions of JavaScript and TypeScript modules: one list for what discovery pins and what a worker loads.

/** In the order in which `require` tries them for a name without an extension. */
export const MODULE_ENDINGS = ['.js', '.ts', '.cjs', '.cts', '.mjs', '.mts', '.json'] as const

export type ModuleEnding = (typeof MODULE_ENDINGS)[number]
