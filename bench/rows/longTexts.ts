// Cost of the findings of a long or hostile text beside a bare parse of it, and of a completion in another file
// meanwhile beside the same completion alone. Nobody writes such texts by hand, but an attacker can send one.

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parseTree as parseJson } from 'jsonc-parser'
import { parseTOML } from 'toml-eslint-parser'
import ts from 'typescript'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { librarySource } from '../../runtime/documents/assets.ts'
import type { Grammar } from '../../runtime/documents/grammars.ts'
import { parseTree } from '../../runtime/documents/treeSitter.ts'
import type { EditorRequest } from '../editors/editorRequest.ts'
import { openLsp } from '../editors/lsp.ts'
import { TYPED, workspaceOf } from '../editors/workspace.ts'
import { inFolder } from '../fixtures.ts'
import type { BenchRow } from '../measure.ts'

const run = promisify(execFile)
const product = join(import.meta.dirname, '../..')
const ENOUGH_MS = 300
const ALONE = 100
const MOST_TIMES = 1.5

const [EVENT = ''] = Object.keys(dialects.kodelet.events)
const shell = (body: string): string =>
  `#!/usr/bin/env bash\nif [ "$1" = hook ]; then echo ${EVENT}; exit 0; fi\ninput=$(cat)\n${body}\n`
const python = (body: string): string =>
  `#!/usr/bin/env python3\nimport json, sys\nif sys.argv[1] == "hook":\n    print("${EVENT}")\n    sys.exit(0)\npayload = json.load(sys.stdin)\n${body}\nprint(json.dumps(d))\n`
const node = (body: string): string =>
  `#!/usr/bin/env node\nif (process.argv[2] === 'hook') { console.log('${EVENT}'); process.exit(0) }\n${body}\n`
const times = (count: number, line: (at: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, at) => line(at)).join(between)

type Language = Grammar | 'javascript' | 'json' | 'toml' | 'markdown'

/**
 * `path` where the location of the file determines its format; `called` where an entry of `.claude/settings.json` runs
 * it with this command.
 */
type LongText = readonly [name: string, language: Language, text: string, path?: string, called?: string]

const SETTINGS = '.claude/settings.json'
const entry = (at: number) => `{"hooks":[{"type":"command","command":"echo ${at} && true"}]}`
const nested = (depth: number): string =>
  depth === 0 ? '"x"' : `{"a":${nested(depth - 1)},"b":[${nested(depth - 1)}]}`

// A bundled program: part of TypeScript's own bundle, without indentation.
function bundle(): string {
  const whole = readFileSync(join(librarySource(), 'typescript.js'), 'utf8').replaceAll(/^\s+/gm, '')
  const start = whole.indexOf('module) => {') + 'module) => {'.length
  return node(whole.slice(start, whole.indexOf('\n}\n', start + 1_850_000) + 3))
}

const TEXTS: readonly LongText[] = [
  [
    'a dict in itself, 855 bytes of Python',
    'python',
    python(`d = {}\n${times(16, (at) => `if payload.get("x${at}"):\n    d = {**d, "a": d}\n`)}`),
  ],
  [
    'an object of jq in itself',
    'bash',
    shell(`echo "$input" | jq '${times(20, () => '{a:., b:.}', ' | ')}'`),
  ],
  ['5,000 lines of shell', 'bash', shell(times(5000, (at) => `x${at}=$(jq -r .tool <<<"$input")\n`))],
  ['50,000 lines of shell', 'bash', shell(times(50_000, (at) => `echo line ${at} >&2\n`))],
  ['a pipe of 10,000 stages', 'bash', shell(`echo "$input"${' | cat'.repeat(10_000)}`)],
  ['1.9 MB of shell', 'bash', shell(times(95_000, (at) => `x${at}="$1-${at}"\n`))],
  ['1.9 MB of Python', 'python', python(`${times(115_000, (at) => `x${at} = ${at}\n`)}d = {}`)],
  [
    '1.9 MB of Python in one list',
    'python',
    python(`d = [${times(280_000, String, ',')}]`),
    '.claude/hooks/list.py',
    'python3 .claude/hooks/list.py',
  ],
  [
    '1.9 MB of PowerShell',
    'powershell',
    `$p = $input | ConvertFrom-Json\n${times(110_000, (at) => `$x${at} = ${at}\n`)}`,
    '.claude/hooks/long.ps1',
    'pwsh .claude/hooks/long.ps1',
  ],
  ['1.9 MB of JavaScript in one line', 'javascript', node(times(110_000, (at) => `let x${at}=${at};`))],
  ['1.9 MB of JavaScript in lines', 'javascript', node(times(95_000, (at) => `let x${at} = ${at};\n`))],
  ['a bundle of 1.9 MB', 'javascript', bundle(), '.claude/hooks/bundle.js', 'node .claude/hooks/bundle.js'],
  ['1.9 MB of entries', 'json', `{"hooks":{"Stop":[${times(30_000, entry, ',')}]}}`, SETTINGS],
  [
    '1.9 MB of unknown events',
    'json',
    `{"hooks":{${times(27_000, (at) => `"Event${at}":[${entry(at)}]`, ',')}}}`,
    SETTINGS,
  ],
  ['1.9 MB of nested JSON', 'json', `{"hooks":{},"x":${nested(16)},"y":${nested(15)}}`, SETTINGS],
  [
    '1.9 MB of comments in JSON',
    'json',
    `${'// a comment in a line\n'.repeat(80_000)}{"hooks":{}}`,
    SETTINGS,
  ],
  ['1.9 MB of TOML', 'toml', times(110_000, (at) => `x${at} = ${at}\n`), '.codex/config.toml'],
  [
    '1.9 MB of frontmatter',
    'markdown',
    `---\nhooks:\n  Stop:\n${'    - hooks: [{ type: command, command: "true" }]\n'.repeat(38_000)}---\n`,
    '.claude/agents/long.md',
  ],
]

