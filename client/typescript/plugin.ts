// A plugin for the editor's own TypeScript server: where the package hookbench is not installed, it keeps quiet about an
// import of the package's types. The language server knows those types and answers for them; nothing else is changed.

/** As much of the TypeScript server as is touched. */
type Diagnostic = { readonly code: number; readonly messageText: unknown }
type LanguageService = {
  getSemanticDiagnostics(file: string): Diagnostic[]
  getSuggestionDiagnostics(file: string): Diagnostic[]
}
type Info = { readonly languageService: LanguageService }

/** Cannot find module (2307, 2792). */
const MISSING = new Set([2307, 2792])
/** What is an implicit `any` only because that module was not found (7006, 7031, 7044). */
const IMPLICIT = new Set([7006, 7031, 7044])
const OURS = /^Cannot find module 'hookbench\/[\w-]+'/

/** What the server asks of a plugin. */
export function init() {
  return { create: ({ languageService }: Info) => quiet(languageService) }
}

function quiet(service: LanguageService): LanguageService {
  // The server keeps what it is given: a copy, so that what others ask of the original stays as it was.
  const own = Object.create(null) as LanguageService
  for (const name of Object.keys(service) as (keyof LanguageService)[]) {
    Object.assign(own, {
      [name]: (...given: never[]) => (service[name] as (...all: never[]) => unknown)(...given),
    })
  }
  own.getSemanticDiagnostics = (file) => {
    const all = service.getSemanticDiagnostics(file)
    return isMissing(all) ? all.filter((one) => !isNoise(one)) : all
  }
  own.getSuggestionDiagnostics = (file) => {
    const all = service.getSuggestionDiagnostics(file)
    return all.length > 0 && isMissing(service.getSemanticDiagnostics(file))
      ? all.filter((one) => !isNoise(one))
      : all
  }
  return own
}

function isMissing(all: readonly Diagnostic[]): boolean {
  return all.some((one) => MISSING.has(one.code) && OURS.test(textOf(one)))
}

function isNoise(one: Diagnostic): boolean {
  return (MISSING.has(one.code) && OURS.test(textOf(one))) || IMPLICIT.has(one.code)
}

// A message may be the first of a chain.
function textOf({ messageText }: Diagnostic): string {
  return typeof messageText === 'string'
    ? messageText
    : String((messageText as { readonly messageText?: unknown }).messageText)
}
