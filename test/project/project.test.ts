// A workspace folder as the server sees it: what is looked at again, when, and what is not.

import assert from 'node:assert/strict'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OpenProject, openProject, type ProjectOptions } from '../../runtime/project/project.ts'
import type { OpenText } from '../../runtime/project/texts.ts'
import { configurationFile } from '../../runtime/trust/configurationFile.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { watchedDisk } from '../discovery/setting.ts'
import { processorMs } from '../support/processorTime.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})

type Bench = {
  readonly tree: Tree
  readonly project: OpenProject
  readonly counts: { read: number; stat: number; list: number }
  readonly changes: () => number
  /** Puts a text into the editor, as an open file. */
  type(path: string, text: string): void
  shut(path: string): void
}

function open(files: string, more: Partial<ProjectOptions> = {}): Bench {
  const tree = writeTree(`//- /home/\n${files}`)
  const { disk, counts } = watchedDisk()
  const texts = new Map<string, OpenText>()
  let changes = 0
  const project = openProject({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    ownHome: true,
    disk,
    texts: { get: (path) => texts.get(path), paths: () => texts.keys() },
    onChange: () => {
      changes++
    },
    ...more,
  })
  ends.push(
    () => tree.remove(),
    () => project.close(),
  )
  return {
    tree,
    project,
    counts,
    changes: () => changes,
    type(path, text) {
      texts.set(tree.at(path), { text, version: (texts.get(tree.at(path))?.version ?? 0) + 1 })
      project.edited(tree.at(path))
    },
    shut(path) {
      texts.delete(tree.at(path))
      project.closed(tree.at(path))
    },
  }
}

const GUARD = `
  //- /ws/.compilr/hooks/guard.mjs
  export default { beforeTool: [() => undefined] }
`

const named = (name: string) => `export default { ${name}: [() => undefined] }\n`

test('fifty thousand changes at once cost what a few do, and what they changed is read anew', async () => {
  const { tree, project, changes } = open(GUARD)
  const path = tree.at('/ws/.compilr/hooks/guard.mjs')
  const before = await project.view(path)
  tree.write(`//- /ws/.compilr/hooks/guard.mjs\n${named('afterTool')}`)
  const others = Array.from({ length: 50_000 }, (_, at) => tree.at(`/ws/.claude/${at % 100}/${at}.json`))
  const took = processorMs(() => project.changed([...others, path]))
  assert.ok(took < 250, `${took} ms`)
  assert.equal(changes(), 1)
  assert.notEqual(await project.view(path), before)
})

test('a view is understood once per version, of the open text before the file', async () => {
  const { tree, project, type, shut } = open(GUARD)
  const path = tree.at('/ws/.compilr/hooks/guard.mjs')
  const events = async () => (await project.view(path))?.document.sites.map((site) => site.events[0])
  type('/ws/.compilr/hooks/guard.mjs', named('afterTool'))
  const view = await project.view(path)
  assert.equal(await project.view(path), view)
  assert.deepEqual([view?.version, await events()], [1, ['afterTool']])
  type('/ws/.compilr/hooks/guard.mjs', named('onError'))
  assert.deepEqual([(await project.view(path))?.version, await events()], [2, ['onError']])
  shut('/ws/.compilr/hooks/guard.mjs')
  assert.deepEqual([(await project.view(path))?.version, await events()], [0, ['beforeTool']])
})

test('a view is of the text at the call, whatever is typed while it is made', async () => {
  const { tree, project, type } = open(GUARD)
  const path = tree.at('/ws/.compilr/hooks/guard.mjs')
  type('/ws/.compilr/hooks/guard.mjs', named('afterTool'))
  await project.view(path)
  type('/ws/.compilr/hooks/guard.mjs', named('beforeTool'))
  const pending = project.view(path)
  type('/ws/.compilr/hooks/guard.mjs', named('onError'))
  assert.equal((await pending)?.version, 2)
})

