// Files in the system's folders belong to the system, unless the workspace lies there; paths that mean something else
// in each process, such as /proc/self, are never the system's.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import { openCache } from '../../runtime/discovery/cache.ts'
import { cachedReadFor, RUN_BY_ENTRIES } from '../../runtime/discovery/cachedRead.ts'
import { closureOver } from '../../runtime/discovery/closure.ts'
import { discoverEntries } from '../../runtime/discovery/entries.ts'
import { readDocument } from '../../runtime/documents/read.ts'
import { memoryDisk } from '../../scripts/agents/memoryDisk.ts'

/** Entry -> files of the workspace that are part of it, or the note about what is not followed. */
type Row = readonly [
  command: string,
  seen: readonly string[] | RegExp,
  env?: Readonly<Record<string, string>>,
]

const OWN: readonly Row[] = [
  ['bash $W/y.sh', ['y.sh']],
  ['$W/y.sh', ['y.sh']],
  ['echo "$(bash $W/y.sh)"', ['y.sh']],
  ['bash s.sh', ['s.sh', 'y.sh']],
  ['flock /lock -c "bash s.sh"', ['s.sh', 'y.sh']],
  ['./b', ['b', 'y.sh']],
  ['"$CLAUDE_PROJECT_DIR"/y.sh', ['y.sh']],
  ['bash -c :', ['y.sh'], { BASH_ENV: '$W/y.sh' }],
  ['LD_PRELOAD=$W/y.so ls', ['y.so']],
  ['NODE_OPTIONS="-r $W/y.js" node -e 0', ['y.js']],
  ['PATH=$W/lib:$PATH guard', /PATH/],
  ['bash p.sh', /PATH/],
  ['bash -c :', /the code named by PYTHONPATH/, { PYTHONPATH: '$W/lib' }],
]

/** Commands that are reported for any workspace. */
const ELUSIVE: readonly Row[] = [
  ['bash /proc/self/cwd/y.sh', /\/proc/],
  ['/proc/self/cwd/y.sh', /\/proc/],
  ['. /proc/self/cwd/y.sh', /\/proc/],
  ['python3 /proc/self/cwd/y.py', /\/proc/],
  ['node /proc/self/cwd/y.js', /\/proc/],
  ['node -r /proc/self/cwd/y.js -e 0', /\/proc/],
  ['bash /proc/self/root$W/y.sh', /\/proc/],
  ['bash /usr/../proc/self/cwd/y.sh', /\/proc/],
  ['bash ../../../../../../proc/self/cwd/y.sh', /\/proc/],
  ['bash /dev/fd/../../self/cwd/y.sh', /\/dev/],
  ['echo "$(bash /proc/self/cwd/y.sh)"', /\/proc/],
  ['find . -exec /proc/self/cwd/y.sh {} +', /\/proc/],
  ["PYTHONPATH=/proc/self/cwd python3 -c 'import y'", /PYTHONPATH/],
  ['BASH_ENV=/proc/self/cwd/y.sh bash -c :', /BASH_ENV/],
  ['bash proc.sh', /\/proc/],
  ['cat y.sh | bash /dev/stdin', /\/dev\/stdin/],
]

const SILENT: readonly Row[] = [
  ['/usr/bin/env bash y.sh', ['y.sh']],
  ['jq . < /dev/tty > /dev/null', []],
  ['cat /proc/loadavg /dev/stdin', []],
  ['BASH_ENV=/dev/null bash y.sh', ['y.sh']],
  ['PATH=/usr/local/bin:/opt/homebrew/bin:/bin ls', []],
]

const FILES = {
  'y.sh': 'true\n',
  'y.so': '',
  'y.js': '1\n',
  'y.py': 'pass\n',
  'lib/guard': 'true\n',
  's.sh': '. $W/y.sh\n',
  'p.sh': 'PATH=$W/lib:$PATH\nguard\n',
  'proc.sh': '. /proc/self/cwd/y.sh\n',
  b: '#!$W/y.sh\n',
}

const rows = [
  ...OWN.flatMap((row) => ['/usr/local/app', '/opt/app', '/etc/app', '/ws'].map((root) => ({ root, row }))),
  ...[...ELUSIVE, ...SILENT].map((row) => ({ root: '/ws', row })),
]
for (const { root, row } of rows)
  test(`code of a workspace in ${root} is not the system's: ${JSON.stringify([row[0], row[2]])}`, async () => {
    const [command, seen, env = {}] = row
    const text = JSON.stringify({
      env,
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] },
    })
    const there = { ...FILES, '.claude/settings.json': text }
    const placed = Object.entries(there).map(
      ([name, one]) => [`${root}/${name}`, one.replaceAll('$W', root)] as const,
    )
    const dialect = dialectOf('claude-code')
    assert.ok(dialect?.host)
    const disk = memoryDisk(new Map(placed))
    const study = cachedReadFor(RUN_BY_ENTRIES, disk, openCache(), readDocument)
    const home = '/home/ada'
    const closure = closureOver(disk, study, [root, home])
    const ground = { root, home, environment: {}, flags: [], disk, study, closure, read: readDocument }
    const [hook] = (await discoverEntries(dialect, dialect.host, ground)).hooks
    assert.ok(hook)
    if (seen instanceof RegExp) assert.match((hook.unseen ?? []).join('; '), seen)
    else {
      const files = seen.map((name) => `${root}/${name}`)
      assert.deepEqual([hook.files.toSorted(), hook.unseen ?? []], [files.toSorted(), []])
    }
  })
