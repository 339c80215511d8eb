// The seeds' own example hooks, saved and run verbatim: what works in the text works here, and what is broken in the
// text is a failed hook that is reported, while the operation goes on.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { openReceiver } from '../support/receiver.ts'
import { writeTree } from '../support/tree.ts'
import { codeBlock } from './passages.ts'

const ADR21 = 'kodelet-adr-021-agent-lifecycle-hooks.md'
const ADR29 = 'kodelet-adr-029-plugin-hooks.md'
const ADR10 = 'kaizen-adr-010-hooks-system.md'
const shim = join(import.meta.dirname, '..', '..', 'runtime', 'executors', 'python')

const has = (program: string, ...args: readonly string[]) => spawnSync(program, args).error === undefined
const lacksPython = has('python3', '--version') ? false : 'python3 is not installed'

type Fired = { readonly outcome: Outcome; readonly run: HookRun; readonly runs: readonly HookRun[] }

type Scene = {
  readonly folder: string
  readonly home: string
  fire(event: string, more?: object): Promise<Fired>
}

/** A workspace with one hook at this path, with these bytes. */
async function stage(
  t: TestContext,
  dialect: DialectId,
  path: string,
  bytes: string | Buffer,
  variables: Readonly<Record<string, string>> = {},
): Promise<Scene> {
  const tree = writeTree('//- /ws/\n//- /home/.kodelet/')
  const file = tree.at(path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  chmodSync(file, 0o755)
  const folder = tree.at('/ws')
  const home = tree.at('/home')
  const workspace = await openWorkspace({
    root: folder,
    home,
    dialects: [dialect],
    settings: { environment: { set: { HOME: home, ...variables }, drop: ['SLACK_WEBHOOK_URL'] } },
  })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  const found = workspace.list().filter(({ source }) => source !== 'builtin')
  await openLedger({ file: ledgerFile(home), root: folder, home }).trust(found, 'exact')
  await workspace.reload()
  return {
    folder,
    home,
    async fire(event, more = {}) {
      const payload = { ...(recordOf(dialect, event)?.example as object), cwd: folder, ...more }
      const outcome = await workspace.fire(event, payload, { dialect })
      const runs = outcome.hooks.filter(({ source }) => source !== 'builtin')
      const [run] = runs
      assert.ok(run !== undefined, 'the hook is found')
      return { outcome, run, runs }
    },
  }
}

function passes({ outcome, run }: Fired): void {
  assert.deepEqual([run.status, run.failure, outcome.decision], ['returned', undefined, 'pass'], run.why)
}

/** Asserts that the hook failed, its message states how, and the operation goes on unchanged. */
function isReported(
  { outcome, run }: { readonly outcome: Outcome; readonly run: HookRun },
  why: RegExp,
): void {
  assert.deepEqual([run.status, run.failure, outcome.decision], ['failed', 'crashed', 'pass'])
  assert.equal(outcome.changed, false)
  assert.match(run.why ?? '', why)
}

test('ADR 021: the audit logger appends to its log and says nothing', async (t) => {
  const scene = await stage(
    t,
    'kodelet',
    '/home/.kodelet/hooks/audit_logger',
    codeBlock(ADR21, '/audit_logger\n'),
  )
  const fired = await scene.fire('after_tool_call', { conv_id: 'verbatim' })
  passes(fired)
  assert.equal(fired.outcome.changed, false)
  const [line = '', ...rest] = readFileSync(join(scene.home, '.kodelet/audit.log'), 'utf8').trim().split('\n')
  assert.deepEqual(rest, [])
  assert.match(line, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ \| \{.*"conv_id":"verbatim".*\}$/)
})

test('ADR 021: the security guardrail blocks what it lists, with its reason, and nothing else', {
  skip: lacksPython,
}, async (t) => {
  const code = codeBlock(ADR21, 'BLOCKED_COMMANDS')
  const scene = await stage(t, 'kodelet', '/home/.kodelet/hooks/security_guardrail', code)
  const tool_input = { command: 'sudo rm -rf /' }
  const { outcome } = await scene.fire('before_tool_call', { tool_name: 'bash', tool_input })
  assert.deepEqual([outcome.decision, outcome.reason], ['deny', "Security policy: 'rm -rf' is not allowed"])
  passes(await scene.fire('before_tool_call', { tool_name: 'bash', tool_input: { command: 'ls' } }))
  passes(await scene.fire('before_tool_call', { tool_name: 'write', tool_input }))
})

test('ADR 021: foo-txt-remover asks for a follow-up where foo.txt lies in the working directory', async (t) => {
  const scene = await stage(
    t,
    'kodelet',
    '/ws/.kodelet/hooks/foo-txt-remover',
    codeBlock(ADR21, 'foo-txt-remover'),
  )
  const before = await scene.fire('agent_stop')
  passes(before)
  assert.deepEqual(before.outcome.followUps, [])
  writeFileSync(join(scene.folder, 'foo.txt'), '')
  const { outcome } = await scene.fire('agent_stop')
  assert.deepEqual(outcome.followUps, ['I noticed foo.txt exists. Please remove it.'])
})

test('ADR 021: the Slack notifier, compiled, is silent where it is not configured', {
  skip: has('go', 'version') ? false : 'go is not installed',
}, async (t) => {
  const tree = writeTree('//- /notify/')
  t.after(tree.remove)
  writeFileSync(tree.at('/notify/main.go'), codeBlock(ADR21, 'SLACK_WEBHOOK_URL'))
  const env = { ...process.env, HOME: tree.folder, GOCACHE: tree.at('/cache'), GO111MODULE: 'off' }
  const built = spawnSync('go', ['build', '-o', tree.at('/slack_notify'), 'main.go'], {
    cwd: tree.at('/notify'),
    env,
  })
  assert.equal(built.status, 0, String(built.stderr))
  const program = readFileSync(tree.at('/slack_notify'))
  const scene = await stage(t, 'kodelet', '/home/.kodelet/hooks/slack_notify', program)
  passes(await scene.fire('agent_stop'))
})

test('ADR 021: agent_stop carries every field that the Slack notifier reads', () => {
  const code = codeBlock(ADR21, 'SLACK_WEBHOOK_URL')
  const fieldsOf = (type: string) => {
    const struct = new RegExp(`^type ${type} struct \\{\\n(.*?)^\\}`, 'ms').exec(code)?.[1] ?? ''
    return [...struct.matchAll(/`json:"(\w+)"`/g)].map(([, name = '']) => name)
  }
  const payload = recordOf('kodelet', 'agent_stop')?.example as { messages: readonly object[] }
  for (const [type, given] of [
    ['AgentStopPayload', payload],
    ['Message', payload.messages[0]],
  ] as const) {
    const fields = fieldsOf(type)
    assert.ok(fields.length > 1, `${type} has fields`)
    for (const field of fields) assert.ok(Object.hasOwn(given ?? {}, field), `${type}.${field}`)
  }
})

test('ADR 021: a Slack notifier that is not compiled posts where it is configured, and says nothing', async (t) => {
  const receiver = await openReceiver(t)
  // The text's program, line by line, in JavaScript, which runs wherever the tests run.
  const code = `#!${process.execPath}
    switch (process.argv[2]) {
      case 'hook':
        console.log('agent_stop')
        process.exit(0)
      case 'run': {
        const payload = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
        const url = process.env.SLACK_WEBHOOK_URL
        if (!url) process.exit(0)
        const text = \`Agent completed conversation \${payload.conv_id} (\${payload.messages.length} messages)\`
        fetch(url, { method: 'POST', body: JSON.stringify({ text }) }).then(() => process.exit(0))
        break
      }
      default:
        process.exit(1)
    }`
  const messages = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: 'done' },
  ]
  for (const variables of [{}, { SLACK_WEBHOOK_URL: receiver.url }]) {
    const scene = await stage(t, 'kodelet', '/home/.kodelet/hooks/slack_notify', code, variables)
    const fired = await scene.fire('agent_stop', { conv_id: 'c1', messages })
    passes(fired)
    assert.deepEqual([fired.outcome.changed, fired.outcome.followUps], [false, []])
  }
  assert.deepEqual(
    receiver.received.map(({ body }) => body),
    ['{"text":"Agent completed conversation c1 (2 messages)"}'],
  )
})

