// Discovery on real trees of files: which hooks exist, in which state and order, and which problems are reported.

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { openCache } from '../../runtime/discovery/cache.ts'
import type { DiscoverOptions } from '../../runtime/discovery/discover.ts'
import { readDocument } from '../../runtime/documents/read.ts'
import { writeTree } from '../support/tree.ts'
import { complaints, discoverIn, lines, watchedDisk, without } from './setting.ts'

type Row = {
  readonly it: string
  readonly dialect: DialectId
  readonly tree: string
  readonly hooks?: readonly string[]
  readonly problems?: readonly string[]
  readonly options?: Partial<DiscoverOptions>
}

function check(rows: readonly Row[]): void {
  for (const row of rows) {
    test(row.it, async (t) => {
      const tree = writeTree(row.tree)
      t.after(tree.remove)
      const found = await discoverIn(tree, row.dialect, row.options)
      if (row.hooks !== undefined) assert.deepEqual(lines(found), row.hooks)
      if (row.problems !== undefined) assert.deepEqual(complaints(tree, found), row.problems)
    })
  }
}

const script = '#!/bin/bash\n# @hook before_tool_call'

check([
  {
    it: 'kodelet: workspace before its plugins before home before home plugins, alphabetical within each',
    dialect: 'kodelet',
    tree: `
      //- /home/.kodelet/hooks/a 755
      ${script}
      //- /home/.kodelet/plugins/org@tools/hooks/z 755
      ${script}
      //- /ws/.kodelet/plugins/org@repo/hooks/validate 755
      ${script}
      //- /ws/.kodelet/plugins/local/hooks/audit 755
      ${script}
      //- /ws/.kodelet/hooks/b 755
      ${script}
      //- /ws/.kodelet/hooks/B 755
      ${script}
    `,
    hooks: [
      'kodelet:workspace:B active',
      'kodelet:workspace:b active',
      'kodelet:plugin:local/audit active',
      'kodelet:plugin:org@repo/validate active',
      'kodelet:user:a active',
      'kodelet:plugin:~/org@tools/z active',
    ],
    problems: [],
  },
  {
    it: 'kodelet: the first place of a name wins; plugin names carry the plugin and never clash with plain ones',
    dialect: 'kodelet',
    tree: `
      //- /ws/.kodelet/hooks/guard 755
      ${script}
      //- /ws/.kodelet/plugins/org@repo/hooks/guard 755
      ${script}
      //- /home/.kodelet/hooks/guard 755
      ${script}
      //- /home/.kodelet/plugins/org@repo/hooks/guard 755
      ${script}
    `,
    hooks: [
      'kodelet:workspace:guard active',
      'kodelet:plugin:org@repo/guard active',
      'kodelet:user:guard shadowed: Hidden by .kodelet/hooks/guard.',
      'kodelet:plugin:~/org@repo/guard shadowed: Hidden by .kodelet/plugins/org@repo/hooks/guard.',
    ],
    problems: [
      'hook.shadowed /home/.kodelet/hooks/guard: Hidden by .kodelet/hooks/guard, which has the same name.',
      'hook.shadowed /home/.kodelet/plugins/org@repo/hooks/guard: Hidden by .kodelet/plugins/org@repo/hooks/guard, which has the same name.',
    ],
  },
  {
    it: 'kodelet: a broken hook still hides the one below, and both say so',
    dialect: 'kodelet',
    tree: `
      //- /ws/.kodelet/hooks/guard 755
      echo no shebang
      //- /home/.kodelet/hooks/guard 755
      ${script}
    `,
    hooks: [
      'kodelet:workspace:guard broken: The first line has no interpreter, so the file cannot be started. In the agent it still hides ~/.kodelet/hooks/guard.',
      'kodelet:user:guard shadowed: Hidden by .kodelet/hooks/guard, which is itself broken.',
    ],
  },
  {
    it: 'kodelet: what the host passes over (no executable bit, .disable) hides nothing',
    dialect: 'kodelet',
    tree: `
      //- /ws/.kodelet/hooks/guard 644
      ${script}
      //- /ws/.kodelet/hooks/audit.disable 755
      ${script}
      //- /home/.kodelet/hooks/guard 755
      ${script}
      //- /home/.kodelet/hooks/audit.disable 755
      ${script}
    `,
    hooks: [
      'kodelet:workspace:audit.disable disabled: Its name ends in .disable.',
      'kodelet:workspace:guard broken: Not executable, so Kodelet ignores it.',
      'kodelet:user:audit.disable disabled: Its name ends in .disable.',
      'kodelet:user:guard active',
    ],
    problems: ['executable.bit /ws/.kodelet/hooks/guard: Not executable, so Kodelet ignores it.'],
  },
  {
    it: 'kodelet: every script may be a hook; what its text does not say is unknown until trusted',
    dialect: 'kodelet',
    tree: `
      //- /ws/.kodelet/hooks/computed 755
      #!/bin/bash
      # @undecided
      //- /ws/.kodelet/hooks/mute 755
      #!/bin/bash
    `,
    hooks: [
      'kodelet:workspace:computed unknown: Unknown until trusted: its event cannot be read from its source.',
      'kodelet:workspace:mute unknown: Unknown until trusted: its event cannot be read from its source.',
    ],
    problems: [],
  },
  {
    it: 'kodelet: a missing interpreter or tool breaks a hook by name, and only that hook',
    dialect: 'kodelet',
    options: { lookup: without('python3', 'jq', '/opt/ruby') },
    tree: `
      //- /ws/.kodelet/hooks/a 755
      #!/usr/bin/env -S python3 -u
      # @hook turn_end
      //- /ws/.kodelet/hooks/b 755
      #!/bin/bash
      # @hook turn_end
      # @tool jq
      //- /ws/.kodelet/hooks/c 755
      #!/opt/ruby
      # @hook turn_end
      //- /ws/.kodelet/hooks/d 755
      #!/bin/bash
      # @hook turn_end
    `,
    hooks: [
      'kodelet:workspace:a broken: Needs python3, which is not on the PATH.',
      'kodelet:workspace:b broken: Needs jq, which is not on the PATH.',
      'kodelet:workspace:c broken: Needs /opt/ruby, which does not exist here.',
      'kodelet:workspace:d active',
    ],
  },
  {
    it: 'kodelet: files that are no hooks have a reason, litter has none, and litter that would run is shown',
    dialect: 'kodelet',
    tree: `
      //- /ws/.kodelet/hooks/README.md 644
      How to use it.
      //- /ws/.kodelet/hooks/lib/x.sh 644
      x
      //- /ws/.kodelet/hooks/.DS_Store 644
      x
      //- /ws/.kodelet/hooks/old~ 644
      x
      //- /ws/.kodelet/hooks/guard~ 755
      ${script}
      //- /ws/.kodelet/hooks/__pycache__/x.pyc
      x
      //- /ws/.kodelet/hooks/pipe fifo
      //- /ws/.kodelet/plugins/README.md
      x
    `,
    hooks: ['kodelet:workspace:guard~ active'],
    problems: [
      'file.not-taken /ws/.kodelet/hooks/lib: A folder; Kodelet reads only files directly in .kodelet/hooks.',
      'file.not-taken /ws/.kodelet/hooks/pipe: A pipe, socket or device; Kodelet reads only files directly in .kodelet/hooks.',
      'file.not-taken /ws/.kodelet/hooks/README.md: Neither executable nor a script with a shebang line, so it never runs.',
    ],
  },
  {
    it: 'kodelet: a shebang with CRLF breaks the hook',
    dialect: 'kodelet',
    tree: `
      //- /ws/.kodelet/hooks/dos 755
      #!/bin/bash\r
      # @hook turn_end
    `,
    hooks: [
      'kodelet:workspace:dos broken: The shebang line ends in CRLF, so the system looks for "/bin/bash\\r", which does not exist.',
    ],
  },
  {
    it: 'secureyeoman: one merged order by file name in plain code units; the workspace wins a name',
    dialect: 'secureyeoman',
    tree: `
      //- /home/.secureyeoman/extensions/_10_log.ts
      @hook before_llm_call
      //- /home/.secureyeoman/extensions/_90_slack.ts
      @hook agent_init
      //- /ws/extensions/_50_memory.ts
      @hook memory_save_before
      //- /ws/extensions/_9_late.ts
      @hook agent_init
      //- /ws/extensions/Zed.js
      @hook agent_init
      //- /ws/extensions/_10_log.ts
      @hook before_llm_call
      @name better-log
    `,
    hooks: [
      'secureyeoman:workspace:Zed.js active',
      'secureyeoman:user:_10_log.ts shadowed: Hidden by extensions/_10_log.ts.',
      'secureyeoman:workspace:_10_log.ts active',
      'secureyeoman:workspace:_50_memory.ts active',
      'secureyeoman:user:_90_slack.ts active',
      'secureyeoman:workspace:_9_late.ts active',
    ],
  },
  {
    it: 'secureyeoman: a name is the whole file name; with another ending it is another name',
    dialect: 'secureyeoman',
    tree: `
      //- /home/.secureyeoman/extensions/_10_log.js
      @hook before_llm_call
      //- /ws/extensions/_10_log.ts
      @hook before_llm_call
    `,
    hooks: ['secureyeoman:user:_10_log.js active', 'secureyeoman:workspace:_10_log.ts active'],
  },
  {
    it: 'secureyeoman: a common folder is left alone, the agent’s own folder is not, and neither hides a hook',
    dialect: 'secureyeoman',
    tree: `
      //- /ws/extensions/vendor/index.ts
      x
      //- /ws/extensions/README.md
      x
      //- /ws/extensions/plain.ts
      export const x = 1
      //- /ws/extensions/torn.ts
      @fail syntax.error
      //- /home/.secureyeoman/extensions/README.md
      x
      //- /home/.secureyeoman/extensions/types.d.ts
      x
      //- /home/.secureyeoman/extensions/helper.ts
      export const x = 1
      //- /home/.secureyeoman/extensions/lib/deep/x.ts
      x
      //- /home/.secureyeoman/extensions/uses.ts
      @hook agent_init
      @import ./helper ./lib/deep/x
      //- /home/.secureyeoman/extensions/other.ts
      export const x = 1
      //- /home/.secureyeoman/extensions/plain.ts
      @hook agent_init
      //- /home/.secureyeoman/extensions/torn.js
      @fail syntax.error
    `,
    hooks: [
      'secureyeoman:user:plain.ts active',
      'secureyeoman:user:torn.js broken: Failed with syntax.error.',
      'secureyeoman:user:uses.ts active',
    ],
    problems: [
      'file.not-taken /home/.secureyeoman/extensions/README.md: SecureYeoman reads only .ts, .js, .mjs, .cjs files here, so this one never runs.',
      'file.not-taken /home/.secureyeoman/extensions/lib: Not a hook itself; uses.ts loads it.',
      'file.not-taken /home/.secureyeoman/extensions/types.d.ts: A declaration file: it has types but no code.',
      'file.not-taken /home/.secureyeoman/extensions/helper.ts: Not a hook itself; uses.ts loads it.',
      'file.not-taken /home/.secureyeoman/extensions/other.ts: Contains no SecureYeoman hook, so it never runs.',
      'syntax.error /home/.secureyeoman/extensions/torn.js: Failed with syntax.error.',
    ],
  },
  {
    it: 'secureyeoman: configured directories stand between the user’s folder and the workspace’s, each once',
    dialect: 'secureyeoman',
    options: {
      directories: { secureyeoman: ['~/.secureyeoman/extensions', '~/shared', 'team/hooks', 'gone'] },
    },
    tree: `
      //- /home/.secureyeoman/extensions/a.ts
      @hook agent_init
      //- /home/shared/a.ts
      @hook agent_init
      //- /ws/team/hooks/a.ts
      @hook agent_init
      //- /ws/team/hooks/b.ts
      @hook agent_init
    `,
    hooks: [
      'secureyeoman:user:a.ts shadowed: Hidden by team/hooks/a.ts.',
      'secureyeoman:user:~/shared/a.ts shadowed: Hidden by team/hooks/a.ts.',
      'secureyeoman:workspace:team/hooks/a.ts active',
      'secureyeoman:workspace:team/hooks/b.ts active',
    ],
  },
  {
    it: 'secureyeoman: events the dialect does not have never bind; with none left the file is broken',
    dialect: 'secureyeoman',
    tree: `
      //- /ws/extensions/some.ts
      @hook agent_init agent_inti
      //- /ws/extensions/wrong.ts
      @hook agent_inti
    `,
    hooks: [
      'secureyeoman:workspace:some.ts active',
      'secureyeoman:workspace:wrong.ts broken: Answers no event.',
    ],
  },
  {
    it: 'kaizen: one hook per class, user before workspace, equal names both stay',
    dialect: 'kaizen',
    tree: `
      //- /ws/.kaizen/hooks/gdpr.py
      @part GdprHook gdpr pre_tool_use post_tool_use
      @part AuditHook audit post_tool_use
      //- /ws/.kaizen/hooks/__init__.py
      x
      //- /home/.kaizen/hooks/gdpr.py
      @part GdprHook gdpr pre_tool_use
    `,
    hooks: [
      'kaizen:user:gdpr.py#GdprHook active',
      'kaizen:workspace:gdpr.py#GdprHook active',
      'kaizen:workspace:gdpr.py#AuditHook active',
    ],
    problems: [],
  },
  {
    it: 'kaizen: without any Python its Python hooks are broken and its modules are not',
    dialect: 'kaizen',
    options: { lookup: without('python3', 'python') },
    tree: `
      //- /ws/.kaizen/hooks/a.py
      @part A a pre_tool_use
      //- /ws/.kaizen/hooks/b.ts
      @part B b pre_tool_use
    `,
    hooks: [
      'kaizen:workspace:a.py#A broken: Needs python3, which is not on the PATH.',
      'kaizen:workspace:b.ts#B active',
    ],
  },
  {
    it: 'kaizen: what a text says is certain, what it does not say is unknown, and the author is told',
    dialect: 'kaizen',
    tree: `
      //- /ws/.kaizen/hooks/none.py
      @undecided
      //- /ws/.kaizen/hooks/some.py
      @undecided
      @part Known known pre_tool_use
      //- /ws/.kaizen/hooks/faulty.py
      @fail hook.handler
      @hook
    `,
    hooks: [
      'kaizen:workspace:faulty.py broken: Failed with hook.handler.',
      'kaizen:workspace:none.py unknown: Unknown: its event cannot be read from its source.',
      'kaizen:workspace:some.py#Known active',
    ],
    problems: [
      'hook.handler /ws/.kaizen/hooks/faulty.py: Failed with hook.handler.',
      'event.undecided /ws/.kaizen/hooks/none.py: Its events cannot be read from its source, so it never fires.',
      'event.undecided /ws/.kaizen/hooks/some.py: Its events cannot be read from its source, so only those that can be read are fired.',
    ],
  },
  {
    it: 'compilr: one hook per list entry',
    dialect: 'compilr',
    tree: `
      //- /ws/.compilr/hooks/guard.mjs
      @part beforeTool[0] denyRoot beforeTool
      @part beforeTool[1] rewrite beforeTool
      //- /ws/.compilr/hooks/enum.ts
      @part beforeTool[0] x beforeTool
      @fail syntax.unsupported
    `,
    hooks: [
      'compilr:workspace:enum.ts#beforeTool[0] broken: Failed with syntax.unsupported.',
      'compilr:workspace:guard.mjs#beforeTool[0] active',
      'compilr:workspace:guard.mjs#beforeTool[1] active',
    ],
  },
  {
    it: 'settings switch hooks off by id or glob, and a switched-off hook still hides',
    dialect: 'kodelet',
    options: {
      settings: {
        ...defaultSettings,
        disabled: ['kodelet:plugin:*', 'kodelet:workspace:guard'],
        maxExecutionTime: 77,
      },
    },
    tree: `
      //- /ws/.kodelet/hooks/guard 755
      ${script}
      //- /home/.kodelet/hooks/guard 755
      ${script}
      //- /ws/.kodelet/plugins/org@repo/hooks/x 755
      ${script}
      //- /ws/.kodelet/hooks/guards 755
      ${script}
    `,
    hooks: [
      'kodelet:workspace:guard disabled: Switched off by "disabled" in .hookbench/settings.json.',
      'kodelet:workspace:guards active',
      'kodelet:plugin:org@repo/x disabled: Switched off by "disabled" in .hookbench/settings.json.',
      'kodelet:user:guard shadowed: Hidden by .kodelet/hooks/guard.',
    ],
  },
  {
    it: 'links that loop or lead nowhere are said, and the rest of the folder is found',
    dialect: 'kaizen',
    tree: `
      //- /ws/.kaizen/hooks/loop.py -> loop.py
      //- /ws/.kaizen/hooks/gone.py -> ../nowhere.py
      //- /ws/.kaizen/hooks/dir.py -> ..
      //- /ws/elsewhere/real.py
      @part Real real pre_tool_use
      //- /ws/.kaizen/hooks/linked.py -> ../../elsewhere/real.py
    `,
    hooks: [
      'kaizen:workspace:gone.py broken: A symbolic link to ../nowhere.py, which does not exist.',
      'kaizen:workspace:linked.py#Real active',
      'kaizen:workspace:loop.py broken: A symbolic link that leads back to itself.',
    ],
    problems: [
      'file.not-taken /ws/.kaizen/hooks/dir.py: A folder; Kaizen reads only files directly in .kaizen/hooks.',
      'file.unreadable /ws/.kaizen/hooks/gone.py: A symbolic link to ../nowhere.py, which does not exist.',
      'file.symlink-loop /ws/.kaizen/hooks/loop.py: A symbolic link that leads back to itself.',
    ],
  },
  {
    it: 'a hook folder that is a loop of links is said once',
    dialect: 'kaizen',
    tree: `
      //- /ws/.kaizen/hooks -> hooks
      //- /home/.kaizen/hooks/a.py
      @part A a pre_tool_use
    `,
    hooks: ['kaizen:user:a.py#A active'],
    problems: [
      'file.symlink-loop /ws/.kaizen/hooks: .kaizen/hooks is a symbolic link that leads back to itself',
    ],
  },
])

