// Typed views of modules: makes one per document version, over programs that are kept warm.

import type { Typed } from '../../typed.ts'
import type { TypedInput, Typing, TypingOptions } from '../../typing.ts'
import { isInstalled, openProgramCache } from './programCache.ts'
import { typedView } from './view.ts'
import type { Patience } from './withinTime.ts'

/** Opens the typed views of a folder. */
export async function openTypedModules({ root, compiler = false }: TypingOptions): Promise<Typing> {
  const programs = openProgramCache(root)
  const patience: Patience = new Map()
  return {
    view: async (input, document): Promise<Typed | undefined> => {
      if (document.language !== 'typescript' && document.language !== 'javascript') return undefined
      if (document.shape === 'none') return undefined
      const view = typedView(input, document, programs, patience)
      const compilerReports = compiler && document.language === 'typescript' && importsInstalled(input)
      return compilerReports ? { ...view, faults: () => [], values: () => [] } : view
    },
    forget(path) {
      programs.forget(path)
      patience.delete(path)
    },
    close: programs.close,
  }
}

// The types of the package are the contract's own, so a compiler that finds them says what we would say.
function importsInstalled({ path, text }: TypedInput): boolean {
  return /\b(from|import)\s*\(?\s*['"]hookbench\/[\w-]+['"]/.test(text) && isInstalled('hookbench', path)
}
