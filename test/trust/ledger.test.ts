// Trust on real files: what a ledger trusts, the reasons that it gives for refusing, and that it never trusts by
// accident.

import assert from 'node:assert/strict'
import fs, {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hook } from '../../runtime/contract/hook.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { changeEntries, ledgerFile, readEntries, type TrustEntry } from '../../runtime/trust/store.ts'
import { fc } from '../support/property.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const files = `
  //- /ws/extensions/guard.ts
  import { helper } from './lib/helper.ts'
  //- /ws/extensions/lib/helper.ts
  export const helper = 1
  //- /ws/outside-is-fine.ts
  x
  //- /elsewhere/real.ts
  x
  //- /home/.secureyeoman/extensions/user.ts
  x
`

function setting(t: TestContext): { readonly tree: Tree; readonly file: string } {
  const tree = writeTree(files)
  t.after(tree.remove)
  return { tree, file: tree.at('/data/hookbench/trust.json') }
}

function hookOf(tree: Tree, paths: readonly string[], more: Partial<Hook> = {}): Hook {
  const own = tree.at(paths[0] ?? '')
  return {
    id: `secureyeoman:workspace:${paths[0]?.split('/').at(-1)}`,
    name: 'x',
    dialect: 'secureyeoman',
    events: [],
    source: 'workspace',
    path: own,
    runner: 'module',
    state: 'active',
    order: 0,
    timeoutMs: 5000,
    files: paths.map(tree.at),
    ...more,
  }
}

const guard = (tree: Tree) => hookOf(tree, ['/ws/extensions/guard.ts', '/ws/extensions/lib/helper.ts'])

test('nothing is trusted until someone says so, and the reason names the command', async (t) => {
  const { tree, file } = setting(t)
  const ledger = openLedger({ file, root: tree.at('/ws') })
  assert.deepEqual(ledger.check(guard(tree)), {
    trusted: false,
    why: 'not trusted yet; run `hookbench trust secureyeoman:workspace:guard.ts`',
  })
  assert.equal(existsSync(file), false)
  const quoted = { ...guard(tree), id: "compilr:workspace:it's.ts#beforeTool[0]" }
  const answer = ledger.check(quoted)
  assert.equal(
    answer.trusted ? '' : answer.why,
    "not trusted yet; run `hookbench trust 'compilr:workspace:it'\\''s.ts#beforeTool[0]'`",
  )
})

test('exact trust holds for these bytes only, and the reason names the file that changed', async (t) => {
  const { tree, file } = setting(t)
  const hook = guard(tree)
  const ledger = openLedger({ file, root: tree.at('/ws') })
  assert.equal((await ledger.trust([hook], 'exact')).ok, true)
  assert.deepEqual(openLedger({ file }).check(hook), { trusted: true })

  tree.write('//- /ws/extensions/lib/helper.ts\nexport const helper = 2\n')
  assert.deepEqual(ledger.check(hook), {
    trusted: false,
    why: 'changed since it was trusted: lib/helper.ts; look at it, then run `hookbench trust secureyeoman:workspace:guard.ts`',
  })
  assert.deepEqual(ledger.changes(hook), { added: [], changed: ['lib/helper.ts'], removed: [] })

  const grown = hookOf(tree, ['/ws/extensions/guard.ts', '/ws/outside-is-fine.ts'])
  assert.deepEqual(ledger.changes(grown), {
    added: ['../outside-is-fine.ts'],
    changed: [],
    removed: ['lib/helper.ts'],
  })
  const answer = ledger.check(grown)
  assert.match(
    answer.trusted ? '' : answer.why,
    /^changed since it was trusted: \.\.\/outside-is-fine\.ts \(added\), lib\/helper\.ts \(removed\);/,
  )

  assert.equal((await ledger.trust([hook], 'exact')).ok, true)
  assert.deepEqual(ledger.check(hook), { trusted: true })
  assert.equal(ledger.entries().length, 1)
})

