// What an entry's shell line runs beyond its plain words: files become part of the hook, everything else is reported.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Hook } from '../../runtime/contract/hook.ts'
import { readDocument } from '../../runtime/documents/read.ts'
import { writeTree } from '../support/tree.ts'
import { discoverIn } from './setting.ts'

const rows: readonly (readonly [command: string, files: readonly string[], unseen?: readonly string[]])[] = [
  ['echo $(./x.sh)', ['x.sh']],
  ['echo `./x.sh`', ['x.sh']],
  ['[[ $(./x.sh) == ok ]] && ./y.sh', ['x.sh', 'y.sh']],
  ['cat <<EOF\n$(./x.sh)\nEOF', ['x.sh']],
  ['cat <<EOF | sh\n./x.sh\nEOF', [], ['line 1: sh']],
  ['bash <<EOF\n./x.sh\nEOF', ['x.sh']],
  ['find . -name "*.md" -exec ./x.sh {} +', ['x.sh']],
  ['git diff --name-only | xargs ./x.sh', ['x.sh']],
  ['jq -r .command | sh', [], ['sh']],
  ['eval "$(cat .env)"', [], ['eval "$(cat .env)"']],
  ['npm run lint', [], ['npm run lint']],
  ['"$CLAUDE_PROJECT_DIR"/x.sh && (cd lib; . ./z.sh)', ['x.sh', 'lib/z.sh']],
  ['jq -r .tool_input.command >> log.txt', []],
  ['python3 "$CLAUDE_PROJECT_DIR"/y.py --strict', ['y.py']],
]

const tree = writeTree('//- /home/\n')
after(tree.remove)
let hooks: readonly Hook[] = []

before(async () => {
  for (const path of ['x.sh', 'y.sh', 'lib/z.sh']) tree.write(`//- /ws/${path} 755\n#!/bin/sh\ntrue\n`)
  tree.write('//- /ws/y.py\npass\n')
  const groups = rows.map(([command]) => ({ hooks: [{ type: 'command', command }] }))
  tree.write(`//- /ws/.claude/settings.json\n${JSON.stringify({ hooks: { PreToolUse: groups } })}\n`)
  hooks = (await discoverIn(tree, 'claude-code', { read: readDocument })).hooks
})

for (const [command, files, unseen = []] of rows)
  test(`what a line runs is part of the hook, or listed as not followed: ${JSON.stringify(command)}`, () => {
    const hook = hooks.find(({ entry }) => entry?.command === command)
    assert.ok(hook)
    const own = tree.at('/ws/')
    assert.deepEqual(
      [...new Set(hook.files.map((path) => path.slice(own.length)))].toSorted(),
      files.toSorted(),
    )
    assert.deepEqual(hook.unseen ?? [], unseen)
  })
