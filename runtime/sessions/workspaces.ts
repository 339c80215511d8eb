// Open workspaces, one per folder, shared by all sessions and calls that need it, and closed
// after the last use. The server's own workspace stays open.

import { resolve } from 'node:path'
import { statOf } from '../files/read.ts'
import { Refusal } from '../workspace/admission.ts'
import type { Workspace } from '../workspace/workspace.ts'

export type Lease = { readonly workspace: Workspace; release(): Promise<void> }

export type Workspaces = {
  /** Resolves a folder; default: the server's own. */
  root(named: string | undefined): string
  take(named: string | undefined): Promise<Lease>
  close(): Promise<void>
}

type Shared = { readonly opening: Promise<Workspace>; users: number }

/** `opened` is called with every workspace before it is returned to a caller. */
export function openWorkspaces(options: {
  readonly root: string
  readonly open: (root: string) => Promise<Workspace>
  readonly opened: (workspace: Workspace) => void
}): Workspaces {
  const shared = new Map<string, Shared>()
  return { root, take, close }

  function root(named: string | undefined): string {
    const path = named === undefined ? options.root : resolve(options.root, named)
    const stat = statOf(path)
    if (stat === undefined) throw new Refusal(`The workspace folder does not exist: ${path}.`)
    if (!stat.isDirectory()) throw new Refusal(`"workspace": ${path} is not a folder.`)
    return path
  }

  async function take(named: string | undefined): Promise<Lease> {
    const path = root(named)
    let one = shared.get(path)
    if (one === undefined) {
      one = { opening: open(path), users: 0 }
      shared.set(path, one)
    }
    one.users++
    const lease = one
    let released = false
    const release = async () => {
      if (released) return
      released = true
      lease.users--
      if (lease.users > 0 || path === options.root || shared.get(path) !== lease) return
      shared.delete(path)
      await (await lease.opening).close()
    }
    try {
      return { workspace: await one.opening, release }
    } catch (error) {
      if (shared.get(path) === one) shared.delete(path)
      throw error
    }
  }

  async function open(path: string): Promise<Workspace> {
    const workspace = await options.open(path)
    options.opened(workspace)
    return workspace
  }

  async function close(): Promise<void> {
    const all = [...shared.values()]
    shared.clear()
    const opened = await Promise.allSettled(all.map(({ opening }) => opening))
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)))
  }
}
