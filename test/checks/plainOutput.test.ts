// Text where a host expects JSON: how severe it is depends on the host, the moment and the text, and not on the
// script's language.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsIn } from '../support/seeded.ts'

const SCRIPTS: readonly (readonly [command: string, file: string, print: (text: string) => string])[] = [
  ['bash', 'h.sh', (text) => `echo '${text}'\n`],
  ['python3', 'h.py', (text) => `print('${text}')\n`],
  ['node', 'h.mjs', (text) => `console.log('${text}')\n`],
]

type Row = readonly [event: string, text: string, found: string]

const ROWS: readonly Row[] = [
  // The host counts the hook as failed.
  ['Stop', 'done', 'error output.unreadable'],
  ['Stop', 'Run the tests again before you stop', 'error output.unreadable'],
  // The host passes the text to nobody, and reports no failure either.
  ['PostToolUse', 'formatted', ''],
  ['PostToolUse', 'Run the tests again before you stop', 'info output.lost'],
  // A report of what was done begins with the same words as a request.
  ['PostToolUse', 'Run 42 finished after 3 s', ''],
  ['PostToolUse', 'Check passed again', ''],
  ['PostToolUse', 'Use count is 5 now', ''],
  ['SessionStart', 'The branch is main', ''],
]

// VS Code ignores the text, and reports nothing.
const IGNORED: readonly Row[] = [
  ['Stop', 'done', 'info output.unreadable'],
  ['PostToolUse', 'Check passed again', 'info output.unreadable'],
  ['PostToolUse', 'Run the tests again before you stop', 'error output.unreadable'],
  ['SessionStart', 'The branch is main', 'error output.unreadable'],
]

const filesOf = {
  Codex: (event: string, command: string) => ({
    '.codex/hooks.json': JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] } }),
  }),
  'VS Code': (event: string, command: string) => ({
    '.github/hooks/h.json': JSON.stringify({ hooks: { [event]: [{ type: 'command', command }] } }),
  }),
}

for (const [host, rows] of [
  ['Codex', ROWS],
  ['VS Code', IGNORED],
] as const)
  for (const [event, text, found] of rows)
    test(`"${text}" at ${event} of ${host} is ${found === '' ? 'not reported' : `reported as ${found}`}`, async () => {
      for (const [command, file, print] of SCRIPTS) {
        const all = await findingsIn({ ...filesOf[host](event, `${command} ${file}`), [file]: print(text) })
        assert.equal(all.map(({ severity, code }) => `${severity} ${code}`).join(), found, command)
      }
    })
