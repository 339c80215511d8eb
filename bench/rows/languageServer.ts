// The language server in a workspace of a thousand hooks, beside TypeScript's own server: keystrokes, cold start (also
// beside a bare service) and memory. Each keeps its compile cache in a folder of this run and is shut down as editors
// do, which writes the cache. Python and shell have no peer: tsserver on TypeScript shows the load.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defined } from '../../runtime/contract/defined.ts'
import { bareStart } from '../editors/bareService.ts'
import type { EditorRequest } from '../editors/editorRequest.ts'
import { keystrokes, type Pair, pairAt, type Stroke } from '../editors/keystrokes.ts'
import { type LspRequests, openLsp } from '../editors/lsp.ts'
import { openTsserver } from '../editors/tsserver.ts'
import { cursorIn, OTHERS, TYPED, workspaceOf } from '../editors/workspace.ts'
import { inFolder } from '../fixtures.ts'
import { atMost, type BenchRow, bytes } from '../measure.ts'
import { calledScripts } from './calledScripts.ts'
import { configuration } from './configuration.ts'

const run = promisify(execFile)
const product = join(import.meta.dirname, '../..')
const HOOKS = 1000
const KEYSTROKES = 240
const OTHER_KEYSTROKES = 120
const STARTS = 5
const FIRST_STARTS = 2

const { text: TEXT, at: AFTER_DOT, offset: OFFSET } = TYPED

export async function languageServer(): Promise<BenchRow[]> {
  await run(process.execPath, [join(product, 'scripts', 'build.ts'), '--if-stale'], { cwd: product })
  return inFolder(async (folder) => {
    const root = join(folder, 'workspace')
    const path = workspaceOf(root, HOOKS)
    let round = 0
    const cache = (whose: string) => join(folder, 'code', `${whose} ${round}`)
    const server = [join(product, 'dist', 'server.js')]
    const ours = () => openLsp(server, root, path, TEXT, foldersIn(cache('ours')))
    const theirs = () => openTsserver(root, path, TEXT, { NODE_COMPILE_CACHE: cache('theirs') })
    const first: Pair[] = []
    for (; round < FIRST_STARTS; round++) first.push(await coldStart(ours, theirs))
    await coldStart(ours, theirs)
    const bare = () => bareStart(path, OFFSET, { NODE_COMPILE_CACHE: cache('bare') })
    await bare()
    const cold: (Pair & { readonly bare: number })[] = []
    while (cold.length < STARTS) cold.push({ ...(await coldStart(ours, theirs)), bare: await bare() })
    const [one, two] = [await ours(), await theirs()]
    try {
      const typed = await keystrokes(one, two, KEYSTROKES, AFTER_DOT)
      const others = await inOtherLanguages(one, two, root)
      return [
        row(
          'completion after a keystroke, p50',
          typed.map(({ complete }) => complete),
          0.5,
        ),
        row(
          'completion after a keystroke, p95',
          typed.map(({ complete }) => complete),
          0.95,
          1,
        ),
        row(
          'findings after a keystroke, p50',
          typed.map(({ diagnose }) => diagnose),
          0.5,
        ),
        row(
          'findings after a keystroke, p95',
          typed.map(({ diagnose }) => diagnose),
          0.95,
          1,
        ),
        processor(typed),
        ...others,
        ...(await configuration(folder)),
        ...(await calledScripts(folder)),
        row('cold start to the first completion', cold, 0.5, 0.5),
        row(
          'cold start to the first completion',
          cold.map(({ ours: mine, bare: theirs }) => ({ ours: mine, theirs })),
          0.5,
          2,
          'a bare TypeScript 6 service',
        ),
        row('the very first start, with no code compiled before', first, 0.5),
        memory(one, two),
      ]
    } finally {
      await one.close()
      await two.close()
    }
  })
}

function row(
  name: string,
  pairs: readonly Pair[],
  quantile: number,
  budget?: number,
  against = 'tsserver, same file',
): BenchRow {
  const named = { name: `language server: ${name}`, against, show: millis, ...defined({ budget }) }
  return atMost(named, pairAt(pairs, quantile))
}

// Processor time of all threads, background work between keystrokes included: it does not depend on the load of the
// machine.
function processor(typed: readonly Stroke[]): BenchRow {
  const [first, last] = [typed[0]?.busy, typed.at(-1)?.busy]
  const ours = (last?.ours ?? 0) - (first?.ours ?? 0)
  const theirs = (last?.theirs ?? 0) - (first?.theirs ?? 0)
  const count = typed.length - 1
  const named = {
    name: 'language server: processor time of a keystroke',
    against: 'tsserver, same file',
    show: millis,
  }
  return atMost(named, { ours: ours / count, theirs: theirs / count, ratio: ours / theirs })
}

function memory(one: EditorRequest, two: EditorRequest): BenchRow {
  const [ours, theirs] = [resident(one.pid), resident(two.pid)]
  const named = { name: `language server: memory, ${HOOKS} hooks`, against: 'tsserver', show: bytes }
  return atMost(named, { ours, theirs, ratio: ours / theirs })
}

async function inOtherLanguages(
  one: LspRequests,
  two: EditorRequest,
  root: string,
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { language, title, path, marked } of OTHERS) {
    const { text, at: behind } = cursorIn(marked)
    const requests = await one.beside(join(root, path), language, text)
    const typed = await keystrokes(requests, two, OTHER_KEYSTROKES, behind, AFTER_DOT)
    const against = 'tsserver, a TypeScript file'
    for (const quantile of [0.5, 0.95]) {
      const name = (what: string) => `${what} after a keystroke in ${title}, p${quantile * 100}`
      const complete = typed.map((times) => times.complete)
      const diagnose = typed.map((times) => times.diagnose)
      rows.push(row(name('completion'), complete, quantile, undefined, against))
      rows.push(row(name('findings'), diagnose, quantile, undefined, against))
    }
  }
  return rows
}

async function coldStart(
  ours: () => Promise<EditorRequest>,
  theirs: () => Promise<EditorRequest>,
): Promise<Pair> {
  const started = async (open: () => Promise<EditorRequest>) => {
    const start = performance.now()
    const server = await open()
    await server.complete(AFTER_DOT)
    const ms = performance.now() - start
    await server.close()
    return ms
  }
  return { ours: await started(ours), theirs: await started(theirs) }
}

// Redirects the user's cache and data folders on every system.
function foldersIn(folder: string): NodeJS.ProcessEnv {
  return { XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, LOCALAPPDATA: folder }
}

function millis(ms: number): string {
  return `${ms.toFixed(1)} ms`
}

// Resident memory in bytes, as Linux reports it; NaN without that line.
function resident(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) * 1000
}
