// Commands that a shell runs where a grammar of shell scripts sees plain text, or nothing: each is followed, or listed as
// not covered. Texts that only look like commands are not named.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { hookFiles } from '../support/hookFiles.ts'

/** Each runs `./z`, or `z` by an interpreter, in bash or in sh. */
const HIDDEN = [
  'cat <<X\na `./z` b\nX',
  'cat <<X\na ${x:-`./z`} b\nX',
  'x="$(cat <<X\n`./z`\nX\n)"',
  'echo ${x:-`./z`}',
  'echo "${x:-a`./z`}"',
  'echo "${x:-\'$(./z)\'}"',
  'echo "${x:-\'}" ; ./z ; echo "\'}"',
  'x=y; echo ${x#$(./z)}',
  'x=y; echo "${x%`./z`}"',
  'x=y; echo ${x/a/`./z`}',
  'x=y; echo ${x^^$(./z)}',
  'echo `echo \\`./z\\``',
  'echo "`echo \\`./z\\``"',
  'case a in ${x:-`./z`}) ;; esac',
  '[[ a =~ ^(`./z`)$ ]]',
  'echo ${ ./z; }',
  'cat <<X\n${ ./z; }\nX',
  'cat <<X;./z\na\nX',
  'bash <<X\necho \\`./z\\`\nX',
  'bash <<X\necho "`cat z`"\nX',
  'cat <<X|./z\na\nX',
  'cat << X > /dev/null; . ./z\nX',
  '{fd}>/dev/null ./z',
  '{sh,z}',
  '{s,}h z',
  "shopt -s expand_aliases\nalias ll='sh z'\nll",
  "shopt -s expand_aliases\nalias run='sh'\nrun z",
  'shopt -s expand_aliases\nalias ll="$(cat z)"\nll',
  "compgen -C 'sh z' x",
  "compgen -W '$(sh z)'",
  'run() { "$1" z; }; run sh',
  'run() { "$1" z; }; run source',
  'run() { "$@"; }; run source z',
  'run() { "$@"; }; run eval \'sh z\'',
  "run() { $1; }; run 'sh z'",
  'builtin . z',
  'c=\'.shell sh z\'; echo "$c" | sqlite3',
  "f() { echo '.shell sh z'; }; f | sqlite3",
  "echo '.shell sh z' | (sqlite3)",
  "echo '.shell sh z' | { sqlite3; }",
  'exec 3<<X\n.shell sh z\nX\nsqlite3 <&3',
  "printf '!sh z\\nq\\n' | (ed -s)",
]

for (const script of HIDDEN)
  test(`trust sees what a shell script runs in a place of its own, or says that it does not: ${script}`, async (t) => {
    const { files, unseen } = await hookOf(t, script)
    assert.ok(files.includes('z') || unseen.length > 0, `${files}`)
  })

const PLAIN = [
  "cat <<'X'\na `./z` $(./z)\nX",
  'cat <<"X"\na `./z` b\nX',
  'cat <<X\na \\`./z\\` \\$(./z) b\nX',
  'cat <<X\nat `date`, in $(pwd), of ${x:-`whoami`}\nX',
  "echo '`./z`' '$(./z)' # `./z`",
  'echo "\\`./z\\` \\$(./z)"',
  "echo ${x:-'`./z`'}",
  'echo "${x//\'"\'/}" "${x#\'}\'}"',
  'x=y; echo ${x#\\$(} ${x%%\\`*} ${x//[`date`]/}',
  '[[ $x =~ ^(a|b)$ ]] && echo $(( 2 + (3) )) "$((x + 1))"',
  "alias ll='ls -l' grep='grep --color'",
  'compgen -W "on off" x; complete -F _f f; complete -W "a b" g',
  'run() { "$@"; }; run git status',
  "sqlite3 a.db 'select 1'; echo 'a shell command'",
]

for (const script of PLAIN)
  test(`an ordinary text of a shell script is not named: ${script}`, async (t) => {
    assert.deepEqual(await hookOf(t, script), { files: ['guard.sh'], unseen: [] })
  })

test('very many commands in texts of a script are followed up to a limit, in time', async (t) => {
  for (const script of [`cat <<X\n${'`a` $(b '.repeat(20_000)}\nX`, `alias ${"a='b' ".repeat(20_000)}`])
    assert.notDeepEqual((await hookOf(t, script)).unseen, [])
})

async function hookOf(t: TestContext, script: string) {
  const { files, unseen } = await hookFiles(t, 'bash ./guard.sh', {
    'guard.sh': `${script}\n`,
    z: 'exit 2\n\n',
  })
  return { files: files.filter((path) => !path.startsWith('.claude')), unseen }
}
