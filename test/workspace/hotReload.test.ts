// Hot reload: saved hooks are live, incomplete ones replace nothing, and firings in flight are unaffected.
// `HOOKBENCH_ROUNDS=1000` runs the long version of the last test.

import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import type { OpenOptions, Workspace } from '../../runtime/workspace/workspace.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const answers = (input: string) =>
  `export function tool_execute_before(context) { return { ...context, input: ${input} } }\n`
const KAIZEN = (value: number) => `from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult

class Counts(BaseHook):
    events = [HookEvent.PRE_TOOL_USE]

    def __init__(self):
        super().__init__(name="counts")

    async def handle(self, context):
        return HookResult(success=True, data={"value": ${value}})
`
const SHELL = (word: string) => `#!/bin/sh
[ "$1" = hook ] && echo before_tool_call && exit
echo '{"blocked": true, "reason": "${word}"}'
`

type Opened = { readonly tree: Tree; readonly root: string; readonly workspace: Workspace }

async function open(t: TestContext, files: string, options: Partial<OpenOptions> = {}): Promise<Opened> {
  const tree = writeTree(`//- /ws/\n//- /home/\n${files}`)
  const root = tree.at('ws')
  const workspace = await openWorkspace({
    root,
    home: tree.at('home'),
    trust: 'workspace',
    watch: true,
    ...options,
  })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  return { tree, root, workspace }
}

function save(path: string, text: string | Buffer, mode = 0o644): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text, { mode })
}

function fire(workspace: Workspace, input: object = {}): Promise<Outcome> {
  const event = 'tool_execute_before'
  const payload = { event, sessionId: 's', timestamp: 1, toolName: 'x', toolCallId: 't', input }
  return workspace.fire(event, payload, { dialect: 'secureyeoman' })
}

async function input(workspace: Workspace): Promise<unknown> {
  return ((await fire(workspace)).payload as { input: unknown }).input
}

function hook(workspace: Workspace, name: string) {
  const { state, why } = workspace.list().find((one) => one.name === name && one.source !== 'builtin') ?? {}
  return { state, why }
}

