// Scripts that look like compiled programs, values that a shell expands as a prompt, and commands that a program reads
// from a text: trust covers what they run, or lists it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hookFiles } from '../support/hookFiles.ts'

const LOADS = Buffer.from('\n. ./y.sh\n')
const HEADS = {
  'a Java class': Buffer.from([0xca, 0xfe, 0xba, 0xbe]),
  'a Mach-O program': Buffer.from([0xfe, 0xed, 0xfa, 0xcf]),
  'an ELF program': Buffer.from([0x7f, 0x45, 0x4c, 0x46]),
  'an ELF program with zero bytes': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0]),
}
const WAYS: readonly (readonly [command: string, guard: string])[] = [
  ['sh ./x', ''],
  ['. ./x', ''],
  ['sh ./guard.sh', '. ./x'],
  ['sh ./guard.sh', 'sh ./x'],
]

for (const [what, head] of Object.entries(HEADS))
  for (const [command, guard] of WAYS)
    test(`a script that begins as ${what} is followed, or not covered: ${command} ${guard}`, async (t) => {
      const { files, unseen } = await hookFiles(t, command, {
        'guard.sh': `${guard}\n`,
        x: Buffer.concat([head, LOADS]),
        'y.sh': 'exit 2\n',
      })
      assert.ok(files.includes('x'), `${files}`)
      assert.ok(files.includes('y.sh') || unseen.length > 0, `${files} ${unseen}`)
    })

test('a script that begins as a Java class is followed where the shell that starts it reads it', async (t) => {
  const x = Buffer.concat([HEADS['a Java class'], LOADS])
  assert.ok((await hookFiles(t, './x', { x, 'y.sh': 'exit 2\n' })).files.includes('y.sh'))
})

test('a large script that begins as a compiled program is not covered', async (t) => {
  const x = Buffer.concat([HEADS['a Java class'], LOADS, Buffer.alloc(2_200_000, '#')])
  assert.match((await hookFiles(t, 'sh ./x', { x, 'y.sh': '' })).unseen.join(), /could not be read/)
})

test('a compiled program that is started by its path is no text', async (t) => {
  const x = Buffer.concat([HEADS['an ELF program with zero bytes'], Buffer.alloc(64), LOADS])
  assert.deepEqual(await hookFiles(t, './x', { x, 'y.sh': '' }), {
    files: ['x'],
    unseen: [],
  })
})

const NAMED = [
  'c=\'$(. ./z >&2)\'; : "${c@P}"',
  'c=$(cat z); echo "a ${c@P} b"',
  ': "${1@P}" "${c[@]@P}"',
  "printf '.shell sh z\\n' | sqlite3",
  "sqlite3 a.db <<'X'\nselect 1;\n.system ./z\nX",
  "sqlite3 a.db <<< '.read z'",
  "sqlite3 :memory: '.sh ./z'",
  "printf '.once |./z\\nselect 1;\\n' | sqlite3 a.db",
  'sqlite3 a.db "select load_extension(\'./z\')"',
  "printf '!./z\\nq\\n' | ed -s",
  "printf 'r !./z\\n' | ed -s",
  "printf ':!./z\\n:q!\\n' | ex -s",
  "printf 'shell ./z\\n' | gdb -q",
  "echo 'syscmd(./z)' | m4",
  "echo '!./z' | dc",
  "psql -c '\\! ./z'",
  "mysql -e 'system ./z'",
  "cat <<'X' | sqlite3 a.db\n.shell ./z\nX",
]

for (const text of NAMED)
  test(`trust says what a text starts: ${text.replaceAll('\n', ' ')}`, async (t) => {
    const { unseen } = await hookFiles(t, 'bash ./guard.sh', { 'guard.sh': `${text}\n` })
    assert.notDeepEqual(unseen, [])
  })

const ORDINARY = [
  'c=a; echo "${c@Q} ${c@U} ${c@A}"',
  "sqlite3 a.db \"insert into log values ('x.sh', 1.5, 'a|b'); select t.shell from t\"",
  "sqlite3 -header a.db <<'X'\n.mode csv\n.headers on\nselect * from t where a != 1;\nX",
  "printf '%s\\n' '.timeout 500' 'select 1' | sqlite3 a.db",
]

for (const text of ORDINARY)
  test(`an ordinary text for a program is not named: ${text.replaceAll('\n', ' ')}`, async (t) => {
    const { unseen } = await hookFiles(t, 'bash ./guard.sh', { 'guard.sh': `${text}\n` })
    assert.deepEqual(unseen, [])
  })
