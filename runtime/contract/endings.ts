// How files are called that a module may be made of: what discovery pins and what a worker loads are the same list.

/** In the order in which `require` tries them for a name without ending. */
export const MODULE_ENDINGS = ['.js', '.ts', '.cjs', '.cts', '.mjs', '.mts', '.json'] as const

export type ModuleEnding = (typeof MODULE_ENDINGS)[number]
