// Conversion between every two hosts: the result is a file that the other host's own reader accepts, nothing is dropped
// silently, and where nothing was lost converting back restores the original.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertCommand } from '../../runtime/contract/convert/commands.ts'
import type { ConvertedEntry } from '../../runtime/contract/convert/conversion.ts'
import { convertFile, fileOf, isWritable } from '../../runtime/contract/convert/convert.ts'
import { eventThere } from '../../runtime/contract/convert/events.ts'
import {
  eventShape,
  fires,
  looksAtMatchers,
  projectPrefix,
  type WritableHost,
} from '../../runtime/contract/convert/places.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { ConfigurationFile, FoundEntry } from '../../runtime/contract/host.ts'
import { fc } from '../support/property.ts'

const hosts: readonly WritableHost[] = Object.values<Dialect>(dialects).filter(isWritable)
const pairs = hosts.flatMap((from) => hosts.filter((to) => to !== from).map((to) => [from, to] as const))

const convert = (from: WritableHost, file: ConfigurationFile, to: WritableHost): readonly ConvertedEntry[] =>
  convertFile(from, file, to, { platform: 'linux', named: ({ path }) => path, scripts: () => [] })

/** A configuration file of a host, with entries of any events, kinds and matchers that the host loads. */
function files(host: WritableHost): fc.Arbitrary<ConfigurationFile> {
  const events = Object.keys(host.events)
  const entry = fc.record({
    event: fc.constantFrom(...events),
    word: fc.nat(),
    more: fc.nat(),
    form: fc.constantFrom('none', 'word', 'list', 'anchored', 'other'),
    command: fc.constantFrom(
      `${projectPrefix(host, events[0] as string)}.hooks/guard.sh`,
      `python3 ${projectPrefix(host, events[0] as string)}tools/audit.py --strict`,
      'npm test',
      'jq -r .tool_input.command',
      `echo '{"decision":"block","reason":"no"}'`,
      'echo why >&2; exit 2',
      `echo "it's done"`,
    ),
    seconds: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
  })
  return fc.array(entry, { minLength: 1, maxLength: 5 }).map((all) => {
    const made = all.map(({ event, word, more, form, command, seconds }) => {
      const { matcher } = eventShape(host, event)
      const words = (matcher?.offers ?? []).map(({ name }) => name)
      const [one = 'x', two = 'y'] = [words[word % words.length], words[more % words.length]]
      const texts = { none: undefined, word: one, list: `${one}|${two}`, anchored: `^${one}$`, other: 'mine' }
      const written = looksAtMatchers(host, event) ? texts[form] : undefined
      const { times } = host.host.rules
      const time =
        seconds === undefined
          ? {}
          : { [times.keys[0] as string]: seconds * (times.unit === 'seconds' ? 1 : 1000) }
      const [value] = valuesOf(host, event)
      return { event, matcher: written, value: inGroup(value, written, { command, ...time }) }
    })
    return fileOf(host, made)
  })
}

/** The host's own new entry with other fields. */
function inGroup(
  value: Record<string, unknown>,
  matcher: string | undefined,
  fields: object,
): Record<string, unknown> {
  const { matcher: _, hooks, ...rest } = value
  const own = matcher === undefined ? {} : { matcher }
  if (!Array.isArray(hooks)) return { ...rest, ...fields, ...own }
  return { ...own, hooks: hooks.map((one: object) => ({ ...one, ...fields })) }
}

function valuesOf({ host }: WritableHost, event: string): readonly [Record<string, unknown>] {
  return [host.newEntry(event, 'script').value as Record<string, unknown>]
}

