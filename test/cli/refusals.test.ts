// What the command line refuses: one line on standard error that names the thing, what was expected and what to do.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { openCli, spawnCli, startCli } from '../support/cli.ts'
import { canMount, mountReadOnly } from '../support/mounts.ts'
import { writeTree } from '../support/tree.ts'

const tree = writeTree(`
  //- /ws/.kodelet/hooks/guard 755
  #!/bin/sh
  [ "$1" = hook ] && echo before_tool_call && exit
  cat > /dev/null
  //- /ws/.kodelet/hooks/twice 755
  #!/bin/sh
  [ "$1" = hook ] && echo turn_end && exit
  cat > /dev/null
  //- /ws/extensions/twice.mjs
  export const agent_init = () => {}
  //- /ws/.hookbench/cases/good.json
  {"v": 1, "name": "good", "dialect": "kodelet", "event": "turn_end", "payload": {}, "expect": {"decision": "pass"}}
  //- /ws/.hookbench/cases/broken.json
  {"v": 1, "name": "broken"}
  //- /ws/.hookbench/recordings/one.ndjson
  {"v":1,"kind":"recording","hookbench":"0.1.0","startedAt":"2026-01-01T00:00:00.000Z","session":"one"}
  //- /ws/.hookbench/recordings/tomorrow.ndjson
  {"v":9,"kind":"recording","hookbench":"9.0.0","startedAt":"2026-01-01T00:00:00.000Z","session":"tomorrow"}
  //- /home/
  //- /files/half.json
  {"tool_name":
  //- /files/fine.json
  {"event": "before_tool_call", "conv_id": "c", "tool_name": "bash", "tool_input": {}}
  //- /files/text.txt
  nothing
`)
after(tree.remove)
const cli = openCli()
after(cli.close)

const ws = tree.at('/ws')
const home = tree.at('/home')
const payload = ['--payload', tree.at('/files/fine.json')]
const at = (...args: readonly string[]) => ['--workspace', ws, '--home', home, ...args]

/** Expects this exit code, one matching line on standard error, and nothing on standard output. */
function refuses(args: readonly string[], line: RegExp, code = 2): void {
  test(`hookbench ${args.join(' ').replaceAll(tree.folder, '')}`, async () => {
    const got = await cli.run(at(...args), { cwd: tree.folder })
    assert.equal(got.stdout, '')
    assert.match(got.stderr, /^hookbench: [^\n]*\n$/, 'one line')
    assert.match(got.stderr, line)
    assert.equal(got.code, code)
  })
}

refuses([], /expected a verb; `hookbench --help`/)
refuses(['lst'], /there is no verb "lst"\. Did you mean "list"\?/)
refuses(['frobnicate'], /there is no verb "frobnicate"\. `hookbench --help` lists them/)
refuses(['help', 'lst'], /there is no verb "lst"\. Did you mean "list"\?/)
refuses(['list', '--jso'], /unknown option '--jso'\. Did you mean --json\?/)
refuses(
  ['list', '--frobnicate'],
  /unknown option '--frobnicate'\. `hookbench help list` lists what is supported/,
)
refuses(['list', 'extra'], /too many arguments.*`hookbench help list`/)
refuses(['run', '--all'], /run expects <event>: .+\. `hookbench help run` has examples/)
refuses(
  ['explain'],
  /explain expects <event>: an event name, spelled as in its dialect\. `hookbench help explain`/,
)

refuses(['--workspace', '/nowhere/at/all', 'list'], /the workspace folder does not exist: \/nowhere\/at\/all/)
refuses(['--workspace', tree.at('/files/text.txt'), 'list'], /--workspace: .*text\.txt is not a folder/)
refuses(['--home', tree.at('/files/text.txt'), 'list'], /--home: .*text\.txt is not a folder/)
for (const verb of [['record', 'on'], ['recordings'], ['stats'], ['new', 'kodelet', 'turn_end'], ['test']])
  refuses(['--workspace', '/nowhere', ...verb], /the workspace folder does not exist: \/nowhere/)

refuses(
  ['list', '--dialect', 'kodlet'],
  /there is no agent "kodlet"\. Did you mean "kodelet"\? Known: secureyeoman, /,
)
refuses(['explain', 'turn_end', '--dialect', 'zzz'], /there is no agent "zzz"\. Known: /)
refuses(['new', 'kodlet', 'turn_end'], /there is no agent "kodlet"\. Did you mean "kodelet"\?/)
refuses(
  ['explain', 'before_tool_cal'],
  /no dialect has an event "before_tool_cal"\. Did you mean "before_tool_call"\?/,
)
refuses(
  ['run', 'frobnicated', ...payload],
  /no dialect has an event "frobnicated"\. The nearest are \w+, \w+ and \w+\. docs\/events\.md/,
)
refuses(['list', '--event', 'turn_over'], /no dialect has an event "turn_over"/)
refuses(
  ['run', 'turn_emd', '--dialect', 'kodelet', ...payload],
  /kodelet has no event "turn_emd"\. Did you mean "turn_end"\?/,
)
refuses(
  ['run', 'pre_tool_use', '--dialect', 'kodelet', ...payload],
  /kodelet has no event "pre_tool_use"\. It is an event of kaizen\./,
)
refuses(
  ['list', '--event', 'turn_end', '--dialect', 'kaizen'],
  /kaizen has no event "turn_end"\. It is an event of kodelet/,
)
refuses(['new', 'kodelet', 'frobnicated'], /kodelet has no event "frobnicated"\. It has before_tool_call, /)

