// How `npm test` parses its arguments, and its summary.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pythonFolder } from '../scripts/test/python.ts'
import { readSkipped, skippedSummary } from '../scripts/test/skipped.ts'
import { testArguments, testFiles } from '../scripts/test.ts'
import { writeTree } from './support/tree.ts'

const NO_TIMEOUT = spawnSync('timeout', ['--version']).status === 0 ? false : 'there is no timeout(1)'
const scripts = join(import.meta.dirname, '..', 'scripts')
const FOUND = ['test/a.test.ts', 'test/b/c.test.ts', 'test/b/d/e.test.ts', 'test/bc/f.test.ts']

const PATHS: readonly (readonly [given: readonly string[], files: readonly string[]])[] = [
  [[], FOUND],
  [['test/a.test.ts'], ['test/a.test.ts']],
  [['./test/a.test.ts'], ['test/a.test.ts']],
  [
    ['test/bc/f.test.ts', 'test/a.test.ts'],
    ['test/bc/f.test.ts', 'test/a.test.ts'],
  ],
  [['test/b'], ['test/b/c.test.ts', 'test/b/d/e.test.ts']],
  [['test/b/'], ['test/b/c.test.ts', 'test/b/d/e.test.ts']],
  [
    ['test/b', 'test/b/c.test.ts'],
    ['test/b/c.test.ts', 'test/b/d/e.test.ts'],
  ],
  [[join(scripts, '..', 'test', 'b', 'd')], ['test/b/d/e.test.ts']],
  [['test/b/*.test.ts'], ['test/b/c.test.ts']],
  [['test'], FOUND],
  // This flag takes no value, so the path after it is a test file.
  [['--test-only', 'test/a.test.ts'], ['test/a.test.ts']],
]

for (const [given, files] of PATHS) {
  test(`\`npm test -- ${given.map((one) => one.replace(join(scripts, '..'), '<root>')).join(' ')}\` runs what it names`, () => {
    const argv = testArguments(given, FOUND)
    assert.deepEqual(
      argv.filter((one) => one.endsWith('.ts')),
      files,
    )
  })
}

test('the tests start Python itself, and not a script that looks for it', async (t) => {
  const { at, remove, write } = writeTree()
  t.after(remove)
  write(`//- /real/python3 755
#!/bin/sh
echo ${at('real')}/python3
//- /shims/python3 755
#!/bin/sh
exec ${at('real')}/python3 "$@"
`)
  assert.equal(pythonFolder({ PATH: `${at('shims')}:/usr/bin:/bin` }), at('real'))
  const direct = `${at('real')}:/usr/bin:/bin`
  assert.equal(pythonFolder({ PATH: direct }), undefined, 'PATH stays as it is where nothing is gained')
  assert.equal(pythonFolder({ PATH: at('none') }), undefined)
})

test('a path that names no test is refused, instead of all tests running', () => {
  for (const given of ['test/none', 'test/none.test.ts', 'scripts', 'test/b/*.spec.ts'])
    assert.throws(() => testArguments([given], FOUND), {
      message: `${given}: expected a test file, or a folder of tests, below test/`,
    })
  const { status, stderr } = spawnSync(process.execPath, [join(scripts, 'test.ts'), 'test/none'], {
    encoding: 'utf8',
  })
  assert.deepEqual(
    [status, stderr],
    [2, 'test/none: expected a test file, or a folder of tests, below test/\n'],
  )
})

test('other arguments go to the test runner, before the files, with the values that follow them', () => {
  for (const given of [['--test-name-pattern=fold'], ['--test-name-pattern', 'fold']]) {
    const argv = testArguments(given, ['test/a.test.ts'])
    assert.equal(argv[0], '--test')
    assert.deepEqual(argv.slice(-given.length - 1), [...given, 'test/a.test.ts'])
  }
})

test('every test file is found, this one too', () => {
  assert.ok(testFiles().includes('test/scripts.test.ts'))
  assert.ok(testFiles().every((path) => path.endsWith('.test.ts')))
})

