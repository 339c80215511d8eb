// What a long or hostile text costs whoever asks for its findings, beside a bare parse of it, and whoever completes in
// another file meanwhile, beside the same without it. Both in one run; no person writes such texts, and anybody can send one.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseTree as parseJson } from 'jsonc-parser'
import { parseTOML } from 'toml-eslint-parser'
import ts from 'typescript'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { type Grammar, parseTree } from '../../runtime/documents/treeSitter.ts'
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

type Language = Grammar | 'javascript' | 'json' | 'toml'

/** `path` where the file's place says what it is. */
type LongText = readonly [name: string, language: Language, text: string, path?: string]

const entry = (at: number) => `{"hooks":[{"type":"command","command":"echo ${at} && true"}]}`

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
  ['1.9 MB of JavaScript in one line', 'javascript', node(times(120_000, (at) => `let x${at}=${at};`))],
  ['1.9 MB of JavaScript in lines', 'javascript', node(times(95_000, (at) => `let x${at} = ${at};\n`))],
  [
    '1.9 MB of settings',
    'json',
    `{"hooks":{"Stop":[${times(30_000, entry, ',')}]}}`,
    '.claude/settings.json',
  ],
  ['1.9 MB of TOML', 'toml', times(110_000, (at) => `x${at} = ${at}\n`), '.codex/config.toml'],
]

export async function longTexts(): Promise<BenchRow[]> {
  await run(process.execPath, [join(product, 'scripts', 'build.ts'), '--if-stale'], { cwd: product })
  return inFolder(async (folder) => {
    const root = join(folder, 'workspace')
    const cache = join(folder, 'cache')
    const env = { XDG_CACHE_HOME: cache, XDG_DATA_HOME: cache, LOCALAPPDATA: cache }
    const server = await openLsp(
      [join(product, 'dist', 'server.js')],
      root,
      workspaceOf(root, 20),
      TYPED.text,
      env,
    )
    try {
      for (const grammar of ['bash', 'python'] as const) await parseTree(grammar, 'x=1')
      const alone: number[] = []
      for (let round = -20; round < ALONE; round++) {
        const ms = await completion(server)
        if (round >= 0) alone.push(ms)
      }
      const rows: BenchRow[] = []
      const others: number[] = []
      for (const [at, [name, language, text, own = `.kodelet/hooks/long-${at}`]] of TEXTS.entries()) {
        const bare = await parsed(language, text)
        const path = join(root, own)
        // TypeScript parses in one go, so what others wait for beside JavaScript has rows of its own.
        const meanwhile = language === 'javascript' ? [] : others
        const id = language === 'bash' ? 'shellscript' : language
        const start = performance.now()
        const requests = await server.beside(path, id, text)
        let isDone = false
        const done = requests.diagnose().then(() => {
          isDone = true
          return performance.now() - start
        })
        while (!isDone) meanwhile.push(await completion(server))
        rows.push(behind(name, await done, bare))
        if (meanwhile !== others) rows.push(besides(`beside ${name}`, meanwhile, alone))
      }
      return [...rows, besides('beside the others', others, alone)]
    } finally {
      await server.close()
    }
  })
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

function besides(what: string, meanwhile: readonly number[], before: readonly number[]): BenchRow {
  const [ours, alone] = [p95(meanwhile), p95(before)]
  return {
    name: `language server: completion in another file ${what}, p95 of ${meanwhile.length}`,
    against: 'the same alone',
    budget: `≤ ${MOST_TIMES} ×`,
    ours: millis(ours),
    theirs: millis(alone),
    ratio: ours / alone,
    ok: ours <= MOST_TIMES * alone,
  }
}

async function completion(server: EditorRequest): Promise<number> {
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
  else await parseTree(language, text)
  return performance.now() - start
}

function p95(values: readonly number[]): number {
  return [...values].sort((one, two) => one - two)[Math.floor(values.length * 0.95)] ?? Number.NaN
}

function millis(ms: number): string {
  return `${ms.toFixed(1)} ms`
}
