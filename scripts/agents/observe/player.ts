// Plays runs to a host: starts its program for each run, or uses one editor window for all of them; or reports why this
// machine cannot.

import { codeServer } from '../../editor/cache.ts'
import { browserPath } from '../../editor/page.ts'
import type { CommandHost, EditorHost } from './host.ts'
import { installed } from './install.ts'
import { type AgentRun, runAgent } from './run.ts'
import type { Scenario, Situation } from './scenario.ts'

export type Player = {
  readonly play: (situation: Situation, scenario?: Scenario) => Promise<AgentRun>
  readonly close: () => Promise<void>
}

export type ObservedHost = CommandHost | EditorHost

type Ready = { readonly open: () => Promise<Player> } | { readonly missing: string }

/** Installs what is missing, or reports why the host is not available. */
export function ready(host: ObservedHost): Ready {
  return 'recorders' in host ? editorReady(host) : commandReady(host)
}

function commandReady(host: CommandHost): Ready {
  const program = installed(host)
  if ('missing' in program) return program
  const play: Player['play'] = (situation, scenario) => runAgent(host, program.path, situation, scenario)
  return { open: async () => ({ play, close: async () => undefined }) }
}

function editorReady(host: EditorHost): Ready {
  try {
    codeServer()
    browserPath()
  } catch (error) {
    return { missing: (error as Error).message }
  }
  return {
    async open() {
      const [{ openWindow }, { runInWindow }] = await Promise.all([
        import('./editor/window.ts'),
        import('./editor/editorRun.ts'),
      ])
      const window = await openWindow()
      return {
        play: (situation, scenario) => runInWindow(host, window, situation, scenario),
        close: () => window.close(),
      }
    },
  }
}
