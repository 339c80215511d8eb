// Trust from the command line: what prompts, what is written, and above all that nothing untrusted ever runs.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { grantFor, ledgerFor } from '../../runtime/cli/trust.ts'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { type CliResult, openCli } from '../support/cli.ts'
import { writeShop } from '../support/shop.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)

const shop = writeShop()
after(shop.remove)
const ledger = join(shop.home, '.local/share/hookbench/trust.json')
const hookbench = (...args: readonly string[]) => cli.run(shop.args(...args), { cwd: shop.ws })
const forget = () => rmSync(ledger, { force: true })

async function states(): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await hookbench('list', '--json')
  const hooks: Hook[] = JSON.parse(stdout)
  return Object.fromEntries(
    hooks.map(({ name, state, why }) => [name, why === undefined ? state : `${state}: ${why}`]),
  )
}

test('without a terminal and without --yes, the hooks are shown and nothing is trusted', async () => {
  const { code, stdout, stderr } = await hookbench('trust')
  assert.match(
    stdout,
    /^These hooks will run as they are now:\n {2}extensions\/_10_greet\.ts +new {2}with 1 file it imports\n/,
  )
  assert.match(stderr, /^hookbench: nothing was trusted: there is no terminal to ask in; .* pass --yes\.\n$/)
  assert.equal(code, 2)
  const silent = await hookbench('trust', '--json')
  assert.deepEqual([silent.code, silent.stdout], [2, ''])
  assert.equal(existsSync(ledger), false)
})

test('trust --yes trusts all, a second time nothing is left to trust, untrust takes one back', async () => {
  forget()
  assert.match((await hookbench('trust', '--yes')).stdout, /\nTrusted 8 hooks\.\n$/)
  assert.equal((await hookbench('trust', '--yes')).stdout, 'Every hook found here is already trusted.\n')
  assert.deepEqual((await hookbench('trust', '--yes', '--json')).stdout, '[]\n')
  assert.equal((await hookbench('untrust', '20-guard')).stdout, '1 entry removed from the ledger.\n')
  assert.match(
    (await states())['20-guard'] ?? '',
    /^untrusted: not trusted yet; run `hookbench trust kodelet:workspace:20-guard`$/,
  )
  assert.equal((await hookbench('untrust', '.')).stdout, '5 entries removed from the ledger.\n')
  const left = Object.entries(await states()).filter(([, state]) => state === 'active')
  assert.deepEqual(left.map(([name]) => name).sort(), ['_20_quiet', 'private'])
})

test('one hook by name, a folder by path, the answer as JSON', async () => {
  forget()
  const one = await hookbench('trust', '20-guard', '--yes', '--json')
  const entries = JSON.parse(one.stdout)
  assert.deepEqual(
    entries.map(({ path, mode }: { path: string; mode: string }) => [path, mode]),
    [[join(shop.ws, '.kodelet/hooks/20-guard'), 'exact']],
  )
  await hookbench('trust', '.compilr', '--yes')
  const active = Object.entries(await states()).filter(([, state]) => state === 'active')
  assert.deepEqual(
    active.map(([name]) => name),
    ['20-guard', 'beforeTool[0]'],
  )
  assert.equal((await hookbench('trust', '.hookbench', '--yes')).code, 2, 'no such folder, no such hook')
})

test('editing a helper that a pinned hook imports makes it untrusted and says which file', async () => {
  forget()
  await hookbench('trust', '--yes')
  const helper = join(shop.ws, 'extensions/lib/greeting.ts')
  const before = readFileSync(helper, 'utf8')
  writeFileSync(helper, `${before}// edited\n`)
  assert.match(
    (await states())._10_greet ?? '',
    /^untrusted: changed since it was trusted: lib\/greeting\.ts; look at it, then run `hookbench trust secureyeoman:workspace:_10_greet\.ts`$/,
  )
  const listed = await hookbench('trust')
  assert.match(listed.stdout, /_10_greet\.ts {2}changed: lib\/greeting\.ts {2}with 1 file it imports\n$/)
  const payload = shop.at('/llm.json')
  writeFileSync(payload, JSON.stringify(recordOf('secureyeoman', 'before_llm_call')?.example))
  const fired = JSON.parse((await hookbench('run', 'before_llm_call', '--payload', payload, '--json')).stdout)
  assert.deepEqual(
    [fired.hooks[0].status, fired.hooks[0].failure, fired.changed],
    ['failed', 'untrusted', false],
  )
  writeFileSync(helper, before)
  assert.equal((await states())._10_greet, 'active', 'the trusted bytes are back')
})

