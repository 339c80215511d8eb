// Definitions, references, links and symbols across hooks, configuration, cases and recordings.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTyping } from '../../../runtime/documents/typing.ts'
import { definitionsAt } from '../../../server/features/definition.ts'
import { linksOf } from '../../../server/features/documentLink.ts'
import { aboutPlace } from '../../../server/features/hover.ts'
import { referencesAt } from '../../../server/features/references.ts'
import { type FileSymbol, symbolsOf } from '../../../server/features/symbolsOf.ts'
import type { UseLocation } from '../../../server/features/uses.ts'
import { type InMemory, inMemory, ROOT } from '../../support/project.ts'

const ONE = 'export async function agent_init(ctx) {\n  ctx.sessionId\n}\n'
const TWO = `import { x } from './lib/x.ts'\nexport async function agent_init(ctx) {\n  const { sessionId } = ctx\n}\n`
const YAML = 'extensions:\n  webhooks:\n    - hook: agent_init\n      url: https://example.com/told\n'
const SETTINGS = '{ "disabled": ["secureyeoman:workspace:one.ts"] }\n'
const CASE =
  '{ "v": 1, "name": "It starts", "dialect": "secureyeoman", "event": "agent_init",\n  "hook": "secureyeoman:workspace:one.ts", "payload": {}, "expect": {} }\n'