for (const recipe of ['code-review', 'deploy', undefined]) {
  const named = recipe === undefined ? {} : { recipe_name: recipe }
  const where = recipe ?? 'no recipe'

  test(`ADR 029: the recipe-aware hook says \`false\` in Python, crashes, and is reported (${where})`, {
    skip: lacksPython,
  }, async (t) => {
    const code = codeBlock(ADR29, 'Only act for code-review recipe')
    const scene = await stage(t, 'kodelet', '/ws/.kodelet/hooks/recipe-aware', code)
    isReported(
      await scene.fire('before_tool_call', { ...named, tool_name: 'file_edit' }),
      /NameError: .*'false'/,
    )
  })

  test(`ADR 029: the multi-recipe hook calls what it does not define, crashes, and is reported (${where})`, {
    skip: lacksPython,
  }, async (t) => {
    const scene = await stage(
      t,
      'kodelet',
      '/ws/.kodelet/hooks/multi-recipe',
      codeBlock(ADR29, 'notify_ops(payload)'),
    )
    const missing = { 'code-review': 'post_to_slack', deploy: 'notify_ops', 'no recipe': 'true' }[where]
    const fired = await scene.fire('turn_end', { recipe_name: recipe ?? '' })
    isReported(fired, new RegExp(`NameError: name '${missing}' is not defined`))
  })
}

