// Shared by the discovery tests: a reader for one-line hooks, and a disk that counts reads and refuses paths.
//
//   @hook <event…>            one site          @part <part> <name> <event…>   one of several
//   @none  @undecided         the shape         @import ./x   @opaque <load>   @tool jq   @name x   @fail <code>

import { defined } from '../../runtime/contract/defined.ts'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import type { ProblemCode } from '../../runtime/contract/problemCodes.ts'
import { problem } from '../../runtime/contract/problems.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import type { DocumentReader } from '../../runtime/discovery/cachedRead.ts'
import { type Discovered, type DiscoverOptions, discover } from '../../runtime/discovery/discover.ts'
import { type Disk, disk } from '../../runtime/discovery/disk.ts'
import type { Site } from '../../runtime/documents/document.ts'
import { shebangProblems } from '../../runtime/documents/shebang.ts'
import type { Tree } from '../support/tree.ts'

const nowhere = { start: 0, end: 0 }

export const read: DocumentReader = async ({ path, text, exports }) => {
  const tags = [...text.matchAll(/@(\w+)[ \t]*(.*)/g)].map(([, key, rest]) => ({
    key,
    words: (rest ?? '').trim().split(/\s+/).filter(Boolean),
  }))
  const all = (key: string) => tags.filter((one) => one.key === key).map(({ words }) => words)
  const sites: Site[] = [
    ...all('hook').map((events) => ({ events, range: nowhere })),
    ...all('part').map(([part = '', name = '', ...events]) => ({ part, name, events, range: nowhere })),
  ]
  const name = all('name')[0]?.[0]
  return {
    path,
    language: 'other',
    shape: all('undecided').length > 0 ? 'undecided' : sites.length > 0 ? 'hook' : 'none',
    ...defined({ name }),
    sites,
    imports: all('import').flat(),
    ...(all('opaque').length === 0 ? {} : { opaque: all('opaque').map((words) => words.join(' ')) }),
    tools: all('tool').flat(),
    problems: [
      ...(exports === 'executable' ? shebangProblems(path, text) : []),
      ...all('fail').map(([code]) => problem(code as ProblemCode, path, `Failed with ${code}.`)),
    ],
  }
}

/** A program lookup that finds everything except these names. */
export const without =
  (...names: readonly string[]) =>
  (name: string) =>
    names.includes(name) ? undefined : `/bin/${name}`

/** Discovers the hooks in `/ws` and `/home` of a tree, for one dialect or all. */
export function discoverIn(
  tree: Tree,
  dialect?: DialectId,
  more: Partial<DiscoverOptions> = {},
): Promise<Discovered> {
  const chosen = dialect === undefined ? undefined : dialectOf(dialect)
  return discover({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    settings: defaultSettings,
    lookup: without(),
    read,
    ...(chosen === undefined ? {} : { dialects: [chosen] }),
    ...more,
  })
}

/** One line per hook: id, state and reason. */
export function lines({ hooks }: Discovered): readonly string[] {
  return hooks.map(({ id, state, why }) => `${id} ${state}${why === undefined ? '' : `: ${why}`}`)
}

/** One line per problem: code, path below the tree, message. */
export function complaints(tree: Tree, { problems }: Discovered): readonly string[] {
  return problems.map(({ code, path, message }) => `${code} ${path.slice(tree.folder.length)}: ${message}`)
}

/** The real disk, counting reads, with some paths refused as for another user. */
export function watchedDisk(refused: readonly string[] = []): {
  readonly disk: Disk
  readonly counts: { read: number; stat: number; list: number }
} {
  const counts = { read: 0, stat: 0, list: 0 }
  const denied = { failed: 'EACCES' }
  const isRefused = (path: string) => refused.includes(path)
  return {
    counts,
    disk: {
      ...disk,
      list: (folder) => {
        counts.list++
        return isRefused(folder) ? denied : disk.list(folder)
      },
      stat: (path) => {
        counts.stat++
        return disk.stat(path)
      },
      read: (path, limit) => {
        counts.read++
        return isRefused(path) ? denied : disk.read(path, limit)
      },
    },
  }
}