/**
 * One hook of each language, long enough for the worker thread, as a warm-up: other rows measure the first one of a
 * session.
 */
const FIRST = [
  ['shellscript', `#!/bin/sh\necho 1\n${'# a comment\n'.repeat(3000)}`],
  ['python', `#!/usr/bin/env python3\nprint(1)\n${'# a comment\n'.repeat(3000)}`],
  ['javascript', `#!/usr/bin/env node\nconsole.log(1)\n${'// a comment\n'.repeat(3000)}`],
] as const

export async function longTexts(): Promise<BenchRow[]> {
  await run(process.execPath, [join(product, 'scripts', 'build.ts'), '--if-stale'], { cwd: product })
  return inFolder(async (folder) => {
    const root = join(folder, 'workspace')
    const cache = join(folder, 'cache')
    const home = join(folder, 'home')
    mkdirSync(home)
    const env = { HOME: home, XDG_CACHE_HOME: cache, XDG_DATA_HOME: cache, LOCALAPPDATA: cache }
    const typed = workspaceOf(root, 20)
    const calls = TEXTS.flatMap(([, , , , called]) => (called === undefined ? [] : [calling(called)]))
    mkdirSync(join(root, dirname(SETTINGS)))
    writeFileSync(join(root, SETTINGS), `{"hooks":{"Stop":[${calls.join()}]}}`)
    const server = await openLsp([join(product, 'dist', 'server.js')], root, typed, TYPED.text, env)
    const change = async (type: 1 | 3, path: string): Promise<void> => {
      const changes = [{ uri: pathToFileURL(join(root, path)).href, type }]
      await server.notify('workspace/didChangeWatchedFiles', { changes })
    }
    const write = async (path: string, text: string): Promise<void> => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text, { mode: 0o755 })
      await change(1, path)
    }
    try {
      for (const grammar of ['bash', 'python', 'powershell'] as const) await parseTree(grammar, 'x=1')
      for (const [at, [id, text]] of FIRST.entries()) {
        const path = `.kodelet/hooks/first-${at}`
        await write(path, text)
        await (await server.beside(join(root, path), id, text)).diagnose()
      }
      const alone: number[] = []
      for (let round = -50; round < ALONE; round++) {
        const ms = await completion(server)
        if (round >= 0) alone.push(ms)
      }
      const rows: BenchRow[] = []
      const meanwhile: number[] = []
      for (const [at, [name, language, text, own = `.kodelet/hooks/long-${at}`]] of TEXTS.entries()) {
        const bare = await parsed(language, text)
        const id = language === 'bash' ? 'shellscript' : language
        await write(own, text)
        const start = performance.now()
        const requests = await server.beside(join(root, own), id, text)
        let isDone = false
        const done = requests.diagnose().then(() => {
          isDone = true
          return performance.now() - start
        })
        while (!isDone) meanwhile.push(await completion(server))
        rows.push(behind(name, await done, bare))
        // Closes and removes the file, so that the next text is measured alone.
        const { href: uri } = pathToFileURL(join(root, own))
        await server.notify('textDocument/didClose', { textDocument: { uri } })
        rmSync(join(root, own))
        await change(3, own)
        for (let round = 0; round < 10; round++) await completion(server)
      }
      return [...rows, besides(meanwhile, alone)]
    } finally {
      await server.close()
    }
  })
}

function calling(command: string): string {
  return JSON.stringify({ hooks: [{ type: 'command', command }] })
}

function behind(name: string, ours: number, bare: number): BenchRow {
  return {
    name: `language server: findings of ${name}`,
    against: 'a bare parse',
    budget: `≤ ${ENOUGH_MS} ms or 2 ×`,
    ours: millis(ours),
    theirs: millis(bare),
    ratio: ours / bare,
    ok: ours <= Math.max(ENOUGH_MS, 2 * bare),
  }
}

function besides(meanwhile: readonly number[], before: readonly number[]): BenchRow {
  const [ours, alone] = [p95(meanwhile), p95(before)]
  return {
    name: `language server: completion in another file beside all of them, p95 of ${meanwhile.length}`,
    against: 'the same alone',
    budget: `≤ ${MOST_TIMES} ×`,
    ours: millis(ours),
    theirs: millis(alone),
    ratio: ours / alone,
    ok: ours <= MOST_TIMES * alone,
  }
}

/** Pause before each keystroke, in milliseconds. */
const PAUSE_MS = 10

async function completion(server: EditorRequest): Promise<number> {
  await sleep(PAUSE_MS)
  await server.type(TYPED.at, 't', 0)
  const start = performance.now()
  await server.complete(TYPED.at)
  const ms = performance.now() - start
  await server.type(TYPED.at, '', 1)
  return ms
}

async function parsed(language: Language, text: string): Promise<number> {
  const start = performance.now()
  if (language === 'javascript') ts.createSourceFile('long.js', text, ts.ScriptTarget.ESNext, true)
  else if (language === 'json') parseJson(text)
  else if (language === 'toml') parseTOML(text, { tomlVersion: '1.0' })
  else if (language !== 'markdown') await parseTree(language, text)
  return performance.now() - start
}

function p95(values: readonly number[]): number {
  return [...values].sort((one, two) => one - two)[Math.floor(values.length * 0.95)] ?? Number.NaN
}

function millis(ms: number): string {
  return `${ms.toFixed(1)} ms`
}
