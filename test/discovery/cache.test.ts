// The discovery cache: an unchanged tree is answered without reading a file, and changed files are always read again.

import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { type Cache, cacheFile, openCache } from '../../runtime/discovery/cache.ts'
import { type Tree, writeTree } from '../support/tree.ts'
import { discoverIn, lines, read, watchedDisk } from './setting.ts'

// Far ahead of the files' times, because a file changed just now is never trusted by its stat.
const now = () => Date.now() + 3_600_000

function setting(t: TestContext, hooks: number): { readonly tree: Tree; readonly file: string } {
  const tree = writeTree('//- /ws/.kaizen/hooks/helper.py\nx\n')
  t.after(tree.remove)
  for (let i = 0; i < hooks; i++) {
    tree.write(`//- /ws/.kaizen/hooks/h${i}.py\n@part H${i} h${i} pre_tool_use\n@import ./helper.py\n`)
  }
  return { tree, file: cacheFile(tree.at('/cache'), tree.at('/ws'), tree.at('/home')) }
}

async function run(tree: Tree, cache: Cache) {
  const { disk, counts } = watchedDisk()
  let studied = 0
  const found = await discoverIn(tree, 'kaizen', {
    cache,
    disk,
    read: (input) => {
      studied++
      return read(input)
    },
  })
  return { found, read: counts.read, studied }
}

test('a thousand unchanged hooks are found again without reading one, by this process or the next', async (t) => {
  const { tree, file } = setting(t, 1000)
  const first = await run(tree, openCache({ file, now }))
  assert.equal(first.read, 1001)
  const cache = openCache({ file, now })
  const second = await run(tree, cache)
  assert.deepEqual([second.read, second.studied], [0, 0])
  assert.deepEqual(second.found, first.found)
  assert.equal(second.found.hooks.length, 1000)
  const written = statSync(file).mtimeMs
  assert.deepEqual((await run(tree, cache)).read, 0)
  assert.equal(statSync(file).mtimeMs, written, 'what did not change is not written again')
})

test('only what changed is read, and equal content is understood once', async (t) => {
  const { tree, file } = setting(t, 3)
  const cache = openCache({ file, now })
  await run(tree, cache)
  tree.write('//- /ws/.kaizen/hooks/h1.py\n@part Changed changed post_tool_use\n')
  tree.write('//- /ws/.kaizen/hooks/h4.py\n@part H2 h2 pre_tool_use\n@import ./helper.py\n')
  const again = await run(tree, cache)
  assert.deepEqual([again.read, again.studied], [2, 1])
  assert.deepEqual(lines(again.found), [
    'kaizen:workspace:h0.py#H0 active',
    'kaizen:workspace:h1.py#Changed active',
    'kaizen:workspace:h2.py#H2 active',
    'kaizen:workspace:h4.py#H2 active',
  ])
  assert.equal(again.found.hooks[3]?.path, tree.at('/ws/.kaizen/hooks/h4.py'))
})

test('a file edited twice within the grain of the clock is read again', async (t) => {
  const { tree } = setting(t, 1)
  const cache = openCache()
  for (const name of ['aa', 'bb', 'cc', 'dd']) {
    tree.write(`//- /ws/.kaizen/hooks/h0.py\n@part ${name} ${name} pre_tool_use\n`)
    const { found } = await run(tree, cache)
    assert.equal(found.hooks[0]?.name, name)
  }
})

test('a file that comes into being beside a hook joins its files although the hook did not change', async (t) => {
  const { tree } = setting(t, 1)
  const cache = openCache({ now })
  tree.write('//- /ws/.kaizen/hooks/h0.py\n@part H h pre_tool_use\n@import ./late\n')
  assert.equal((await run(tree, cache)).found.hooks[0]?.files.length, 1)
  tree.write('//- /ws/.kaizen/hooks/late.py\nx\n')
  assert.equal((await run(tree, cache)).found.hooks[0]?.files.length, 2)
})

const spoilt: readonly (readonly [string, (text: string) => string])[] = [
  ['torn', (text) => text.slice(0, text.length / 2)],
  ['empty', () => ''],
  ['not an object', () => '[]'],
  ['of another version', (text) => text.replace('"v":1', '"v":2')],
  ['of another build', (text) => text.replace(/"stamp":"\w+"/, '"stamp":"x"')],
  ['with entries of a wrong shape', (text) => text.replaceAll('"sites":[', '"sides":[')],
  ['with null entries', (text) => text.replace(/"files":\[\[/, '"files":[null,[')],
]

for (const [how, spoil] of spoilt) {
  test(`a cache that is ${how} is ignored`, async (t) => {
    const { tree, file } = setting(t, 2)
    const first = await run(tree, openCache({ file, now }))
    const text = readFileSync(file, 'utf8')
    assert.notEqual(spoil(text), text)
    writeFileSync(file, spoil(text))
    const again = await run(tree, openCache({ file, now }))
    assert.equal(again.read, 3)
    assert.deepEqual(again.found, first.found)
  })
}

test('a cache that cannot be written costs nothing but time', async (t) => {
  const { tree } = setting(t, 2)
  tree.write('//- /taken\nx\n')
  const { found } = await run(tree, openCache({ file: tree.at('/taken/cache.json'), now }))
  assert.equal(found.hooks.length, 2)
})

test('what is gone from the workspace goes from the cache', async (t) => {
  const { tree, file } = setting(t, 2)
  const cache = openCache({ file, now })
  await run(tree, cache)
  assert.match(readFileSync(file, 'utf8'), /h1\.py/)
  tree.write('//- /other/')
  await discoverIn(tree, 'kaizen', { cache, root: tree.at('/other') })
  assert.doesNotMatch(readFileSync(file, 'utf8'), /h1\.py/)
})