const RECORDING = [
  { v: 1, kind: 'recording', hookbench: '1', startedAt: '2026-01-01T00:00:00Z', session: 's' },
  { v: 1, kind: 'fired', at: 1, firing: '1', dialect: 'secureyeoman', event: 'agent_init', payload: {} },
  { v: 1, kind: 'fired', at: 2, firing: '2', dialect: 'kodelet', event: 'turn_end', payload: {} },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

const FILES = {
  'extensions/one.ts': ONE,
  'extensions/two.ts': TWO,
  'secureyeoman.yaml': YAML,
  '.hookbench/settings.json': SETTINGS,
  '.hookbench/cases/start.json': CASE,
  '.hookbench/recordings/a.ndjson': RECORDING,
  '.kodelet/hooks/guard.mjs':
    '#!/usr/bin/env node\nif (process.argv[2] === "hook") console.log("turn_end")\n',
} as const

/** All files, with a cursor before the first occurrence of some words in one of them. */
function pointing(
  path: keyof typeof FILES,
  words: string,
  more: Parameters<typeof inMemory>[1] = {},
): InMemory {
  const text = FILES[path]
  assert.ok(text.includes(words), `${words} is not in ${path}`)
  return inMemory({ ...FILES, [path]: text.replace(words, `$0${words}`) }, more)
}

/** Each location as `path:words`, sorted. */
async function named(memory: InMemory, found: readonly UseLocation[]): Promise<readonly string[]> {
  const texts = await Promise.all(
    found.map(async ({ path, range }) => {
      const view = await memory.project.view(path)
      return `${path.slice(ROOT.length + 1)}:${view?.text.slice(range.start, range.end)}`
    }),
  )
  return texts.sort()
}

const HANDLERS = ['extensions/one.ts:agent_init', 'extensions/two.ts:agent_init']

const DEFINITIONS: readonly (readonly [keyof typeof FILES, string, readonly string[]])[] = [
  ['secureyeoman.yaml', 'agent_init', HANDLERS],
  ['.hookbench/cases/start.json', 'agent_init', HANDLERS],
  ['.hookbench/recordings/a.ndjson', 'agent_init', HANDLERS],
  ['.hookbench/recordings/a.ndjson', 'turn_end', ['.kodelet/hooks/guard.mjs:turn_end']],
  ['.hookbench/settings.json', 'secureyeoman:workspace', ['extensions/one.ts:agent_init']],
  ['.hookbench/cases/start.json', 'secureyeoman:workspace', ['extensions/one.ts:agent_init']],
  ['extensions/one.ts', 'agent_init', HANDLERS],
  ['extensions/two.ts', './lib', ['extensions/lib/x.ts:undefined']],
  ['extensions/one.ts', 'sessionId', []],
]

for (const [path, words, expected] of DEFINITIONS) {
  test(`${words} in ${path} is defined in ${expected.join(' and ') || 'no file'}`, async () => {
    const memory = pointing(path, words)
    const { view, offset } = await memory.cursor()
    assert.deepEqual(await named(memory, await definitionsAt(view, offset, memory.project)), expected)
  })
}

const EVENT_USES = [
  '.hookbench/cases/start.json:agent_init',
  '.hookbench/recordings/a.ndjson:agent_init',
  ...HANDLERS,
  'secureyeoman.yaml:agent_init',
]

const REFERENCES: readonly (readonly [keyof typeof FILES, string, readonly string[]])[] = [
  ['extensions/one.ts', 'agent_init', EVENT_USES],
  ['secureyeoman.yaml', 'agent_init', EVENT_USES],
  [
    '.hookbench/settings.json',
    'secureyeoman:workspace',
    [
      '.hookbench/cases/start.json:secureyeoman:workspace:one.ts',
      '.hookbench/settings.json:secureyeoman:workspace:one.ts',
      'extensions/one.ts:agent_init',
    ],
  ],
  ['secureyeoman.yaml', 'https', []],
]

for (const [path, words, expected] of REFERENCES) {
  test(`${words} in ${path} is used in ${expected.length} places`, async () => {
    const memory = pointing(path, words)
    const { view, offset } = await memory.cursor()
    assert.deepEqual(await named(memory, await referencesAt(view, offset, memory.project)), expected)
  })
}

test('a field of the payload is found in every hook that reads it', async () => {
  const typing = await openTyping({ root: ROOT })
  try {
    const memory = pointing('extensions/one.ts', 'sessionId', { typing: async () => typing })
    const { view, offset } = await memory.cursor()
    assert.deepEqual(await named(memory, await referencesAt(view, offset, memory.project)), [
      'extensions/one.ts:sessionId',
      'extensions/two.ts:sessionId',
    ])
  } finally {
    typing.close()
  }
})

test('a position in the body of a handler without a name has no uses of the hook', async () => {
  const text =
    'export default {\n  beforeTool: [\n    async (ctx) => {\n      const mi$0ne = 1\n    },\n  ],\n}\n'
  const { project, cursor } = inMemory({ '.compilr/hooks/all.ts': text })
  const { view, offset } = await cursor()
  assert.deepEqual(await referencesAt(view, offset, project), [])
  assert.deepEqual(await definitionsAt(view, offset, project), [])
  assert.equal(await aboutPlace(view, offset, project), undefined)
  const [head, , ...others] = await referencesAt(view, view.text.indexOf('async'), project)
  assert.deepEqual(others, [])
  assert.equal(view.text.slice(head?.range.start, head?.range.end), 'beforeTool')
})

test('a search that is given up gives nothing', async () => {
  const memory = pointing('extensions/one.ts', 'agent_init')
  const { view, offset } = await memory.cursor()
  const token = { isCancellationRequested: true, onCancellationRequested: () => ({ dispose: () => {} }) }
  assert.deepEqual(await referencesAt(view, offset, memory.project, token), [])
})

test('links lead to files and to the web', async () => {
  const { view } = inMemory(FILES)
  assert.deepEqual(
    linksOf(await view('extensions/two.ts')).map((link) => 'file' in link && link.file),
    [`${ROOT}/extensions/lib/x.ts`],
  )
  assert.deepEqual(
    linksOf(await view('secureyeoman.yaml')).map((link) => 'url' in link && link.url),
    ['https://example.com/told'],
  )
})

const outline = ({ kind, name, children }: FileSymbol): string =>
  `${kind} ${name}${children.length === 0 ? '' : ` (${children.map(outline).join(', ')})`}`

const SYMBOLS: readonly (readonly [string, string, readonly string[]])[] = [
  ['extensions/one.ts', ONE, ['hook one.ts (handler agent_init)']],
  [
    '.compilr/hooks/all.ts',
    'export default { beforeTool: [async (ctx) => {}, async (ctx) => {}] }\n',
    ['hook beforeTool[0] (handler beforeTool)', 'hook beforeTool[1] (handler beforeTool)'],
  ],
  // An unfinished name is omitted, because editors reject the whole outline for an empty one.
  [
    '.compilr/hooks/typing.ts',
    'export default { beforeTool: [audit.] }\n',
    ['hook beforeTool[0] (handler beforeTool)'],
  ],
  [
    'extensions/typing.ts',
    "export default { name: '', hooks: { agent_init() {} } }\n",
    ['hook typing.ts (handler agent_init)'],
  ],
  ['.hookbench/cases/start.json', CASE, ['case It starts']],
  ['.hookbench/recordings/a.ndjson', RECORDING, ['event agent_init', 'event turn_end']],
  ['.hookbench/settings.json', SETTINGS, []],
  [
    '.kaizen/hooks/every.py',
    `from kaizen.core.autonomy.hooks import BaseHook\n\n\nclass Every(BaseHook):\n    def __init__(self):\n        super().__init__(name="every")\n\n    async def handle(self, context):\n        pass\n`,
    ['hook every'],
  ],
]

for (const [path, text, expected] of SYMBOLS) {
  test(`${path} holds ${expected.join(' and ') || 'nothing that has a name'}`, async () => {
    const found = symbolsOf(await inMemory({ [path]: text }).view(path))
    assert.deepEqual(found.map(outline), expected)
    const within = (outer: FileSymbol) =>
      outer.range.start <= outer.selection.start && outer.selection.end <= outer.range.end
    assert.ok(found.flatMap((one) => [one, ...one.children]).every(within), 'a selection stands in its range')
  })
}