refuses(
  ['run', 'turn_end', '--payload', '{"event": 1}'],
  /--payload expects the name of a file; pass JSON through a pipe: .* --payload -/,
)
refuses(
  ['run', 'turn_end', '--payload', 'nope.json'],
  /cannot read the payload from nope\.json: there is no such file/,
)
refuses(
  ['run', 'turn_end', '--payload', tree.at('/files')],
  /cannot read the payload from .*: it is a folder/,
)
refuses(
  ['run', 'turn_end', '--payload', tree.at('/files/half.json')],
  /the payload in .*half\.json is not JSON: /,
)
refuses(
  ['run', 'turn_end', '--payload', tree.at('/files/text.txt')],
  /the payload in .*text\.txt is not JSON: /,
)
refuses(
  ['run', 'turn_end', '--strict', ...payload],
  /The payload does not match the schema of kodelet turn_end: /,
)
refuses(
  ['--no-hooks', 'run', 'turn_end', '--strict', ...payload],
  /The payload does not match the schema of kodelet turn_end: /,
)

refuses(
  ['run', 'turn_end', '--hook', 'gaurd', ...payload],
  /there is no hook "gaurd"\. Did you mean "guard"\?/,
)
refuses(
  ['run', 'turn_end', '--hook', 'guard', ...payload],
  /kodelet:workspace:guard does not answer turn_end of kodelet; it answers before_tool_call\./,
)
refuses(
  ['run', 'turn_end', '--hook', 'twice', ...payload],
  /"twice" is .*twice\.mjs and kodelet:workspace:twice|"twice" is kodelet:workspace:twice and .*; give one of these ids/,
)
refuses(['trust', 'gaurd'], /there is no hook "gaurd"\. Did you mean "guard"\?/)
refuses(['untrust', 'frobnicated'], /there is no hook "frobnicated"\. `hookbench list --json` shows the ids/)
refuses(['trust', '--edits', 'nowhere'], /nowhere is not a folder; --edits trusts a folder/)
refuses(['trust', '--edits', tree.folder], /is outside the workspace .*; give its --workspace/)

refuses(
  ['recordings', 'shwo'],
  /there is no "recordings shwo"\. Did you mean "show"\? Known: list, show, import, prune/,
)
refuses(['recordings', 'lists'], /there is no "recordings lists"\. Did you mean "list"\?/)
refuses(['recordings', 'show', 'nope'], /no recording "nope"/)
refuses(['recordings', 'show', 'one', '7'], /there is no event 7; the recording has 0 events/)
refuses(['recordings', 'prune', '--keep', 'x'], /--keep expects a whole number, got "x"/)
refuses(['recordings', 'prune', '--keep', '-1'], /--keep expects a whole number, got "-1"/)
refuses(['recordings', 'import', 'nope.ndjson'], /nope\.ndjson/, 1)
refuses(['recordings', 'show', 'tomorrow'], /version 9/, 1)
refuses(['replay', 'tomorrow.ndjson'], /version 9/, 1)
refuses(['stats', 'nope'], /no recording "nope"/)
refuses(['record', 'maybe'], /"maybe" is not supported; expected on, off, status/)

refuses(['replay'], /replay expects <recordings>: /)
refuses(['replay', 'nope'], /no recording "nope"/)
refuses(['replay', 'goood'], /there is no recording or case "goood"\. Did you mean "good"\?/)
refuses(['replay', 'good', 'one'], /a case is replayed alone; `hookbench test` runs many/)
refuses(['replay', 'good', '--hook', 'guard'], /--hook chooses from a recording; a case is a single event/)
writeFileSync(tree.at('/files/deep.json'), `{"tool_input":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
refuses(
  ['run', 'before_tool_call', '--payload', tree.at('/files/deep.json')],
  /^hookbench: The payload is nested more than 512 levels deep; such a payload cannot be passed to a hook\.\n$/,
)
refuses(['replay', tree.at('/files/half.json')], /half\.json/)
refuses(['replay', 'one', '--event', '3'], /no event matches --event 3; `hookbench recordings show/)
refuses(
  ['replay', 'one', '--save-case', 'x'],
  /--save-case keeps one event: name one recording and the event/,
)
refuses(['replay', 'one', '--save-case', 'x', '--event', '4'], /there is no event "4" in one\.ndjson/)
for (const shard of ['0/2', '3/2', 'a/b', '1', '1/0', '-1/2', '1/2/3'])
  refuses(
    ['replay', 'one', `--shard=${shard}`],
    /--shard .*: expected i\/n with i from 1 to n, as in --shard 2\/5/,
  )
