// Settings: every wrong value is reported with its place, and does not affect the correct ones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtinDefaults, noBuiltins } from '../../runtime/contract/builtin.ts'
import { defaultSettings, Settings, SettingsFile } from '../../runtime/contract/settings.ts'
import { mismatchText } from '../../runtime/contract/validate.ts'
import { readSettings, withSettings } from '../../runtime/documents/settings.ts'

test('an empty file, an empty object and comments say nothing', () => {
  for (const text of ['', '  \n', '{}', '// later\n{ /* nothing */ }']) {
    const { settings, problems, isBroken } = readSettings(text, 'settings.json')
    assert.deepEqual({ settings, problems }, { settings: defaultSettings, problems: [] })
    assert.equal(isBroken, text.trim() === '')
  }
})

test('the defaults have the shape of the settings, and the file may leave out everything', () => {
  assert.equal(mismatchText(Settings, defaultSettings), undefined)
  for (const file of [{}, { builtin: { logging: {} } }, { redaction: { keys: ['pin'] } }, defaultSettings]) {
    assert.equal(mismatchText(SettingsFile, file), undefined)
  }
  assert.notEqual(mismatchText(SettingsFile, { failOpn: true }), undefined)
})

test('what the file says replaces the default, section by section', () => {
  const { settings, problems } = readSettings(
    `{
      "failOpen": false, "maxExecutionTime": 250, "disabled": ["kodelet:*"],
      "builtin": { "logging": { "level": "DEBUG" } },
      "redaction": { "patterns": ["^sk-"] },
      "severities": { "event.unknown": "off" },
      "environment": { "set": { "CI": "1" } }, // trailing commas are fine
    }`,
    'settings.json',
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(settings, {
    ...defaultSettings,
    failOpen: false,
    maxExecutionTime: 250,
    disabled: ['kodelet:*'],
    builtin: { ...noBuiltins, logging: { level: 'DEBUG' } },
    redaction: { ...defaultSettings.redaction, patterns: ['^sk-'] },
    severities: { 'event.unknown': 'off' },
    environment: { set: { CI: '1' }, drop: [] },
  })
  assert.deepEqual(withSettings(settings, { builtin: { logging: {} }, failOpen: true }).builtin, {
    ...noBuiltins,
    logging: { level: 'DEBUG' },
  })
  assert.deepEqual(readSettings('{"builtin":{"logging":{}}}', 'x').settings.builtin.logging, {
    level: 'INFO',
  })
})

test('a built-in hook that is switched on has its defaults for what the file leaves out', () => {
  for (const name of Object.keys(builtinDefaults) as (keyof typeof builtinDefaults)[]) {
    const { settings, problems } = readSettings(JSON.stringify({ builtin: { [name]: {} } }), 'x')
    assert.deepEqual(problems, [])
    assert.deepEqual(settings.builtin, { ...noBuiltins, [name]: builtinDefaults[name] })
  }
  const { settings } = readSettings('{"builtin":{"auditTrail":{"file":"a.log"}}}', 'x')
  assert.deepEqual(settings.builtin.auditTrail, { ...builtinDefaults.auditTrail, file: 'a.log' })
})

// Each file has one wrong place, between the angle brackets; the rest of it counts.
const wrong: readonly (readonly [string, string])[] = [
  [
    '{ <"failOpn">: true, "workers": 3 }',
    'settings have no "failOpn", so it is ignored. Did you mean "failOpen"?',
  ],
  [
    '{ "failOpen": <"yes">, "workers": 3 }',
    'failOpen: expected boolean, got "yes", so its default, true, holds.',
  ],
  [
    '{ "maxExecutionTime": <0>, "workers": 3 }',
    'maxExecutionTime: expected 1 or more, got 0, so it is ignored.',
  ],
  ['{ "disabled": ["a", <3>], "workers": 3 }', 'disabled[1]: expected string, got 3, so it is ignored.'],
  [
    `{ "disabled": [<"${'*a'.repeat(3000)}">], "workers": 3 }`,
    `disabled[0]: expected at most 4096 characters, got "${'*a'.repeat(28)}…, so it is ignored.`,
  ],
  ['{ "disabled": <"a">, "workers": 3 }', 'disabled: expected array, got "a", so its default applies.'],
  [
    '{ "builtin": { "logging": { "level": <"INFOS"> } }, "workers": 3 }',
    'builtin.logging.level: expected "DEBUG", "INFO", "WARNING" or "ERROR", got "INFOS", so its default, "INFO", holds. Did you mean "INFO"?',
  ],
  [
    '{ "redaction": { "patterns": [<"(">] }, "workers": 3 }',
    'redaction.patterns[0]: Invalid regular expression: /(/: Unterminated group, so it is ignored.',
  ],
  [
    '{ "redaction": <[]>, "workers": 3 }',
    'redaction: expected object, got an array, so its default applies.',
  ],
  [
    '{ "severities": { <"event.unknwn">: "off" }, "workers": 3 }',
    'severities has no "event.unknwn", so it is ignored. Did you mean "event.unknown"?',
  ],
  [
    '{ "environment": { "set": { "A": <1> } }, "workers": 3 }',
    'environment.set.A: expected string, got 1, so it is ignored.',
  ],
  [
    '{ "sandbox": { "plugin": <"opne"> }, "workers": 3 }',
    'sandbox.plugin: expected "off", "sandboxed" or "strict", got "opne", so keys of "sandbox" without a valid value are "sandboxed".',
  ],
  [
    '{ "recording": { "keep": <1.5> }, "workers": 3 }',
    'recording.keep: expected integer, got 1.5, so its default, 100, holds.',
  ],
]

for (const [marked, message] of wrong) {
  test(`settings: ${message}`, () => {
    const start = marked.indexOf('<')
    const end = marked.indexOf('>') - 1
    const text = marked.replace(/[<>]/g, '')
    const { settings, problems: found } = readSettings(text, 'settings.json')
    const problems = found.map(({ repairs: _, ...rest }) => rest)
    assert.deepEqual(problems, [
      { code: 'settings.invalid', message, path: 'settings.json', severity: 'error', range: { start, end } },
    ])
    assert.equal(settings.workers, 3)
  })
}

test('a file that stops half-way counts as far as it goes', () => {
  const { settings, problems } = readSettings('{\n  "workers": 3,\n  "failOpen"', 'settings.json')
  assert.equal(settings.workers, 3)
  assert.match(problems[0]?.message ?? '', /^line 3, column 13: colon expected; what can be read is used/)
})

test('keys named like parts of objects are keys', () => {
  const { settings, problems } = readSettings(
    '{ "environment": { "set": { "__proto__": "x", "constructor": "y" } }, "toString": 1 }',
    'settings.json',
  )
  assert.deepEqual(Object.entries(settings.environment.set), [
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ])
  assert.equal(problems.length, 1)
})

test('a text that is nested too deeply is reported, and defaults apply', () => {
  const { settings, problems } = readSettings('['.repeat(100_000), 'settings.json')
  assert.deepEqual(settings, defaultSettings)
  assert.match(problems[0]?.message ?? '', /nested too deeply/)
})

test('of 100,000 wrong values a thousand are reported', () => {
  const { problems } = readSettings(JSON.stringify({ disabled: Array(100_000).fill(1) }), 'settings.json')
  assert.equal(problems.length, 1000)
})
