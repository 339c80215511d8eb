// Every fault of a hook, through the whole product: the right status, one clear line, the innocent hook behind it
// counts, nothing is left running, and the recording can be read.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Settings } from '../../runtime/contract/settings.ts'
import type { Reason } from '../../runtime/contract/verdict.ts'
import { openCli } from '../support/cli.ts'
import { type Kind, play, SCENES } from './stage.ts'

const cli = openCli()
after(cli.close)

type Row = {
  readonly name: string
  readonly kind: Kind
  /** The extension of the file and its text, or a whole tree. */
  readonly ending?: string
  readonly text?: string
  readonly tree?: string
  /** `broken`: known before it is run, and shown by `list`. */
  readonly status?: 'returned' | 'skipped' | 'broken'
  readonly failure?: Reason
  readonly why?: RegExp
  readonly settings?: Partial<Settings>
}

// Short for a hook that hangs, but enough for the innocent one on a busy machine; for Python a new interpreter must
// start.
const SHORT: Partial<Settings> = { maxExecutionTime: 4000 }
const SHORT_FOR_PYTHON: Partial<Settings> = { maxExecutionTime: 8000 }
const handler = 'export const tool_execute_before ='
const js = (name: string, text: string, rest: Omit<Row, 'name' | 'kind' | 'text'>): Row => ({
  name,
  kind: 'module',
  ending: '.mjs',
  text,
  ...rest,
})
const ts = (name: string, text: string, rest: Omit<Row, 'name' | 'kind' | 'text'>): Row => ({
  name,
  kind: 'module',
  ending: '.ts',
  text,
  ...rest,
})
const sh = (name: string, body: string, rest: Omit<Row, 'name' | 'kind' | 'text'>): Row => ({
  name,
  kind: 'executable',
  ending: ' 755',
  text: `#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call && exit\n${body}`,
  ...rest,
})
const py = (name: string, body: string, rest: Omit<Row, 'name' | 'kind' | 'text'>): Row => ({
  name,
  kind: 'python',
  ending: '',
  text: `import asyncio, os, sys, time\nfrom kaizen.core.autonomy.hooks import BaseHook, HookResult\n\n\nclass Hostile(BaseHook):\n    def __init__(self):\n        super().__init__(name="hostile")\n\n    async def handle(self, context):\n        ${body}\n`,
  ...rest,
})