test('a link that is turned to another file of the hook is a change, and leads back to what was trusted', async (t) => {
  const { tree, file } = setting(t)
  tree.write(`
    //- /ws/extensions/strict/rule.ts
    export const rule = true
    //- /ws/extensions/lax/rule.ts
    export const rule = false
  `)
  const turn = (name: string, to: string) => {
    rmSync(tree.at(`/ws/extensions/${name}`), { force: true })
    symlinkSync(to, tree.at(`/ws/extensions/${name}`))
  }
  turn('current', 'strict')
  turn('own.ts', 'strict/rule.ts')
  const names = ['own.ts', 'current/rule.ts', 'strict/rule.ts', 'lax/rule.ts']
  const hook = hookOf(
    tree,
    names.map((name) => `/ws/extensions/${name}`),
  )
  const ledger = openLedger({ file, root: tree.at('/ws') })
  assert.equal((await ledger.trust([hook], 'exact')).ok, true)
  for (const [name, to, back] of [
    ['current', 'lax', 'strict'],
    ['own.ts', 'lax/rule.ts', 'strict/rule.ts'],
  ] as const) {
    assert.deepEqual(ledger.check(hook), { trusted: true })
    turn(name, to)
    const answer = ledger.check(hook)
    assert.match(answer.trusted ? '' : answer.why, /^changed since it was trusted: /, name)
    turn(name, back)
  }
  assert.deepEqual(ledger.check(hook), { trusted: true })
  // A workspace that is reached by another path is the same.
  symlinkSync(tree.at('/ws'), tree.at('/alias'))
  const same = hookOf(
    tree,
    names.map((name) => `/alias/extensions/${name}`),
  )
  assert.deepEqual(ledger.check({ ...hook, path: same.path, files: same.files }), { trusted: true })
})

test('five of the files that changed are named, and how many more there are', async (t) => {
  const { tree, file } = setting(t)
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const write = (text: string) => {
    for (const name of names) tree.write(`//- /ws/extensions/${name}.ts\n${text}\n`)
  }
  write('old')
  const hook = hookOf(
    tree,
    names.map((name) => `/ws/extensions/${name}.ts`),
  )
  const ledger = openLedger({ file })
  assert.equal((await ledger.trust([hook], 'exact')).ok, true)
  write('new')
  const answer = ledger.check(hook)
  assert.match(
    answer.trusted ? '' : answer.why,
    /^changed since it was trusted: a\.ts, b\.ts, c\.ts, d\.ts, e\.ts and 1 more;/,
  )
})

test('a file of more than 256 MiB is not trusted', async (t) => {
  const { tree, file } = setting(t)
  truncateSync(tree.at('/ws/extensions/lib/helper.ts'), 256 * 1024 * 1024 + 1)
  const ledger = openLedger({ file })
  const answer = await ledger.trust([guard(tree)], 'exact')
  assert.match(answer.ok ? '' : answer.why, /: cannot read lib\/helper\.ts, so it cannot be looked at;/)
})

test('a snapshot holds the bytes that were hashed, and there is none of what is not trusted', async (t) => {
  const { tree, file } = setting(t)
  const hook = guard(tree)
  const ledger = openLedger({ file })
  assert.match(JSON.stringify(ledger.snapshot(hook)), /not trusted yet/)
  await ledger.trust([hook], 'exact')
  const taken = ledger.snapshot(hook)
  assert.ok('files' in taken)
  assert.deepEqual(
    [...taken.files].map(([path, bytes]) => [path, bytes.equals(readFileSync(path))]),
    hook.files.map((path) => [path, true]),
  )
  tree.write('//- /ws/extensions/guard.ts\nchanged\n')
  assert.deepEqual(
    ledger.check(hook, taken),
    { trusted: true },
    'the bytes taken before are still the bytes trusted',
  )
  assert.equal(ledger.check(hook).trusted, false)
})