test('--edits keeps the hooks of a folder trusted as they are edited, and untrust ends it', async () => {
  forget()
  const shown = await hookbench('trust', '--edits')
  assert.match(
    shown.stdout,
    /^These hooks of .* will run as they are, and after every edit anyone makes to them:\n/,
  )
  assert.equal(shown.code, 2)
  assert.match(
    (await hookbench('trust', '--edits', '--yes')).stdout,
    /Trusted for edits\. `hookbench untrust .*` revokes it\.\n$/,
  )
  const guard = join(shop.ws, '.kodelet/hooks/20-guard')
  writeFileSync(guard, `${readFileSync(guard, 'utf8')}# edited\n`)
  const now = await states()
  assert.equal(now['20-guard'], 'active')
  assert.match(now.private ?? '', /^untrusted/, 'hooks of the user are trusted as they are, or not at all')
  assert.match(now['acme/review/watch'] ?? '', /^untrusted/, 'and so are plugins')
  const one = await hookbench('untrust', '20-guard')
  assert.match(
    one.stdout,
    /^0 entries removed from the ledger\.\nIt is still trusted for edits through .*; `hookbench untrust /,
  )
  await hookbench('untrust', '.')
  assert.match((await states())['20-guard'] ?? '', /^untrusted/)
})

test('--trust-workspace trusts for one run and writes nothing', async () => {
  forget()
  const { stdout } = await cli.run(shop.args('--trust-workspace', 'list', '--json'))
  const hooks: Hook[] = JSON.parse(stdout)
  const active = hooks.filter(({ state }) => state === 'active').map(({ source }) => source)
  assert.deepEqual([...new Set(active)].sort(), ['plugin', 'workspace'])
  assert.equal(existsSync(ledger), false)
})

test('a ledger that cannot be used trusts nothing, and every verb says so', async () => {
  mkdirSync(join(ledger, '..'), { recursive: true })
  writeFileSync(ledger, '{"v": 1, "entries": [')
  const { stdout } = await hookbench('list', '--json')
  for (const hook of (JSON.parse(stdout) as Hook[]).filter(({ state }) => state === 'untrusted'))
    assert.match(
      hook.why ?? '',
      /ledger .* is not JSON; move it away and trust your hooks again\. It trusts nothing/,
    )
  const tried = await hookbench('trust', '--yes')
  assert.deepEqual([tried.code, /is not JSON/.test(tried.stderr)], [1, true])
  assert.equal(readFileSync(ledger, 'utf8'), '{"v": 1, "entries": [', 'left as it was')
  forget()
})

const script = spawnSync('script', ['--version']).status === 0

test('at a terminal it asks, and only yes is yes', {
  skip: script ? false : '`script` is not installed',
}, async () => {
  for (const [answer, code] of [
    ['n\n', 2],
    ['\n', 2],
    ['\u0004', 2],
    ['\u0003', 2],
    ['y\n', 0],
  ] as const) {
    forget()
    const got = await atTerminal(['trust', '20-guard'], /\[y\/N\]/, answer)
    assert.equal(got.code, code, JSON.stringify(answer))
    assert.match(got.stdout, /Trust 1 hook\? \[y\/N\]/)
    assert.match(got.stdout, code === 0 ? /Trusted 1 hook\./ : /hookbench: nothing was trusted\./)
    assert.equal(existsSync(ledger), code === 0)
  }
  const coloured = await atTerminal(['explain', 'turn_end'], undefined, '')
  assert.ok(coloured.stdout.includes('\u001b[1mturn_end'))
  const plain = await atTerminal(['explain', 'turn_end'], undefined, '', { NO_COLOR: '1' })
  assert.equal(plain.stdout.includes('\u001b'), false)
})

/** Runs one command at a pseudo-terminal and types the answer once the question appears. */
async function atTerminal(
  args: readonly string[],
  question: RegExp | undefined,
  answer: string,
  env = {},
): Promise<CliResult> {
  const main = fileURLToPath(new URL('../../runtime/cli/main.ts', import.meta.url))
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', main, ...shop.args(...args)]
  const child = spawn(
    'script',
    ['--quiet', '--return', '--command', command.map((part) => `'${part}'`).join(' '), '/dev/null'],
    {
      env: { PATH: process.env.PATH, TERM: 'xterm', ...env },
      cwd: shop.ws,
    },
  )
  let stdout = ''
  let answered = false
  child.stdout.on('data', (chunk) => {
    stdout += chunk
    if (question === undefined || answered || !question.test(stdout)) return
    answered = true
    child.stdin.write(answer)
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr: '' }
}

// Every kind of hook; each would leave a file at import, at its protocol's query, and when called.
const marks = writeTree()
after(marks.remove)
const mark = (name: string) => join(marks.folder, name)
const nodeMark = (name: string) => `fs.writeFileSync(${JSON.stringify(mark(name))}, '')`
const eager = writeTree(`
  //- /home/
  //- /ws/.kodelet/hooks/shell 755
  #!/bin/sh
  touch '${mark('shell')}'
  [ "$1" = hook ] && echo before_tool_call
  //- /ws/.kodelet/hooks/unknown 755
  #!/bin/sh
  touch '${mark('unknown')}'
  echo "$(echo before_tool | tr -d -c 'a-z_')_call"
  //- /ws/.kodelet/hooks/python 755
  #!/usr/bin/env python3
  import sys
  open(${JSON.stringify(mark('python'))}, "w")
  if sys.argv[1] == "hook":
      print("before_tool_call")
  //- /ws/.kodelet/hooks/node 755
  #!/usr/bin/env node
  const fs = require('node:fs')
  ${nodeMark('node')}
  if (process.argv[2] === 'hook') console.log('before_tool_call')
  //- /ws/.kodelet/plugins/acme@tools/hooks/plugin 755
  #!/bin/sh
  touch '${mark('plugin')}'
  [ "$1" = hook ] && echo before_tool_call
  //- /home/.kodelet/hooks/user 755
  #!/bin/sh
  touch '${mark('user')}'
  [ "$1" = hook ] && echo before_tool_call
  //- /ws/extensions/module.ts
  import fs from 'node:fs'
  import './helper.mjs'
  ${nodeMark('module')}
  export const tool_execute_before = (context: unknown) => context
  //- /ws/extensions/helper.mjs
  import fs from 'node:fs'
  ${nodeMark('helper')}
  //- /ws/extensions/common.cjs
  const fs = require('node:fs')
  ${nodeMark('common')}
  exports.tool_execute_before = (context) => context
  //- /ws/.kaizen/hooks/klass.py
  open(${JSON.stringify(mark('klass'))}, "w")
  from kaizen.core.autonomy.hooks import BaseHook, HookResult


  class Klass(BaseHook):
      def __init__(self):
          super().__init__(name="klass")

      async def handle(self, context):
          return HookResult(success=True)
  //- /ws/.kaizen/hooks/twin.ts
  import fs from 'node:fs'
  ${nodeMark('twin')}
  export class Twin {
    name = 'twin'
    async handle() {
      return { success: true }
    }
  }
  //- /ws/.compilr/hooks/lists.js
  import fs from 'node:fs'
  ${nodeMark('lists')}
  export default { beforeTool: [() => {}] }
`)
after(eager.remove)

test('an untrusted hook is never executed, by any verb', async () => {
  const at = (...args: readonly string[]) =>
    cli.run(['--workspace', eager.at('/ws'), '--home', eager.at('/home'), ...args])
  const payloads = ['before_tool_call', 'tool_execute_before', 'pre_tool_use', 'beforeTool'] as const
  const dialects = ['kodelet', 'secureyeoman', 'kaizen', 'compilr'] as const
  payloads.forEach((event, place) => {
    const example = recordOf(dialects[place] ?? '', event)?.example
    writeFileSync(eager.at(`/${event}.json`), JSON.stringify(example))
  })
  const recording = eager.at('/recording.ndjson')
  const all = payloads.map((event) => readFileSync(eager.at(`/${event}.json`), 'utf8')).join('\n')
  writeFileSync(recording, `${all}\n`)
  const one = eager.at('/before_tool_call.json')
  const verbs: readonly (readonly string[])[] = [
    ['list'],
    ['list', '--json'],
    ...payloads.map((event) => ['explain', event]),
    ...payloads.map((event) => ['run', event, '--payload', eager.at(`/${event}.json`), '--record']),
    ['run', 'before_tool_call', '--payload', one, '--hook', 'shell', '--fail-closed'],
    ['record', 'on'],
    ['record', 'off'],
    ['recordings', 'import', recording, '--session', 'imported'],
    ['recordings', 'list'],
    ['recordings', 'show', 'imported'],
    ['replay', 'imported'],
    ['replay', 'imported', '--hook', 'shell'],
    ['replay', 'imported', '--event', '1', '--save-case', 'kept'],
    ['test'],
    ['stats'],
    ['trust'],
    ['trust', '--edits'],
    ['trust', 'shell'],
    ['untrust', 'shell'],
    ['new', 'kodelet', 'turn_end', 'fresh'],
  ]
  for (const verb of verbs) {
    const { code, stderr } = await at(...verb)
    assert.ok(code === 0 || code === 1 || code === 2, `${verb.join(' ')}: ${stderr}`)
    assert.deepEqual(readdirSync(marks.folder), [], `\`${verb.join(' ')}\` executed a hook`)
  }
  assert.match((await at('run', 'before_tool_call', '--payload', one)).stdout, /shell +workspace +untrusted/)

  // Looking at trusted hooks runs nothing either, except for the query of Kodelet's protocol.
  assert.match((await at('trust', '--yes')).stdout, /Trusted 12 hooks\./)
  assert.deepEqual(readdirSync(marks.folder), [], 'trusting executed a hook')
  await at('list')
  await at('explain', 'before_tool_call')
  await at('trust')
  assert.deepEqual(
    readdirSync(marks.folder),
    ['unknown'],
    'asked for its event, because its text does not say',
  )

  // Proof that each of them would have left its mark.
  for (const event of payloads) await at('run', event, '--payload', eager.at(`/${event}.json`))
  const expected = [
    'common',
    'helper',
    'klass',
    'lists',
    'module',
    'node',
    'plugin',
    'python',
    'shell',
    'twin',
    'unknown',
    'user',
  ]
  assert.deepEqual(readdirSync(marks.folder).sort(), expected)
})