const rows: readonly Row[] = [
  js('throws', `${handler} () => { throw new TypeError('no good') }`, {
    failure: 'crashed',
    why: /^TypeError: no good$/,
  }),
  js('rejects', `${handler} async () => { throw new RangeError('too far') }`, {
    failure: 'crashed',
    why: /^RangeError: too far$/,
  }),
  js('returns undefined from a transform', `${handler} () => {}`, {
    failure: 'invalid',
    why: /undefined|nothing/,
  }),
  js('returns the wrong shape', `${handler} () => 7`, { failure: 'invalid', why: /expected|shape/ }),
  js('returns a function', `${handler} (context) => ({ ...context, later: () => 1 })`, {
    failure: 'invalid',
    why: /later is a function/,
  }),
  js('never resolves', `${handler} () => new Promise(() => {})`, {
    failure: 'timeout',
    why: /within 4000 ms/,
    settings: SHORT,
  }),
  js('spins', `${handler} () => { for (;;) {} }`, {
    failure: 'timeout',
    why: /within 4000 ms/,
    settings: SHORT,
  }),
  js('spins after an await', `${handler} async () => { await null; for (;;) {} }`, {
    failure: 'timeout',
    why: /within 4000 ms/,
    settings: SHORT,
  }),
  js('spins while it loads', `for (;;) {}\n${handler} () => {}`, {
    failure: 'timeout',
    why: /within 4000 ms/,
    settings: SHORT,
  }),
  js('calls process.exit', `${handler} () => process.exit(3)`, {
    failure: 'crashed',
    why: /process\.exit\(3\)/,
  }),
  js('kills its process', `${handler} () => { process.kill(process.pid, 'SIGKILL') }`, {
    failure: 'crashed',
    why: /cannot signal its own process/,
  }),
  js(
    'allocates without end',
    `${handler} () => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)) }`,
    { failure: 'crashed', why: /memory/, settings: { maxExecutionTime: 30_000 } },
  ),
  js(
    'allocates Buffers without end',
    `${handler} async () => { const all = []; for (;;) { all.push(Buffer.alloc(3e7, 1)); await new Promise(setImmediate) } }`,
    { failure: 'crashed', why: /memory/, settings: { maxExecutionTime: 30_000 } },
  ),
  js(
    'allocates Buffers without a pause',
    `${handler} () => { const all = []; for (;;) all.push(Buffer.alloc(3e7, 1)) }`,
    { failure: 'crashed', why: /memory/, settings: { maxExecutionTime: 30_000 } },
  ),
  js(
    'prints 20 MB',
    `${handler} (context) => { for (let i = 0; i < 200; i++) console.log('x'.repeat(1e5)); return context }`,
    { status: 'returned' },
  ),
  js('has a syntax error', `${handler} => (`, { status: 'skipped', why: /broken|syntax|expected/i }),
  js('imports what is not there', `import './gone.mjs'\n${handler} (context) => context`, {
    failure: 'crashed',
    why: /gone\.mjs/,
  }),
  ts('uses an enum', `enum Colour { Red }\n${handler} (context: unknown) => context ?? Colour.Red`, {
    status: 'skipped',
    why: /enum/,
  }),
  {
    name: 'is a .ts module under "type": "commonjs"',
    kind: 'module',
    tree: `
      //- /ws/package.json
      {"type": "commonjs"}
      //- /ws/extensions/_10_hostile.ts
      import { word } from './lib/word.ts'
      export const tool_execute_before = (context: object): object => ({ ...context, word })
      //- /ws/extensions/lib/word.ts
      export const word: string = 'said'
    `,
    status: 'returned',
  },
  {
    name: 'lives at a path with spaces and quotes',
    kind: 'executable',
    tree: `
      //- /ws/.kodelet/hooks/10-hostile it's "here" $HOME 755
      #!/bin/sh
      [ "$1" = hook ] && echo before_tool_call && exit
      cat > /dev/null
    `,
    status: 'returned',
  },
  sh('dies by a signal', 'kill -SEGV $$', { failure: 'crashed', why: /SIGSEGV/ }),
  sh('prints 100 MB', 'head -c 104857600 /dev/zero', { failure: 'unreadable', why: /stdout/ }),
  sh('prints 100 MB to stderr', 'head -c 104857600 /dev/zero >&2', { failure: 'unreadable', why: /stderr/ }),
  sh('prints half a JSON', `cat > /dev/null; printf '{"blocked": tr'`, {
    failure: 'unreadable',
    why: /no JSON/,
  }),
  sh('prints what is not UTF-8', `cat > /dev/null; printf '{"reason": "caf\\351"}'`, {
    failure: 'unreadable',
    why: /not UTF-8/,
  }),
  sh('prints the wrong shape', `cat > /dev/null; echo '{"blocked": "yes"}'`, {
    failure: 'invalid',
    why: /blocked/,
  }),
  sh('closes stdin early', `exec < /dev/null; echo '{}'`, { status: 'returned' }),
  sh('leaves a grandchild that keeps stdout open', `cat > /dev/null; sleep 60 & echo '{}'`, {
    status: 'returned',
  }),
  sh('leaves a stubborn grandchild and hangs', `sh -c 'trap "" TERM; while :; do sleep 1; done' & sleep 60`, {
    failure: 'timeout',
    why: /within 4000 ms/,
    settings: SHORT,
  }),
  sh('hangs', 'sleep 60', { failure: 'timeout', why: /within 4000 ms/, settings: SHORT }),
  sh('spins', 'while :; do :; done', { failure: 'timeout', why: /within 4000 ms/, settings: SHORT }),
  sh('ends with exit code 3', 'echo disk on fire >&2; exit 3', {
    failure: 'crashed',
    why: /exit code 3: disk on fire/,
  }),
  {
    name: 'has no shebang',
    kind: 'executable',
    ending: ' 755',
    text: 'echo {}',
    status: 'broken',
    why: /first line has no interpreter/,
  },
  {
    name: 'has a CRLF shebang',
    kind: 'executable',
    ending: ' 755',
    text: '#!/bin/sh\r\n[ "$1" = hook ] && echo before_tool_call && exit\r\necho {}\r\n',
    status: 'broken',
    why: /CRLF/,
  },
  {
    name: 'names an interpreter that is not there',
    kind: 'executable',
    ending: ' 755',
    text: '#!/opt/nowhere/bin/ruby\n',
    status: 'broken',
    why: /\/opt\/nowhere\/bin\/ruby/,
  },
  {
    name: 'is empty',
    kind: 'executable',
    ending: ' 755',
    text: '',
    status: 'broken',
    why: /first line has no interpreter/,
  },
  {
    name: 'names an event that is none',
    kind: 'executable',
    ending: ' 755',
    text: '#!/bin/sh\necho before_tool_cal\n',
    status: 'broken',
    why: /before_tool_cal/,
  },
  {
    name: 'hangs when asked for its event',
    kind: 'executable',
    ending: ' 755',
    text: '#!/bin/sh\n[ "$1" = "$(echo hook)" ] && sleep 60\n',
    settings: SHORT,
    status: 'broken',
    why: /within|answer/,
  },
  py('raises', 'raise ValueError("no good")', { failure: 'crashed', why: /^ValueError: no good$/ }),
  py('returns the wrong shape', 'return 7', { failure: 'invalid', why: /7|shape|expected/ }),
  py('never resolves', 'await asyncio.Event().wait()', {
    failure: 'timeout',
    why: /within 8000 ms/,
    settings: SHORT_FOR_PYTHON,
  }),
  py('spins', '\n        while True: pass', {
    failure: 'timeout',
    why: /within 8000 ms/,
    settings: SHORT_FOR_PYTHON,
  }),
  py('sleeps without await', 'time.sleep(60)', {
    failure: 'timeout',
    why: /within 8000 ms/,
    settings: SHORT_FOR_PYTHON,
  }),
  py('leaves the interpreter', 'os._exit(5)', { failure: 'crashed', why: /exit|5/ }),
  py('kills itself', 'os.kill(os.getpid(), 9)', { failure: 'crashed', why: /SIGKILL/ }),
  py('leaves a child and hangs', 'os.system("sleep 60 &"); time.sleep(60)', {
    failure: 'timeout',
    why: /within 8000 ms/,
    settings: SHORT_FOR_PYTHON,
  }),
  py('prints 20 MB', 'print("x" * 20_000_000); return HookResult(success=True)', { status: 'returned' }),
  {
    name: 'throws',
    kind: 'lists',
    ending: '.mjs',
    text: `export default { beforeTool: [() => { throw new Error('no') }] }`,
    failure: 'crashed',
    why: /^Error: no$/,
  },
  {
    name: 'never resolves',
    kind: 'lists',
    ending: '.mjs',
    text: 'export default { beforeTool: [() => new Promise(() => {})] }',
    failure: 'timeout',
    why: /within 4000 ms/,
    settings: SHORT,
  },
]

