// The executables among the examples, started the way Kodelet starts them, without Hookbench's executors.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { kodelet } from '../../runtime/contract/dialects/kodelet.ts'
import { mismatchText } from '../../runtime/contract/validate.ts'
import { openReceiver } from '../support/receiver.ts'

type EventName = keyof typeof kodelet.events

const examples = fileURLToPath(new URL('../../examples/', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'hookbench-examples-'))
after(() => rmSync(home, { recursive: true, force: true }))

const files = globSync(['*/.kodelet/hooks/*', '*/.kodelet/plugins/*/hooks/*'], { cwd: examples }).toSorted()

function start(file: string, arg: string, input = '') {
  return spawnSync(join(examples, file), [arg], {
    input,
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    encoding: 'utf8',
    timeout: 120_000,
  })
}

// A tool that the file requires and this machine lacks.
function missing(file: string): string | undefined {
  const text = readFileSync(join(examples, file), 'utf8')
  const interpreter = /^#!\S*?(\w+)(?: (\w+))?\n/.exec(text)
  const tools = [interpreter?.[2] ?? interpreter?.[1] ?? 'sh', ...(/\| jq /.test(text) ? ['jq'] : [])]
  return tools.find((tool) => spawnSync(tool, ['--version']).error !== undefined)
}

test('there are executables in the workspace, in its plugin and in the home', () => {
  assert.deepEqual(
    [...new Set(files.map((file) => file.slice(0, -basename(file).length)))],
    ['home/.kodelet/hooks/', 'workspace/.kodelet/hooks/', 'workspace/.kodelet/plugins/acme@review/hooks/'],
  )
})

for (const file of files) {
  test(`${file} names its event and answers the example of it`, (t) => {
    assert.ok(statSync(join(examples, file)).mode & 0o111, 'is not executable; git update-index --chmod=+x')
    const lacks = missing(file)
    if (lacks !== undefined) return t.skip(`needs ${lacks}, which is not installed`)

    const named = start(file, 'hook')
    assert.equal(named.status, 0, named.stderr)
    const event = named.stdout.trim()
    assert.ok(Object.hasOwn(kodelet.events, event), `names "${event}", which is no event of Kodelet`)

    const record = kodelet.events[event as EventName]
    const answered = start(file, 'run', JSON.stringify(record.example))
    assert.equal(answered.status, 0, answered.stderr)
    if (answered.stdout.trim() === '') return
    assert.equal(mismatchText(record.result, JSON.parse(answered.stdout)), undefined)
  })

  test(`${file} refuses a word it does not know`, (t) => {
    const lacks = missing(file)
    if (lacks !== undefined) return t.skip(`needs ${lacks}, which is not installed`)
    assert.notEqual(start(file, 'help').status, 0)
  })
}

const workspace = 'workspace/.kodelet/hooks'
const plugin = 'workspace/.kodelet/plugins/acme@review/hooks'
const key = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')
const bash = (command: string) => ({ tool_name: 'bash', tool_input: { command } })
const edit = (new_text: string) => ({
  tool_name: 'file_edit',
  tool_input: { file_path: 'src/cart.js', new_text },
})
const request = 'I noticed foo.txt exists. Please remove it.'