test('a keystroke in a workspace of 400 hooks reads no other file and lists no folder', async () => {
  const many = Array.from(
    { length: 400 },
    (_, n) => `//- /ws/.compilr/hooks/h${n}.mjs\n${named('beforeTool')}`,
  )
  const { tree, project, counts, type } = open(many.join(''))
  assert.equal((await project.hooks()).length, 400)
  const path = tree.at('/ws/.compilr/hooks/h7.mjs')
  type('/ws/.compilr/hooks/h7.mjs', named('afterTool'))
  await project.view(path)
  const before = { ...counts }
  for (let n = 0; n < 10; n++) {
    type('/ws/.compilr/hooks/h7.mjs', `${named('afterTool')}// ${n}`)
    await project.view(path)
    await project.hooks()
    await project.discovered()
  }
  assert.deepEqual([counts.read, counts.list], [before.read, before.list])
  assert.ok(counts.stat - before.stat <= 20, `${counts.stat - before.stat} stats for ten keystrokes`)
})

test('after a pause the hooks are those of the open texts, and listeners are notified', async () => {
  const { project, type, changes } = open(GUARD)
  assert.deepEqual((await project.hooks())[0]?.events, ['beforeTool'])
  type('/ws/.compilr/hooks/guard.mjs', named('afterTool'))
  await until(() => changes() === 1)
  assert.deepEqual((await project.hooks())[0]?.events, ['afterTool'])
  type('/ws/.compilr/hooks/guard.mjs', `\n\n${named('afterTool')}`)
  await sleep(500)
  assert.equal(changes(), 1, 'the same hooks on other lines are no news')
})

test('hooks are never older than the last save', async () => {
  const { tree, project } = open(GUARD)
  const path = tree.at('/ws/.compilr/hooks/guard.mjs')
  await project.hooks()
  for (const name of ['afterTool', 'onError', 'beforeTool']) {
    writeFileSync(path, named(name))
    project.changed([path])
    assert.deepEqual((await project.hooks())[0]?.events, [name])
  }
  const second = tree.at('/ws/.compilr/hooks/second.mjs')
  writeFileSync(second, named('afterTool'))
  project.changed([second])
  assert.equal((await project.hooks()).length, 2)
  rmSync(tree.at('/ws/.compilr'), { recursive: true })
  project.changed([tree.at('/ws/.compilr')])
  assert.deepEqual(await project.hooks(), [])
  assert.equal(await project.view(path), undefined)
})

test('without a watcher, files are read again at a later request', async () => {
  const { tree, project } = open(GUARD, { watched: false })
  await project.hooks()
  writeFileSync(tree.at('/ws/.compilr/hooks/second.mjs'), named('afterTool'))
  await until(async () => (await project.hooks()).length === 2)
})

test('a whole folder of hooks may come back', async () => {
  const { tree, project } = open('//- /ws/readme.md')
  assert.deepEqual(await project.hooks(), [])
  tree.write(GUARD)
  project.changed([tree.at('/ws/.compilr')])
  assert.equal((await project.hooks()).length, 1)
})

test('a change of what is no file of ours is no reason to look', async () => {
  const { tree, project, counts, changes } = open(`${GUARD}
    //- /ws/src/index.ts
    export {}
  `)
  await project.hooks()
  const before = counts.list
  project.changed([tree.at('/ws/src/index.ts'), tree.at('/ws/package.json')])
  await project.hooks()
  assert.deepEqual([counts.list, changes()], [before, 0])
})

test('a helper that a hook imports is part of it', async () => {
  const { tree, project, changes } = open(`
    //- /ws/.compilr/hooks/guard.mjs
    import { rules } from '../../lib/rules.mjs'
    export default { beforeTool: rules }
    //- /ws/lib/rules.mjs
    export const rules = []
  `)
  await project.hooks()
  project.changed([tree.at('/ws/lib/rules.mjs')])
  assert.equal(changes(), 1)
})

test('parts of hooks are the files in no place of their own, whoever else is led to one that is', async () => {
  const { tree, project } = open(`
    //- /ws/.claude/agents/reviewer.md
    ---
    name: reviewer
    hooks:
      PreToolUse:
        - hooks:
            - type: command
              command: sh tools/guard.sh
    ---
    //- /ws/tools/guard.sh
    true
  `)
  await project.hooks()
  assert.deepEqual(project.parts(), [tree.at('/ws/tools/guard.sh')])
})

