// Plugin for the editor's TypeScript server that suppresses false errors in hook files. Hooks need no annotations, no
// package and no compiler settings; the language server checks their types. In files covered by a tsconfig, only the
// missing types package is tolerated.

/** The parts of the TypeScript server's API that are used. */
type Diagnostic = { readonly code: number; readonly messageText: unknown }
type LanguageService = {
  getSemanticDiagnostics(file: string): Diagnostic[]
  getSuggestionDiagnostics(file: string): Diagnostic[]
}
type Info = {
  readonly languageService: LanguageService
  readonly project?: { readonly projectKind: number }
}

/** Kind of a project that the server inferred because no tsconfig covers the file. */
const INFERRED = 0
/** Folders where agents look for hook modules. */
const HOOKS = /[\\/](extensions|\.kaizen[\\/]hooks|\.compilr[\\/]hooks|\.kodelet[\\/]hooks)[\\/]/

/** Cannot find module (2307, 2792). */
const MISSING = new Set([2307, 2792])
/**
 * An implicit `any`: parameter (7006), pattern (7031), rest parameter (7019), variable (7005, 7034), `typeof` (7044).
 */
const IMPLICIT = new Set([7005, 7006, 7019, 7031, 7034, 7044])
/** Names of Node without its types (2580, 2591), and an import that ends in .ts, as Node requires (5097). */
const NODE = new Set([2580, 2591, 5097])
const OURS = /^Cannot find module 'hookbench\/[\w-]+'/
const NODES = /^Cannot find module 'node:[\w/]+'/

/** Entry point required of a TypeScript server plugin. */
export function init() {
  return {
    create: ({ languageService, project }: Info) => quiet(languageService, project?.projectKind === INFERRED),
  }
}

function quiet(service: LanguageService, inferred: boolean): LanguageService {
  // The server keeps the returned object; a copy leaves the original service unchanged for other users.
  const own = Object.create(null) as LanguageService
  for (const name of Object.keys(service) as (keyof LanguageService)[]) {
    Object.assign(own, {
      [name]: (...given: never[]) => (service[name] as (...all: never[]) => unknown)(...given),
    })
  }
  own.getSemanticDiagnostics = (file) => {
    const all = service.getSemanticDiagnostics(file)
    return left(all, all, file, inferred)
  }
  own.getSuggestionDiagnostics = (file) => {
    const all = service.getSuggestionDiagnostics(file)
    return all.length === 0 ? all : left(all, service.getSemanticDiagnostics(file), file, inferred)
  }
  return own
}

function left(
  all: Diagnostic[],
  semantic: readonly Diagnostic[],
  file: string,
  inferred: boolean,
): Diagnostic[] {
  const untyped = semantic.some((one) => isMissing(one, OURS))
  const alone = inferred && HOOKS.test(file)
  if (!untyped && !alone) return all
  return all.filter((one) => {
    if (isMissing(one, OURS) || IMPLICIT.has(one.code)) return false
    return !alone || !(NODE.has(one.code) || isMissing(one, NODES))
  })
}

function isMissing(one: Diagnostic, what: RegExp): boolean {
  return MISSING.has(one.code) && what.test(textOf(one))
}

// The message may be the head of a chain.
function textOf({ messageText }: Diagnostic): string {
  return typeof messageText === 'string'
    ? messageText
    : String((messageText as { readonly messageText?: unknown }).messageText)
}
