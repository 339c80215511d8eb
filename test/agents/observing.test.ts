// Exit codes of `npm run agents -- observe`: observed as predicted, different, or not observable on this machine. The
// programs that it calls are replaced by stubs, so these tests need no network, namespace or agent.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { claudeCode } from '../../scripts/agents/observe/hosts/claudeCode.ts'
import { writeTree } from '../support/tree.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'agents', 'main.ts')
const AGENT = join(import.meta.dirname, 'fixtures', 'agent.mjs')
const UNSHARED = '#!/bin/sh\nwhile [ "$1" != sh ]; do shift; done\nshift 4\nexec "$@"\n'
const REFUSED = '#!/bin/sh\necho "unshare: Operation not permitted" >&2\nexit 1\n'
/** Replaces the program of Claude Code: the test agent, started with the arguments it needs. */
const PROGRAM = `#!/bin/sh\nexec '${process.execPath}' '${AGENT}' "$ANTHROPIC_BASE_URL" "$2" "$6"\n`

function scenario(name: string, exit: number, stderr: string): string {
  const json = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'hook-0' }] }] } }
  return JSON.stringify({
    name,
    situation: 'echo',
    event: 'PreToolUse',
    files: [{ path: 'project/.claude/settings.json', json }],
    answers: { 'hook-0': [{ exit, stdout: '', stderr, ms: 0 }] },
  })
}

const SILENT = scenario('silent', 0, '')
const DENIAL = scenario('denial', 2, 'not this')

type Machine = { readonly unshare: string; readonly program?: string }

function observed(
  t: TestContext,
  scenarios: readonly string[],
  { unshare, program }: Machine,
  host = 'claude-code',
) {
  const { at, write, remove } = writeTree()
  t.after(remove)
  write(`//- /bin/unshare 755\n${unshare}`)
  write(`//- /scenarios.jsonl\n${scenarios.join('\n')}\n`)
  const installed = `/agents/claude-code-${claudeCode.version}/${claudeCode.program}`
  if (program !== undefined) write(`//- ${installed} 755\n${program}`)
  const options = ['--scenarios', at('scenarios.jsonl'), '--compare', '--out', at('out.jsonl')]
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, 'observe', host, ...options], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${at('bin')}:${process.env.PATH}`,
      HOME: at('home'),
      HOOKBENCH_AGENTS: at('agents'),
      HOOKBENCH_CACHE: at('editor'),
      // Nothing listens on that port, so npm fails at once wherever the test runs.
      npm_config_registry: 'http://127.0.0.1:1/',
      npm_config_cache: at('cache'),
      npm_config_fetch_retries: '0',
    },
  })
  return { status, last: stderr.trimEnd().split('\n').at(-1) ?? '' }
}

test('played and as predicted: exit code 0', (t) => {
  assert.equal(observed(t, [SILENT], { unshare: UNSHARED, program: PROGRAM }).status, 0)
})

test('one observation that differs from its prediction: exit code 1', (t) => {
  assert.equal(observed(t, [SILENT, DENIAL], { unshare: UNSHARED, program: PROGRAM }).status, 1)
})

test('a kept scenario that shows nothing is no agreement: exit code 1', (t) => {
  const { status, last } = observed(t, [SILENT], { unshare: UNSHARED, program: '#!/bin/sh\nexit 0\n' })
  assert.equal(status, 1)
  assert.equal(last, 'observe: claude-code: no case came of silent; --traces shows the runs')
})

test('no network namespace: exit code 77, and why', (t) => {
  const { status, last } = observed(t, [SILENT], { unshare: REFUSED, program: PROGRAM })
  assert.equal(status, 77)
  assert.equal(
    last,
    'observe: claude-code can not be observed here: no network namespace (unshare, ip): unshare: Operation not permitted',
  )
})

test('a program that can not be installed: exit code 77, and why', (t) => {
  const { status, last } = observed(t, [SILENT], { unshare: UNSHARED })
  assert.equal(status, 77)
  const wanted = `${claudeCode.npmPackage}@${claudeCode.version}`
  assert.match(
    last,
    new RegExp(`^observe: claude-code can not be observed here: ${wanted} could not be installed: npm `),
  )
})

test('an editor that can not be installed: exit code 77, and why', (t) => {
  const { status, last } = observed(t, [SILENT], { unshare: UNSHARED }, 'vscode')
  assert.equal(status, 77)
  assert.match(last, /^observe: vscode can not be observed here: code-server \S+ could not be installed: /)
})

test('a wrong command line: exit code 2', () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, 'observe', 'nobody', '--compare'])
  assert.equal(status, 2)
  assert.match(String(stderr), /^usage: observe </)
})

/** What CI counts and prints when `observe` exits with this code for both agents. */
function inCi(t: TestContext, code: number) {
  const { folder, remove } = writeTree()
  t.after(remove)
  const script = readFileSync(join(import.meta.dirname, '..', '..', '.ci', 'run'), 'utf8')
  const part = /^phase 'agents'\n[\s\S]*?^done\n/m.exec(script)?.[0]
  assert.ok(part !== undefined, '.ci/run has a phase "agents"')
  const text = [
    `phase() { :; }; within() { echo "why $8" | tee "$log"; return ${code}; }`,
    `passed=0; failed=0; log='${folder}/log'`,
    part,
    'echo "$passed passed, $failed failed"',
  ].join('\n')
  const { stdout, stderr } = spawnSync('bash', ['-c', text], { encoding: 'utf8' })
  return { counts: stdout.trimEnd().split('\n').at(-1), stderr }
}

test('CI counts agents that agree and agents that differ, and says which it left out and why', (t) => {
  assert.deepEqual(inCi(t, 0), { counts: '2 passed, 0 failed', stderr: '' })
  assert.deepEqual(inCi(t, 1), { counts: '0 passed, 2 failed', stderr: '' })
  assert.deepEqual(inCi(t, 77), {
    counts: '0 passed, 0 failed',
    stderr: '.ci/run: left out: why claude-code\n.ci/run: left out: why codex\n',
  })
})