test('a configuration that asks for webhooks is shown with where it tells what, and trusted by its bytes', async (t) => {
  const tree = writeTree(`
    //- /ws/secureyeoman.yaml
    extensions:
      webhooks:
        - hook: auth_failure
          url: https://mia.example/api/events?token=hunter2
        - hook: message_received
          url: https://mia.example/T0000000000000000000
    //- /home/
  `)
  t.after(tree.remove)
  const trust = (...args: readonly string[]) =>
    cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), ...args], { cwd: tree.at('/ws') })
  const first = await trust('trust', '--yes')
  assert.match(
    first.stdout,
    /^These hooks will run as they are now:\n {2}secureyeoman\.yaml {2}new {2}tells auth_failure to https:\/\/mia\.example\/api\/events, message_received to https:\/\/mia\.example\/…\nTrusted 1 hook\.\n$/,
  )
  assert.equal((await trust('trust', '--yes')).stdout, 'Every hook found here is already trusted.\n')
  const text = readFileSync(tree.at('/ws/secureyeoman.yaml'), 'utf8')
  writeFileSync(tree.at('/ws/secureyeoman.yaml'), text.replaceAll('mia.example', 'eve.example'))
  const changed = await trust('trust', 'secureyeoman.yaml', '--yes')
  assert.match(changed.stdout, /changed: secureyeoman\.yaml {2}tells .*eve\.example\/api\/events/)
  assert.equal((await trust('untrust', 'secureyeoman.yaml')).stdout, '1 entry removed from the ledger.\n')
})