test('a workspace that is the home itself has each hook once', async (t) => {
  const tree = writeTree(`
    //- /ws/.kodelet/hooks/a 755
    ${script}
    //- /ws/.kaizen/hooks/a.py
    @part A a pre_tool_use
  `)
  t.after(tree.remove)
  const found = await discoverIn(tree, undefined, { home: tree.at('/ws') })
  assert.deepEqual(lines(found), ['kodelet:workspace:a active', 'kaizen:workspace:a.py#A active'])
})

test('files and folders that may not be read, or are too large, cost only themselves', async (t) => {
  const tree = writeTree(`
    //- /ws/.kaizen/hooks/secret.py
    @part A a pre_tool_use
    //- /ws/.kaizen/hooks/fine.py
    @part B b pre_tool_use
    //- /home/.kaizen/hooks/x.py
    @part C c pre_tool_use
  `)
  t.after(tree.remove)
  writeFileSync(tree.at('/ws/.kaizen/hooks/large.py'), Buffer.alloc(3 * 1024 * 1024, 'x'))
  const { disk } = watchedDisk([tree.at('/ws/.kaizen/hooks/secret.py'), tree.at('/home/.kaizen/hooks')])
  const found = await discoverIn(tree, 'kaizen', { disk })
  assert.deepEqual(lines(found), [
    'kaizen:workspace:fine.py#B active',
    'kaizen:workspace:large.py broken: Larger than 2 MiB, so it is not read.',
    'kaizen:workspace:secret.py broken: No permission to read this file.',
  ])
  assert.deepEqual(complaints(tree, found), [
    'file.unreadable /home/.kaizen/hooks: ~/.kaizen/hooks cannot be read: permission denied, so its hooks are not found',
    'file.too-large /ws/.kaizen/hooks/large.py: Larger than 2 MiB, so it is not read.',
    'file.unreadable /ws/.kaizen/hooks/secret.py: No permission to read this file.',
  ])
})

