// The options of ADR 021's discovery: each says one thing about where hooks are looked for.

import type { DiscoveryOption } from 'hookbench/kodelet'

/** Looks into ./.kodelet and ~/.kodelet, plugins included. */
export function withDefaultDirs(): DiscoveryOption {
  return (discovery) => {
    discovery.defaultDirs = true
  }
}

/** Looks into these folders, earlier ones first. */
export function withHookDirs(...dirs: string[]): DiscoveryOption {
  return (discovery) => void discovery.hookDirs.push(...dirs)
}

/** The repository, instead of the current folder. */
export function withWorkspace(folder: string): DiscoveryOption {
  return (discovery) => {
    discovery.workspace = folder
  }
}

/** The user's folder, instead of the operating system's. */
export function withHome(folder: string): DiscoveryOption {
  return (discovery) => {
    discovery.home = folder
  }
}

/** `workspace` lets every hook of the workspace run, for this process. */
export function withTrust(trust: 'ledger' | 'workspace'): DiscoveryOption {
  return (discovery) => {
    discovery.trust = trust
  }
}

/** Hears of failures and problems, a line each. */
export function withLog(log: (line: string) => void): DiscoveryOption {
  return (discovery) => {
    discovery.log = log
  }
}
