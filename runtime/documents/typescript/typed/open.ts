// Typed views of modules: makes one per document version, over programs that are kept warm.

import type { Typing } from '../../typing.ts'
import { typedView } from './view.ts'
import { openWorkshop } from './workshop.ts'

/** Opens the typed views of a folder. */
export async function openTypedModules({ root }: { readonly root: string }): Promise<Typing> {
  const workshop = openWorkshop(root)
  return {
    view: async (input, document) => {
      if (document.language !== 'typescript' && document.language !== 'javascript') return undefined
      return document.shape === 'none' ? undefined : typedView(input, document, workshop)
    },
    forget: workshop.forget,
    close: workshop.close,
  }
}