test('trust and settings show in the state of a hook', async () => {
  const { tree, project } = open(GUARD)
  const state = async () => {
    project.changed([tree.at('/ws/.hookbench/settings.json')])
    return (await project.hooks())[0]?.state
  }
  assert.equal(await state(), 'untrusted')
  const ledger = openLedger({
    file: ledgerFile(tree.at('/home')),
    root: tree.at('/ws'),
    home: tree.at('/home'),
  })
  await ledger.trust(await project.hooks(), 'exact')
  project.changed([ledger.file])
  assert.equal((await project.hooks())[0]?.state, 'active')
  tree.write(`
    //- /ws/.hookbench/settings.json
    { "disabled": ["compilr:**"], "severities": { "event.unknown": "off" } }
  `)
  assert.equal(await state(), 'active', 'a stranger may not switch hooks off')
  assert.equal(project.settings.severities['event.unknown'], 'off')
  await ledger.trustFolder(tree.at('/ws'), 'edits')
  assert.equal(await state(), 'disabled')
})

test('folders that a configuration names are places of hooks', async () => {
  const { tree, project } = open(`
    //- /ws/secureyeoman.yaml
    extensions:
      directories: [tools, '~/mine']
    //- /ws/tools/_10_guard.mjs
    export const tool_execute_before = (context) => context
    //- /home/mine/_20_guard.mjs
    export const tool_execute_before = (context) => context
  `)
  for (const path of ['/ws/tools/_10_guard.mjs', '/home/mine/_20_guard.mjs'])
    assert.equal((await project.view(tree.at(path)))?.document.shape, 'hook', path)
  assert.equal((await project.hooks()).length, 2)
  tree.write(`
    //- /ws/secureyeoman.yaml
    extensions:
      directories: [tools]
      enabled: false
  `)
  project.changed([tree.at('/ws/secureyeoman.yaml')])
  assert.deepEqual(
    (await project.hooks()).map(({ name, state }) => `${name} ${state}`),
    ['_10_guard disabled'],
  )
  assert.equal(await project.view(tree.at('/home/mine/_20_guard.mjs')), undefined)
})

test("an untrusted secureyeoman.yaml quietens its own hooks, never the user's, as when hooks run", async () => {
  const { tree, project } = open(`
    //- /home/.secureyeoman/extensions/guard.mjs
    export const tool_execute_before = () => null
    //- /ws/extensions/own.mjs
    export const tool_execute_before = (context) => context
    //- /ws/secureyeoman.yaml
    extensions:
      enabled: false
      maxExecutionTime: 7
  `)
  const states = async () => {
    const hooks = await project.hooks()
    return hooks.map(({ name, state, timeoutMs }) => `${name} ${state} ${timeoutMs}`).sort()
  }
  assert.deepEqual(await states(), ['guard untrusted 5000', 'own disabled 7'])
  const file = ledgerFile(tree.at('/home'))
  const ledger = openLedger({ file, root: tree.at('/ws'), home: tree.at('/home') })
  await ledger.trust([configurationFile(tree.at('/ws/secureyeoman.yaml'), 'workspace')], 'exact')
  project.changed([file])
  assert.deepEqual(await states(), ['guard disabled 7', 'own disabled 7'])
})

test('beside executables stand notes and data, which are no hooks', async () => {
  const { tree, project } = open(`
    //- /ws/.kodelet/hooks/README.md
    Notes.
    //- /ws/.kodelet/hooks/helper.py
    payload["tool_nam"]
    //- /ws/.kodelet/hooks/guard
    #!/bin/sh
    //- /ws/.kodelet/hooks/bare 755
    echo
  `)
  const viewed = async (name: string) =>
    (await project.view(tree.at(`/ws/.kodelet/hooks/${name}`))) !== undefined
  assert.deepEqual(await Promise.all(['README.md', 'helper.py', 'guard', 'bare'].map(viewed)), [
    false,
    false,
    true,
    true,
  ])
  chmodSync(tree.at('/ws/.kodelet/hooks/helper.py'), 0o755)
  assert.equal(await viewed('helper.py'), true)
})

