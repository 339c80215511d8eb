// The API for other extensions, implemented on the runtimes of the open folders. It only forwards requests; the usual
// trust rules apply, and in Restricted Mode nothing is started.

import { defined } from '../../runtime/contract/defined.ts'
import type { HookbenchApi } from '../api.ts'
import type { ClientContext } from '../context.ts'
import { asking } from './asking.ts'
import { startSession } from './session.ts'

/** The value that `activate` returns. */
export function exportsFor({ runtimes }: Pick<ClientContext, 'runtimes'>): HookbenchApi {
  const { resolveFolder, ask } = asking(runtimes)
  return {
    version: 1,
    async list({ folder, ...wanted } = {}) {
      return ask(resolveFolder(folder), 'list', wanted)
    },
    async fire({ folder, token, ...request }) {
      return ask(resolveFolder(folder), 'run', request, token)
    },
    onStep: (listener) =>
      runtimes.on('step', ({ folder, params: { session, step } }) =>
        listener({ folder: folder.uri, ...defined({ session }), step }),
      ),
    async startSession({ folder, ...facts } = {}) {
      return startSession({ runtimes, ask, folder: resolveFolder(folder), facts })
    },
  }
}