test('what was held to be shown is what is trusted; an edit made meanwhile means nothing is', async (t) => {
  const { tree, file } = setting(t)
  const ledger = openLedger({ file })
  const held = ledger.hold([guard(tree)])
  const before = readFileSync(tree.at('/ws/extensions/lib/helper.ts'))
  tree.write('//- /ws/extensions/lib/helper.ts\nevil()\n')
  assert.deepEqual(await held.trust(), {
    ok: false,
    why: 'secureyeoman:workspace:guard.ts: changed after it was shown; look at it again; nothing was trusted',
  })
  assert.deepEqual(ledger.entries(), [])
  writeFileSync(tree.at('/ws/extensions/lib/helper.ts'), before)
  assert.equal((await held.trust()).ok, true)
  assert.equal(ledger.check(guard(tree)).trusted, true)
})

test('trusting is all or nothing', async (t) => {
  const { tree, file } = setting(t)
  const ledger = openLedger({ file })
  const gone = hookOf(tree, ['/ws/extensions/gone.ts'])
  assert.deepEqual(await ledger.trust([guard(tree), gone], 'exact'), {
    ok: false,
    why: 'secureyeoman:workspace:gone.ts: cannot read gone.ts, so it cannot be looked at; nothing was trusted',
  })
  assert.deepEqual(ledger.entries(), [])
})

const covered: readonly {
  readonly it: string
  readonly hook: (tree: Tree) => Hook
  readonly trusted: boolean
  readonly why?: RegExp
}[] = [
  { it: 'covers a workspace hook', hook: guard, trusted: true },
  {
    it: 'does not cover a plugin of that workspace',
    hook: (tree) => ({ ...guard(tree), source: 'plugin' }),
    trusted: false,
  },
  {
    it: 'does not cover a user hook, not even inside the folder',
    hook: (tree) => ({ ...guard(tree), source: 'user' }),
    trusted: false,
  },
  {
    it: 'does not cover a hook elsewhere',
    hook: (tree) => hookOf(tree, ['/elsewhere/real.ts']),
    trusted: false,
  },
  {
    it: 'does not cover a link that leaves the folder',
    hook: (tree) => {
      symlinkSync('../../elsewhere/real.ts', tree.at('/ws/extensions/link.ts'))
      return hookOf(tree, ['/ws/extensions/link.ts', '/elsewhere/real.ts'])
    },
    trusted: false,
    why: /elsewhere\/real\.ts is outside .*ws, which is trusted for edits; run/,
  },
  {
    it: 'does not cover a hook that loads a file from outside',
    hook: (tree) => hookOf(tree, ['/ws/extensions/guard.ts', '/elsewhere/real.ts']),
    trusted: false,
    why: /elsewhere\/real\.ts is outside/,
  },
]

for (const { it, hook, trusted, why } of covered) {
  test(`trust for edits ${it}`, async (t) => {
    const { tree, file } = setting(t)
    const ledger = openLedger({ file, root: tree.at('/ws') })
    const one = hook(tree)
    assert.equal((await ledger.trustFolder(tree.at('/ws'), 'edits')).ok, true)
    const answer = ledger.check(one)
    assert.equal(answer.trusted, trusted)
    if (why !== undefined) assert.match(answer.trusted ? '' : answer.why, why)
    tree.write('//- /ws/extensions/guard.ts\nedited\n')
    assert.equal(ledger.check(one).trusted, trusted)
    assert.equal((await ledger.trust([one], 'exact')).ok, true, 'exact trust is open to all')
    assert.equal(ledger.check(one).trusted, true)
  })
}

test('trust for edits is not given to the whole disk, to a home, or to what is no folder', async (t) => {
  const { tree, file } = setting(t)
  const ledger = openLedger({ file, home: tree.at('/home') })
  for (const [path, why] of [
    ['/', 'too wide'],
    [tree.at('/home'), 'too wide'],
    [tree.at('/nowhere'), 'is not a folder'],
    [tree.at('/elsewhere/real.ts'), 'is not a folder'],
  ] as const) {
    const written = await ledger.trustFolder(path, 'edits')
    assert.match(written.ok ? '' : written.why, new RegExp(why))
  }
})

test('a workspace reached through a link is the same workspace', async (t) => {
  const { tree, file } = setting(t)
  const ledger = openLedger({ file })
  await ledger.trust([guard(tree)], 'exact')
  symlinkSync(tree.at('/ws'), tree.at('/alias'))
  const alias = hookOf(tree, ['/alias/extensions/guard.ts', '/alias/extensions/lib/helper.ts'])
  assert.deepEqual(ledger.check(alias), { trusted: true })
})

