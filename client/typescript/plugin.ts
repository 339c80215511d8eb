// A plugin for the editor's own TypeScript server: it keeps quiet about what is no mistake in a hook. Hooks need no
// annotations, no package and no settings of a compiler; the language server knows their types and answers for them.
// A file that a tsconfig takes in is its author's affair: there only the missing package of types is passed over.

/** As much of the TypeScript server as is touched. */
type Diagnostic = { readonly code: number; readonly messageText: unknown }
type LanguageService = {
  getSemanticDiagnostics(file: string): Diagnostic[]
  getSuggestionDiagnostics(file: string): Diagnostic[]
}
type Info = {
  readonly languageService: LanguageService
  readonly project?: { readonly projectKind: number }
}

/** A project that the server made up, because no tsconfig takes the file in. */
const INFERRED = 0
/** The folders where agents look for modules. */
const HOOKS = /[\\/](extensions|\.kaizen[\\/]hooks|\.compilr[\\/]hooks|\.kodelet[\\/]hooks)[\\/]/

/** Cannot find module (2307, 2792). */
const MISSING = new Set([2307, 2792])
/** An implicit `any`: of a parameter (7006), in a pattern (7031), of a list (7019), of a variable (7005, 7034), by its use (7044). */
const IMPLICIT = new Set([7005, 7006, 7019, 7031, 7034, 7044])
/** Node's own names without its types (2580, 2591), and an import that ends in .ts, as Node wants it (5097). */
const NODE = new Set([2580, 2591, 5097])
const OURS = /^Cannot find module 'hookbench\/[\w-]+'/
const NODES = /^Cannot find module 'node:[\w/]+'/

/** What the server asks of a plugin. */
export function init() {
  return {
    create: ({ languageService, project }: Info) => quiet(languageService, project?.projectKind === INFERRED),
  }
}

function quiet(service: LanguageService, inferred: boolean): LanguageService {
  // The server keeps what it is given: a copy, so that what others ask of the original stays as it was.
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

// A message may be the first of a chain.
function textOf({ messageText }: Diagnostic): string {
  return typeof messageText === 'string'
    ? messageText
    : String((messageText as { readonly messageText?: unknown }).messageText)
}