test('a compiled program is unknown until trusted, whatever its size', async (t) => {
  const tree = writeTree('//- /ws/.kodelet/hooks/')
  t.after(tree.remove)
  const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(3 * 1024 * 1024)])
  writeFileSync(tree.at('/ws/.kodelet/hooks/small'), elf.subarray(0, 100), { mode: 0o755 })
  writeFileSync(tree.at('/ws/.kodelet/hooks/big'), elf, { mode: 0o755 })
  const { hooks, problems } = await discoverIn(tree, 'kodelet')
  assert.deepEqual(
    hooks.map(({ name, state }) => [name, state]),
    [
      ['big', 'unknown'],
      ['small', 'unknown'],
    ],
  )
  assert.deepEqual(problems, [])
})

test('a reader that throws costs the one file', async (t) => {
  const tree = writeTree(`
    //- /ws/.compilr/hooks/a.ts
    deep
    //- /ws/.compilr/hooks/b.ts
    @part beforeTool[0] b beforeTool
  `)
  t.after(tree.remove)
  const { read } = await import('./setting.ts')
  const found = await discoverIn(tree, 'compilr', {
    read: async (input) => {
      if (input.text.includes('deep')) throw new RangeError('Maximum call stack size exceeded')
      return read(input)
    },
  })
  assert.deepEqual(lines(found), [
    'compilr:workspace:a.ts broken: The file could not be read: Maximum call stack size exceeded.',
    'compilr:workspace:b.ts#beforeTool[0] active',
  ])
})

