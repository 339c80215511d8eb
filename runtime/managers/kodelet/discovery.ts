// ADR 021's Discovery and its options: which folders are searched for hooks. The workspace does trust and precedence.

import type { DiscoveryOption, Hook, HookType, Discovery as Published } from 'hookbench/kodelet'
import { defined } from '../../contract/defined.ts'
import type { Hook as FoundHook } from '../../contract/hook.ts'
import { openWorkspace } from '../../workspace/open.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** Which folders are searched for hooks. */
export class Discovery implements Published {
  workspace: string = process.cwd()
  home?: string
  trust?: 'ledger' | 'workspace'
  defaultDirs = false
  hookDirs: string[] = []
  log?: (line: string) => void

  async discoverHooks(): Promise<Partial<Record<HookType, Hook[]>>> {
    const workspace = await openDiscovered(this)
    try {
      const active = workspace.list().map(describeHook).filter(isActive)
      return Object.groupBy(active, ({ hookType }) => hookType)
    } finally {
      await workspace.close()
    }
  }
}

/** A discovery with these options; without options about folders, it searches the default ones. */
export function newDiscovery(...options: DiscoveryOption[]): Discovery {
  const discovery = new Discovery()
  for (const configure of options) configure(discovery)
  return discovery
}

/** The workspace with the hooks that a discovery finds. */
export function openDiscovered({
  workspace,
  home,
  trust,
  defaultDirs,
  hookDirs,
}: Published): Promise<Workspace> {
  return openWorkspace({
    root: workspace,
    dialects: ['kodelet'],
    directories: { kodelet: hookDirs },
    ...(defaultDirs || hookDirs.length === 0 ? {} : { sources: [] }),
    ...defined({ home, trust }),
  })
}

/** Converts a hook of the workspace to the shape of Kodelet's own API. */
export function describeHook({ name, path, events, source, state, why }: FoundHook): Hook {
  const [event] = events as HookType[]
  return {
    name,
    path,
    source,
    state,
    ...defined({ hookType: event, why }),
  }
}

function isActive(hook: Hook): hook is Hook & { hookType: HookType } {
  return hook.state === 'active' && hook.hookType !== undefined && hook.source !== 'builtin'
}

/** Searches ./.kodelet and ~/.kodelet, plugins included. */
export function withDefaultDirs(): DiscoveryOption {
  return (discovery) => {
    discovery.defaultDirs = true
  }
}

/** Searches these folders, in this order. */
export function withHookDirs(...dirs: string[]): DiscoveryOption {
  return (discovery) => void discovery.hookDirs.push(...dirs)
}

/** The repository to search; default: the current folder. */
export function withWorkspace(folder: string): DiscoveryOption {
  return (discovery) => {
    discovery.workspace = folder
  }
}

/** The user's home folder; default: the operating system's. */
export function withHome(folder: string): DiscoveryOption {
  return (discovery) => {
    discovery.home = folder
  }
}

/** `workspace` trusts every hook of the workspace for the lifetime of this process. */
export function withTrust(trust: 'ledger' | 'workspace'): DiscoveryOption {
  return (discovery) => {
    discovery.trust = trust
  }
}

/** Receives failures and problems, one line each. */
export function withLog(log: (line: string) => void): DiscoveryOption {
  return (discovery) => {
    discovery.log = log
  }
}
