// A tree data provider with stable nodes. The editor identifies a row by its node object and drops all nodes below a
// redrawn one, so that an open menu would act on a stale node. Here a node object lives as long as its row, is updated
// in place, and only rows that look different are redrawn.

import type * as vscode from 'vscode'

/** The tree's contents. Every item has a unique id. */
export type TreeSource<N extends object> = {
  children(node: N | undefined): Promise<readonly N[]>
  item(node: N): vscode.TreeItem
}

export type SteadyTree<N extends object> = Pick<vscode.TreeDataProvider<N>, 'getChildren' | 'getTreeItem'> & {
  /** Reloads everything that was shown; `draw` gets the changed rows, or undefined for all of them. */
  refresh(): Promise<void>
}

type Row<N> = { readonly node: N; item: vscode.TreeItem; looks: string }

/** Loads nothing before the editor's first request. */
export function steadyTree<N extends object>(
  source: TreeSource<N>,
  draw: (changed: readonly N[] | undefined) => void,
): SteadyTree<N> {
  const rows = new Map<string, Row<N>>()
  const below = new Map<string, readonly string[]>()
  const ids = new WeakMap<N, string>()
  /** Children loaded during a refresh, so that the editor's request for them is answered at once. */
  const ready = new Map<string, readonly N[]>()
  let looking: Promise<void> | undefined
  let isStale = false

  const idOf = (node: N | undefined) => (node === undefined ? '' : (ids.get(node) ?? itemId(node)))
  const itemId = (node: N) => source.item(node).id ?? ''

  return {
    async getChildren(node) {
      const id = idOf(node)
      const fresh = ready.get(id) ?? (await source.children(node))
      ready.delete(id)
      return taken(id, fresh).map((row) => row.node)
    },
    getTreeItem: (node) => rows.get(idOf(node))?.item ?? source.item(node),
    refresh,
  }

  async function refresh(): Promise<void> {
    isStale = true
    looking ??= look().finally(() => {
      looking = undefined
    })
    await looking
  }

  async function look(): Promise<void> {
    while (isStale) {
      isStale = false
      const changed: (N | undefined)[] = []
      await compare(undefined, changed)
      if (changed.includes(undefined)) draw(undefined)
      else if (changed.length > 0) draw(changed as N[])
    }
  }

  // If rows were added, removed or reordered, their parent is redrawn; otherwise each changed row is.
  async function compare(node: N | undefined, changed: (N | undefined)[]): Promise<void> {
    const id = idOf(node)
    const before = below.get(id)
    if (before === undefined) return
    const fresh = await source.children(node)
    const now = fresh.map(itemId)
    if (now.length !== before.length || now.some((one, at) => one !== before[at])) {
      ready.set(id, fresh)
      changed.push(node)
      return
    }
    const looks = now.map((one) => rows.get(one)?.looks)
    for (const [at, row] of taken(id, fresh).entries()) {
      if (row.looks !== looks[at]) changed.push(row.node)
      else await compare(row.node, changed)
    }
  }

  function taken(parent: string, fresh: readonly N[]): readonly Row<N>[] {
    const now = fresh.map((node) => {
      const item = source.item(node)
      const id = item.id ?? ''
      const known = rows.get(id)
      const row: Row<N> = {
        node: known === undefined ? node : updated(known.node, node),
        item,
        looks: looksOf(item),
      }
      ids.set(row.node, id)
      rows.set(id, row)
      return row
    })
    const kept = now.map(({ item }) => item.id ?? '')
    for (const gone of below.get(parent) ?? []) if (!kept.includes(gone)) forget(gone)
    below.set(parent, kept)
    return now
  }

  function forget(id: string): void {
    rows.delete(id)
    for (const one of below.get(id) ?? []) forget(one)
    below.delete(id)
    ready.delete(id)
  }
}

// Updated in place, so that whatever holds the node, such as an open menu, sees the new data.
function updated<N extends object>(known: N, fresh: N): N {
  for (const key of Object.keys(known)) if (!(key in fresh)) delete (known as Record<string, unknown>)[key]
  return Object.assign(known, fresh)
}

function looksOf({ command: _, ...item }: vscode.TreeItem): string {
  return JSON.stringify(item)
}