test('the settings file is shown with what it sets, and trusted with the hooks', async () => {
  forget()
  const file = join(shop.ws, '.hookbench/settings.json')
  mkdirSync(join(shop.ws, '.hookbench'), { recursive: true })
  writeFileSync(file, '{ "disabled": ["kodelet:user:*"], "maxExecutionTime": 4000, "workers": 1 }')
  try {
    for (const args of [['trust'], ['trust', file], ['trust', '.hookbench'], ['trust', '--edits']]) {
      const { stdout } = await hookbench(...args)
      assert.match(
        stdout,
        /\.hookbench\/settings\.json +(new {2})?sets maxExecutionTime: 4000, sets disabled: \["kodelet:user:\*"\]/,
        args.join(' '),
      )
    }
    assert.match((await states()).private ?? '', /^untrusted/, 'what an untrusted file switches off stays on')
    const entries = JSON.parse((await hookbench('trust', file, '--yes', '--json')).stdout)
    assert.deepEqual(
      entries.map(({ path }: { path: string }) => path),
      [file],
    )
    assert.match((await states()).private ?? '', /^disabled/)
    assert.equal((await hookbench('untrust', file)).stdout, '1 entry removed from the ledger.\n')
    assert.match((await states()).private ?? '', /^untrusted/)
  } finally {
    rmSync(file)
    forget()
  }
})

