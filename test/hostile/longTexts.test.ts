// Long texts in an editor: requests about other files do not wait for them, they are read like any other text, and of
// generated texts only as much is kept as an editor can show. No clock is used.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { calledDialect } from '../../runtime/contract/called.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { discover } from '../../runtime/discovery/discover.ts'
import { readConfiguration } from '../../runtime/documents/configuration.ts'
import type { DocumentInput } from '../../runtime/documents/document.ts'
import { readAtOnce, type TextReader } from '../../runtime/documents/reading.ts'
import { openReading } from '../../runtime/documents/thread/openReading.ts'
import { parseTree } from '../../runtime/documents/treeSitter.ts'
import { openProject } from '../../runtime/project/project.ts'
import { clientInMemory, plain, uriOf } from '../support/languageClient.ts'
import { writeTree } from '../support/tree.ts'

const events = Object.keys(dialects.kodelet.events)
const [EVENT = ''] = events
const times = (count: number, line: (at: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, at) => line(at)).join(between)

const shell = (body: string): string =>
  `#!/usr/bin/env bash\nif [ "$1" = hook ]; then echo ${EVENT}; exit 0; fi\ninput=$(cat)\n${body}`
const python = (body: string): string =>
  `#!/usr/bin/env python3\nimport json, sys\nif sys.argv[1] == "hook":\n    print("${EVENT}")\n    sys.exit(0)\npayload = json.load(sys.stdin)\n${body}`
const node = (body: string): string =>
  `#!/usr/bin/env node\nif (process.argv[2] === 'hook') { console.log('${EVENT}'); process.exit(0) }\n${body}`

/** Generators of texts with this many lines. */
const TEXTS: readonly (readonly [name: string, id: string, text: (lines: number) => string])[] = [
  ['JavaScript in one line', 'javascript', (lines) => node(times(lines, (at) => `let x${at}=${at};`))],
  ['JavaScript in lines', 'javascript', (lines) => node(times(lines, (at) => `let x${at} = ${at};\n`))],
  ['Python', 'python', (lines) => python(times(lines, (at) => `x${at} = payload["x"]\n`))],
  [
    'Python in one list',
    'python',
    (lines) => python(`d = [${times(lines, String, ',')}]\nprint(payload["x"])\n`),
  ],
  ['shell', 'shellscript', (lines) => shell(times(lines, (at) => `x${at}=$(jq -r .no <<<"$input")\n`))],
  [
    'PowerShell',
    'powershell',
    (lines) => `#!/usr/bin/env pwsh\n${times(lines, (at) => `$x${at} = ${at}\n`)}`,
  ],
]

const SHORT = '#!/bin/sh\ninput=$(cat)\necho "$input" | jq -r .tool\n'

test('of 150 modules that are opened at once none delays a request until all are checked', async (t) => {
  const tree = writeTree('//- /ws/\n//- /home/\n')
  t.after(tree.remove)
  const client = clientInMemory({ home: tree.at('/home') })
  t.after(() => client.dispose())
  await client.initialize(tree.at('/ws'), plain)
  const paths = Array.from({ length: 150 }, (_, at) => tree.at(`/ws/extensions/_10_h${at}.ts`))
  for (const path of paths)
    client.open(path, 'export const tool_execute_before = (ctx) => ctx.toolName\n', 'typescript')
  const [first = '', ...others] = paths
  await client.pushed(first)
  await client.connection.sendRequest('textDocument/hover', {
    textDocument: { uri: uriOf(first) },
    position: { line: 0, character: 15 },
  })
  const sent = client.received.filter(({ method }) => method === 'textDocument/publishDiagnostics').length
  assert.ok(sent < paths.length / 2, `${sent} were told about before`)
  await Promise.all(others.map((path) => client.pushed(path)))
  await client.shutdown()
})

