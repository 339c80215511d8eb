// The facts of a host's session as options of `run` and `explain`.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const answer = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } }
const entry = { type: 'command', command: `echo '${JSON.stringify(answer)}'` }
const settings = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] } }
const tree = writeTree(`//- /ws/.claude/settings.json\n${JSON.stringify(settings)}\n//- /home/\n`)
after(tree.remove)
const cli = openCli()
after(cli.close)
const at = (...args: readonly string[]) =>
  cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), '--trust-workspace', ...args], {
    cwd: tree.at('/ws'),
  })

for (const [options, expected] of [
  [[], /the user is asked/],
  [['--headless'], /the tool does not run/],
  [
    ['--headless', '--permission-mode', 'bypassPermissions', '--host-version', '2.1.197'],
    /the tool does not run/,
  ],
] as const) {
  test(`run ${options.join(' ')}: ${expected.source}`, async () => {
    const { stdout } = await at('run', 'PreToolUse', ...options)
    assert.match(stdout, expected)
  })
}

for (const [verb, event, options, why] of [
  [
    'run',
    'PreToolUse',
    ['--permission-mode', 'plam'],
    /no permission mode "plam"\. Did you mean "plan"\? Known: default, /,
  ],
  [
    'explain',
    'PreToolUse',
    ['--host-version', '1.0'],
    /nothing is known of claude-code 1\.0; known versions are 2\.1\.330, /,
  ],
  [
    'explain',
    'turn_end',
    ['--headless'],
    /kodelet is not a host; omit --headless, --permission-mode and --host-version/,
  ],
] as const) {
  test(`${verb} ${event} ${options.join(' ')} is refused with the reason`, async () => {
    const { code, stderr } = await at(verb, event, ...options)
    assert.equal(code, 2)
    assert.match(stderr, why)
  })
}

test('explain takes them too', async () => {
  const { code, stdout } = await at('explain', 'PreToolUse', '--headless', '--permission-mode', 'acceptEdits')
  assert.equal(code, 0)
  assert.match(stdout, /runs/)
})
