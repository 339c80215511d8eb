// The command lines of the repository's own scripts: a wrong option is one line that names the right ones.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const OPTIONS = fileURLToPath(new URL('../scripts/options.ts', import.meta.url))

const rows: readonly (readonly [options: readonly string[], given: string, line: string])[] = [
  [['keep'], '--fast', "Unknown option '--fast'. There is only --keep.\n"],
  [['only', 'suite', 'theme'], '--x', "Unknown option '--x'. There are --only, --suite and --theme.\n"],
  [['only', 'theme'], '--only', "Option '--only <value>' argument missing. There are --only and --theme.\n"],
]

test('a wrong option ends a script with one line and exit code 2', () => {
  for (const [names, given, line] of rows) {
    const options = JSON.stringify(Object.fromEntries(names.map((name) => [name, { type: 'string' }])))
    const program = `import { readOptions } from ${JSON.stringify(OPTIONS)}; readOptions({ options: ${options} })`
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', program, '--', given],
      { encoding: 'utf8' },
    )
    assert.deepEqual([status, stderr], [2, line])
  }
})