test('a hook carries its files: its own first, then imports, transitively, through links and cycles', async (t) => {
  const tree = writeTree(`
    //- /ws/extensions/a.ts
    @hook agent_init
    @import ./lib/one ../shared/two.ts ./data.json ./missing.ts ./pack
    //- /ws/extensions/lib/one.ts
    @import ../a.ts ../../shared/two.ts ./three.js
    //- /ws/extensions/lib/three.js
    @import ./one
    //- /ws/extensions/data.json
    {}
    //- /ws/extensions/pack/index.mjs
    x
    //- /ws/real/two.ts
    @import ./near.ts
    //- /ws/real/near.ts
    x
    //- /ws/shared/two.ts -> ../real/two.ts
  `)
  t.after(tree.remove)
  const { hooks } = await discoverIn(tree, 'secureyeoman')
  assert.deepEqual(
    hooks[0]?.files.map((file) => file.slice(tree.folder.length)),
    [
      '/ws/extensions/a.ts',
      '/ws/extensions/lib/one.ts',
      '/ws/shared/two.ts',
      '/ws/real/two.ts',
      '/ws/extensions/data.json',
      '/ws/extensions/pack/index.mjs',
      '/ws/extensions/lib/three.js',
      '/ws/real/near.ts',
    ],
  )
})

