// Rows of a tree keep their identity in the editor while their content changes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { steadyTree } from '../../client/steadyTree.ts'
import { defined } from '../../runtime/contract/defined.ts'

type Node = { id: string; says: string; below?: readonly Node[] }

const at = (id: string, says = '', below?: readonly Node[]): Node => ({
  id,
  says,
  ...defined({ below }),
})

/** A tree whose rows the editor has all expanded. */
async function opened(first: readonly Node[]) {
  let now = structuredClone(first) as Node[]
  const drawn: (readonly string[] | 'all')[] = []
  const tree = steadyTree<Node>(
    {
      children: async (node) => (node === undefined ? now : (node.below ?? [])),
      item: ({ id, says, below }) => ({ id, label: says, description: String(below?.length ?? '') }),
    },
    (changed) => drawn.push(changed?.map(({ id }) => id) ?? 'all'),
  )
  const all = async (node?: Node): Promise<readonly Node[]> => {
    const own = (await tree.getChildren(node)) ?? []
    return (await Promise.all(own.map(async (one) => [one, ...(await all(one))]))).flat()
  }
  return {
    tree,
    all,
    async becomes(next: readonly Node[]) {
      now = structuredClone(next) as Node[]
      await tree.refresh()
      return drawn.splice(0)
    },
  }
}

const BEFORE = [at('a', 'A', [at('a1', 'one'), at('a2', 'two')]), at('b', 'B', [at('b1', 'three')])]

const ROWS: readonly (readonly [
  what: string,
  after: readonly Node[],
  drawn: readonly (readonly string[] | 'all')[],
])[] = [
  ['nothing is drawn where nothing changed', BEFORE, []],
  [
    'a row that says something else is drawn, and no other',
    [at('a', 'A', [at('a1', 'one'), at('a2', 'other')]), at('b', 'B', [at('b1', 'three')])],
    [['a2']],
  ],
  [
    'a row more is drawn with those beside it',
    [at('a', 'A', [at('a1', 'one'), at('a2', 'two')]), at('b', 'B', [at('b1', 'three'), at('b2', 'four')])],
    [['b']],
  ],
  ['everything is drawn only where the roots are others', [...BEFORE, at('c', 'C')], ['all']],
]

for (const [what, after, drawn] of ROWS)
  test(what, async () => {
    const { all, becomes } = await opened(BEFORE)
    await all()
    assert.deepEqual(await becomes(after), drawn)
  })

test('whoever holds a row holds what it became', async () => {
  const { tree, all, becomes } = await opened(BEFORE)
  const before = await all()
  const held = before.find(({ id }) => id === 'a2')
  await becomes([at('a', 'A', [at('a1', 'one'), at('a2', 'other')]), at('b', 'B', [at('b1', 'three')])])
  assert.equal(held?.says, 'other')
  assert.equal((await tree.getTreeItem(held as Node)).label, 'other')
  assert.ok((await all()).every((node, n) => node === before[n]))
})

test('what was looked at for a redraw is given at once', async () => {
  let lookups = 0
  let now = [at('a')]
  const tree = steadyTree<Node>(
    {
      children: async (node) => {
        lookups += 1
        return node === undefined ? now : []
      },
      item: ({ id }) => ({ id }),
    },
    () => {},
  )
  await tree.getChildren()
  now = [at('a'), at('b')]
  await tree.refresh()
  const before = lookups
  assert.deepEqual(
    ((await tree.getChildren()) ?? []).map(({ id }) => id),
    ['a', 'b'],
  )
  assert.equal(lookups, before)
})
