// Which project a file belongs to, with several folders open, or none.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProjects } from '../../server/projects.ts'
import { writeTree } from '../support/tree.ts'

const FILES = `
  //- /home/.kodelet/hooks/
  //- /repo/.kodelet/hooks/
  //- /repo/examples/shop/secureyeoman.yaml
  extensions: {}
  //- /repo/packages/app/extensions/
  //- /repo/packages/tool/.kodelet/hooks/
  //- /alone/extensions/
  //- /repo/agents/one/.compilr/
  //- /repo/agents/one/extensions/
  //- /repo/node_modules/y/.hookbench/
  //- /repo/config/secureyeoman.yaml
  extensions: elsewhere
`

const owners: readonly (readonly [folders: readonly string[], path: string, owner: string])[] = [
  [['/repo'], '/repo/.kodelet/hooks/guard', '/repo'],
  [['/repo'], '/repo/src/index.ts', '/repo'],
  [['/repo'], '/repo/packages/tool/.kodelet/hooks/guard', '/repo/packages/tool'],
  [['/repo'], '/repo/packages/app/extensions/a.ts', '/repo'],
  [['/repo'], '/repo/examples/shop/extensions/a.ts', '/repo/examples/shop'],
  [['/repo'], '/repo/node_modules/x/.kodelet/hooks/guard', '/repo'],
  [['/repo', '/repo/packages/tool'], '/repo/packages/tool/.kodelet/hooks/guard', '/repo/packages/tool'],
  [['/repo', '/repo/packages'], '/repo/packages/readme.md', '/repo/packages'],
  [['/repo/packages', '/repo'], '/repo/packages/readme.md', '/repo/packages'],
  [['/repo'], '/repo/agents/one/extensions/a.ts', '/repo/agents/one'],
  [['/repo'], '/repo/config/secureyeoman.yaml', '/repo'],
  [['/repo'], '/repo/packages/app/secureyeoman.yaml', '/repo/packages/app'],
  [['/repo'], '/home/.kodelet/hooks/guard', '/repo'],
  [['/repo'], '/alone/extensions/a.ts', '/alone'],
  [[], '/alone/extensions/a.ts', '/alone'],
  [[], '/alone/.hookbench/settings.json', '/alone'],
  [[], '/alone/readme.md', 'nobody'],
  [['/repo'], '/alone/readme.md', 'nobody'],
]

test('a file belongs to the nearest folder that makes it one of ours, else to the folder around it', (t) => {
  const tree = writeTree(FILES)
  t.after(tree.remove)
  const found = owners.map(([folders, path]) => {
    const projects = openProjects({
      home: tree.at('/home'),
      texts: { get: () => undefined, paths: () => [] },
      onChange: () => {},
    })
    for (const folder of folders) projects.open(tree.at(folder))
    const owner = projects.of(tree.at(path))?.root.slice(tree.folder.length) ?? 'nobody'
    projects.closeAll()
    return [folders, path, owner]
  })
  assert.deepEqual(found, owners)
})

test('a project for a lone file goes with the file', (t) => {
  const tree = writeTree(FILES)
  t.after(tree.remove)
  const open = new Set([tree.at('/alone/extensions/a.ts')])
  const projects = openProjects({
    home: tree.at('/home'),
    texts: { get: () => undefined, paths: () => open },
    onChange: () => {},
  })
  const project = projects.of(tree.at('/alone/extensions/a.ts'))
  assert.equal(projects.of(tree.at('/alone/extensions/b.ts')), project)
  assert.equal(projects.all().length, 1)
  open.clear()
  projects.closed(tree.at('/alone/extensions/a.ts'))
  assert.equal(projects.all().length, 0)
})
