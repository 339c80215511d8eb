// The contract's rules for spots, rule by rule, without a reader: where a rule reports and, above all, where it does
// not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from '../../runtime/checks/findings.ts'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { dialectIds, dialectOf } from '../../runtime/contract/dialects/index.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import type { Language } from '../../runtime/documents/document.ts'
import type { Spot } from '../../runtime/documents/spots.ts'
import { LARGEST_FOLLOWED } from '../../runtime/documents/understand.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import { fc } from '../support/property.ts'

const TEXT = 'x'.repeat(40)
const range = { start: 3, end: 7 }

function viewOf(
  dialect: DialectId,
  spots: readonly Spot[],
  language: Language = 'python',
  text = TEXT,
): View {
  const known = dialectOf(dialect)
  assert.ok(known)
  const document = {
    path: '/ws/hook',
    language,
    shape: 'hook' as const,
    sites: [],
    imports: [],
    tools: [],
    problems: [],
    spots,
  }
  const typed = async () => undefined
  const [embedded, started] = [async () => [], async () => []]
  const loaded = async () => []
  const role = { kind: 'hook' as const, dialect: known }
  return {
    path: '/ws/hook',
    ...{ text, version: 1, role, document, typed, loaded, embedded, started },
    async followed() {
      return this
    },
  }
}

type Place = Partial<Spot & { readonly kind: 'field' }>

const field = (event: string | readonly string[], path: string, more: Place = {}): Spot => ({
  kind: 'field',
  range,
  side: { of: 'payload', events: [event].flat() },
  path: path.split('.'),
  quote: '"',
  access: 'read',
  sure: true,
  ...more,
})

const answered = (event: string | readonly string[], path: string): Spot =>
  field(event, path, { side: { of: 'result', events: [event].flat() }, access: 'write' })

const value = (
  event: string | readonly string[],
  path: string,
  literal: string | number | boolean | null,
  of: 'payload' | 'result' = 'payload',
  sure = true,
): Spot => ({
  kind: 'value',
  range,
  side: { of, events: [event].flat() },
  path: path.split('.'),
  value: literal,
  quote: '"',
  access: of === 'payload' ? 'read' : 'write',
  sure,
})

const answer = (events: readonly string[], keys: readonly string[], more = false): Spot => ({
  kind: 'answer',
  range,
  events,
  keys,
  more,
})

const event = (name: string): Spot => ({ kind: 'event', range, name, quote: '"' })

