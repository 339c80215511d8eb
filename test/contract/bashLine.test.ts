// Lines of Bash taken apart for conditions. What Claude Code itself does with some hundred lines is in
// test/agents/conditions.jsonl and test/agents/cases/claude-code-conditions.jsonl.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBashLine } from '../../runtime/contract/hosts/bashLine.ts'
import { processorMs } from '../support/processorTime.ts'

const rows: readonly [line: string, commands: string, isComputed?: true][] = [
  ['git push', 'git push'],
  ['a; b && c || d | e & f |& g\nh', 'a, b, c, d, e, f, g, h'],
  [`echo 'a; b' "c; d"`, 'echo a; b c; d'],
  [`g"it" pu'sh' \\-\\-force "a\\"b\\n"`, 'git push --force a"b\\n'],
  ['A=1 B="2 3" git push', 'git push'],
  ['X=1; git push', 'git push'],
  ['X=$(date); git push', 'git push, date'],
  ['git push >log 2>&1 </dev/null', 'git push'],
  ['>log 2>&1 git push', 'git push'],
  ['git push &>log; ls >"a b"', 'git push, ls'],
  ['cat <<< "git push"', 'cat'],
  ['echo x # ; git push', 'echo x'],
  ["# don't\ngit push", 'git push'],
  ['git \\\n push', 'git push'],
  ['ls &&\n git push', 'ls, git push'],
  ['ls $HOME/x "$HOME" $((1 + 1)) {} *.txt ~', 'ls $HOME/x $HOME $((1 + 1)) {} *.txt ~'],
  [`cat <<'E'\ngit push\nE\nls`, 'cat, ls'],
  [`cat >x <<"E F"\ndon't\nE F\ngit push`, 'cat, git push'],
  ["cat <<'E'\nE isn't it\nE\ngit push", 'cat, git push'],
  ["git commit -m \"$(cat <<'E'\ndon't $(x)\n)\nE\n)\"; ls", "git commit -m don't $(x)\n), ls"],
  ['ls | xargs git push', 'ls, xargs git push, git push'],
  ['ls | xargs -n1 git push', 'ls, xargs -n1 git push'],
  ['export X=1; test -f x && [ -f y ]', 'export X=1, test -f x, [ -f y ]'],
  ['git $X --force', 'git $X --force', true],
  ['echo a$(git push)/b', 'echo a$(git push)/b, git push', true],
  ['echo "`git push` $(ls)"', 'echo `git push` $(ls), git push, ls', true],
  ["echo '$X' '$(git push)' \\$X", 'echo $X $(git push) $X'],
  ['X=1', ''],
  ['', ''],
]

for (const [line, commands, isComputed = false] of rows)
  test(`${JSON.stringify(line.slice(0, 60))} is ${commands === '' ? 'no command' : commands}`, () => {
    const expected = commands === '' ? [] : commands.split(', ')
    assert.deepEqual(readBashLine(line), { commands: expected, isComputed })
  })

