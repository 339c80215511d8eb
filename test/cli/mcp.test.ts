// `hookbench mcp` from an agent's side, through the protocol's own client over the streams of a process.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { TOOLS } from '../../runtime/tools/tools.ts'
import { version } from '../../runtime/version.ts'
import { openCli, startCli } from '../support/cli.ts'
import { writeShop } from '../support/shop.ts'

const MAIN = join(import.meta.dirname, '../../runtime/cli/main.ts')
const GUARD = 'kodelet:workspace:20-guard'

const shop = writeShop()
after(shop.remove)
const cli = openCli()
after(cli.close)
const client = new Client({ name: 'test', version: '1' })
const transport = new StdioClientTransport({
  command: process.execPath,
  args: ['--disable-warning=ExperimentalWarning', MAIN, ...shop.args('mcp')],
  env: { ...process.env, HOME: shop.home, NO_COLOR: '1' } as Record<string, string>,
  stderr: 'pipe',
})

before(async () => {
  await client.connect(transport)
})
after(() => client.close())

type Answer = { readonly text: string; readonly data: Record<string, unknown>; readonly isError: boolean }

async function call(name: string, input: object = {}, signal?: AbortSignal): Promise<Answer> {
  const { content, structuredContent, isError } = await client.callTool(
    { name, arguments: { ...input } },
    undefined,
    signal === undefined ? {} : { signal },
  )
  const [first] = content as readonly { readonly type: string; readonly text: string }[]
  return {
    text: first?.text ?? '',
    data: (structuredContent ?? {}) as Record<string, unknown>,
    isError: isError === true,
  }
}

test('the server says who it is and what it is for', () => {
  assert.deepEqual(client.getServerVersion(), { name: 'hookbench', title: 'Hookbench', version })
  assert.match(client.getInstructions() ?? '', /hookbench_check.*hookbench_replay/)
})

test('the tools are listed as they are defined, and only replay is marked as running code', async () => {
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
    TOOLS.map(({ name, runs }) => [name, !runs]),
  )
  assert.deepEqual(
    tools.map(({ annotations }) => annotations?.destructiveHint),
    [false, false, false, true],
  )
  for (const { inputSchema, outputSchema } of tools) {
    assert.equal(inputSchema.type, 'object')
    assert.equal(outputSchema?.type, 'object')
  }
})

test('list tells hooks in firing order and what a person has to do for those that wait', async () => {
  const { text, data } = await call('hookbench_list', { event: 'before_tool_call', dialect: 'kodelet' })
  const hooks = data.hooks as readonly { id: string; state: string; path: string }[]
  assert.deepEqual(
    hooks.map(({ id }) => id),
    ['kodelet:workspace:10-rewrite', GUARD, 'kodelet:user:private'],
  )
  assert.ok(hooks.every(({ state }) => state === 'untrusted'))
  assert.equal(hooks[1]?.path, '.kodelet/hooks/20-guard')
  assert.match(text, /hookbench trust <id>/)
})

test('check tells place, code and remedy, and sees an edit at once', async () => {
  const before = await call('hookbench_check', { paths: ['.kodelet/hooks/20-guard'] })
  assert.match(before.text, /^Nothing is wrong\./)
  const path = join(shop.ws, 'extensions/_30_typo.ts')
  writeFileSync(path, 'export default { name: "typo", hooks: { befor_llm_call: (ctx: object) => ctx } }\n')
  const { text, data } = await call('hookbench_check', { paths: ['extensions/_30_typo.ts'] })
  const [finding] = data.findings as readonly Record<string, unknown>[]
  assert.deepEqual(
    [finding?.path, finding?.line, finding?.code],
    ['extensions/_30_typo.ts', 1, 'event.unknown'],
  )
  assert.match(text, /extensions\/_30_typo\.ts:1:\d+ .*before_llm_call/)
})

test('explain plans without running', async () => {
  const { text, data } = await call('hookbench_explain', { event: 'before_tool_call' })
  assert.equal(data.dialect, 'kodelet')
  assert.match(text, /1\. kodelet:workspace:10-rewrite does not run: .*trust/)
})

test('replay runs what is trusted, tells what changed, and takes other payload fields', async () => {
  const lost = await call('hookbench_replay')
  assert.equal(lost.isError, true)
  assert.match(lost.text, /record/)

  rmSync(join(shop.ws, '.kodelet/hooks/10-rewrite'))
  await cli.run(shop.args('trust', '--edits', '--yes', shop.ws))
  await cli.run(shop.args('record', 'on'))
  const payload = join(shop.ws, 'p.json')
  writeFileSync(payload, JSON.stringify(toolCall('sudo rm -rf /')))
  await cli.run(shop.args('run', 'before_tool_call', '--payload', payload))

  assert.match((await call('hookbench_replay')).text, /^1 same, 0 changed, 0 failed of 1 replayed\./)
  const other = await call('hookbench_replay', { hook: GUARD, set: ['tool_input.command=ls'] })
  assert.deepEqual([other.data.same, other.data.changed], [0, 1])
  assert.match(other.text, /verdict: was \{"decision":"deny".*\}, is nothing/)

  const guard = join(shop.ws, '.kodelet/hooks/20-guard')
  writeFileSync(guard, readFileSync(guard, 'utf8').replace('no sudo here', 'ask first'))
  chmodSync(guard, 0o755)
  assert.match((await call('hookbench_replay', { hook: GUARD })).text, /was "no sudo here", is "ask first"/)
})