test('what came with Hookbench or the embedder needs no trust', (t) => {
  const { tree, file } = setting(t)
  const ledger = openLedger({ file })
  for (const runner of ['builtin', 'in-process'] as const) {
    assert.deepEqual(ledger.check({ ...guard(tree), runner, path: '', files: [] }), { trusted: true })
  }
  assert.equal(ledger.check({ ...guard(tree), source: 'builtin' }).trusted, false, 'a file is never built in')
})

test('trust is revoked for a hook, for a path and below, and what still covers it is reported', async (t) => {
  const { tree, file } = setting(t)
  const ledger = openLedger({ file })
  const user = hookOf(tree, ['/home/.secureyeoman/extensions/user.ts'], { source: 'user' })
  await ledger.trust([guard(tree), user], 'exact')
  await ledger.trustFolder(tree.at('/ws'), 'edits')

  const one = await ledger.untrust(guard(tree))
  assert.ok(one.ok)
  assert.deepEqual(
    one.entries.map((entry) => entry.mode),
    ['exact'],
  )
  assert.equal(one.still, tree.at('/ws'))
  assert.equal(ledger.check(guard(tree)).trusted, true)

  const folder = await ledger.untrust(tree.at('/ws'))
  assert.ok(folder.ok)
  assert.equal(folder.still, undefined)
  assert.equal(ledger.check(guard(tree)).trusted, false)
  assert.equal(ledger.check(user).trusted, true)
  await ledger.untrust(tree.at('/home'))
  assert.deepEqual(ledger.entries(), [])
})

test('a ledger that cannot be used trusts nothing, says so, and is left as it is', async (t) => {
  const { tree, file } = setting(t)
  const good = openLedger({ file })
  await good.trust([guard(tree)], 'exact')
  for (const [text, why] of [
    ['{', /is not JSON; move it away/],
    ['', /is not JSON; move it away/],
    ['{"v":3,"entries":[]}', /newer Hookbench/],
    ['{"v":1,"entries":{"root":"/"}}', /is not a trust ledger \(.*\); move it away/],
    ['[]', /is not a trust ledger/],
  ] as const) {
    writeFileSync(file, text)
    const ledger = openLedger({ file })
    const answer = ledger.check(guard(tree))
    assert.match(answer.trusted ? 'trusted' : answer.why, why)
    assert.match(ledger.problem() ?? '', why)
    const written = await ledger.trust([guard(tree)], 'exact')
    assert.match(written.ok ? 'written' : written.why, why)
    assert.equal(readFileSync(file, 'utf8'), text)
  }
})

type Shared = readonly [it: string, share: (file: string) => void, why: RegExp]

const shared: readonly Shared[] = [
  ['that anyone may write to', (file) => chmodSync(file, 0o666), /may be written by anyone; .*`chmod 600`/],
  ['that its group may write to', (file) => chmodSync(file, 0o660), /may be written by its group; /],
  [
    'in a folder anyone may write to',
    (file) => chmodSync(dirname(file), 0o777),
    /is in .*hookbench, where anyone may replace it; .*`chmod 700`/,
  ],
  [
    'in a folder its group may write to',
    (file) => chmodSync(dirname(file), 0o770),
    /is in .*hookbench, where its group may replace it/,
  ],
  [
    'behind a link into a folder anyone may write to',
    (file) => {
      const folder = join(dirname(file), 'open')
      mkdirSync(folder)
      renameSync(file, join(folder, 'trust.json'))
      symlinkSync(join(folder, 'trust.json'), file)
      chmodSync(folder, 0o1777)
    },
    /is in .*open, where anyone may replace it/,
  ],
  ...(process.geteuid?.() === 0
    ? ([
        ['of another user', (file) => chownSync(file, 1, 0), /may be written by its owner \(user 1\)/],
        [
          "in another user's folder",
          (file) => chownSync(dirname(file), 1, 0),
          /where its owner \(user 1\) may replace it/,
        ],
      ] satisfies Shared[])
    : []),
]