test('code that a hook loads unseen is reported for it, wherever the load is', async (t) => {
  const tree = writeTree(`
    //- /ws/extensions/a.ts
    @hook agent_init
    @import ./lib/one
    @opaque line 1: here
    //- /ws/extensions/lib/one.ts
    @opaque line 2: there\u0007
  `)
  t.after(tree.remove)
  const found = await discoverIn(tree, 'secureyeoman')
  const unseen = ['line 1: here', 'one.ts line 2: there\\u0007']
  assert.deepEqual(found.hooks[0]?.unseen, unseen)
  assert.ok(
    complaints(tree, found).includes(
      `imports.unseen /ws/extensions/a.ts: Loads files that trust does not cover: ${unseen.join('; ')}.`,
    ),
  )
})

test('a hook of more files than are followed says so', async (t) => {
  const tree = writeTree(`
    //- /ws/extensions/a.ts
    @hook agent_init
    @import ${Array.from({ length: 600 }, (_, n) => `./lib/f${n}`).join(' ')}
  `)
  t.after(tree.remove)
  mkdirSync(tree.at('/ws/extensions/lib'))
  for (let n = 0; n < 600; n++) writeFileSync(tree.at(`/ws/extensions/lib/f${n}.ts`), 'x')
  const { hooks, problems } = await discoverIn(tree, 'secureyeoman')
  assert.deepEqual(hooks[0]?.unseen, ['more than 500 files; the rest is not analyzed'])
  assert.deepEqual(problems.filter(({ code }) => code === 'imports.unseen').length, 1)
})

