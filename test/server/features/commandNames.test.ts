// Names in a command inside a configuration file: where they are set, where they are used, and the result of renaming
// them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Range } from '../../../runtime/contract/problems.ts'
import { definitionsAt } from '../../../server/features/definition.ts'
import { referencesAt } from '../../../server/features/references.ts'
import { renamingAt } from '../../../server/features/rename.ts'
import { inMemory, ROOT } from '../../support/project.ts'

const FILE = '.claude/settings.json'
const command = (text: string): string =>
  `{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": ${JSON.stringify(text)} }] }] } }\n`

/** A command with a cursor -> where the name is set, all uses, and the current name or why it cannot be renamed. */
const ROWS: readonly (readonly [what: string, text: string, set: string, uses: string, name: string])[] = [
  [
    'a variable',
    'in=$(cat); jq -r .tool_name <<<"$$0in"; echo "${in}" >&2',
    'in@0',
    'in@0 in@33 in@46',
    'in',
  ],
  ['a variable of a loop', 'for one in a b; do echo "$o$0ne"; done', 'one@4', 'one@4 one@26', 'one'],
  ['what is read', 'read -r li$0ne; echo "$line" >&2', 'line@8', 'line@8 line@21', 'line'],
  ['a function', 'say() { echo "$1" >&2; }; s$0ay no; exit 2', 'say@0', 'say@0 say@26', 'say'],
  [
    'a variable of Python',
    'python3 -c "import json, sys; call = json.load(sys.stdin); print(ca$0ll)"',
    'call@30',
    'call@30 call@65',
    'call',
  ],
  [
    'a variable from outside',
    'cd "$CLAUDE_$0PROJECT_DIR" && npm test',
    '',
    '',
    'CLAUDE_PROJECT_DIR is set outside of this command, so it cannot be renamed here.',
  ],
  [
    'a field of the payload',
    "jq -r '.tool_in$0put.command'; jq .tool_input",
    '',
    'tool_input@8 tool_input@33',
    'tool_input is a field of the contract; its name is set by the host.',
  ],
]

for (const [what, text, set, uses, name] of ROWS)
  test(`${what} in a command`, async () => {
    const { project, cursor } = inMemory({ [FILE]: command(text) })
    const { view, offset } = await cursor()
    const start = view.text.indexOf(JSON.stringify(text.replace('$0', '')).slice(1, 8))
    // Quotes are escaped with a backslash in the file, so offsets are corrected.
    const shown = (ranges: readonly Range[]): string =>
      ranges
        .map(({ start: at, end }) => {
          const before = view.text.slice(start, at)
          return `${view.text.slice(at, end)}@${before.length - (before.match(/\\"/g) ?? []).length}`
        })
        .join(' ')
    assert.equal(shown((await definitionsAt(view, offset, project)).map(({ range }) => range)), set)
    assert.equal(shown((await referencesAt(view, offset, project)).map(({ range }) => range)), uses)
    const found = await renamingAt(view, offset, project)
    assert.equal(found?.kind === 'refused' ? found.why : found?.name, name)
    if (found?.kind === 'own') assert.equal(shown(found.ranges), uses)
  })

test('a field is used in the commands of every file of the agent, and in those that carry it alone', async () => {
  const { project, cursor } = inMemory({
    [FILE]: command('jq -r .tool_input.comm$0and'),
    '.claude/settings.local.json': command('jq -r .tool_input.command >&2'),
    '.codex/hooks.json': command('jq -r .tool_input.command >&2'),
  })
  const { view, offset } = await cursor()
  const found = await referencesAt(view, offset, project)
  assert.deepEqual(
    found.map(({ path }) => path.slice(ROOT.length + 1)),
    [FILE, '.claude/settings.local.json'],
  )
})