for (const [name, id, text] of TEXTS)
  test(`a completion in another file is answered before the findings of a long text: ${name}`, async (t) => {
    const tree = writeTree('//- /ws/\n//- /home/\n')
    t.after(tree.remove)
    const client = clientInMemory({ home: tree.at('/home') })
    t.after(() => client.dispose())
    await client.initialize(tree.at('/ws'))
    const [other, long] = [tree.at('/ws/.kodelet/hooks/other'), tree.at('/ws/.kodelet/hooks/long')]
    client.open(other, SHORT, 'shellscript')
    await client.pull(other)
    const complete = () =>
      client.connection.sendRequest('textDocument/completion', {
        textDocument: { uri: uriOf(other) },
        position: { line: 2, character: 25 },
      })
    await complete()
    const answers: string[] = []
    client.open(long, text(30_000), id)
    const found = client.pull(long).then(() => answers.push('findings'))
    for (const _ of Array(5)) {
      await complete()
      answers.push('completion')
    }
    await found
    assert.deepEqual(answers, [...Array(5).fill('completion'), 'findings'])
    await client.shutdown()
  })

describe('a long text that is read in the thread', () => {
  for (const [name, , text] of TEXTS)
    for (const lines of [3000, 20_000])
      test(`is read as any other: ${lines} lines of ${name}`, async (t) => {
        const input: DocumentInput = {
          ...{ path: name === 'PowerShell' ? 'hook.ps1' : 'hook', text: text(lines) },
          ...{ exports: 'executable', events },
        }
        await alike(t, input)
      })

  test('is read as any other where entries call it', async (t) => {
    const dialect = dialects['claude-code']
    const entry: HookEntry = {
      ...{ host: dialect.id, event: 'PreToolUse', matcher: 'Bash|Edit', kind: 'command' },
      ...{ command: 'python3 hook.py', fields: {}, group: {}, file: '/x', at: [] },
      scope: 'project',
      ...{ copies: 1, env: {}, digest: '', scripts: [] },
    }
    const called = calledDialect([{ dialect, entry }])
    assert.ok(called !== undefined)
    const own = { exports: 'executable', events: Object.keys(called.events), called: called.called } as const
    const read = (at: number) =>
      `if payload["tool_name"] == "Bash":\n    x${at} = payload["tool_input"]["path"]\n`
    await alike(t, { path: 'hook.py', text: python(times(2000, read)), ...own })
    await alike(t, {
      path: 'hook.mjs',
      text: node(times(2000, (at) => `if (payload.tool_name === "Bash") x${at} = payload.tool_input.path\n`)),
      ...own,
    })
  })

  test('and takes more memory than there is for it is not analyzed, and the next one is', async (t) => {
    const reading = openReading(48)
    t.after(reading.close)
    const own = { path: 'hook', exports: 'executable', events } as const
    const [large, next] = await Promise.all([
      reading.understand({ ...own, text: node(times(100_000, (at) => `let x${at} = [${at}];\n`)) }),
      reading.understand({ ...own, text: shell(times(3000, () => '# one of many lines\n')) }),
    ])
    assert.deepEqual(
      large.problems.map(({ code, severity }) => `${severity} ${code}`),
      ['info file.too-large'],
    )
    assert.deepEqual(next.problems, [])
    assert.deepEqual(
      next.sites.flatMap((site) => site.events),
      [EVENT],
    )
  })

  test('is parsed once for all who ask for its tree', async () => {
    const text = times(3000, (at) => `echo line ${at}\n`)
    assert.equal(await parseTree('bash', text), await parseTree('bash', text))
  })
})

const versionOf = (at: number) => python(times(6000, (line) => `x${line} = ${at}\n`))

test('of the versions of a long text that wait only the last one is understood', async (t) => {
  const reading = openReading()
  t.after(reading.close)
  const own = { path: 'hook', exports: 'executable', events } as const
  const versions = Array.from({ length: 40 }, (_, at) =>
    reading.understand({ ...own, text: versionOf(at) }).then(
      () => 'understood',
      ({ name }: Error) => name,
    ),
  )
  const others = [
    reading.read({ ...own, text: versionOf(0) }),
    reading.understand({ ...own, path: 'other', text: versionOf(1) }),
    reading.understand({ ...own, embedded: true, text: versionOf(2) }),
  ]
  assert.deepEqual(await Promise.all(versions), [
    'understood',
    ...Array<string>(38).fill('Superseded'),
    'understood',
  ])
  for (const { problems } of await Promise.all(others)) assert.deepEqual(problems, [])
})