test('a hook says who it is', async (t) => {
  const tree = writeTree(`
    //- /home/.kodelet/plugins/org@repo/hooks/validate 755
    ${script}
    //- /ws/.kaizen/hooks/g.py
    @part Guard gdpr_guard pre_tool_use
    //- /ws/extensions/_10_log.ts
    @hook agent_init agent_shutdown
    //- /ws/extensions/_20_x.ts
    @hook agent_init
    @name named
    //- /ws/.compilr/hooks/c.ts
    @part onError[0] recover onError
  `)
  t.after(tree.remove)
  const settings = { ...defaultSettings, maxExecutionTime: 77 }
  const { hooks } = await discoverIn(tree, undefined, { settings })
  assert.deepEqual(
    hooks.map(({ name, runner, source, order, part, events, timeoutMs }) =>
      [name, runner, source, order, part ?? '-', events.join('+'), timeoutMs].join(' '),
    ),
    [
      '_10_log module workspace 0 - agent_init+agent_shutdown 77',
      'named module workspace 1 - agent_init 77',
      'org/repo/validate executable plugin 0 - before_tool_call 77',
      'gdpr_guard python workspace 0 Guard pre_tool_use 77',
      'recover module workspace 0 onError[0] onError 77',
    ],
  )
  assert.equal(hooks[2]?.path, tree.at('/home/.kodelet/plugins/org@repo/hooks/validate'))
})

