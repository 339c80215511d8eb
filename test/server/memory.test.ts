// What a keystroke leaves behind: the view of a version is replaced with the next one, and minor garbage collections must
// find it unused. What they keep is copied twice, and slows every twentieth keystroke down.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PROGRAM = join(import.meta.dirname, '../support/keystrokesInMemory.ts')
const MB = 1_000_000

type Row = { readonly it: string; readonly path: string; readonly marked: string; readonly strokes: number }

const ROWS: readonly Row[] = [
  {
    it: 'a settings file of 200 entries',
    path: '.claude/settings.json',
    marked: JSON.stringify(
      {
        hooks: {
          PreToolUse: Array.from({ length: 200 }, (_, index) => ({
            matcher: 'Bash',
            hooks: [{ type: 'command', command: `sh scripts/guard.sh ${index === 50 ? '$0' : index}` }],
          })),
        },
      },
      undefined,
      2,
    ),
    strokes: 300,
  },
  {
    it: 'a called script in JavaScript',
    path: 'guard.mjs',
    marked: `import { readFileSync } from 'node:fs'

const input = JSON.parse(readFileSync(0, 'utf8'))
input.$0
if (input.tool_input.command.includes('production')) {
  console.error('Not in production')
  process.exit(2)
}
`,
    strokes: 1500,
  },
]

for (const { it, path, marked, strokes } of ROWS)
  test(`${it}: minor collections keep no views of earlier versions`, async () => {
    const { stdout } = await run(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      PROGRAM,
      path,
      marked,
      String(strokes),
    ])
    const grown = Number(stdout)
    assert.ok(grown < 4 * MB, `the old generation grew by ${(grown / MB).toFixed(1)} MB`)
  })