for (const [from, to] of pairs) {
  test(`${from.id} to ${to.id}: every entry is in the result or in the report, and the result is sound`, () => {
    fc.assert(
      fc.property(files(from), (file) => {
        const entries = convert(from, file, to)
        const found = from.host.entries(file, 'linux').entries
        assert.deepEqual(
          entries.map(({ at }) => at),
          found.map(({ at }) => at),
        )
        const made = entries.flatMap((one) => one.made)
        for (const one of entries)
          if (one.made.length === 0)
            assert.ok(
              one.notes.some(({ kind }) => kind === 'lost'),
              one.text,
            )
        if (made.length === 0) return
        const result = fileOf(to, made)
        const read = to.host.entries(result, 'linux')
        assert.deepEqual(read.rejections, [])
        assert.equal(read.entries.length, made.length)
        for (const { event, matcher } of read.entries)
          assert.notEqual(to.host.matcherFault(event, matcher, result.path)?.severity, 'warning')
      }),
      { numRuns: 60 },
    )
  })

  test(`${from.id} to ${to.id} and back: what was not lost is as it was`, () => {
    fc.assert(
      fc.property(files(from), (file) => {
        const there = convert(from, file, to).map((one, index) => ({ ...one, index }))
        const whole = there.filter(
          ({ made, notes }) => made.length > 0 && notes.every(({ kind }) => kind !== 'lost'),
        )
        for (const { made, index } of whole) {
          const back = convert(to, fileOf(to, made), from)
          if (back.some(({ notes }) => notes.some(({ kind }) => kind === 'lost'))) continue
          const source = from.host.entries(file, 'linux').entries[index] as FoundEntry
          const again = from.host.entries(
            fileOf(
              from,
              back.flatMap((one) => one.made),
            ),
            'linux',
          ).entries
          assert.ok(again.length > 0)
          for (const one of again) {
            assert.equal(momentOf(from, one.event), momentOf(from, source.event))
            assert.equal(spoken(one.command), spoken(source.command))
            const { times } = from.host.rules
            assert.equal(one.fields[times.keys[0] as string], source.fields[times.keys[0] as string])
          }
          // Another spelling of the event may have other tool names.
          if (again.some((one) => one.event !== source.event)) continue
          assert.deepEqual(
            [...new Set(again.flatMap((one) => matched(from, one)))].toSorted(),
            [...matched(from, source)].toSorted(),
          )
        }
      }),
      { numRuns: 60 },
    )
  })
}

/** The first spelling of an event; for an event about some tools only, the event about all of them. */
function momentOf({ events }: Dialect, event: string): string {
  const record = events[event]
  return record?.respells ?? record?.beside?.event ?? event
}

/** Which of the host's known matcher words an entry runs on. */
function matched(host: WritableHost, { event, matcher }: FoundEntry): readonly string[] {
  const words = eventShape(host, event).matcher?.offers ?? []
  return words.flatMap(({ name }) => (fires(host, event, matcher, name) ? [name] : []))
}

/** A command without the host's prefix for the project folder, and without the content of a JSON answer. */
function spoken(command: string): string {
  const prefixes = hosts
    .map((one) => projectPrefix(one, Object.keys(one.events)[0] as string))
    .filter(Boolean)
  return prefixes
    .reduce((text, prefix) => text.replaceAll(prefix, ''), command)
    .replace(/echo '\{.*\}'/, 'an answer')
}

for (const [command, becomes] of [
  ['$GEMINI_PROJECT_DIR/g.sh', './g.sh'],
  ['"$GEMINI_PROJECT_DIR"/g.sh x', './g.sh x'],
  ['"$GEMINI_PROJECT_DIR/g.sh" x', './g.sh x'],
  ['python3 $GEMINI_PROJECT_DIR/tools/g.py', 'python3 tools/g.py'],
] as const)
  test(`a script at the top of the project keeps a path: ${command}`, () => {
    const [from, to] = ['gemini', 'cursor'].map((id) => hosts.find((host) => host.id === id) as WritableHost)
    const found = { kind: 'command', command } as FoundEntry
    const converted = convertCommand(
      found,
      { dialect: from as WritableHost, event: 'BeforeTool' },
      { dialect: to as WritableHost, event: 'preToolUse' },
    )
    assert.equal(converted.command, becomes)
  })

test('a time-out is converted to the unit of the other host, with no note about its key', () => {
  const [from, to] = [dialects['claude-code'], dialects.gemini] as readonly WritableHost[]
  const value = { hooks: [{ type: 'command', command: 'npm test', timeout: 10 }] }
  const file = fileOf(from as WritableHost, [{ event: 'PreToolUse', matcher: undefined, value }])
  const [converted] = convert(from as WritableHost, file, to as WritableHost)
  assert.deepEqual(
    converted?.notes
      .map(({ part, message }) => `${part}: ${message}`)
      .filter((line) => /time|second/.test(line)),
    ['timeout: 10 seconds become 10000 milliseconds.'],
  )
})

test('of two events of one moment, the one whose payload has the same names is chosen', () => {
  const [cursor, copilot] = ['cursor', 'copilot'].map((id) => hosts.find((host) => host.id === id))
  const rows = [
    ['preToolUse', 'PreToolUse'],
    ['beforeShellExecution', 'PreToolUse'],
    ['stop', 'Stop'],
  ] as const
  for (const [event, expected] of rows) {
    const record = cursor?.events[event]
    assert.ok(cursor && copilot && record)
    assert.equal(eventThere(record, event, cursor, copilot), expected)
  }
})