for (const jobs of ['257', '0', '-1', 'x', '1.5', ''])
  refuses(['replay', 'one', `--jobs=${jobs}`], /--jobs expects a whole number from 1 to 256, got ".*"/)
refuses(['replay', 'one', '--set', 'tool_input'], /--set tool_input: expected path=value/)
refuses(['replay', 'one', '--set', 'a..b=1'], /--set a\.\.b: a part of the path is empty/)
refuses(['replay', 'broken'], /broken\.json: not a case: /)
refuses(['test', 'broken'], /broken\.json: not a case: /)
refuses(['test', 'goood'], /there is no case "goood"\. Did you mean "good"\?/)
refuses(['test', '--junit', tree.at('/files')], /files is a folder; name a file\./, 1)

refuses(
  ['new', 'kodelet', 'turn_end', 'twice'],
  /\.kodelet\/hooks\/twice already exists; choose another name/,
)
for (const name of ['../x', 'a/b', '.hidden', '1st', ' ', 'a b', '-x.', 'CON', 'nul.tar', 'x.'])
  refuses(['new', 'kodelet', 'turn_end', '--', name], /".*" cannot be a file name; use letters/)
refuses(
  ['new', 'kodelet', 'turn_end', '--language', 'pyhton'],
  /hooks of kodelet are written in python, shell, javascript, not in "pyhton"\. Did you mean "python"\?/,
)

test('a payload that is nested 10,000 deep is refused by `run` and `explain`, with hooks and without', async () => {
  const deep = tree.at('/files/deep.json')
  writeFileSync(deep, `{"event":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)
  for (const args of [
    ['run'],
    ['explain'],
    ['--no-hooks', 'run'],
    ['--trust-workspace', 'run', '--record'],
  ]) {
    const { code, stderr, stdout } = await cli.run(at(...args, 'before_tool_call', '--payload', deep))
    assert.match(stderr, /^hookbench: The payload is nested more than 512 levels deep; .*\n$/)
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' })
  }
})

test('a payload over the limit is refused with the setting that allows it', async () => {
  const settings = tree.at('/ws/.hookbench/settings.json')
  writeFileSync(settings, '{"maxPayloadBytes": 2048}')
  const big = tree.at('/files/big.json')
  writeFileSync(big, JSON.stringify({ event: 'x'.repeat(3000) }))
  const { code, stderr } = await cli.run(at('run', 'before_tool_call', '--payload', big))
  writeFileSync(settings, '{}')
  assert.match(
    stderr,
    /^hookbench: The payload is larger than 2048 bytes; raise maxPayloadBytes in .*settings\.json.*\n$/,
  )
  assert.equal(code, 2)
})

test('the same line comes with --json, and standard output stays empty', async () => {
  for (const args of [
    ['list', '--dialect', 'kodlet', '--json'],
    ['run', 'turn_end', '--payload', 'nope.json', '--json'],
    ['replay', 'nope', '--json'],
    ['trust', 'gaurd', '--json'],
  ]) {
    const { code, stdout, stderr } = await cli.run(at(...args))
    assert.match(stderr, /^hookbench: .+\n$/)
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' })
  }
})

test('a payload comes from standard input, and one that is not JSON is named as such', async () => {
  const fine = await spawnCli(at('--no-hooks', 'run', 'turn_end', '--payload', '-', '--json'), {
    stdin: '\uFEFF{"a": 1}',
  })
  assert.deepEqual(JSON.parse(fine.stdout).payload, { a: 1 })
  assert.equal(fine.code, 0)
  const empty = await spawnCli(at('run', 'turn_end', '--payload', '-'))
  assert.match(empty.stderr, /^hookbench: the payload in standard input is not JSON: .*\n$/)
  assert.equal(empty.code, 2)
})

const shell = { skip: process.platform === 'win32' ? 'needs a shell' : false }

test('a reader that has seen enough ends the output quietly', shell, async () => {
  const child = startCli(at('list', '--json'))
  child.stdout?.destroy()
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
})

test('a place that cannot be written is named, and nothing is half-written', {
  skip: !canMount() && 'mounting is not allowed here',
}, async (t) => {
  const folder = tree.at('/ws')
  t.after(mountReadOnly(folder))
  for (const args of [
    ['record', 'on'],
    ['new', 'kodelet', 'turn_end', 'fresh'],
  ]) {
    const { code, stderr } = await cli.run(at(...args))
    assert.match(stderr, /^hookbench: .*(read-only|EROFS).*\n$/)
    assert.equal(code, 1)
  }
  const run = await cli.run(
    at('--trust-workspace', 'run', 'before_tool_call', ...payload, '--record', '--json'),
  )
  assert.equal(run.code, 0, 'the hooks run all the same')
  assert.equal(JSON.parse(run.stdout).hooks[0].status, 'returned')
  assert.match(run.stderr, /^hookbench: recording ended: .* is on a read-only disk\.\n$/)
})