describe('a hook that', { concurrency: 5 }, () => {
  for (const row of rows) {
    test(`${row.name} (${row.kind})`, async (t) => {
      const files = row.tree ?? `//- ${SCENES[row.kind].place}${row.ending}\n${row.text}\n`
      const { tree, outcome, hostile, listed, innocent } = await play(
        row.kind,
        files,
        row.settings === undefined ? {} : { settings: row.settings },
      )
      t.after(tree.remove)
      const status = row.failure === undefined ? row.status : 'failed'
      const broken = row.status === 'broken'
      const got = broken ? [listed?.state, undefined] : [hostile?.status, hostile?.failure]
      const why = (broken ? listed : hostile)?.why
      assert.deepEqual(got, [status, row.failure], why)
      if (row.why !== undefined) assert.match(why ?? '', row.why)
      assert.equal(why?.includes('\n') ?? false, false, 'one line')
      assert.equal(innocent.status, 'returned', innocent.why)
      assert.equal(outcome.decision, 'pass')

      const shown = await cli.run([
        '--workspace',
        tree.at('/ws'),
        '--home',
        tree.at('/home'),
        'recordings',
        'show',
        'latest',
      ])
      assert.deepEqual([shown.code, shown.stderr], [0, ''])
      assert.match(
        shown.stdout,
        new RegExp(`^ +1 +${outcome.event} .* pass .*${row.kind === 'lists' ? 'changed' : 'innocent'}`),
      )
      assert.equal(shown.stdout.trimEnd().includes('\n'), false)
    })
  }
})

const linux = { skip: process.platform === 'linux' ? false : 'reads /proc' }

test('no worker thread is left behind', linux, async () => {
  const OWN = /^(node|MainThread|DelayedTask.*|SignalInspector|V8Worker|libuv-worker|iou-.*)$/
  const others = () =>
    readdirSync('/proc/self/task').flatMap((id) => {
      const name = readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim()
      return OWN.test(name) ? [] : [name]
    })
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true })
  await once(worker, 'online')
  assert.equal(others().length, 1, 'a worker would be seen')
  await worker.terminate()
  for (let tries = 0; others().length > 0 && tries < 600; tries++) await sleep(50)
  assert.deepEqual(others(), [])
})