const rows: readonly (readonly [
  title: string,
  dialect: DialectId,
  spot: Spot,
  expected: RegExp | undefined,
  language?: Language,
])[] = [
  ['a field that is there', 'kodelet', field('before_tool_call', 'tool_name'), undefined],
  [
    'a misspelt field, with the nearest',
    'kodelet',
    field('before_tool_call', 'tool_nam'),
    /^error field\.unknown before_tool_call has no "tool_nam", so reading it raises a KeyError\. Write "tool_name"\.$/,
  ],
  [
    'what Python gives where it goes on without the field',
    'kodelet',
    field('turn_end', 'tool_name', { optional: true }),
    /gives None or the default\./,
  ],
  ['what jq gives', 'kodelet', field('turn_end', 'tool_name'), /gives null\./, 'shell'],
  ['what JavaScript gives', 'kodelet', field('turn_end', 'tool_name'), /gives undefined\./, 'javascript'],
  ['a guess is no mistake', 'kodelet', field('turn_end', 'tool_nam', { sure: false }), undefined],
  ['inside an open value', 'kodelet', field('before_tool_call', 'tool_input.any.thing'), undefined],
  ['inside a closed object', 'kodelet', field('after_tool_call', 'tool_output.succes'), /Write "success"/],
  ['below a field that is not there: that one is told', 'kodelet', field('turn_end', 'a.b'), undefined],
  ['a key of a text', 'kodelet', field('turn_end', 'response.length'), undefined],
  ['any item', 'kodelet', field('agent_stop', 'messages.*'), undefined],
  ['a field of any item', 'kodelet', field('agent_stop', 'messages.*.rol'), /field\.unknown.*Write "role"/],
  ['a field of one of two events', 'kodelet', field(['turn_end', 'agent_stop'], 'messages'), undefined],
  [
    'a field of none of two events',
    'kodelet',
    field(['turn_end', 'agent_stop'], 'tool_name'),
    /^error field\.unknown Neither turn_end nor agent_stop has "tool_name"/,
  ],
  ['a field of no event of many', 'kaizen', field(kaizenEvents(), 'data.nope'), /None of its \d+ events has/],
  ['an event nobody knows', 'kodelet', field(['turn_end', 'session_end'], 'nope'), undefined],
  ['no event at all', 'kodelet', field([], 'nope'), undefined],
  ['a field that is written', 'kodelet', field('turn_end', 'mine', { access: 'write' }), undefined],
  ['a key that is not written yet', 'kodelet', field('turn_end', ''), undefined],
  [
    "another agent's name for it",
    'kodelet',
    field('before_tool_call', 'sessionId'),
    /It is a field of (SecureYeoman|compilr).*Write "conv_id"\./,
  ],
  [
    'a field of another event of its own agent, which is no foreign name',
    'kodelet',
    field('turn_end', 'tool_name'),
    /^(?!.*It is a field of)/,
  ],
  ['what the later upstream adds', 'kaizen', field('pre_tool_use', 'data.tool_params'), undefined],
  ['what stands in that', 'kaizen', field('pre_tool_use', 'data.tool_params.path'), undefined],
  [
    'and does not add elsewhere',
    'kaizen',
    field('pre_checkpoint_save', 'data.tool_params'),
    /field\.unknown/,
  ],
  ['what it lacks, by default', 'kaizen', field('post_tool_use', 'data.result'), undefined],

  ['a result field that is there', 'kodelet', answered('before_tool_call', 'blocked'), undefined],
  [
    'a misspelt one',
    'kodelet',
    answered('before_tool_call', 'block'),
    /^warning result\.unknown An answer to before_tool_call has no field "block", so it is ignored\. Write "blocked"/,
  ],
  [
    'one that none of two events takes',
    'kodelet',
    answered(['before_tool_call', 'after_tool_call'], 'nope'),
    /An answer to before_tool_call or after_tool_call has no field "nope"/,
  ],
  ['where the host reads nothing', 'kodelet', answered('turn_end', 'success'), undefined],
  ['inside what is replaced', 'kodelet', answered('before_tool_call', 'input.any'), undefined],
  ['an answer to an observer', 'secureyeoman', answered('agent_init', 'any'), undefined],

  ['a possible value', 'kodelet', value('turn_end', 'invoked_by', 'main'), undefined],
  [
    'an impossible one',
    'kodelet',
    value('turn_end', 'invoked_by', 'sub-agent'),
    /^warning value\.impossible "invoked_by" of turn_end is never "sub-agent", so this comparison always has the same result; it is "main" or "subagent"\. Write "subagent"/,
  ],
  ['of another type', 'kodelet', value('turn_end', 'invoked_by', 3), /never 3/],
  ['null, where it may be missing', 'secureyeoman', value('message_loop_end', 'endedBy', null), undefined],
  ['null, where it may not', 'kodelet', value('turn_end', 'invoked_by', null), /never null/],
  ['an open text', 'kodelet', value('turn_end', 'response', 'anything'), undefined],
  ['a truth value', 'kodelet', value('after_tool_call', 'tool_output.success', 'yes'), /never "yes"/],
  [
    'which a shell sees as text',
    'kodelet',
    value('after_tool_call', 'tool_output.success', 'true'),
    undefined,
    'shell',
  ],
  [
    'not sure which field it is',
    'kodelet',
    value('turn_end', 'invoked_by', 'x', 'payload', false),
    undefined,
  ],
  [
    'possible in one of two events',
    'secureyeoman',
    value(['auth_success', 'agent_shutdown'], 'reason', 'x'),
    undefined,
  ],

  ['a result value of its type', 'kodelet', value('before_tool_call', 'blocked', true, 'result'), undefined],
  ['null where that is allowed', 'kodelet', value('before_tool_call', 'reason', null, 'result'), undefined],
  [
    'a text for a flag',
    'kodelet',
    value('before_tool_call', 'blocked', 'true', 'result'),
    /^error result\.type "blocked" must be true or false, not "true", so the whole answer is invalid\. Write True, without quotes\.$/,
  ],
  ['in JSON', 'kodelet', value('before_tool_call', 'blocked', 'yes', 'result'), /Write true,/, 'shell'],
  [
    'a number for a text',
    'kodelet',
    value('before_tool_call', 'reason', 3, 'result'),
    /must be a string, not 3/,
  ],
  [
    'a number that is too small',
    'kaizen',
    value('pre_tool_use', 'duration_ms', -1, 'result'),
    /must be a number, not -1/,
  ],
  [
    'a whole text for an answer',
    'compilr',
    value('beforeIteration', 'skip', false, 'result'),
    /must be true, not false/,
  ],
  ['a value in an open place', 'kodelet', value('before_tool_call', 'input', 3, 'result'), undefined],

  ['a whole answer', 'kaizen', answer(['pre_tool_use'], ['success']), undefined],
  [
    'an answer that misses a field',
    'kaizen',
    answer(['pre_tool_use'], ['data']),
    /^error result\.type An answer to pre_tool_use requires "success"; without it, the whole answer is invalid\. Add "success"\.$/,
  ],
  ['an answer that cannot be seen whole', 'kaizen', answer(['pre_tool_use'], [], true), undefined],
  ['nothing is needed', 'kodelet', answer(['before_tool_call'], []), undefined],
  ['nobody reads it', 'secureyeoman', answer(['agent_init'], []), undefined],
  ['enough for one of two events', 'compilr', answer(['beforeIteration', 'beforeTool'], []), undefined],

  ['an event that is there', 'kodelet', event('turn_end'), undefined],
  [
    'nearly an event',
    'kodelet',
    event('turn_ends'),
    /^error event\.unknown Kodelet has no event "turn_ends".*Did you mean "turn_end"\?/,
  ],
  ["another agent's event", 'kodelet', event('pre_tool_use'), undefined],
  ['the event of an agent we do not know', 'kodelet', event('Zap'), undefined],
  ['no name yet', 'kodelet', event(''), undefined],
  ['a file', 'kodelet', { kind: 'file', range, file: './nowhere' }, undefined],
  ['a variable', 'kodelet', { kind: 'variable', range, name: 'NOWHERE' }, undefined],
]

