// Typed views of modules: makes one per document version, over programs that are kept warm.

import type { Typed } from '../../typed.ts'
import type { TypedInput, Typing, TypingOptions } from '../../typing.ts'
import { typedView } from './view.ts'
import { isInstalled, openWorkshop } from './workshop.ts'

/** Opens the typed views of a folder. */
export async function openTypedModules({ root, compiler = false }: TypingOptions): Promise<Typing> {
  const workshop = openWorkshop(root)
  return {
    view: async (input, document): Promise<Typed | undefined> => {
      if (document.language !== 'typescript' && document.language !== 'javascript') return undefined
      if (document.shape === 'none') return undefined
      const view = typedView(input, document, workshop)
      const isSaid = compiler && document.language === 'typescript' && importsInstalled(input)
      return isSaid ? { ...view, faults: () => [], values: () => [] } : view
    },
    forget: workshop.forget,
    close: workshop.close,
  }
}

// The types of the package are the contract's own, so a compiler that finds them says what we would say.
function importsInstalled({ path, text }: TypedInput): boolean {
  return /\b(from|import)\s*\(?\s*['"]hookbench\/[\w-]+['"]/.test(text) && isInstalled('hookbench', path)
}
