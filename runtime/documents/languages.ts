// The languages that hooks are written in, one row each: how its files are recognized, its reader, and the facts that
// findings need. A new language is a row here, its grammar in assets.ts, and a folder with its reader.

import type { Budget } from './budget.ts'
import type { DocumentInput, HookDocument, Language } from './document.ts'
import type { Spot, Spotted, SpottedDocument } from './spots.ts'

/** The reader of one language. Parsers are loaded when the first file needs them, and cached. */
export type LanguageReader = {
  readonly read: (input: DocumentInput, budget: Budget) => Promise<HookDocument>
  readonly spots: (input: DocumentInput, document: HookDocument, budget: Budget) => Promise<Spotted>
  /** More of them that only findings need, where they take time that a completion would wait for. */
  readonly follow?: (input: DocumentInput, document: HookDocument, budget: Budget) => Promise<Spotted>
  /**
   * The spots of a called script together with the local files it loads; `load` returns their texts. For languages
   * without types.
   */
  readonly spotsWith?: (
    input: DocumentInput,
    document: SpottedDocument,
    load: (path: string) => string | undefined,
    /** The folders that variables stand for; the one that the script starts in has the empty name. */
    folders: Readonly<Record<string, string>>,
  ) => Promise<readonly Spot[]>
}

export type LanguageFacts = {
  /** File endings, the most common first. */
  readonly endings: readonly string[]
  /** The programs that run it, by file name. */
  readonly runBy: RegExp
  /** The marker that begins a comment. */
  readonly comment: string
  /** The result of reading a field that does not exist. */
  readonly missing: string
  /** What parses a JSON text into an object. */
  readonly parsesBy: string
  /** What sends text to standard error. */
  readonly toErrors: string
  /** Field names and compared texts are case-insensitive. */
  readonly anyCase?: true
  readonly reader: () => Promise<LanguageReader>
}

const modules = (language: 'typescript' | 'javascript') =>
  kept(async () => {
    const { readModule } = await import('./typescript/read.ts')
    const { followModule, moduleSpots } = await import('./typescript/spots.ts')
    return {
      read: async (input, budget) => readModule(input, language, budget),
      spots: moduleSpots,
      follow: followModule,
    }
  })

export const LANGUAGES: Readonly<Record<Exclude<Language, 'other'>, LanguageFacts>> = {
  typescript: {
    endings: ['ts', 'mts', 'cts'],
    runBy: /^(deno|bun|tsx|ts-node|jiti)$/,
    comment: '//',
    missing: 'undefined',
    parsesBy: 'JSON.parse',
    toErrors: 'console.error',
    reader: modules('typescript'),
  },
  javascript: {
    endings: ['js', 'mjs', 'cjs'],
    runBy: /^(node|nodejs|qjs|zx)$/,
    comment: '//',
    missing: 'undefined',
    parsesBy: 'JSON.parse',
    toErrors: 'console.error',
    reader: modules('javascript'),
  },
  python: {
    endings: ['py', 'pyw'],
    runBy: /^(python|pypy)[\d.]*$/,
    comment: '#',
    missing: 'a KeyError',
    parsesBy: 'json.loads',
    toErrors: 'file=sys.stderr',
    reader: kept(async () => ({
      read: (await import('./python/read.ts')).readPython,
      spots: (await import('./python/spots.ts')).pythonSpots,
      spotsWith: (await import('./python/loadedModules.ts')).spotsWithModules,
    })),
  },
  shell: {
    endings: ['sh', 'bash', 'zsh', 'ksh'],
    runBy: /^(ba|da|k|z|a)?sh$/,
    comment: '#',
    missing: 'null',
    parsesBy: 'jq',
    toErrors: '>&2',
    reader: kept(async () => ({
      read: (await import('./shell/read.ts')).readShell,
      spots: (await import('./shell/spots.ts')).shellSpots,
      spotsWith: (await import('./shell/sourced.ts')).spotsWithSources,
    })),
  },
  powershell: {
    endings: ['ps1', 'psm1', 'psd1'],
    runBy: /^(pwsh|powershell)$/,
    comment: '#',
    missing: '$null',
    parsesBy: 'ConvertFrom-Json',
    toErrors: '[Console]::Error.WriteLine',
    anyCase: true,
    reader: kept(async () => {
      const { readPowerShell, powerShellSpots } = await import('./powershell/read.ts')
      const { spotsWithSources } = await import('./powershell/sourced.ts')
      return { read: readPowerShell, spots: powerShellSpots, spotsWith: spotsWithSources }
    }),
  },
  jq: {
    endings: ['jq'],
    runBy: /^(?:gojq|jq|jaq)$/,
    comment: '#',
    missing: 'null',
    parsesBy: 'fromjson',
    toErrors: 'stderr',
    reader: kept(async () => {
      const { jqSpots, readJq } = await import('./jq/program.ts')
      return { read: readJq, spots: jqSpots }
    }),
  },
}

/** The facts about a language; undefined for a language without a reader. */
export function factsOf(language: Language): LanguageFacts | undefined {
  return language === 'other' ? undefined : LANGUAGES[language]
}

/** The first language whose facts satisfy the predicate. */
export function languageWhere(is: (facts: LanguageFacts) => boolean): Language | undefined {
  return (Object.keys(LANGUAGES) as Exclude<Language, 'other'>[]).find((language) => is(LANGUAGES[language]))
}

// Importing a module again takes time, and a configuration may contain thousands of lines to read.
function kept(load: () => Promise<LanguageReader>): LanguageFacts['reader'] {
  let loading: Promise<LanguageReader> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}