test('replay runs no hook that is not trusted', async () => {
  await cli.run(shop.args('untrust', shop.ws))
  const { text } = await call('hookbench_replay')
  assert.match(text, /1 changed|1 failed/)
  assert.match(text, /untrusted/)
})

test('what goes wrong is the answer of the tool, in one line with what to do', async () => {
  const rows: readonly (readonly [string, object, RegExp])[] = [
    ['hookbench_explain', { event: 'before_tool_cal' }, /Did you mean "before_tool_call"/],
    ['hookbench_explain', {}, /event/],
    ['hookbench_list', { evnt: 'x' }, /evnt/],
    ['hookbench_check', { paths: ['nowhere'] }, /there is no file or folder/],
    ['hookbench_check', { paths: ['x'.repeat(100_000)] }, /there is no file or folder .{300}…\.$/],
    ['hookbench_explain', { event: 'x'.repeat(100_000) }, /has an event .{1900,}…$/],
    ['hookbench_explain', { event: 'Stop', payload: nested(2000) }, /nested more than 1000 levels deep\.$/],
    ['hookbench_list', { workspace: '..' }, /serves .* and no other folder/],
    ['hookbench_replay', { event: '99' }, /no event matches/],
    ['hookbench_fire', {}, /There is no tool "hookbench_fire"/],
    ['x'.repeat(100_000), {}, /There is no tool "x{99}…"/],
  ]
  for (const [name, input, expected] of rows) {
    const { text, isError } = await call(name, input)
    assert.ok(isError, `${name} ${JSON.stringify(input)}: ${text}`)
    assert.match(text, expected)
    assert.ok(!text.includes('\n'), text)
  }
})

function nested(levels: number): object {
  let value = {}
  for (let level = 0; level < levels; level++) value = { value }
  return value
}

test('a call that is cancelled is refused, and the server goes on', async () => {
  await assert.rejects(call('hookbench_list', {}, AbortSignal.abort(new Error('no longer wanted'))))
  assert.match((await call('hookbench_list')).text, /hooks in this workspace/)
})

test('the process ends when its input does', async () => {
  const child = startCli(shop.args('mcp'), { env: { HOME: shop.home } })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
  assert.equal(await ended, 0)
})

function toolCall(command: string): object {
  return {
    event: 'before_tool_call',
    conv_id: 'c1',
    cwd: shop.ws,
    invoked_by: 'main',
    tool_name: 'bash',
    tool_input: { command },
    tool_user_id: 'u1',
  }
}

test('the answer of a tool has no control characters', async () => {
  const path = join(shop.ws, '.claude/settings.json')
  mkdirSync(dirname(path), { recursive: true })
  const matcher = '(\u001b[31m\u202e\u{e0041}'
  writeFileSync(
    path,
    JSON.stringify({
      hooks: { [matcher]: [], Stop: [{ hooks: [{ type: 'command', command: `./${matcher}` }] }] },
    }),
  )
  for (const tool of ['hookbench_check', 'hookbench_list'] as const) {
    const { text } = await call(tool)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be escaped.
    assert.doesNotMatch(text, /[\u001b\u202e]|\u{e0041}/u)
    if (tool === 'hookbench_check') assert.match(text, /\\(?:x1b|u001b)/)
  }
  rmSync(path)
})

test('an error names the request without its control characters', async () => {
  const { text, isError } = await call('hookbench_explain', {
    event: 'a\u001b[31mb\u202e',
    dialect: '\u0007kodelet',
  })
  assert.ok(isError)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may appear.
  assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/)
  assert.match(text, /\\x07kodelet|\\x1b\[31m/)
})

test('what is no message is refused, and a line without end ends the server with a word', async () => {
  const child = startCli(shop.args('mcp'), { env: { HOME: shop.home } })
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin?.on('error', () => {})
  const ended = once(child, 'close')
  child.stdin?.write(
    'no json\n{"jsonrpc":"2.0","id":{},"method":"ping"}\n{"jsonrpc":"2.0","id":9,"method":"ping"}\n',
  )
  child.stdin?.write('x'.repeat(30_000_000))
  assert.deepEqual(await ended, [1, null])
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: unknown; error?: { code: number } })
  assert.deepEqual(answers.map(({ id, error }) => `${id} ${error?.code}`).toSorted(), [
    '9 undefined',
    'null -32600',
    'null -32600',
    'null -32700',
  ])
  assert.match(stderr, /^hookbench: a line of the client is longer than 10485760 bytes\.\n$/)
})
