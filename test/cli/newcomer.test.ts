// Commands of newcomers that were once answered wrongly, twice or not at all: one row each, in a folder like theirs.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)

const entry = (matcher: string, command: string) =>
  JSON.stringify({ matcher, hooks: [{ type: 'command', command }] })

const tree = writeTree(`
  //- /empty/
  //- /home/
  //- /write.json
  {"session_id":"s","transcript_path":"/t","cwd":".","hook_event_name":"PreToolUse","tool_name":"Write",
   "tool_input":{"file_path":"/x","content":"y"},"tool_use_id":"t"}
  //- /bash.json
  {"session_id":"s","transcript_path":"/t","cwd":".","hook_event_name":"PreToolUse","tool_name":"Bash",
   "tool_input":{"command":"ls"},"tool_use_id":"t"}
  //- /ws/.claude/settings.json
  { "permissions": { "allow": ["Bash(ls)"] },
    "hooks": { "PreToolUse": [${entry('Bash', 'sh scripts/guard.sh')}, ${entry('Write', './scripts/gone.sh')}] } }
  //- /ws/scripts/guard.sh 644
  cat > /dev/null
  //- /ws/.codex/hooks.json
  { "hooks": { "PreToolUse": [${entry('Bash', './none.sh')}] } }
  //- /loop/
  //- /two/.claude/settings.json
  { "hooks": { "PreToolUse": [${entry('Bash', 'true')}] } }
  //- /two/.codex/hooks.json
  { "hooks": { "PreToolUse": [${entry('Bash', 'true')}] } }
  //- /piped/.claude/settings.json
  { "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }
  //- /piped/.hookbench/settings.json
  {}
`)
after(tree.remove)
if (process.platform !== 'win32') execFileSync('mkfifo', [tree.at('/piped/.hookbench/recording.json')])

type Row = readonly [
  promise: string,
  folder: string,
  args: readonly string[],
  shown: readonly RegExp[],
  hidden?: readonly RegExp[],
]

const CODEX = 'that Codex asks for trust in each hook is assumed to be done, and said'
const ASSUMED =
  /assumed: you have trusted these hooks in Codex as they are now \(\/hooks\); it skips all others$/m

const rows: readonly Row[] = [
  [
    'an empty folder names every place once, those of Codex and .github too',
    '/empty',
    ['list'],
    [/ \.codex\/hooks\.json, /, / \.github\/hooks, /],
    [/\.claude\/settings\.json.*\.claude\/settings\.json/],
  ],
  [
    "run --all takes Copilot's other spelling of an event",
    '/ws',
    ['run', 'PreToolUse', '--dialect', 'copilot', '--all'],
    [/^Claude Code +PreToolUse /m, /^Copilot CLI +PreToolUse /m],
  ],
  [
    "run --all asks the entries that spell Copilot's event as Claude Code does",
    '/ws',
    ['run', 'PreToolUse', '--dialect', 'claude-code', '--all'],
    [/^Copilot CLI +PreToolUse /m],
  ],
  [
    'trust --edits of a folder of scripts says that it covers no entry, and which file would',
    '/ws',
    ['trust', '--edits', 'scripts'],
    [/^There is no hook in scripts: the entries that run its scripts are in \.claude\/settings\.json\./],
    [/will run as they are/],
  ],
  ['trust says that a script is missing', '/ws', ['trust'], [/gone\.sh +new +missing: scripts\/gone\.sh$/m]],
  [
    'explain says of an entry whose script is missing that it fails',
    '/ws',
    [
      '--trust-workspace',
      'explain',
      'PreToolUse',
      '--dialect',
      'claude-code',
      '--payload',
      tree.at('/write.json'),
    ],
    [/gone\.sh +workspace +fails +There is no file scripts\/gone\.sh/],
  ],
  [
    'explain --hook names every closed gate',
    '/ws',
    ['explain', 'PreToolUse', '--hook', 'gone.sh', '--payload', tree.at('/bash.json')],
    [/^It does not fire: matcher\. /m, /^Also not met: executable\. /m],
  ],
  [
    'explain --hook says that an entry whose script is missing fires all the same, on a call that it waits for',
    '/ws',
    ['explain', 'PreToolUse', '--hook', 'gone.sh'],
    [/^It fires, but cannot be started\. /m],
    [/^It does not fire/m],
  ],
  [
    'a rule that does not cover the call is no permission',
    '/ws',
    ['--trust-workspace', 'run', 'PreToolUse', '--dialect', 'claude-code'],
    [/assumed: you allow this call of Bash, which "Bash\(ls\)" in your permission rules does not cover$/m],
    [/permission rules allow/],
  ],
  [
    'a name without its ending is nearly right',
    '/ws',
    ['run', 'PreToolUse', '--hook', 'guard'],
    [/there is no hook "guard"\. Did you mean "guard\.sh"\?/],
  ],
  [
    'list --dialect tells findings of that agent alone',
    '/ws',
    ['list', '--dialect', 'codex'],
    [/\.codex\/hooks\.json:1:\d+: There is no file none\.sh/],
    [/^error {2}\.claude/m],
  ],
  [
    'list names the source as run does',
    '/ws',
    ['list', '--dialect', 'claude-code'],
    [/ workspace /],
    [/ project /],
  ],
  ...(['list', 'check'] as const).map((verb): Row => [CODEX, '/ws', [verb], [ASSUMED]]),
  ...(['explain', 'run'] as const).map(
    (verb): Row => [CODEX, '/ws', [verb, 'PreToolUse', '--dialect', 'codex'], [ASSUMED]],
  ),
]

