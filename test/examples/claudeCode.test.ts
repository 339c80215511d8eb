// The example of a host's entries: it has no findings, and each script decides as its first lines document.

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openCli } from '../support/cli.ts'

const cli = openCli()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-claude-code-')))
const workspace = join(folder, 'workspace')
cpSync(fileURLToPath(new URL('../../examples/claude-code/', import.meta.url)), workspace, { recursive: true })
after(() => {
  cli.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: readonly string[]) =>
  cli.run(['--home', join(folder, 'home'), ...args], { cwd: workspace })

test('its three entries are found, wait for trust, and nothing is wrong with them', async () => {
  const { stdout } = await run('list')
  assert.match(stdout, /^3 hooks, 0 active\. 3 wait for `hookbench trust`\.$/m)
  const checked = await run('check')
  assert.equal(checked.code, 0, checked.stdout)
  assert.match(checked.stdout, /nothing wrong/)
})

const call = (tool: string, input: object) => ({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd: '.',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: input,
  tool_use_id: 't',
})
const start = {
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd: '.',
  hook_event_name: 'SessionStart',
  source: 'startup',
}

for (const [title, event, payload, expected] of [
  ['a forced deletion', 'PreToolUse', call('Bash', { command: 'rm -fr build' }), /^the tool does not run$/m],
  ['a forced push', 'PreToolUse', call('Bash', { command: 'git push -f' }), /Push with --force-with-lease\./],
  [
    'a push with a lease',
    'PreToolUse',
    call('Bash', { command: 'git push --force-with-lease' }),
    /^the tool runs$/m,
  ],
  ['a test', 'PreToolUse', call('Bash', { command: 'npm test' }), /^the tool runs$/m],
  [
    'an edit of .env',
    'PreToolUse',
    call('Write', { file_path: '/w/.env.local', content: 'A=1' }),
    /Secrets stay out of reach/,
  ],
  ['another edit', 'PreToolUse', call('Write', { file_path: '/w/a.ts', content: '' }), /^the tool runs$/m],
  ['a session', 'SessionStart', start, /Settings are read in src\/settings\.mjs\./],
] as const)
  test(`${title}: ${event}`, async () => {
    const file = join(folder, 'payload.json')
    writeFileSync(file, JSON.stringify(payload))
    const args = ['run', event, '--dialect', 'claude-code', '--payload', file]
    const { stdout, stderr } = await run('--trust-workspace', ...args)
    assert.match(stdout, expected, stderr)
  })
