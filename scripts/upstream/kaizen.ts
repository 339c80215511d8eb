// Predicts Kaizen's rows: hook files and one event, or the body of a class and its bindings. Uses the HookManager of
// the Python package that stands in for Kaizen through `discover_filesystem_hooks`; test/upstream/kaizen.test.ts checks
// that the runtime agrees with it.

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { isObject, type Json } from '../../runtime/contract/json.ts'

export type KaizenFiring = { readonly event: string; readonly data: { readonly [name: string]: Json } }

type Answer = { readonly registered: readonly string[]; readonly results: readonly Json[] }

/** Seconds that the released package allows a hook; ADR-010 says 5. */
const RELEASED_TIMEOUT = 0.5
const PACKAGE = join(import.meta.dirname, '..', '..', 'runtime', 'executors', 'python')

/** The events that the rows of one case were fired with, in order, at one manager, since hooks keep state. */
export const LIFE: readonly KaizenFiring[] = [
  { event: 'pre_tool_use', data: { tool_name: 'search', tool_input: { q: 1 } } },
  {
    event: 'post_tool_use',
    data: { tool_name: 'search', tool_input: { q: 1 }, result: { ok: true }, estimated_cost_usd: 0.5 },
  },
  { event: 'pre_agent_loop', data: { inputs: { q: 'x' } } },
  { event: 'post_agent_loop', data: { inputs: { q: 'x' }, result: { answer: 1 } } },
]

/** Hookbench's result for one row's input; undefined for unsupported kinds of input. */
export async function predict(input: Json): Promise<Json | undefined> {
  if (!isObject(input)) return undefined
  if (typeof input.class_body === 'string') {
    const { registered } = await ask({ 'a.py': fileWith(input.class_body) }, [])
    return { registered: [...registered] }
  }
  const row = rowOf(input)
  if (row === undefined) return undefined
  const { results } = await ask(row.files, row.firings)
  return results.at(-1)
}

// The files of a row, and the events fired before it and for it; undefined if it is not such a row.
function rowOf(
  input: Readonly<Record<string, unknown>>,
):
  | { readonly files: Readonly<Record<string, string>>; readonly firings: readonly KaizenFiring[] }
  | undefined {
  const { files, event, data } = input
  if (!isObject(files) || typeof event !== 'string' || !isObject(data)) return undefined
  if (!Object.values(files).every((content) => typeof content === 'string')) return undefined
  const at = LIFE.findIndex((firing) => firing.event === event)
  const firings = [...LIFE.slice(0, Math.max(at, 0)), { event, data } as KaizenFiring]
  return { files: files as Record<string, string>, firings }
}

// A statement about `self` goes into the constructor; a body that is not Python (a description) becomes an empty one.
function fileWith(body: string): string {
  const inConstructor = /\bself\b/.test(body) && !/\bdef\b/.test(body)
  const at = (depth: number) => body.replaceAll('\n', `\n${' '.repeat(depth)}`)
  const source = inConstructor ? classWith('pass', at(8)) : classWith(at(4), 'pass')
  return `from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult
try:
    exec(${JSON.stringify(source)})
except SyntaxError:
    exec(${JSON.stringify(classWith('pass', 'pass'))})
`
}

function classWith(body: string, creation: string): string {
  return `class Hook(BaseHook):
    ${body}
    def __init__(self):
        super().__init__(name="hook")
        ${creation}
    async def handle(self, context):
        return HookResult(success=True)
`
}

async function ask(
  files: Readonly<Record<string, string>>,
  firings: readonly KaizenFiring[],
): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'hookbench-kaizen-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, name)
      if (!path.startsWith(folder + sep)) throw new Error(`${name} leads out of its folder`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
    return await answerOf({ folder, firings, timeout: RELEASED_TIMEOUT })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function answerOf(question: object): Promise<Answer> {
  const env = { ...process.env, PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1' }
  const child = spawn('python3', [join(import.meta.dirname, 'fire_kaizen.py')], { env })
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(question))
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  )
  const [answer, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`python3 ended with ${code}: ${stderr.trimEnd().split('\n').at(-1) ?? ''}`)
  return JSON.parse(answer) as Answer
}