test('every file of ours is listed once: hooks, what is wrong, data, and what is open', async () => {
  const { tree, project, type } = open(`${GUARD}
    //- /ws/.kodelet/hooks/notes.md
    Notes.
    //- /ws/.hookbench/settings.json
    {}
    //- /ws/.hookbench/cases/a.json
    {}
    //- /ws/.hookbench/recordings/b.ndjson
    //- /ws/secureyeoman.yaml
    extensions: {}
    //- /ws/src/index.ts
    export {}
  `)
  type('/ws/.compilr/hooks/unsaved.mjs', named('afterTool'))
  const files = (await project.files()).map((path) => path.slice(tree.at('/ws/').length)).sort()
  assert.deepEqual(files, [
    '.compilr/hooks/guard.mjs',
    '.compilr/hooks/unsaved.mjs',
    '.hookbench/cases/a.json',
    '.hookbench/recordings/b.ndjson',
    '.hookbench/settings.json',
    '.kodelet/hooks/notes.md',
    'secureyeoman.yaml',
  ])
})

test('the first snapshot gives way: requests meanwhile are answered before its end', async () => {
  const many = Array.from(
    { length: 300 },
    (_, n) => `//- /ws/.compilr/hooks/h${n}.mjs\n${named('beforeTool')}`,
  )
  const { tree, project } = open(many.join(''))
  let done = false
  const looking = project.hooks().then(() => {
    done = true
  })
  const view = await project.view(join(tree.at('/ws/.compilr/hooks'), 'h3.mjs'))
  assert.equal(view?.document.shape, 'hook')
  assert.equal(done, false)
  await looking
})

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2400; tries++) {
    if (await isSo()) return
    await sleep(25)
  }
  assert.fail('it never came to be')
}

test('typing that binds no other event costs one look, and one that does is seen, back and forth', async () => {
  const { project, counts, type } = open(GUARD)
  await project.hooks()
  const guard = (list: string, body: string) => `export default { ${list}: [() => { ${body} }] }\n`
  const typed = async (list: string, body: string) => {
    type('/ws/.compilr/hooks/guard.mjs', guard(list, body))
    const before = counts.list
    await sleep(700)
    return { looked: counts.list > before, events: (await project.hooks())[0]?.events }
  }
  await typed('beforeTool', '')
  assert.deepEqual(await typed('beforeTool', 'a'), { looked: false, events: ['beforeTool'] })
  assert.deepEqual(await typed('afterTool', 'a'), { looked: true, events: ['afterTool'] })
  assert.deepEqual(await typed('beforeTool', ''), { looked: true, events: ['beforeTool'] })
  assert.deepEqual((await typed('afterTool', 'b')).events, ['afterTool'])
  assert.deepEqual(await typed('afterTool', 'c'), { looked: false, events: ['afterTool'] })
})

test('transcripts that a host writes beside its configuration cost no look and no call of the disk', async () => {
  const { tree, project, counts, changes } = open(
    '//- /home/.claude/settings.json\n{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }\n//- /ws/',
  )
  const hooks = async () => (await project.hooks()).map(({ events }) => String(events))
  assert.deepEqual(await hooks(), ['Stop'])
  const before = { ...counts, changes: changes() }
  const written = Array.from({ length: 10_000 }, (_, at) =>
    at % 2 === 0 ? '/home/.claude/history.jsonl' : `/home/.claude/projects/p${at % 7}/${at}.jsonl`,
  )
  for (const path of written) project.changed([tree.at(path)])
  project.changed(['/home/.claude/projects', '/home/.claude/projects/p1'].map(tree.at))
  assert.deepEqual(await hooks(), ['Stop'])
  assert.deepEqual({ ...counts, changes: changes() }, before)
  // Files that the host does read trigger another look.
  writeFileSync(tree.at('/home/.claude/settings.json'), '{}')
  project.changed([tree.at('/home/.claude/settings.json')])
  assert.deepEqual(await hooks(), [])
})
