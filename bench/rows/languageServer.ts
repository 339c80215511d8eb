// The language server in a workspace of a thousand hooks, beside TypeScript's own server on the same file in the same
// run: what a keystroke costs until completions and findings are there, the cold start, and the memory held. Both may keep
// compiled code between starts, each in a folder of this run, and are ended as editors end them, which is when Node and we
// write it.

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Asked, At } from '../editors/asked.ts'
import { openLsp } from '../editors/lsp.ts'
import { openTsserver } from '../editors/tsserver.ts'
import { inFolder } from '../fixtures.ts'
import { atMost, bytes, median, type Row } from '../measure.ts'

const run = promisify(execFile)
const product = join(import.meta.dirname, '../..')
const HOOKS = 1000
const KEYSTROKES = 120
const STARTS = 5
const FIRST_STARTS = 2

export async function languageServer(): Promise<Row[]> {
  await run(process.execPath, [join(product, 'scripts', 'build.ts'), '--if-stale'], { cwd: product })
  return inFolder(async (folder) => {
    const root = join(folder, 'workspace')
    const path = workspaceOf(root)
    let round = 0
    const cache = (whose: string) => join(folder, 'code', `${whose} ${round}`)
    const server = [join(product, 'dist', 'server.js')]
    const ours = () => openLsp(server, root, path, TEXT, foldersIn(cache('ours')))
    const theirs = () => openTsserver(root, path, TEXT, { NODE_COMPILE_CACHE: cache('theirs') })
    const first: Pair[] = []
    for (; round < FIRST_STARTS; round++) first.push(await coldStart(ours, theirs))
    await coldStart(ours, theirs)
    const cold: Pair[] = []
    while (cold.length < STARTS) cold.push(await coldStart(ours, theirs))
    const [one, two] = [await ours(), await theirs()]
    try {
      const typed = await keystrokes(one, two)
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
        row('cold start to the first completion', cold, 0.5, 0.5),
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

function row(name: string, pairs: readonly Pair[], quantile: number, budget?: number): Row {
  const ours = at(
    pairs.map((pair) => pair.ours),
    quantile,
  )
  const theirs = at(
    pairs.map((pair) => pair.theirs),
    quantile,
  )
  const named = { name: `language server: ${name}`, against: 'tsserver, same file', show: millis }
  return atMost(
    { ...named, ...(budget === undefined ? {} : { budget }) },
    { ours, theirs, ratio: ours / theirs },
  )
}

function memory(one: Asked, two: Asked): Row {
  const [ours, theirs] = [resident(one.pid), resident(two.pid)]
  const named = { name: `language server: memory, ${HOOKS} hooks`, against: 'tsserver', show: bytes }
  return atMost(named, { ours, theirs, ratio: ours / theirs })
}

// Both are asked the same, one after the other, and take turns in going first.
async function keystrokes(one: Asked, two: Asked): Promise<readonly { complete: Pair; diagnose: Pair }[]> {
  const rounds: { complete: Pair; diagnose: Pair }[] = []
  for (let round = -10; round < KEYSTROKES; round++) {
    // `ctx.` grows by a letter and loses it again, as in typing and thinking again.
    const [written, erased] = round % 2 === 0 ? ['t', 0] : ['', 1]
    const stroke = async (server: Asked) => {
      await server.type(AFTER_DOT, written as string, erased as number)
      const start = performance.now()
      if ((await server.complete(AFTER_DOT)) === 0 && server === one)
        throw new Error('there was no completion')
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
    if (round >= 0) rounds.push({ complete: pair('complete'), diagnose: pair('diagnose') })
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

const TEXT = `// Keeps tools away from the production database.
interface Note { readonly at: number; readonly text: string }
const notes: Note[] = []
function note(text: string): void {
  notes.push({ at: Date.now(), text })
}

export default {
  name: 'watch-the-database',
  hooks: {
    async tool_execute_before(ctx) {
      note(ctx.toolName)
      if (ctx.toolName === 'database' && notes.length > 3) return null
      ctx.
      return ctx
    },
    async before_llm_call(ctx) {
      return { ...ctx, messages: ctx.messages.filter(({ content }) => content !== '') }
    },
  },
}
`

const LINES = TEXT.split('\n')
const LINE = LINES.findIndex((line) => line.endsWith('ctx.'))
const AFTER_DOT: At = { line: LINE, character: (LINES[LINE] ?? '').length }

// Hooks of every kind, so that no language is left out of what has to be known.
function workspaceOf(root: string): string {
  const folders = {
    extensions: '.ts',
    '.kodelet/hooks': '',
    '.kaizen/hooks': '.py',
    '.compilr/hooks': '.mjs',
  }
  for (const [folder, ending] of Object.entries(folders)) {
    mkdirSync(join(root, folder), { recursive: true })
    for (let n = 0; n < HOOKS / 4; n++) {
      writeFileSync(join(root, folder, `hook_${n}${ending}`), SOURCES[folder]?.(n) ?? '', { mode: 0o755 })
    }
  }
  const path = join(root, 'extensions', 'hook_0.ts')
  writeFileSync(path, TEXT)
  return path
}

const SOURCES: Readonly<Record<string, (n: number) => string>> = {
  extensions: (n) =>
    `export default { name: 'h${n}', hooks: { async tool_execute_before(ctx) { return ctx.toolName === 'x${n}' ? null : ctx } } }\n`,
  '.kodelet/hooks': (n) =>
    `#!/bin/sh\ncase "$1" in hook) echo before_tool_call ;; run) jq -r .tool_name > /dev/null; echo '{"blocked": false, "reason": "${n}"}' ;; esac\n`,
  '.kaizen/hooks': (n) =>
    `class H${n}:\n    events = ["pre_tool_use"]\n\n    async def handle(self, context):\n        return context.data.get("tool_name")\n`,
  '.compilr/hooks': (n) =>
    `export default { beforeTool: [async (context) => (context.toolName === 'x${n}' ? { skip: true } : undefined)] }\n`,
}

function at(values: readonly number[], quantile: number): number {
  if (quantile === 0.5) return median(values)
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * quantile)] ?? Number.NaN
}

function millis(ms: number): string {
  return `${ms.toFixed(1)} ms`
}

// The operating system's own figure; where it gives none, none is shown.
function resident(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) * 1000
}