for (const [promise, folder, args, shown, hidden = []] of rows)
  test(`${args.find((one) => !one.startsWith('-'))}: ${promise}`, async () => {
    const { stdout, stderr } = await cli.run(['--home', tree.at('/home'), ...args], { cwd: tree.at(folder) })
    for (const one of shown) assert.match(stdout + stderr, one)
    for (const one of hidden) assert.doesNotMatch(stdout + stderr, one)
  })

test('run says in one line that a recording state which is no file is not read', {
  skip: process.platform === 'win32',
}, async () => {
  const { stderr } = await cli.run(['--home', tree.at('/home'), 'run', 'Stop'], { cwd: tree.at('/piped') })
  assert.match(
    stderr,
    /^hookbench: Nothing is recorded: \S+recording\.json: it is a pipe, and only regular files are read; `record on` replaces it\.$/m,
  )
})

test('a file that no reader of it can read is one problem', async () => {
  mkdirSync(tree.at('/loop/.claude'))
  const file = tree.at('/loop/.claude/settings.json')
  const count = async (verb: string) => {
    const { stdout } = await cli.run(['--home', tree.at('/home'), verb], { cwd: tree.at('/loop') })
    return stdout.match(/file\.unreadable/g)?.length
  }
  writeFileSync(file, ' '.repeat(3 * 2 ** 20))
  for (const verb of ['list', 'check']) assert.equal(await count(verb), 1, verb)
  rmSync(file)
  if (process.platform === 'win32') return
  symlinkSync('settings.json', file)
  for (const verb of ['list', 'check']) assert.equal(await count(verb), 1, verb)
})

test('run says whose recording is the latest, and prints no secret of the environment as JSON', async () => {
  const file = tree.at('/two/.claude/settings.json')
  const at = (...args: readonly string[]) =>
    cli.run(['--home', tree.at('/home'), '--trust-workspace', ...args], { cwd: tree.at('/two') })
  const { stdout } = await at('run', 'PreToolUse', '--record')
  assert.match(stdout, /^Each agent has its own recording; `latest` is that of Codex\.$/m)
  assert.match((await at('recordings', 'show', 'latest')).stdout, / codex /)
  assert.doesNotMatch((await at('run', 'PreToolUse', '--dialect', 'codex', '--record')).stdout, /Each agent/)
  process.env.SOME_API_TOKEN = 'a1b2c3d4e5f6g7h8i9'
  const printing = openCli()
  delete process.env.SOME_API_TOKEN
  try {
    writeFileSync(file, `{ "hooks": { "PreToolUse": [${entry('Bash', 'echo "it is $SOME_API_TOKEN"')}] } }`)
    const args = ['run', 'PreToolUse', '--dialect', 'claude-code', '--json']
    const { stdout: json } = await printing.run(['--home', tree.at('/home'), '--trust-workspace', ...args], {
      cwd: tree.at('/two'),
    })
    assert.match(json, /"stdout": "it is /)
    assert.doesNotMatch(json, /a1b2c3d4e5f6g7h8i9/)
  } finally {
    await printing.close()
  }
})

test('replay says a crash once, and test says that a hook is not trusted', async () => {
  const at = (...args: readonly string[]) =>
    cli.run(['--home', tree.at('/home'), ...args], { cwd: tree.at('/ws') })
  await at('--trust-workspace', 'run', 'PreToolUse', '--dialect', 'claude-code', '--record')
  await at('replay', 'latest', '--event', '1', '--save-case', 'kept')
  tree.write('//- /ws/scripts/guard.sh 644\nexit 1\n')
  const { stdout } = await at('--trust-workspace', 'replay', 'latest')
  assert.equal(stdout.match(/exit code 1|crashed|failed: /g)?.length, 1, stdout)
  assert.doesNotMatch(stdout, /effect\.hooks|\.status/)
  const tested = await at('test')
  assert.match(tested.stdout, /guard\.sh did not run: untrusted: not trusted yet/)
  assert.match(tested.stdout, /--trust-workspace/)
})
