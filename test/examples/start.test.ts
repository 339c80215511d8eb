// `npm start` from the outside: its output, that no files are left behind, and that a missing tool does not stop it.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'hookbench-start-test-'))
const home = join(folder, 'home')
const temporary = join(folder, 'tmp')

before(() => {
  mkdirSync(home)
  mkdirSync(temporary)
})
after(() => rmSync(folder, { recursive: true, force: true }))

function start(args: readonly string[], PATH = process.env.PATH) {
  const env = { PATH, HOME: home, TMPDIR: temporary, SLACK_WEBHOOK_URL: 'http://127.0.0.1:9/', NO_COLOR: '1' }
  return spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8', timeout: 300_000 })
}

const isThere = (tool: string) =>
  (process.env.PATH ?? '').split(delimiter).find((one) => existsSync(join(one, tool)))

test('the session runs, is recorded, and replays to equal outcomes', () => {
  const { status, stdout, stderr } = start([])
  assert.equal(stderr, '')
  assert.equal(status, 0, stdout)
  assert.match(stdout, /^Claude Code in a small web shop\n3 hooks in \.claude\/settings\.json\.\n/)
  assert.match(stdout, /✗ keep-secrets\.mjs +denies: Secrets stay out of reach/)
  assert.match(stdout, /^ {7}the tool does not run; the model reads "PreToolUse:Write hook error: /m)
  assert.match(stdout, /\n68 events of 46 kinds: /)
  assert.match(stdout, /\nReplayed the recording: 68 of 68 outcomes equal\.\n/)
  assert.match(stdout, /^ {5}! price-llm-calls +fails: .*no price is known/m)
  assert.match(stdout, /^ {5}~ limitedQuery +changes input\.sql +[\d.]+ ms$/m)
  assert.match(stdout, /^ {5}« mockCharge +answers: /m)
  if (isThere('python3') !== undefined) {
    assert.match(stdout, /✗ security_guardrail +denies: Security policy: 'rm -rf' is not allowed/)
    assert.match(stdout, /\? gdpr_compliance_hook +reports: GDPR consent required/)
    assert.match(stdout, /! checkpoint_guard +fails: /)
  }
  for (const line of stdout.split('\n')) assert.ok(line.length <= 96, line)
  assert.ok(!stdout.includes('\u001b'), 'colour in a pipe')
  assert.deepEqual(readdirSync(temporary), [], 'the temporary copy is still there')
  assert.deepEqual(readdirSync(home), [], "the person's own home was written to")
})

test('a program that a hook needs and the machine lacks is reported, and the demo continues', (t) => {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const tool of ['bash', 'env', 'cat', 'mkdir', 'date', 'grep']) {
    const at = isThere(tool)
    if (at === undefined) return t.skip(`needs ${tool}, which is not installed`)
    symlinkSync(join(at, tool), join(bin, tool))
  }
  symlinkSync(process.execPath, join(bin, 'node'))
  const { status, stdout } = start([], bin)
  assert.equal(status, 0, stdout)
  assert.match(stdout, /^Left out: [^.]*security_guardrail[^.]*\. Needs python3/m)
  assert.match(stdout, /^Left out: acme\/review\/validate-diff\. Needs jq/m)
  assert.match(stdout, /- security_guardrail +skipped: Needs python3/)
  assert.match(stdout, /· audit_logger +passes/)
  assert.match(stdout, /68 of 68 outcomes equal/)
})

test('an option it does not know gets one line', () => {
  const { status, stdout, stderr } = start(['--fast'])
  assert.equal(status, 2)
  assert.equal(stdout, '')
  assert.equal(stderr, "Unknown option '--fast'. There is only --keep.\n")
})