test('whoever waits for an earlier version of a long text gets the view of the last one', async (t) => {
  const tree = writeTree(`//- /home/\n//- /ws/.kodelet/hooks/guard 755\n${versionOf(0)}`)
  t.after(tree.remove)
  const reading = openReading()
  t.after(reading.close)
  const path = tree.at('/ws/.kodelet/hooks/guard')
  const open = { text: '', version: 0 }
  const texts = { get: (one: string) => (one === path ? { ...open } : undefined), paths: () => [path] }
  const project = openProject({
    ...{ root: tree.at('/ws'), home: tree.at('/home'), ownHome: true },
    ...{ texts, reading },
  })
  t.after(() => project.close())
  const views: ReturnType<typeof project.view>[] = []
  for (let at = 0; at < 40; at++) {
    Object.assign(open, { text: versionOf(at), version: at })
    views.push(project.view(path))
    await setImmediate()
  }
  const seen = (await Promise.all(views)).map((view) => view?.version ?? -1)
  assert.ok(
    seen.every((version, at) => version >= at),
    `an older view than requested: ${seen}`,
  )
  assert.ok(new Set(seen).size < 20, `all were understood: ${seen}`)
})

test('others have their turn between two of the thousands of files that a script sources', async (t) => {
  const sources = times(2000, (at) => `. ./lib${at}.sh\n`)
  const entries =
    '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "bash .claude/hooks/a.sh"}]}]}}'
  const tree = writeTree(
    `//- /home/\n//- /ws/.claude/settings.json\n${entries}\n//- /ws/.claude/hooks/a.sh 755\n${sources}`,
  )
  t.after(tree.remove)
  let turns = 0
  const { hooks } = await discover({
    ...{ root: tree.at('/ws'), home: tree.at('/home'), dialects: [dialects['claude-code']] },
    ...{ settings: defaultSettings, environment: {} },
    async yieldTurn() {
      turns++
    },
  })
  assert.equal(hooks.length, 1)
  assert.ok(turns > 2000, `${turns} turns`)
})

async function alike(t: TestContext, input: DocumentInput): Promise<void> {
  const reading = openReading()
  t.after(reading.close)
  const followed = async (by: TextReader) => by.follow(input, await by.understand(input))
  const [document, understood] = await Promise.all([reading.read(input), followed(reading)])
  // The caller gets its own copy of the document, without objects of the thread.
  assert.deepEqual(document, structuredClone(await readAtOnce.read(input)))
  assert.deepEqual(understood, structuredClone(await followed(readAtOnce)))
}

const entry = (at: number) => `{"hooks": [{"type": "command", "command": "echo ${at} && true"}]}`

/** A configuration file of 3,000 entries, events or lines, and the messages about the file as a whole. */
const FILES: readonly (readonly [name: string, path: string, text: string, messages: readonly string[]])[] = [
  [
    'entries',
    '/ws/.claude/settings.json',
    `{"hooks": {"Stop": [${times(3000, entry, ', ')}]}}`,
    ['It holds 3000 entries; only the first 100 are analyzed.'],
  ],
  [
    'unknown events',
    '/ws/.claude/settings.json',
    `{"hooks": {${times(3000, (at) => `"Event${at}": []`, ', ')}}}`,
    ['3000 parts of it are rejected; only the first 1000 are listed.'],
  ],
  [
    'tables of TOML',
    '/ws/.codex/config.toml',
    times(30_000, (at) => `[table${at}]\n`),
    ['The file is too large, so its hooks are not analyzed; the agent still reads it.'],
  ],
]

describe('of a long configuration file an editor', () => {
  for (const [name, path, text, messages] of FILES)
    test(`keeps the first thousand ${name} at most, and says so once`, async (t) => {
      const tree = writeTree(`//- /home/\n//- ${path}\n${text}\n`)
      t.after(tree.remove)
      const project = openProject({ root: tree.at('/ws'), home: tree.at('/home'), ownHome: true })
      t.after(() => project.close())
      const found = await project.discovered()
      assert.deepEqual(
        found.filter(({ code }) => code === 'file.too-large').map(({ message }) => message),
        messages,
      )
      assert.ok(found.length <= 1001, `${found.length} findings`)
      assert.ok((await project.hooks()).length <= 1000)
      const view = await project.view(tree.at(path))
      assert.ok(((await view?.embedded())?.length ?? 0) <= 1000)
    })

  test('parses it once for all hosts that read it', async () => {
    const [, , text = ''] = FILES[0] ?? []
    const first = await readConfiguration(text, 'json')
    assert.equal(await readConfiguration(text, 'jsonc'), first)
    assert.equal(await readConfiguration(text, 'json'), first)
  })
})