for (const [title, dialect, spot, expected, language] of rows) {
  test(`${spot.kind}: ${title}`, async () => {
    const lines = (await findings(viewOf(dialect, [spot], language))).map(
      ({ severity, code, message, fix = '' }) => `${severity} ${code} ${message} ${fix}`.trim(),
    )
    if (expected === undefined) assert.deepEqual(lines, [])
    else {
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', expected)
    }
  })
}

test('settings determine the severity of a finding, and one that is off is not reported', async () => {
  const spots = [
    field('post_tool_use', 'data.result'),
    field('post_tool_use', 'data.nope', { range: { start: 10, end: 12 } }),
  ]
  const found = await findings(
    viewOf('kaizen', spots),
    project({ 'kaizen.renamed': 'info', 'field.unknown': 'off' }),
  )
  assert.deepEqual(
    found.map(({ severity, code }) => `${severity} ${code}`),
    ['info kaizen.renamed'],
  )
  assert.equal(found[0]?.fix, 'Write "tool_result".')
})

test('on a line that does not parse nothing is made of spots, and on the others it is', async () => {
  const text = 'first(\nsecond\nthird'
  const spots = [0, 8, 15].map((start) => field('turn_end', 'nope', { range: { start, end: start + 3 } }))
  const view = viewOf('kodelet', spots, 'python', text)
  const broken = {
    code: 'syntax.error' as const,
    message: 'no',
    path: view.path,
    severity: 'error' as const,
    range: { start: 9, end: 10 },
  }
  const found = await findings({ ...view, document: { ...view.document, problems: [broken] } })
  assert.deepEqual(
    found.map(({ code, range }) => `${range?.start} ${code}`),
    ['0 field.unknown', '9 syntax.error', '15 field.unknown'],
  )
})

test('a problem of types and spots is reported once, those of discovery are added, and all are sorted', async () => {
  const view = viewOf('kodelet', [field('turn_end', 'nope', { range: { start: 20, end: 24 } })])
  const own = {
    kind: 'unknown' as const,
    of: 'payload' as const,
    events: ['turn_end'],
    path: ['byTypes'],
    known: [],
    range: { start: 20, end: 24 },
  }
  const typed = {
    faults: () => [own],
    values: () => [],
    entries: () => [],
    about: () => undefined,
    spot: () => undefined,
    fields: () => [],
    loaded: () => [],
    isSlow: () => false,
  }
  const missing = (tool: string) => ({
    code: 'executable.tool' as const,
    message: `Needs ${tool}.`,
    path: view.path,
    severity: 'warning' as const,
  })
  const found = await findings(
    { ...view, typed: async () => typed },
    project({}, [
      missing('jq'),
      missing('yq'),
      { ...missing('sed'), path: '/ws/other' },
      { ...missing('awk'), code: 'field.unknown' as const, message: 'stale' },
    ]),
  )
  assert.deepEqual(
    found.map(({ message }) => message),
    ['Needs jq.', 'Needs yq.', 'turn_end has no "byTypes", so reading it raises a KeyError.'],
  )
})

test('a repair puts the name where the wrong one stood, and leaves the quotes', async () => {
  for (const [text, start, end] of [
    ['payload["tool_nam"]', 9, 17],
    ['payload["tool_nam"]', 8, 18],
    ["jq -r '.tool_nam'", 8, 16],
  ] as const) {
    const [finding] = await findings(
      viewOf('kodelet', [field('before_tool_call', 'tool_nam', { range: { start, end } })], 'python', text),
    )
    const [repair] = finding?.repairs ?? []
    assert.ok(repair?.kind === 'edit')
    const [edit] = repair.edits
    assert.ok(edit)
    const mended = text.slice(0, edit.range.start) + edit.text + text.slice(edit.range.end)
    assert.equal(mended, text.replace('tool_nam', 'tool_name'))
  }
})