test('built-in hooks come first and obey the settings', async (t) => {
  const tree = writeTree(`
    //- /ws/.kodelet/hooks/a 755
    ${script}
  `)
  t.after(tree.remove)
  const builtin = (name: string) =>
    ({
      id: `kodelet:builtin:${name}`,
      name,
      dialect: 'kodelet',
      events: ['turn_end'],
      source: 'builtin',
      path: '',
      runner: 'builtin',
      state: 'active',
      order: 0,
      timeoutMs: 1000,
      files: [],
    }) as const
  const found = await discoverIn(tree, 'kodelet', {
    builtins: [builtin('logging'), builtin('metrics')],
    settings: { ...defaultSettings, disabled: ['*:builtin:metrics'] },
  })
  assert.deepEqual(
    found.hooks.map(({ id, order, state }) => `${order} ${id} ${state}`),
    [
      '0 kodelet:builtin:logging active',
      '1 kodelet:builtin:metrics disabled',
      '2 kodelet:workspace:a active',
    ],
  )
})

test('severities of the settings apply, and off is silence', async (t) => {
  const tree = writeTree(`
    //- /ws/.kaizen/hooks/README.md
    x
    //- /ws/.kaizen/hooks/gone.py -> nowhere
  `)
  t.after(tree.remove)
  const settings = {
    ...defaultSettings,
    severities: { 'file.not-taken': 'off', 'file.unreadable': 'info' },
  } as const
  const { problems } = await discoverIn(tree, 'kaizen', { settings })
  assert.deepEqual(
    problems.map(({ code, severity }) => [code, severity]),
    [['file.unreadable', 'info']],
  )
})

test('paths with spaces, quotes and line breaks stay one line in messages and whole in hooks', async (t) => {
  const tree = writeTree()
  t.after(tree.remove)
  for (const home of ['/ws', '/home']) {
    tree.write(`//- ${home}/.kodelet/hooks/`)
    writeFileSync(tree.at(`${home}/.kodelet/hooks/it's "new"\nline`), `${script}\n`, { mode: 0o755 })
  }
  const { hooks } = await discoverIn(tree, 'kodelet')
  assert.equal(hooks[0]?.id, 'kodelet:workspace:it\'s "new"\nline')
  assert.equal(hooks[1]?.why, `Hidden by ${JSON.stringify('.kodelet/hooks/it\'s "new"\nline')}.`)
})

test('what sets the executable bit can be pasted into a shell in the workspace folder', async (t) => {
  const tree = writeTree(`
    //- /ws/.kodelet/hooks/guard 644
    ${script}
    //- /ws/.kodelet/hooks/my guard 644
    ${script}
    //- /home/.kodelet/hooks/other 644
    ${script}
  `)
  t.after(tree.remove)
  const { problems } = await discoverIn(tree, 'kodelet')
  assert.deepEqual(
    // The folder's path may need quotes.
    problems.map(({ fix }) => fix?.replace(tree.folder, '').replace(/'(\/home\S*)'$/, '$1')),
    [
      'chmod +x .kodelet/hooks/guard',
      "chmod +x '.kodelet/hooks/my guard'",
      'chmod +x /home/.kodelet/hooks/other',
    ],
  )
})

test('others get their turn between two files, whether they are read or known', async (t) => {
  const tree = writeTree(`
    //- /ws/.kodelet/hooks/a 755
    ${script}
    //- /ws/.kodelet/hooks/b 755
    ${script}
    //- /ws/.kodelet/hooks/c 755
    ${script}
  `)
  t.after(tree.remove)
  const cache = openCache()
  for (const round of ['read', 'known']) {
    let turns = 0
    const yieldTurn = async () => void turns++
    await discoverIn(tree, 'kodelet', { cache, yieldTurn })
    assert.equal(turns, 3, round)
  }
})

test('Python finds local modules in the folder of the hook, a shell does not', async (t) => {
  const tree = writeTree(`
    //- /ws/.kodelet/hooks/a 755
    #!/usr/bin/env python3
    import json
    print("turn_end")
    //- /ws/.kodelet/hooks/b 755
    #!/bin/sh
    echo turn_end
  `)
  t.after(tree.remove)
  const { hooks } = await discoverIn(tree, 'kodelet', { read: readDocument })
  assert.deepEqual(
    hooks.map(({ name, lookedFor }) => [name, lookedFor?.pythonFolders]),
    [
      ['a', [tree.at('/ws/.kodelet/hooks')]],
      ['b', []],
    ],
  )
})
