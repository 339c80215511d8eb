// Paths of thousands of steps, in configuration and in scripts, longer than any system opens. Following each of their
// steps on the disk would take minutes or hours. A row's time is many times what it takes; it is also compared with the
// time that passed, because no timeout ends a test that never waits.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disk as realDisk } from '../../runtime/discovery/disk.ts'
import { filesBelow } from '../../runtime/discovery/hostPlaces.ts'
import { pathOnDisk } from '../../runtime/discovery/steppedPath.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

const posix = { skip: process.platform === 'win32' ? 'paths are normalized as text there' : false }

const LIMIT_MS = 10_000

const STEPS = 40_000
const DOWN = 'a/'.repeat(STEPS)
/** Down, and up again. */
const WAY = `${'a/'.repeat(STEPS / 2)}${'../'.repeat(STEPS / 2)}`

const vscode = (value: unknown) => `//- /ws/.vscode/settings.json\n${JSON.stringify(value)}\n`

function script(name: string, by: string, text: string): string {
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: `${by} .claude/hooks/${name}` }] }] }
  return `//- /ws/.claude/settings.json\n${JSON.stringify({ hooks })}\n//- /ws/.claude/hooks/${name}\n${text}\n`
}

/** No two of these ways are the same, so nothing that was read for one answers for another. */
const many = (line: (way: string) => string) =>
  Array.from({ length: 200 }, (_, at) => line(`a${at}/${'b/'.repeat(700)}${'../'.repeat(600)}`)).join('')

const ROWS: readonly (readonly [what: string, files: string])[] = [
  ['a folder of hooks in the settings of an editor', vscode({ 'chat.hookFilesLocations': { [DOWN]: true } })],
  ['a folder of hooks behind many others', vscode({ 'chat.hookFilesLocations': { [WAY]: true } })],
  ['a folder of a plugin', vscode({ 'chat.pluginLocations': { [`./${DOWN}`]: true } })],
  ['a module that a hook imports', script('a.mjs', 'node', `import './${WAY}x.mjs'`)],
  ['a script that a hook sources', script('a.sh', 'bash', `. "$(dirname "$0")/${WAY}x.sh"`)],
  [
    'many scripts that a hook sources',
    script(
      'a.sh',
      'bash',
      many((way) => `. ./${way}x.sh\n`),
    ),
  ],
  ['a folder that a hook changes to', script('a.sh', 'bash', `cd ${WAY}\n./x.sh`)],
  [
    'a variable that settings set',
    `//- /ws/.hookbench/settings.json\n${JSON.stringify({ environment: { set: { BASH_ENV: `./${WAY}x` } } })}\n`,
  ],
]

for (const [what, files] of ROWS)
  test(
    `a path of thousands of steps is looked up in time that grows as it does: ${what}`,
    posix,
    async (t) => {
      const tree = writeTree(`//- /home/\n${files}`)
      t.after(tree.remove)
      const started = performance.now()
      const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home') })
      t.after(() => workspace.close())
      const took = performance.now() - started
      assert.ok(took < LIMIT_MS, `${Math.round(took)} ms`)
    },
  )

test('the files that a place of very many steps matches are named without a stack overflow', () => {
  const steps = 'a/'.repeat(500_000)
  const ground = { root: '/ws', home: '/home', environment: {} }
  const [below] = filesBelow(
    { scope: 'project', base: 'workspace', path: `${steps}*.json`, format: 'json' },
    ground,
  )
  assert.equal(below?.pattern, '*.json')
})

test(
  'the way out of a folder that is missing is looked up in few reads, and behind a link where the system is',
  posix,
  (t) => {
    const tree = writeTree(`
    //- /ws/b/c/
    //- /ws/link -> b/c
  `)
    t.after(tree.remove)
    let reads = 0
    const disk = {
      ...realDisk,
      real(path: string) {
        reads++
        return realDisk.real(path)
      },
    }
    const written = `none/${'b/'.repeat(400)}${'../'.repeat(401)}link/../x`
    assert.equal(pathOnDisk(tree.at('/ws'), written, disk), tree.at('/ws/b/x'))
    assert.ok(reads < 30, `${reads} reads`)
  },
)
