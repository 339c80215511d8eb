// Hovers: events with their handlers, fields, values, hooks by id; of variables only the name.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialects } from '../../../runtime/contract/dialects/index.ts'
import type { Spot } from '../../../runtime/documents/spots.ts'
import { aboutEvent, fieldSummary } from '../../../server/features/about.ts'
import { aboutPlace } from '../../../server/features/hover.ts'
import { plain } from '../../../server/features/text.ts'
import { type InMemoryOptions, inMemory, type SpotHere, withDocument } from '../../support/project.ts'

const EXTENSIONS = {
  'extensions/10_first.ts': 'export async function tool_execute_before(ctx) { return ctx }\n',
  'extensions/20_*stars*.ts': 'export async function tool_execute_before(ctx) { return ctx }\n',
}

/** The plain text of the hover at the cursor; `spot`, if given, is placed there. */
async function hoverText(
  files: Readonly<Record<string, string>>,
  spot?: SpotHere,
  options: InMemoryOptions = {},
): Promise<string | undefined> {
  const { project, cursor } = inMemory(files, options)
  const { view, offset } = await cursor()
  const range = { start: offset - 1, end: offset + 1 }
  const here = spot === undefined ? view : withDocument(view, { spots: [{ ...spot, range } as Spot] })
  const about = await aboutPlace(here, offset, project)
  return about === undefined ? undefined : plain(about.text)
}

test('over a handler stands what its event means and who else handles it, in firing order', async () => {
  const text = await hoverText(
    {
      ...EXTENSIONS,
      'extensions/30_mine.ts': 'export async function tool_exec$0ute_before(ctx) { return ctx }\n',
    },
    undefined,
    { hooks: { '20_*stars*.ts': { state: 'disabled', why: 'switched off in the settings' } } },
  )
  assert.ok(text !== undefined)
  const parts = [
    'tool_execute_before: veto event of SecureYeoman',
    'Hooks may replace the payload or deny; the first denial ends the firing.',
    'Hooks run one after the other, each with the result of the previous one; a denial ends the firing.',
    'A hook that fails or takes longer than its time-out counts as no opinion.',
    '1. 10_first.ts (workspace)\n2. 20_*stars*.ts (workspace, disabled: switched off in the settings)\n3. 30_mine.ts (workspace)',
    '"toolName"',
    'Source: ADR 035',
  ]
  let at = 0
  for (const part of parts) {
    assert.ok(text.includes(part, at), `${part}\nshould follow in\n${text}`)
    at = text.indexOf(part, at)
  }
})

const before = { of: 'payload', events: ['before_tool_call'] } as const
const FIELDS: readonly (readonly [string, SpotHere, readonly string[]])[] = [
  [
    'a field of the payload',
    { kind: 'field', side: before, path: ['invoked_by'], quote: '"', access: 'read', sure: true },
    [
      'invoked_by: "main" | "subagent"',
      'Whether the main agent',
      'Payload of before_tool_call; always there.',
    ],
  ],
  [
    'a field that may be missing',
    { kind: 'field', side: before, path: ['recipe_name'], quote: '"', access: 'read', sure: true },
    ['recipe_name?: string', 'The active recipe', 'not always there.'],
  ],
  [
    'a field whose shape is open',
    { kind: 'field', side: before, path: ['tool_input'], quote: '"', access: 'read', sure: true },
    ['tool_input: unknown', "The tool's input; open because every tool has its own."],
  ],
  [
    'a field of the answer',
    {
      kind: 'field',
      side: { of: 'result', events: ['before_tool_call'] },
      path: ['reason'],
      quote: '"',
      access: 'write',
      sure: true,
    },
    ['reason?: string | null', 'Why it was blocked', 'Answer to before_tool_call; may be left out.'],
  ],
  [
    'a value',
    {
      kind: 'value',
      side: before,
      path: ['invoked_by'],
      value: 'main',
      quote: '"',
      access: 'read',
      sure: true,
    },
    ['Value of invoked_by', 'One of "main", "subagent".'],
  ],
  [
    'one of a list',
    {
      kind: 'value',
      side: { of: 'extensions' },
      path: ['extensions', 'directories', 0],
      value: '~/mine',
      quote: 'bare',
      access: 'write',
      sure: true,
    },
    ['One of directories, SecureYeoman configuration.', 'Further folders of extensions'],
  ],
  [
    'a variable',
    { kind: 'variable', name: 'API_TOKEN' },
    ['Environment variable API_TOKEN.', 'not shown here'],
  ],
]

for (const [what, spot, parts] of FIELDS) {
  test(`over ${what} stands what the contract says`, async () => {
    const text = await hoverText({ '.kodelet/hooks/guard': 'x$0y\n' }, spot)
    for (const part of parts) assert.ok(text?.includes(part), `${part}\nis not in\n${text}`)
  })
}

test('an event says where its contract was read, and the hooks of it stand in firing order', async () => {
  const name = 'pre_memory_save'
  const { project } = inMemory(EXTENSIONS, {
    hooks: { '10_first.ts': { order: 7 }, '20_*stars*.ts': { order: 3 } },
  })
  const hooks = (await project.hooks()).map(
    (hook) => ({ ...hook, dialect: 'kaizen', events: [name] }) as const,
  )
  const { kaizen, secureyeoman } = dialects
  const text = plain(aboutEvent({ dialect: kaizen, name, record: kaizen.events[name] }, hooks))
  assert.match(text, /1\. 20_\*stars\*\.ts \(workspace\)\n2\. 10_first\.ts/)
  assert.match(text, /Source: .*\. From the later upstream\.$/)
  const plan = { dialect: secureyeoman, name: 'agent_init', record: secureyeoman.events.agent_init }
  assert.doesNotMatch(aboutEvent(plan, []), /later upstream|Handled by/)
})

test('a field that is true or false has no list of values, one of a few texts has', () => {
  const description = 'Whether.'
  assert.equal(fieldSummary({ type: 'boolean', description }), description)
  assert.equal(fieldSummary({ type: 'string', enum: ['a', 'b'] }), 'One of `"a"`, `"b"`.')
  assert.equal(
    fieldSummary({ type: 'integer', minimum: 1, maximum: 9, default: 2 }),
    'Default: `2`. At least 1. At most 9.',
  )
})

test('over the id of a hook stands which hook it is', async () => {
  const spot: SpotHere = {
    kind: 'value',
    side: { of: 'settings' },
    path: ['disabled', 0],
    value: 'secureyeoman:workspace:10_first.ts',
    quote: '"',
    access: 'write',
    sure: true,
  } as SpotHere
  const text = await hoverText({ ...EXTENSIONS, '.hookbench/settings.json': 'x$0y' }, spot)
  assert.match(text ?? '', /10_first\.ts: workspace hook of secureyeoman\n.*\nAnswers tool_execute_before/)
})

test('where the contract has nothing, hover shows nothing', async () => {
  const open: SpotHere = {
    kind: 'field',
    side: before,
    path: ['tool_input', 'command'],
    quote: '"',
    access: 'read',
    sure: true,
  } as SpotHere
  assert.equal(await hoverText({ '.kodelet/hooks/guard': 'x$0y\n' }, open), undefined)
  assert.equal(await hoverText({ 'extensions/a.ts': 'const own$0 = 1\n' }), undefined)
})