const open: Readonly<Record<string, readonly string[]>> = {
  'a part of a word that only the shell knows': [
    'git push$X',
    'ls $X/x',
    'echo "$X"',
    'echo "$(ls)"x',
    'ls $HOME:x',
  ],
  'another expansion': [
    'echo ${X}',
    'echo $((X))',
    'echo "$((1))"',
    "echo $'x'",
    'echo $"x"',
    'echo {a,b}',
    'ls =x',
  ],
  'a first word that only the shell knows': [
    '$X push',
    '$(echo git) push',
    'git$IFS',
    '"$HOME"/x push',
    'g* push',
  ],
  'a computed argument in a list': ['git $X; ls', 'ls && git $X', 'echo $(ls) | cat', 'X=push; git $X'],
  'a computed argument beside an assignment or redirection': [
    'X=push git $X',
    'echo $X >x',
    '<x echo $(ls)',
    'ls $((1)) $X',
    '\\git $X',
  ],
  'a computed argument of a program that may run it': [
    'eval ls $X',
    'xargs ls $(ls)',
    'printf -v X $Y',
    'time $X',
  ],
  'a substitution of more than plain words': [
    'echo $(ls; ls)',
    "echo $(ls 'a')",
    'echo $(eval x)',
    'echo $(X=1)',
    'echo $()',
  ],
  'an assignment that may change the rest': [
    'PATH=. git',
    'IFS=, git',
    'X=$Y git',
    'X=~/x git',
    "X='~' git",
    'X="$(ls)" git',
    'X=(1) git',
    'x[0]=1 git',
    'A=1 B=2',
  ],
  'a redirection that is not plain': [
    'git &>x push',
    'echo a >b git push',
    'ls >$X',
    'ls >a\\ b',
    'ls >&-',
    'ls <>x',
    'ls {fd}>x',
    'ls >!x',
    'cat <(ls)',
    'ls >x # c',
  ],
  'a document that is not plain': [
    'cat <<E\nx\nE',
    'cat <<\\E\nx\nE',
    "cat <<'E'F\nx\nEF",
    "cat <<E'F'\nx\nEF",
    "cat <<-'E'\nx\nE",
    "cat <<'E' >x\nx\nE",
    "cat <<'E' | ls\nx\nE",
    "cat <<'E' <<'F'\nx\nE\ny\nF",
    "cat <<'E'\nx",
    "<<'E' cat\nx\nE",
  ],
  'a construct': [
    '(git push)',
    '{ git push; }',
    'f() { git push; }',
    'if a; then b; fi',
    'for i in a; do b; done',
    'while a; do b; done',
    'case x in x) a;; esac',
    '[[ -f x ]] && a',
    '((1))',
    '! a',
  ],
  'a command that sets variables': [
    'unset X',
    "unset 'a[0]'",
    'declare X',
    'local X',
    'read X',
    "test -v 'a[0]'",
  ],
  'no end, or none before it': [
    'echo "open',
    "echo 'open",
    'ls &&',
    'ls |',
    '; ls',
    'ls ;; ls',
    'ls\n&& ls',
    'ls &&\n# c\nls',
    'ls \\',
    'ls)',
    '(ls',
  ],
  'characters that are not seen': ['ls\u00a0x', 'ls "\u2003"', 'ls x\u200b', 'ls\r\nls'],
  'an escaped blank': ['ls a\\ b', 'l\\\ns', "ls 'a\\\nb'", 'ls "a\\\nb"', 'echo \\{a,b\\}'],
  'too long a text': [`${'true; '.repeat(2000)}git push`],
}

for (const [part, lines] of Object.entries(open))
  test(`a line with ${part} is not taken apart`, () => {
    for (const line of lines) assert.equal(readBashLine(line), undefined, line)
  })

const repeated = [
  '$(',
  '$(ls ',
  '"$(ls) ',
  '<(',
  '$((1',
  '`',
  '`ls` ',
  '"',
  "'",
  "'' ",
  '\\',
  '{,',
  '{} ',
  '${',
  '((',
  '<<E\n',
  "<<'E'\n",
  "cat <<'E'\nE\n",
  'if ',
  '! ',
  '#',
  'A=1 ',
  '>x ',
  'a >x ',
  'a;',
  'a && ',
  '\n',
  '$X ',
  'a"b"',
  '"$(cat <<\'E\'\nE\n)"',
]

test('a line of nothing but one part is read in an instant', () => {
  for (const part of repeated) {
    const took = processorMs(() => readBashLine(part.repeat(10_000 / part.length)))
    assert.ok(took < 500, `${part}: ${took} ms`)
  }
})

test('a line that thousands of entries have a condition on is read once', () => {
  const line = 'a;'.repeat(5000)
  const took = processorMs(() => {
    for (let i = 0; i < 5000; i++) assert.equal(readBashLine(line)?.commands.length, 5000)
  })
  assert.ok(took < 2000, `${took} ms`)
})
