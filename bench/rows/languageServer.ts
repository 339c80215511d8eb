// The language server in a workspace of a thousand hooks, beside TypeScript's own server on the same file in the same
// run: what a keystroke costs until completions and findings are there, the cold start, also beside a bare language service,
// and the memory held. All may keep compiled code between starts, each in a folder of this run, and are ended as editors end
// them, which is when Node and we write it. Python and shell have no peer here; TypeScript's server shows what the machine
// was like.

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Asked, At } from '../editors/asked.ts'
import { bareStart } from '../editors/bareService.ts'
import { type AskedLsp, openLsp } from '../editors/lsp.ts'
import { openTsserver } from '../editors/tsserver.ts'
import { cursorIn, OTHERS, TYPED, workspaceOf } from '../editors/workspace.ts'
import { inFolder } from '../fixtures.ts'
import { atMost, bytes, median, type Row } from '../measure.ts'

const run = promisify(execFile)
const product = join(import.meta.dirname, '../..')
const HOOKS = 1000
const KEYSTROKES = 120
const OTHER_KEYSTROKES = 60
const STARTS = 5
const FIRST_STARTS = 2

const { text: TEXT, at: AFTER_DOT, offset: OFFSET } = TYPED

export async function languageServer(): Promise<Row[]> {
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
      const typed = await keystrokes(one, two, KEYSTROKES)
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

type Pair = { readonly ours: number; readonly theirs: number }

type Stroke = {
  readonly complete: Pair
  readonly diagnose: Pair
  /** Processor time so far. */
  readonly busy: Pair
}

function row(
  name: string,
  pairs: readonly Pair[],
  quantile: number,
  budget?: number,
  against = 'tsserver, same file',
): Row {
  const ours = at(
    pairs.map((pair) => pair.ours),
    quantile,
  )
  const theirs = at(
    pairs.map((pair) => pair.theirs),
    quantile,
  )
  const named = { name: `language server: ${name}`, against, show: millis }
  return atMost(
    { ...named, ...(budget === undefined ? {} : { budget }) },
    { ours, theirs, ratio: ours / theirs },
  )
}

// Of all threads, with what is looked after between the keystrokes: it says the same on a machine that is busy.
function processor(typed: readonly Stroke[]): Row {
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

function memory(one: Asked, two: Asked): Row {
  const [ours, theirs] = [resident(one.pid), resident(two.pid)]
  const named = { name: `language server: memory, ${HOOKS} hooks`, against: 'tsserver', show: bytes }
  return atMost(named, { ours, theirs, ratio: ours / theirs })
}

async function inOtherLanguages(one: AskedLsp, two: Asked, root: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { language, title, path, marked } of OTHERS) {
    const { text, at: behind } = cursorIn(marked)
    const asked = await one.beside(join(root, path), language, text)
    const typed = await keystrokes(asked, two, OTHER_KEYSTROKES, behind)
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

// Both are asked the same, one after the other, and take turns in going first.
async function keystrokes(
  one: Asked,
  two: Asked,
  count: number,
  behind: At = AFTER_DOT,
): Promise<readonly Stroke[]> {
  const rounds: Stroke[] = []
  for (let round = -10; round < count; round++) {
    // `ctx.` grows by a letter and loses it again, as in typing and thinking again.
    const [written, erased] = round % 2 === 0 ? ['t', 0] : ['', 1]
    const stroke = async (server: Asked) => {
      const at = server === one ? behind : AFTER_DOT
      await server.type(at, written as string, erased as number)
      const start = performance.now()
      if ((await server.complete(at)) === 0 && server === one) throw new Error('there was no completion')
      const between = performance.now()
      await server.diagnose()
      return { complete: between - start, diagnose: performance.now() - between }
    }
    const first = round % 4 < 2 ? one : two
    const second = first === one ? two : one
    const times = new Map([[first, await stroke(first)]])
    times.set(second, await stroke(second))
    const pair = (what: 'complete' | 'diagnose'): Pair => ({
      ours: times.get(one)?.[what] ?? Number.NaN,
      theirs: times.get(two)?.[what] ?? Number.NaN,
    })
    if (round < 0) continue
    const worked = { ours: busy(one.pid), theirs: busy(two.pid) }
    rounds.push({ complete: pair('complete'), diagnose: pair('diagnose'), busy: worked })
  }
  return rounds
}

async function coldStart(ours: () => Promise<Asked>, theirs: () => Promise<Asked>): Promise<Pair> {
  const started = async (open: () => Promise<Asked>) => {
    const start = performance.now()
    const server = await open()
    await server.complete(AFTER_DOT)
    const ms = performance.now() - start
    await server.close()
    return ms
  }
  return { ours: await started(ours), theirs: await started(theirs) }
}

// Where a user's own things are kept, on every system.
function foldersIn(folder: string): NodeJS.ProcessEnv {
  return { XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, LOCALAPPDATA: folder }
}

function at(values: readonly number[], quantile: number): number {
  if (quantile === 0.5) return median(values)
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * quantile)] ?? Number.NaN
}

function millis(ms: number): string {
  return `${ms.toFixed(1)} ms`
}

function busy(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map((one) => readFileSync(`/proc/${pid}/task/${one}/schedstat`, 'utf8').split(' ')[0])
  return times.reduce((sum, nanos) => sum + Number(nanos) / 1e6, 0)
}

// The operating system's own figure; where it gives none, none is shown.
function resident(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) * 1000
}