const ignoring: readonly (readonly [title: string, text: string, expected: readonly string[]])[] = [
  ['its line', 'nope # hookbench-ignore field.unknown', []],
  ['the next line', '# hookbench-ignore-next-line field.unknown\nnope', []],
  ['the file, from below', 'nope\n\n// hookbench-ignore-file field.unknown', []],
  ['several codes', 'nope // hookbench-ignore field.unknown, executable.query', []],
  ['a comment in a block', '/* hookbench-ignore-file field.unknown */ nope', []],
  ['with a reason', 'nope # hookbench-ignore field.unknown: the host of ours sends it', []],
  ['another code', 'nope # hookbench-ignore result.unknown', ['field.unknown', 'ignore.unused']],
  ['another line', '# hookbench-ignore field.unknown\nnope', ['ignore.unused', 'field.unknown']],
  ['a code that is none', 'nope # hookbench-ignore field.unknwon', ['field.unknown', 'ignore.unknown']],
  ['no comment', 'nope; hookbench-ignore field.unknown', ['field.unknown']],
  ['what only the disk tells, unasked', 'nope # hookbench-ignore field.unknown, hook.shadowed', []],
]

for (const [title, text, expected] of ignoring) {
  test(`a comment ignores: ${title}`, async () => {
    const start = text.indexOf('nope')
    const spot = field('turn_end', 'nope', { range: { start, end: start + 4 } })
    const found = await findings(viewOf('kodelet', [spot], 'python', text))
    assert.deepEqual(
      found.map(({ code }) => code),
      expected,
    )
  })
}

test('whatever stands anywhere, findings have an answer, in order and within the text', async () => {
  const key = fc.oneof(
    fc.constantFrom(
      'data',
      'tool_name',
      'tool_input',
      'messages',
      '*',
      '',
      '__proto__',
      'constructor',
      'toString',
    ),
    fc.integer({ min: -1, max: 3 }),
  )
  const side = fc.record({
    of: fc.constantFrom('payload' as const, 'result' as const),
    events: fc.array(
      fc.oneof(fc.constantFrom('turn_end', 'pre_tool_use', 'beforeTool', 'agent_init'), fc.string()),
      {
        maxLength: 3,
      },
    ),
  })
  const place = fc.nat({ max: 36 }).map((start) => ({ start, end: start + 3 }))
  const access = fc.constantFrom('read' as const, 'write' as const)
  const spots = fc.array(
    fc.oneof(
      fc
        .record({ range: place, side, path: fc.array(key, { maxLength: 4 }), access, sure: fc.boolean() })
        .map((one): Spot => ({ kind: 'field', quote: '"', ...one })),
      fc
        .record({
          range: place,
          side,
          path: fc.array(key, { maxLength: 4 }),
          access,
          sure: fc.boolean(),
          value: fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
        })
        .map((one): Spot => ({ kind: 'value', quote: '"', ...one })),
      fc
        .record({ range: place, name: fc.string() })
        .map((one): Spot => ({ kind: 'event', quote: '"', ...one })),
    ),
    { maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...dialectIds), spots, async (dialect, given) => {
      const found = await findings(viewOf(dialect, given))
      const starts = found.map(({ range }) => range?.start ?? -1)
      assert.deepEqual(
        starts,
        starts.toSorted((one, two) => one - two),
      )
      for (const { range, message } of found) {
        assert.ok(range !== undefined && range.end <= TEXT.length)
        assert.match(message, /\.$|\?$/)
      }
    }),
    { numRuns: 300 },
  )
})

function kaizenEvents(): readonly string[] {
  return Object.keys(dialectOf('kaizen')?.events ?? {})
}

function project(
  severities: Project['settings']['severities'],
  discovered: Awaited<ReturnType<Project['discovered']>> = [],
): Project {
  return {
    root: '/ws',
    home: '/home',
    settings: { ...defaultSettings, severities },
    view: async () => undefined,
    hooks: async () => [],
    discovered: async () => discovered,
    files: async () => [],
  }
}

test('in a file that is too large to follow, a comment that ignores may be needed after all', async () => {
  const comment = '# hookbench-ignore-file field.unknown\n'
  const codes = async (size: number) => {
    const found = await findings(viewOf('kodelet', [], 'python', comment + 'x'.repeat(size)))
    return found.map(({ code }) => code)
  }
  assert.deepEqual(await codes(10), ['ignore.unused'])
  assert.deepEqual(await codes(LARGEST_FOLLOWED), [])
})