test('ADR 029: validate-diff passes whatever the tool', {
  skip: has('jq', '--version') ? false : 'jq is not installed',
}, async (t) => {
  const path = '/ws/.kodelet/plugins/org@code-review/hooks/validate-diff'
  const scene = await stage(t, 'kodelet', path, codeBlock(ADR29, "jq -r '.tool_name'"))
  for (const tool_name of ['file_edit', 'bash']) {
    const fired = await scene.fire('before_tool_call', { tool_name })
    passes(fired)
    assert.deepEqual(
      [fired.run.name, fired.run.result],
      ['org/code-review/validate-diff', { blocked: false }],
    )
  }
})

test('ADR 029: post-review-slack reports its success at the end of a turn', {
  skip: lacksPython,
}, async (t) => {
  const path = '/ws/.kodelet/plugins/org@code-review/hooks/post-review-slack'
  const scene = await stage(t, 'kodelet', path, codeBlock(ADR29, '# Post to Slack...'))
  const fired = await scene.fire('turn_end')
  passes(fired)
  assert.deepEqual(fired.run.result, { success: true })
})

const kaizen = (file: string, code: string) => (t: TestContext) =>
  stage(t, 'kaizen', `/ws/.kaizen/hooks/${file}.py`, code)

test('ADR-010: the compliance class gives its consent; the whole passage names what it does not import', {
  skip: lacksPython,
}, async (t) => {
  const whole = codeBlock(ADR10, 'class CustomComplianceHook')
  const [alone = ''] = whole.split('# Register programmatically')
  const data = { tool_name: 'DatabaseQuery', tool_input: {} }
  const fired = await (await kaizen('alone', alone)(t)).fire('pre_tool_use', { data })
  passes(fired)
  assert.deepEqual((fired.run.result as { success: boolean }).success, true)
  const broken = await (await kaizen('whole', whole)(t)).fire('pre_tool_use', { data })
  isReported(broken, /NameError: name 'CostTrackingHook' is not defined/)
})

test('ADR-010: the custom logger fails where /var/log/kaizen cannot be written, and is reported', {
  skip: lacksPython || (existsSync('/var/log/kaizen') && '/var/log/kaizen is there'),
}, async (t) => {
  const scene = await kaizen('custom_logger', codeBlock(ADR10, 'class CustomLoggerHook'))(t)
  const fired = await scene.fire('post_tool_use')
  assert.equal(fired.run.name, 'custom_logger')
  isReported(fired, /\/var\/log\/kaizen\/hooks\.log/)
})

test('ADR-010: the built-in hooks run once they are given the imports that the text leaves out', {
  skip: lacksPython,
}, async (t) => {
  const code = codeBlock(ADR10, 'class CostTrackingHook')
  isReported(await (await kaizen('bare', code)(t)).fire('post_tool_use'), /NameError: name 'BaseHook' is not/)
  const prelude = [
    'import logging',
    'from collections import defaultdict',
    'from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult',
    'logger = logging.getLogger(__name__)',
    '',
  ].join('\n')
  const scene = await kaizen('builtin', prelude + code)(t)
  const data = { tool_name: 'Read', tool_input: {}, result: 'x', estimated_cost_usd: 0.25 }
  await scene.fire('post_tool_use', { data })
  const { runs } = await scene.fire('post_tool_use', { data })
  const returned = runs.map(({ name, result }) => [
    name,
    (result as { data?: unknown } | undefined)?.data ?? null,
  ])
  assert.deepEqual(Object.fromEntries(returned), {
    logging_hook: null,
    metrics_hook: { metric: 'kaizen_hook_post_tool_use', count: 2 },
    cost_tracking_hook: { total_cost_usd: 0.5, tool_cost_usd: 0.25, tool_name: 'Read' },
  })
})

test('ADR-010: its own unit tests pass on the Python that stands in for Kaizen', {
  skip: lacksPython,
}, () => {
  const prelude = [
    'import asyncio',
    'from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookManager, HookResult, LoggingHook',
    'class MockHook(BaseHook):',
    '    def __init__(self): super().__init__("mock")',
    '    async def handle(self, context): return HookResult(success=True)',
    '',
  ].join('\n')
  const calls = '\ntest_hook_manager_registration()\nasyncio.run(test_hook_execution())\n'
  const code = prelude + codeBlock(ADR10, 'def test_hook_manager_registration') + calls
  const ran = spawnSync('python3', ['-B', '-c', code], { env: { ...process.env, PYTHONPATH: shim } })
  assert.equal(ran.status, 0, String(ran.stderr))
})