for (const [it, share, why] of shared) {
  test(`a ledger ${it} trusts nothing`, {
    skip: process.platform === 'win32' && 'Windows has no file modes',
  }, async (t) => {
    const { tree, file } = setting(t)
    const ledger = openLedger({ file })
    await ledger.trust([guard(tree)], 'exact')
    assert.equal(ledger.check(guard(tree)).trusted, true)
    share(file)
    for (const one of [ledger, openLedger({ file })]) {
      const answer = one.check(guard(tree))
      assert.match(answer.trusted ? '' : answer.why, why)
    }
    const written = await ledger.trust([guard(tree)], 'exact')
    assert.match(written.ok ? '' : written.why, why)
  })
}

test('an entry that is too wide counts for nothing, however it came into the ledger, and can be removed', async (t) => {
  const { tree, file } = setting(t)
  for (const root of ['/', '/.', tree.at('/ws'), `${tree.at('/ws')}/`]) {
    await changeEntries(file, () => [{ root, mode: 'edits' }])
    const ledger = openLedger({ file, home: tree.at('/ws') })
    assert.equal(ledger.check(guard(tree)).trusted, false, root)
  }
  const taken = await openLedger({ file }).untrust('/')
  assert.deepEqual(taken.ok && taken.entries.length, 1)
})

test('a ledger inside the workspace is refused, through links too, but not the user’s own below a home', async (t) => {
  const { tree } = setting(t)
  const root = tree.at('/ws')
  symlinkSync(root, tree.at('/data'))
  for (const file of [
    join(root, 'trust.json'),
    join(root, 'new/deep/trust.json'),
    tree.at('/data/x/trust.json'),
  ]) {
    const ledger = openLedger({ file, root, home: tree.at('/home') })
    assert.match(ledger.problem() ?? '', /is inside the workspace, so it is refused/)
    assert.equal((await ledger.trust([guard(tree)], 'exact')).ok, false)
    assert.equal(existsSync(file), false)
  }
  const own = openLedger({ file: ledgerFile(root, {}), root, home: root })
  assert.equal(own.problem(), undefined)
})

test('the ledger and its folder are the user’s alone', {
  skip: process.platform === 'win32' && 'Windows has no file modes',
}, async (t) => {
  const { tree, file } = setting(t)
  await openLedger({ file }).trust([guard(tree)], 'exact')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(join(file, '..')).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(join(file, '..')), ['trust.json'], 'no lock and no temporary file stays')
})

test('a ledger that would be too large to be read back is left as it is', async (t) => {
  const { tree, file } = setting(t)
  const guard = hookOf(tree, ['/ws/extensions/guard.ts'])
  assert.ok((await openLedger({ file }).trust([guard], 'exact')).ok)
  const before = readFileSync(file, 'utf8')
  const path = 'x'.repeat(4000)
  const row: TrustEntry = { mode: 'exact', path, hash: '', files: Array(500).fill({ path, hash: '' }) }
  const after = await changeEntries(file, (rows) => [...rows, ...Array<TrustEntry>(9).fill(row)])
  assert.match(
    'unusable' in after ? after.unusable : '',
    /would be larger than 16 MiB, so nothing was trusted/,
  )
  assert.equal(readFileSync(file, 'utf8'), before)
  assert.ok(openLedger({ file }).check(guard).trusted)
})

test('writers at the same time lose nothing of each other', async (t) => {
  const { tree, file } = setting(t)
  const count = 20
  for (let i = 0; i < count; i++) tree.write(`//- /ws/extensions/h${i}.ts\n${i}\n`)
  const hooks = Array.from({ length: count }, (_, i) => hookOf(tree, [`/ws/extensions/h${i}.ts`]))
  const written = await Promise.all(hooks.map((hook) => openLedger({ file }).trust([hook], 'exact')))
  assert.ok(written.every(({ ok }) => ok))
  const ledger = openLedger({ file })
  assert.ok(hooks.every((hook) => ledger.check(hook).trusted))
})

