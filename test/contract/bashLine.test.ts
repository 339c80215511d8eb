// Lines of Bash taken apart for conditions. What Claude Code itself does with some two hundred lines is in
// test/agents/cases/claude-code-conditions.jsonl.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBashLine } from '../../runtime/contract/hosts/bashLine.ts'

const rows: readonly [line: string, commands: string, isComplete?: false][] = [
  ['git push', 'git push'],
  ['a; b && c || d | e & f\ng', 'a, b, c, d, e, f, g'],
  [`echo 'a; b' "c; d"`, 'echo a; b c; d'],
  [`g"it" pu'sh'`, 'git push'],
  ['A=1 B="2 3" git push', 'git push'],
  ['git push >log 2>&1 </dev/null', 'git push'],
  ['echo x # ; git push', 'echo x'],
  ['if a; then b; elif c; then d; else e; fi', 'a, b, c, d, e, fi'],
  ['while a; do b; done', 'a, b, done'],
  ['! (a; b)', 'a, b'],
  ['git \\\n push', 'git push'],
  ['echo $(git push)', 'echo $, git push'],
  ['echo "`git push`"', 'echo $, git push'],
  ['cat <<< "git push"', 'cat'],
  [`cat <<'E'\ngit push\nE\nls`, 'cat, ls'],
  ['ls | xargs git push', 'ls, xargs git push, git push'],
  ["cat <<-'E'\n\tdon't\n\tE\ngit push", 'cat, git push'],
  ["cat <<'E'\nE isn't it\nE\ngit push", 'cat, git push'],
  ['X=1', ''],
  ['', ''],
  ['cat <<E\n$(git push)\nE', 'cat', false],
  ["cat <<'A' <<'B'\nx\nA\ndon't\nB\ngit push", 'cat, dont\nB\ngit push', false],
  ['a[0]=1 git push', 'a[0]=1 git push', false],
  ['{fd}>x git push', 'git push', false],
  ['git {push,"--force x"}', 'git {push,--force x}', false],
  ['f() { git push; }', 'f, git push, }', false],
  ['$cmd push', '$cmd push', false],
  ['x=a; echo $x', 'echo $x', false],
  ['echo "open; git push', 'echo open; git push', false],
  ['echo {a,b}', 'echo {a,b}', false],
  [`${'true; '.repeat(2000)}git push`, '', false],
]

for (const [line, commands, isComplete = true] of rows)
  test(`${JSON.stringify(line.slice(0, 60))} is ${commands === '' ? 'no command' : commands}`, () => {
    assert.deepEqual(readBashLine(line), {
      commands: commands === '' ? [] : commands.split(', '),
      isComplete,
    })
  })

const repeated: readonly (readonly [part: string, commands: number, isComplete: boolean])[] = [
  ['$(', 201, false],
  ['<(', 201, false],
  ['$((1', 201, false],
  ['`', 1, false],
  ['"', 1, true],
  ["'", 1, true],
  ['\\', 1, true],
  ['{,', 1, false],
  ['${', 1, false],
  ['((', 0, false],
  ['<<E\n', 0, false],
  ['if ', 0, true],
  ['! ', 0, true],
  ['#', 0, true],
]

for (const [part, count, isComplete] of repeated)
  test(`a line of nothing but ${JSON.stringify(part)} has ${count} commands`, () => {
    const found = readBashLine(part.repeat(10_000 / part.length))
    assert.deepEqual([found.commands.length, found.isComplete], [count, isComplete])
  })
