// One session of another extension's agent. It ends with `end`, with `dispose`, or when its runtime exits.

import * as vscode from 'vscode'
import { defined } from '../../runtime/contract/defined.ts'
import type { ApiSession, EndedSession, SessionOptions } from '../api.ts'
import type { Runtimes } from '../runtimes.ts'
import type { Ask } from './asking.ts'

/** Starts a session. */
export async function startSession(given: {
  readonly runtimes: Runtimes
  readonly ask: Ask
  readonly folder: vscode.WorkspaceFolder
  readonly facts: Omit<SessionOptions, 'folder'>
}): Promise<ApiSession> {
  const { runtimes, ask, folder, facts } = given
  const { session: id } = await ask(folder, 'session/start', facts)
  const listening = new Set<vscode.Disposable>()
  let ending: Promise<EndedSession> | undefined

  return {
    id,
    folder: folder.uri,
    async fire(event, payload, { token, ...options } = {}) {
      return ask(folder, 'fire', { session: id, event, payload, ...options }, token)
    },
    onStep(listener) {
      const one = runtimes.on('step', ({ params: { session, step } }) => {
        if (session === id) listener(step)
      })
      listening.add(one)
      return new vscode.Disposable(() => {
        listening.delete(one)
        one.dispose()
      })
    },
    end,
    dispose() {
      // Disposing does not wait for the end; if the runtime has exited, the session is over already.
      end().catch(() => {})
    },
  }

  function end(): Promise<EndedSession> {
    ending ??= ask(folder, 'session/end', { session: id })
      .then(({ firings, recording }) => ({ firings, ...defined({ recording }) }))
      // The last steps arrive before the response.
      .finally(() => {
        for (const one of listening) one.dispose()
      })
    return ending
  }
}