test('what is edited between the list and the answer is not trusted', async (t) => {
  forget()
  const workspace = await openWorkspace({ root: shop.ws, home: shop.home })
  t.after(() => workspace.close())
  const guard = join(shop.ws, '.kodelet/hooks/20-guard')
  const before = readFileSync(guard, 'utf8')
  t.after(() => writeFileSync(guard, before))
  const { hooks, write } = grantFor('20-guard', false, workspace, await ledgerFor(workspace, shop.home))
  assert.equal(hooks.length, 1)
  writeFileSync(guard, `${before}# edited\n`)
  const written = await write()
  assert.match(
    written.ok ? '' : written.why,
    /changed after it was shown; look at it again; nothing was trusted$/,
  )
  assert.equal(existsSync(ledger), false)
})

test('the list has a row for each file, from the workspace or from home, with how many hooks it holds', async (t) => {
  const tree = writeTree(`
    //- /home/.compilr/hooks/mine.mjs
    export default { beforeTool: [() => undefined], afterTool: [() => undefined] }
    //- /ws/.compilr/hooks/ours.mjs
    export default { beforeTool: [() => undefined] }
  `)
  t.after(tree.remove)
  const at = ['--workspace', tree.at('/ws'), '--home', tree.at('/home')]
  const { stdout } = await cli.run([...at, 'trust', '--yes'])
  const rows = stdout.split('\n').map((row) => row.trim().split(/ {2,}/))
  assert.deepEqual(rows.slice(1, 3).sort(), [
    ['.compilr/hooks/ours.mjs', 'new'],
    ['~/.compilr/hooks/mine.mjs', 'new', '2 hooks'],
  ])
})

test('--edits says of which hooks it is not true, because a file of theirs is outside', async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /shared/lib.ts
    export const lib = 1
    //- /ws/extensions/in.ts
    export const message_sent = () => {}
    //- /ws/extensions/out.ts
    import { lib } from '../../shared/lib.ts'
    export const message_sent = () => lib
  `)
  t.after(tree.remove)
  const at = ['--workspace', tree.at('/ws'), '--home', tree.at('/home')]
  const shown = await cli.run([...at, 'trust', '--edits'])
  const [will = '', not = ''] = shown.stdout.split('These will not; trust them as they are now:\n')
  assert.match(will, /anyone makes to them:\n {2}extensions\/in\.ts\n$/)
  assert.match(not, /^ {2}extensions\/out\.ts +.*\/shared\/lib\.ts is outside\n$/)
  // With --workspace the current directory is elsewhere, so folders are resolved from the workspace.
  await cli.run([...at, 'trust', '--edits', 'extensions', '--yes'])
  const hooks: Hook[] = JSON.parse((await cli.run([...at, 'list', '--json'])).stdout)
  assert.deepEqual(
    hooks.filter(({ source }) => source === 'workspace').map(({ name, state }) => [name, state]),
    [
      ['in', 'active'],
      ['out', 'untrusted'],
    ],
  )
})