test('the lock of a process that was killed does not block for ever', async (t) => {
  const { tree, file } = setting(t)
  const ledger = openLedger({ file })
  // The clock may have been set back since.
  for (const time of [new Date(0), new Date(Date.now() + 86_400_000)]) {
    await ledger.trust([guard(tree)], 'exact')
    writeFileSync(`${file}.lock`, '')
    utimesSync(`${file}.lock`, time, time)
    assert.equal((await ledger.untrust(guard(tree))).ok, true)
    assert.deepEqual(ledger.entries(), [])
  }
})

test('of two processes that find a lock of a killed one, only one removes it', async (t) => {
  const { tree, file } = setting(t)
  const lock = `${file}.lock`
  await openLedger({ file }).trust([guard(tree)], 'exact')
  writeFileSync(lock, '')
  utimesSync(lock, new Date(0), new Date(0))
  const { statSync: original } = fs
  t.after(restore)
  // The other process replaces the lock between the look at it and what follows.
  replace((...given: Parameters<typeof original>) => {
    const found = original(...given)
    if (given[0] !== lock) return found
    restore()
    rmSync(lock)
    writeFileSync(lock, '')
    return found
  })
  const changing = changeEntries(file, () => [])
  await sleep(200)
  assert.equal(existsSync(lock), true, 'the lock of the other process is still there')
  rmSync(lock)
  assert.deepEqual(await changing, { entries: [], foreign: [] })

  function restore() {
    replace(original)
  }
  function replace(statSync: unknown) {
    Reflect.set(fs, 'statSync', statSync)
    syncBuiltinESMExports()
  }
})

test('whatever is written is read back', async (t) => {
  const { tree } = setting(t)
  const text = fc.string({ unit: 'binary', maxLength: 12 })
  const entry: fc.Arbitrary<TrustEntry> = fc.oneof(
    fc.record({ root: text, mode: fc.constant('edits' as const) }),
    fc.record({
      path: text,
      mode: fc.constant('exact' as const),
      hash: text,
      files: fc.array(fc.record({ path: fc.oneof(text, fc.constant('__proto__')), hash: text }), {
        maxLength: 3,
      }),
    }),
  )
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 4 }), async (entries) => {
      const file = tree.at(`/data/${count++}.json`)
      assert.deepEqual(await changeEntries(file, () => entries), { entries, foreign: [] })
      // A file cannot distinguish lone surrogates from U+FFFD; paths on the disk contain neither.
      const readable = JSON.parse(Buffer.from(JSON.stringify(entries)).toString('utf8'))
      assert.deepEqual(readEntries(file), { entries: readable, foreign: [] })
    }),
    { numRuns: 40 },
  )
})

test('any change of any byte of any file is seen', async (t) => {
  const { tree, file } = setting(t)
  const hook = guard(tree)
  const ledger = openLedger({ file })
  await ledger.trust([hook], 'exact')
  const originals = hook.files.map((path) => readFileSync(path))
  await fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), (which, where, flip) => {
      const index = which % hook.files.length
      const [path, original] = [hook.files[index] ?? '', originals[index] ?? Buffer.alloc(0)]
      const bytes = Buffer.from(original)
      const at = where % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ flip
      writeFileSync(path, bytes)
      const changed = ledger.check(hook).trusted
      writeFileSync(path, original)
      return !changed && ledger.check(hook).trusted
    }),
    { numRuns: 50 },
  )
})

test('the ledger is where the environment says, else in the user’s data folder', () => {
  assert.equal(ledgerFile('/h', {}), '/h/.local/share/hookbench/trust.json')
  assert.equal(ledgerFile('/h', { XDG_DATA_HOME: '/d' }), '/h/.local/share/hookbench/trust.json')
  assert.equal(ledgerFile('/h', { HOOKBENCH_TRUST: '/ci/trust.json' }), '/ci/trust.json')
  if (process.platform === 'linux') {
    assert.equal(ledgerFile(undefined, { XDG_DATA_HOME: '/d' }), '/d/hookbench/trust.json')
    assert.match(
      ledgerFile(undefined, { XDG_DATA_HOME: 'relative' }),
      /\.local\/share\/hookbench\/trust\.json$/,
    )
  }
})
