// Opens typed views of modules, one per document version, over cached programs.

import type { Typed, TypedInput, Typing, TypingOptions } from '../../typed.ts'
import { isInstalled, openProgramCache } from './programCache.ts'
import { type EarlierVersions, typedView } from './view.ts'

/** Opens the typed views of a folder. */
export async function openTypedModules({ root, compiler = false }: TypingOptions): Promise<Typing> {
  const programs = openProgramCache(root)
  const earlier: EarlierVersions = { patience: new Map(), answered: new Map() }
  return {
    view: async (input, document): Promise<Typed | undefined> => {
      if (document.language !== 'typescript' && document.language !== 'javascript') return undefined
      if (document.shape === 'none') return undefined
      const view = typedView(input, document, programs, earlier)
      const compilerReports = compiler && document.language === 'typescript' && importsInstalled(input)
      return compilerReports ? { ...view, faults: () => [], values: () => [] } : view
    },
    forget(path) {
      programs.forget(path)
      for (const known of [earlier.patience, earlier.answered]) known.delete(path)
    },
    close: programs.close,
  }
}

// The package's types are the contract's, so a compiler that finds them reports the same errors.
function importsInstalled({ path, text }: TypedInput): boolean {
  return /\b(from|import)\s*\(?\s*['"]hookbench\/[\w-]+['"]/.test(text) && isInstalled('hookbench', path)
}