test('tests that are skipped, from outside or from inside, are reported with their reasons, and others are not', (t) => {
  const tree = writeTree(`
    //- /a.test.ts
    import { describe, test } from 'node:test'
    test('runs', () => {})
    test('fails', () => { throw new Error('no') })
    test('lacks a tool', { skip: 'jq is not installed' }, () => {})
    test('is here', { skip: false }, () => {})
    describe('a group', () => test('within', (t) => t.skip('jq is not installed')))
    test('for ever', { skip: true }, () => {})
  `)
  t.after(tree.remove)
  const report = join(tree.folder, 'skipped.ndjson')
  const reporter = [
    `--test-reporter=${join(scripts, 'test', 'skipped.ts')}`,
    `--test-reporter-destination=${report}`,
  ]
  const { NODE_TEST_CONTEXT, ...env } = process.env
  const { status } = spawnSync(process.execPath, ['--test', ...reporter, 'a.test.ts'], {
    cwd: tree.folder,
    env,
  })
  assert.equal(status, 1)
  assert.deepEqual(skippedSummary(readSkipped(report)), [
    '3 tests were skipped:',
    '  jq is not installed (2)',
    '    a.test.ts › lacks a tool',
    '    a.test.ts › within',
    '  no reason given (1)',
    '    a.test.ts › for ever',
  ])
})

test('`npm test` ends with what was skipped, behind the counts that .ci/run reads', () => {
  const { NODE_TEST_CONTEXT, ...env } = process.env
  const argv = [
    join(scripts, 'test.ts'),
    '--test-name-pattern=every test file is found',
    'test/scripts.test.ts',
  ]
  const lines = execFileSync(process.execPath, argv, { encoding: 'utf8', env }).trimEnd().split('\n')
  assert.equal(lines.at(-1), 'No test was skipped.')
  for (const count of ['pass 1', 'fail 0', 'cancelled 0'])
    assert.equal(lines.filter((line) => new RegExp(`^[^a-z]*${count}$`).test(line)).length, 1, count)
})

test('a test file that never ends is named with its processes and killed, and the others still run', (t) => {
  const tree = writeTree(`
    //- /a.test.ts
    import { spawn } from 'node:child_process'
    import { test } from 'node:test'
    test('leaves a process and a timer', () => {
      spawn('sleep', ['998877'], { stdio: 'inherit' })
      setInterval(() => {}, 1000)
    })
    //- /b.test.ts
    import { test } from 'node:test'
    test('runs', () => {})
    `)
  t.after(tree.remove)
  const { NODE_TEST_CONTEXT, ...env } = process.env
  const run = spawnSync(
    process.execPath,
    [
      '--test',
      '--test-concurrency=1',
      `--test-reporter=${join(scripts, 'test', 'stalled.ts')}`,
      '--test-reporter-destination=stderr',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      'a.test.ts',
      'b.test.ts',
    ],
    { cwd: tree.folder, encoding: 'utf8', env: { ...env, HOOKBENCH_STALLED_AFTER: '3' }, timeout: 60_000 },
  )
  assert.equal(run.status, 1, run.stdout)
  assert.match(run.stderr, /^Killed: .*a\.test\.ts$/m)
  assert.match(run.stderr, /^ {2}with process \d+: sleep 998877$/m)
  assert.match(run.stdout, /✔ runs/)
  assert.match(run.stdout, /✖ a\.test\.ts/)
})

/** Runs a command the way `.ci/run` does, with a limit in minutes. */
function withinMinutes(minutes: number, command: string) {
  const script = readFileSync(join(scripts, '..', '.ci', 'run'), 'utf8')
  const within = /^within\(\) \{\n[\s\S]*?^\}\n/m.exec(script)?.[0]
  const text = `log=$(mktemp)\n${within}\nwithin ${minutes} ${command}\nstatus=$?\nrm "$log"\nexit $status`
  return spawnSync('bash', ['-c', text], { encoding: 'utf8', timeout: 60_000 })
}

test('a process that a part of .ci/run leaves behind holds nothing up', { skip: NO_TIMEOUT }, () => {
  const { status, stdout } = withinMinutes(1, `bash -c 'setsid sleep 100 & echo said; exit 3'`)
  assert.deepEqual([status, stdout], [3, 'said\n'])
})

test('a part of .ci/run that does not end is ended, and named with all that runs', {
  skip: NO_TIMEOUT,
}, () => {
  const { status, stderr } = withinMinutes(0.02, 'sleep 100')
  assert.equal(status, 124)
  assert.match(stderr, /^\.ci\/run: ended after 0\.02 minutes: sleep 100\n/)
  assert.match(stderr, /PID/)
})