/** Polls until the condition holds; returns the milliseconds it took. */
async function until(holds: () => unknown): Promise<number> {
  const began = performance.now()
  while (!(await holds())) {
    assert.ok(performance.now() - began < 60_000, 'not live after 60 s')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return performance.now() - began
}

const NEXT_RELOAD = (workspace: Workspace) =>
  new Promise<void>((resolve) => {
    const stop = workspace.onReload(() => {
      stop()
      resolve()
    })
  })

test('a hook, what it imports and a hook of Python are live moments after they are saved', async (t) => {
  const { root, workspace } = await open(
    t,
    `//- /ws/extensions/a.mjs
import { value } from './lib/value.mjs'
${answers('{ own: 0, value }')}
//- /ws/extensions/lib/value.mjs
export const value = 0
//- /ws/.kaizen/hooks/counts.py
${KAIZEN(0)}
`,
  )
  const file = join(root, 'extensions/a.mjs')
  const python = async () => {
    const payload = {
      event_type: 'pre_tool_use',
      agent_id: 'a',
      timestamp: 1,
      data: { tool_name: 'x', tool_input: {} },
    }
    const { hooks } = await workspace.fire('pre_tool_use', payload, { dialect: 'kaizen' })
    return (hooks[0]?.result as { data?: { value: number } })?.data?.value
  }
  await until(async () => (await python()) === 0)
  const times: number[] = []
  for (let n = 1; n <= 5; n++) {
    save(file, `import { value } from './lib/value.mjs'\n${answers(`{ own: ${n}, value }`)}`)
    times.push(await until(async () => ((await input(workspace)) as { own: number }).own === n))
    save(join(root, 'extensions/lib/value.mjs'), `export const value = ${n}\n`)
    times.push(await until(async () => ((await input(workspace)) as { value: number }).value === n))
    save(join(root, '.kaizen/hooks/counts.py'), KAIZEN(n))
    times.push(await until(async () => (await python()) === n))
  }
  const median = times.toSorted((one, two) => one - two)[7] ?? Number.POSITIVE_INFINITY
  t.diagnostic(
    `live after ${median.toFixed(0)} ms in the middle, ${Math.max(...times).toFixed(0)} ms at most`,
  )
  assert.ok(median < 5000, `live after ${median} ms`)
})

test('hooks and folders that did not exist come, go and come again', async (t) => {
  const { root, workspace } = await open(t, '')
  const guard = join(root, '.kodelet/hooks/guard')
  const plugin = join(root, '.kodelet/plugins/acme@review/hooks/check')
  for (let round = 0; round < 2; round++) {
    save(guard, SHELL('no'), 0o755)
    await until(() => hook(workspace, 'guard').state === 'active')
    save(plugin, SHELL('no'), 0o755)
    await until(() => hook(workspace, 'acme/review/check').state === 'active')
    rmSync(join(root, '.kodelet'), { recursive: true })
    await until(() => hook(workspace, 'guard').state === undefined)
    assert.equal(hook(workspace, 'acme/review/check').state, undefined)
  }
})

test('a folder that becomes a file, and a folder again, ends nothing', async (t) => {
  const { root, workspace } = await open(t, '')
  const kodelet = join(root, '.kodelet')
  const guard = join(kodelet, 'hooks/guard')
  for (let round = 0; round < 3; round++) {
    save(guard, SHELL('no'), 0o755)
    await until(() => hook(workspace, 'guard').state === 'active')
    rmSync(kodelet, { recursive: true })
    writeFileSync(kodelet, '')
    await until(() => hook(workspace, 'guard').state === undefined)
    // The delayed second look would find a file where it expects a folder.
    await new Promise((resolve) => setTimeout(resolve, 250))
    rmSync(kodelet)
  }
})

test('settings and secureyeoman.yaml are live', async (t) => {
  const { root, workspace } = await open(t, `//- /ws/extensions/a.mjs\n${answers('{ seen: true }')}`)
  assert.deepEqual(await input(workspace), { seen: true })
  const settings = join(root, '.hookbench/settings.json')
  save(settings, '{ "disabled": ["secureyeoman:workspace:a.mjs"] }')
  await until(() => hook(workspace, 'a').state === 'disabled')
  assert.deepEqual(await input(workspace), {})
  rmSync(settings)
  await until(() => hook(workspace, 'a').state === 'active')
  save(join(root, 'secureyeoman.yaml'), 'extensions:\n  enabled: false\n')
  await until(() => hook(workspace, 'a').state === 'disabled')
  assert.deepEqual(await input(workspace), {})
})

test('with hooks off nothing is watched and nothing fires', async (t) => {
  const { root, workspace } = await open(t, '', { hooks: false })
  save(join(root, 'extensions/a.mjs'), answers('{ seen: true }'))
  await workspace.reload()
  assert.deepEqual(workspace.list(), [])
  assert.deepEqual(await input(workspace), {})
})

const MOVED: readonly (readonly [what: string, from: string, to: string])[] = [
  ['a package', '.kaizen/hooks/words.py', '.kaizen/hooks/words/__init__.py'],
  ['a module again', '.kaizen/hooks/words/__init__.py', '.kaizen/hooks/words.py'],
  ['a folder with an index', 'extensions/lib/value.js', 'extensions/lib/value/index.js'],
  ['a file with another ending', 'extensions/lib/value.js', 'extensions/lib/value.cjs'],
]

for (const [what, from, to] of MOVED) {
  test(`an import that becomes ${what} replaces the version before`, async (t) => {
    const isPython = from.endsWith('.py')
    const main = isPython ? '.kaizen/hooks/counts.py' : 'extensions/a.cjs'
    const whole = isPython
      ? `from words import WORD\n${KAIZEN(1)}`
      : "const { v } = require('./lib/value')\nexports.tool_execute_before = (c) => ({ ...c, input: { v } })\n"
    const { root, workspace } = await open(
      t,
      `//- /ws/${main}\n${whole}//- /ws/${from}\n${isPython ? 'WORD' : 'exports.v'} = 1\n`,
    )
    mkdirSync(join(root, to, '..'), { recursive: true })
    renameSync(join(root, from), join(root, to))
    await workspace.reload()
    const mine = () => workspace.list().find(({ path }) => path.endsWith(main))
    assert.deepEqual([mine()?.state, mine()?.why], ['active', undefined])
    assert.ok(mine()?.files.some((path) => path.endsWith(to)))
  })
}

test('without watch a new hook waits for reload', async (t) => {
  const { root, workspace } = await open(t, '', { watch: false })
  save(join(root, 'extensions/a.mjs'), answers('{ seen: true }'))
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.equal(hook(workspace, 'a').state, undefined)
  await workspace.reload()
  assert.deepEqual(await input(workspace), { seen: true })
})

const HALVES: Readonly<
  Record<string, readonly [file: string, text: string | Buffer | undefined, note: RegExp]>
> = {
  'half a module': [
    'extensions/a.mjs',
    'export function tool_exec',
    /^a\.mjs: Line 1 does not parse: .*; the last good version stays in use$/,
  ],
  'an empty module': ['extensions/a.mjs', '', /^a\.mjs is empty; the last good version stays in use$/],
  'half of an import': [
    'extensions/lib/value.mjs',
    'export const value =',
    /^value\.mjs: Line 1 does not parse: /,
  ],
  'an empty import': [
    'extensions/lib/value.mjs',
    '',
    /^value\.mjs is empty; the last good version stays in use$/,
  ],
  'an import that is removed before it is written': [
    'extensions/lib/value.mjs',
    undefined,
    /^value\.mjs is missing; the last good version stays in use$/,
  ],
  'an empty import of a Python class': ['.kaizen/hooks/words.py', '', /^words\.py is empty; /],
  'an import of a Python class that is removed before it is written': [
    '.kaizen/hooks/words.py',
    undefined,
    /^words\.py is missing; /,
  ],
  'half of a JSON file that is imported': [
    'extensions/lib/more.json',
    '{ "more":',
    /^more\.json is not JSON; /,
  ],
  'an import of zero bytes': ['extensions/lib/value.mjs', '\0'.repeat(24), /^value\.mjs is empty; /],
  'a required index that is removed before it is written': [
    'extensions/lib/old/index.cjs',
    undefined,
    /^index\.cjs is missing; /,
  ],
  'half of the package.json of a required folder': [
    'extensions/lib/old/package.json',
    '{ "main"',
    /^package\.json is not JSON; /,
  ],
  'an emptied package of Python': ['.kaizen/hooks/parts/__init__.py', '', /^__init__\.py is empty; /],
  'a Python class that ends within a letter': [
    '.kaizen/hooks/counts.py',
    Buffer.concat([Buffer.from(`from words import WORD\n${KAIZEN(2)}# caf`), Buffer.from([0xc3])]),
    /^counts\.py is not UTF-8; the last good version stays in use$/,
  ],
  'half a Python class': ['.kaizen/hooks/counts.py', 'class Counts(BaseHook:\n', /stays in use$/],
}

for (const [what, [file, half, note]] of Object.entries(HALVES)) {
  test(`${what} is a problem, and the last good version stays in use`, async (t) => {
    const whole: Readonly<Record<string, string>> = {
      'extensions/a.mjs': `import { value } from './lib/value.mjs'
import more from './lib/more.json' with { type: 'json' }
import { createRequire } from 'node:module'
const old = createRequire(import.meta.url)('./lib/old')
${answers('{ value: value * more.more * old.one }')}`,
      'extensions/lib/more.json': '{ "more": 1 }\n',
      'extensions/lib/old/index.cjs': 'exports.one = 1\n',
      'extensions/lib/old/package.json': '{ "main": "index.cjs" }\n',
      '.kaizen/hooks/parts/__init__.py': 'PART = 1\n',
      'extensions/lib/value.mjs': 'export const value = 1\n',
      '.kaizen/hooks/counts.py': `from words import WORD\nfrom parts import PART\n${KAIZEN(1)}`,
      '.kaizen/hooks/words.py': 'WORD = 1\n',
    }
    const { root, workspace } = await open(
      t,
      Object.entries(whole)
        .map(([path, text]) => `//- /ws/${path}\n${text}`)
        .join(''),
    )
    const name = file.endsWith('.py') ? 'counts' : 'a'
    const mine = () =>
      workspace.list().find((one) => one.path.endsWith(file.endsWith('.py') ? 'counts.py' : 'a.mjs'))
    assert.equal(mine()?.state, 'active', name)
    if (half === undefined) rmSync(join(root, file))
    else save(join(root, file), half)
    await until(() => mine()?.why !== undefined)
    assert.equal(mine()?.state, 'active')
    assert.match(String(mine()?.why), note)
    const reported = workspace.problems.filter(({ message }) => message.includes('stays in use'))
    assert.deepEqual(
      reported.map(({ code }) => code),
      ['syntax.error'],
    )
    assert.deepEqual(await input(workspace), { value: 1 })
    // A further reload changes nothing.
    await workspace.reload()
    assert.match(String(mine()?.why), note)
    assert.deepEqual(await input(workspace), { value: 1 })
    save(join(root, file), `${whole[file]}\n`)
    await until(() => mine()?.why === undefined)
    assert.equal(mine()?.state, 'active')
    assert.deepEqual(
      workspace.problems.filter(({ message }) => message.includes('stays in use')),
      [],
    )
  })
}

test('of a program nothing can be kept, and it says so', async (t) => {
  const { root, workspace } = await open(t, `//- /ws/.kodelet/hooks/guard 755\n${SHELL('no')}`)
  save(join(root, '.kodelet/hooks/guard'), 'echo half', 0o755)
  await until(() => hook(workspace, 'guard').state === 'broken')
  assert.match(
    String(hook(workspace, 'guard').why),
    /; an executable runs from its file, so its last good version cannot be kept$/,
  )
  save(join(root, '.kodelet/hooks/guard'), SHELL('no'), 0o755)
  await until(() => hook(workspace, 'guard').state === 'active')
})

test('an untrusted edit makes a hook untrusted; its old code is no longer run', async (t) => {
  const tree = writeTree(`//- /home/\n//- /ws/extensions/a.mjs\n${answers('{ n: 1 }')}`)
  const { openLedger } = await import('../../runtime/trust/ledger.ts')
  const { ledgerFile } = await import('../../runtime/trust/store.ts')
  const [root, home] = [tree.at('ws'), tree.at('home')]
  const workspace = await openWorkspace({ root, home, watch: true })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  const ledger = openLedger({ file: ledgerFile(home), root, home })
  await ledger.trust(
    workspace.list().filter(({ path }) => path !== ''),
    'exact',
  )
  await workspace.reload()
  assert.deepEqual(await input(workspace), { n: 1 })
  save(join(root, 'extensions/a.mjs'), answers('{ n: 2 }'))
  await until(() => hook(workspace, 'a').state === 'untrusted')
  assert.deepEqual(await input(workspace), {})
  const [one] = workspace.list().filter(({ path }) => path !== '')
  await ledger.trust(one === undefined ? [] : [one], 'exact')
  await workspace.reload()
  assert.deepEqual(await input(workspace), { n: 2 })
  await ledger.untrust(join(root, 'extensions/a.mjs'))
  await until(async () => JSON.stringify(await input(workspace)) === '{}')
})

test('a firing in flight keeps the hooks and the code it started with', async (t) => {
  const { root, workspace } = await open(
    t,
    `//- /ws/extensions/_1_slow.mjs
export async function tool_execute_before(context) {
  await new Promise((resolve) => setTimeout(resolve, 600))
  return context
}
//- /ws/extensions/_2_says.mjs
${answers("{ says: 'old' }")}
//- /ws/extensions/_3_goes.mjs
${answers('{ ...context.input, stays: true }')}
`,
  )
  const firing = input(workspace)
  await new Promise((resolve) => setTimeout(resolve, 100))
  save(join(root, 'extensions/_2_says.mjs'), answers("{ says: 'new' }"))
  rmSync(join(root, 'extensions/_3_goes.mjs'))
  await until(() => hook(workspace, '_3_goes').state === undefined)
  assert.deepEqual(await firing, { says: 'old', stays: true })
  assert.deepEqual(await input(workspace), { says: 'new' })
})

test('reloads under constant firing lose nothing and run nothing twice', { timeout: 600_000 }, async (t) => {
  const rounds = Number(process.env.HOOKBENCH_ROUNDS ?? 30)
  const { root, workspace } = await open(
    t,
    `//- /ws/extensions/_1_edited.mjs
${answers('{ version: 0 }')}
//- /ws/extensions/_2_counts.mjs
let count = 0
${answers('{ ...context.input, count: ++count }')}
`,
  )
  const file = join(root, 'extensions/_1_edited.mjs')
  const seen: { readonly version: number; readonly count: number }[] = []
  let going = true
  const lanes = [1, 2, 3].map(async () => {
    while (going) {
      const { hooks, payload } = await fire(workspace)
      assert.deepEqual(
        hooks.map(({ status }) => status),
        ['returned', 'returned'],
        JSON.stringify(hooks),
      )
      seen.push((payload as { input: { version: number; count: number } }).input)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })
  let reloads = 0
  workspace.onReload(() => void reloads++)
  const work = (async () => {
    for (let n = 1; n <= rounds; n++) {
      const text = answers(`{ version: ${n} }`)
      if (n % 3 === 1) {
        save(join(root, 'next'), text)
        renameSync(join(root, 'next'), file)
      } else {
        if (n % 3 === 2) {
          const reloaded = NEXT_RELOAD(workspace)
          save(file, text.slice(0, 30))
          await reloaded
        }
        save(file, text)
      }
      await until(() => seen.at(-1)?.version === n)
    }
  })()
  await Promise.race([work, ...lanes])
  await work
  going = false
  await Promise.all(lanes)
  assert.ok(reloads >= rounds)
  const counts = seen.map(({ count }) => count).toSorted((one, two) => one - two)
  assert.deepEqual(
    counts,
    counts.map((_, at) => at + 1),
    'every firing ran the counting hook exactly once',
  )
  t.diagnostic(`${reloads} reloads, ${seen.length} firings`)
})