const answers: readonly [says: string, file: string, event: EventName, payload: object, answer: unknown][] = [
  [
    'the guardrail blocks sudo',
    `${workspace}/security_guardrail`,
    'before_tool_call',
    bash('sudo ls'),
    { blocked: true, reason: "Security policy: 'sudo' is not allowed" },
  ],
  [
    'the guardrail lets other tools pass',
    `${workspace}/security_guardrail`,
    'before_tool_call',
    edit('sudo'),
    { blocked: false },
  ],
  [
    'a bare npm install becomes npm ci',
    `${workspace}/prefer_npm_ci`,
    'before_tool_call',
    bash('npm install'),
    { input: { command: 'npm ci' } },
  ],
  [
    'installing a package stays as it is',
    `${workspace}/prefer_npm_ci`,
    'before_tool_call',
    bash('npm install left'),
    undefined,
  ],
  [
    'conflict markers are refused',
    `${plugin}/validate-diff`,
    'before_tool_call',
    edit('a\n<<<<<<< HEAD\nb'),
    { blocked: true, reason: 'The edit contains merge conflict markers.' },
  ],
  [
    'a debugger statement is refused',
    `${plugin}/validate-diff`,
    'before_tool_call',
    edit('a\n  debugger\nb'),
    { blocked: true, reason: 'The edit leaves a debugger statement behind.' },
  ],
  [
    'a clean edit passes',
    `${plugin}/validate-diff`,
    'before_tool_call',
    edit('const debuggerless = 1'),
    { blocked: false },
  ],
  [
    'addresses are masked at any depth',
    `${workspace}/mask_emails`,
    'after_tool_call',
    { tool_output: { toolName: 'query', success: true, metadata: { rows: [{ mail: 'ann@example.com' }] } } },
    { output: { toolName: 'query', success: true, metadata: { rows: [{ mail: '***@example.com' }] } } },
  ],
  [
    'a pasted key is kept from the model',
    'home/.kodelet/hooks/private-key-guard',
    'user_message_send',
    { message: `see ${key}` },
    { blocked: true, reason: 'The message contains a private key. Remove it and send again.' },
  ],
  [
    'foo.txt is asked to be removed',
    `${workspace}/foo-txt-remover`,
    'agent_stop',
    { messages: [] },
    { follow_up_messages: [request] },
  ],
  [
    'it is asked only once',
    `${workspace}/foo-txt-remover`,
    'agent_stop',
    { messages: [{ role: 'user', content: request }] },
    undefined,
  ],
]

for (const [says, file, event, payload, answer] of answers) {
  test(`${basename(file)}: ${says}`, (t) => {
    const lacks = missing(file)
    if (lacks !== undefined) return t.skip(`needs ${lacks}, which is not installed`)
    writeFileSync(join(home, 'foo.txt'), '')
    const { status, stdout, stderr } = start(
      file,
      'run',
      JSON.stringify({ ...kodelet.events[event].example, ...payload }),
    )
    assert.equal(status, 0, stderr)
    assert.deepEqual(stdout.trim() === '' ? undefined : JSON.parse(stdout), answer)
  })
}

for (const [file, log, recipe] of [
  [`${workspace}/audit_logger`, 'audit.log', undefined],
  [`${workspace}/intro-logger`, 'intro.log', 'intro'],
  [`${plugin}/review-summary`, 'reviews.log', 'code-review'],
  [`${plugin}/review-summary`, 'deployments.log', 'deploy'],
] as const) {
  test(`${basename(file)} writes ${log}${recipe ? ` for the recipe ${recipe}` : ''}`, (t) => {
    const lacks = missing(file)
    if (lacks !== undefined) return t.skip(`needs ${lacks}, which is not installed`)
    const path = join(home, '.kodelet', log)
    rmSync(path, { force: true })
    const event = start(file, 'hook').stdout.trim() as EventName
    const { recipe_name: _, ...example } = { recipe_name: '', ...kodelet.events[event].example }
    if (recipe !== undefined) {
      start(file, 'run', JSON.stringify(example))
      assert.throws(() => readFileSync(path), 'wrote without its recipe')
    }
    start(file, 'run', JSON.stringify({ ...example, ...(recipe && { recipe_name: recipe }) }))
    assert.equal(readFileSync(path, 'utf8').trimEnd().split('\n').length, 1)
  })
}

test('slack_notifier posts where it is configured, and says nothing to the agent', async (t) => {
  const receiver = await openReceiver(t)
  const child = spawn(join(examples, workspace, 'slack_notifier'), ['run'], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, SLACK_WEBHOOK_URL: `${receiver.url}/hook` },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ ...kodelet.events.agent_stop.example, conv_id: 'c7', messages: [] }))
  assert.equal(await text(child.stdout), '')
  assert.deepEqual(
    receiver.received.map(({ method, path, body }) => [method, path, JSON.parse(body)]),
    [['POST', '/hook', { text: 'Conversation c7 is done (0 messages).' }]],
  )
})
