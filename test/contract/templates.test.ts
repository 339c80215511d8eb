// Every template of every event parses, and passes when run on the record's example.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import { examplesOf, toolExamples } from '../../runtime/contract/templates/examples.ts'
import { factsOf } from '../../runtime/contract/templates/facts.ts'
import { languagesOf, type TemplateLanguage, template } from '../../runtime/contract/templates.ts'
import { mismatchText } from '../../runtime/contract/validate.ts'
import { readDocument } from '../../runtime/documents/read.ts'

const folder = mkdtempSync(join(tmpdir(), 'hookbench-templates-'))
after(() => rmSync(folder, { recursive: true }))

const all = Object.values<Dialect>(dialects).flatMap((dialect) =>
  languagesOf(dialect).flatMap((language) =>
    Object.entries(dialect.events).map(([event, record]) => ({ dialect, language, event, record })),
  ),
)

test('every example of every event is a payload of it, and each has another text', () => {
  for (const dialect of Object.values<Dialect>(dialects))
    for (const [event, record] of Object.entries(dialect.events)) {
      const examples = examplesOf(dialect, event)
      assert.deepEqual(examples[0]?.value, record.example)
      assert.equal(new Set(examples.map(({ value }) => JSON.stringify(value))).size, examples.length)
      for (const { kind, value } of examples)
        assert.equal(mismatchText(record.payload, value), undefined, `${dialect.id} ${event} ${kind}`)
    }
  const kinds = ({ id }: Dialect, event: string) => examplesOf(dialects[id], event).map(({ kind }) => kind)
  assert.deepEqual(kinds(dialects['claude-code'], 'PreToolUse'), ['usual', 'refused', 'odd'])
  assert.deepEqual(kinds(dialects.secureyeoman, 'tool_execute_before'), ['usual', 'refused', 'odd'])
  assert.deepEqual(kinds(dialects.kodelet, 'before_tool_call'), ['usual', 'refused', 'odd'])
  assert.deepEqual(kinds(dialects['claude-code'], 'SessionStart'), ['usual'])
})

test('what another tool would send is a payload of its event, too', () => {
  const tools = new Set<string>()
  for (const dialect of Object.values<Dialect>(dialects))
    for (const [event, record] of Object.entries(dialect.events))
      for (const { kind, value } of toolExamples(dialect, event, '/w')) {
        assert.equal(mismatchText(record.payload, value), undefined, `${dialect.id} ${event}`)
        assert.equal(kind, 'tool')
        assert.notDeepEqual(value, record.example)
        tools.add(`${dialect.id} ${event}`)
      }
  assert.ok(tools.size > 10, [...tools].join(', '))
  const edits = toolExamples(dialects['claude-code'], 'PostToolUse', '/w').map(({ value }) => value)
  const edit = edits.find(({ tool_name }) => tool_name === 'Edit')
  assert.deepEqual(edit?.tool_input, {
    file_path: '/w/src/app.ts',
    old_string: 'price = 2',
    new_string: 'price = 3',
  })
  assert.equal(edit?.cwd, '/w')
  assert.deepEqual(toolExamples(dialects['claude-code'], 'SessionStart', '/w'), [])
})

test('every dialect whose hooks are files has templates', () => {
  for (const dialect of Object.values<Dialect>(dialects))
    if (dialect.host === undefined) assert.notDeepEqual(languagesOf(dialect), [], dialect.id)
})

test('a hook file belongs in the workspace folder of its dialect, under its own name', () => {
  const at = (dialect: Dialect, event: string, language: TemplateLanguage) =>
    template(dialect, event, language, 'no-sudo')
  const { kodelet, kaizen, secureyeoman, compilr } = dialects
  assert.equal(at(kodelet, 'turn_end', 'shell').path, '.kodelet/hooks/no-sudo')
  assert.equal(at(kodelet, 'turn_end', 'shell').executable, true)
  assert.equal(at(kaizen, 'pre_tool_use', 'python').path, '.kaizen/hooks/no_sudo.py')
  assert.equal(at(kaizen, 'pre_tool_use', 'typescript').path, '.kaizen/hooks/no-sudo.ts')
  assert.equal(at(secureyeoman, 'agent_init', 'typescript').path, 'extensions/no-sudo.ts')
  assert.equal(at(compilr, 'onError', 'javascript').path, '.compilr/hooks/no-sudo.js')
  assert.equal(at(compilr, 'onError', 'javascript').executable, false)
})

test('awkward names still make hooks', () => {
  const { compilr, kaizen } = dialects
  for (const name of ['new', 'no.sudo', '_x', 'a-1', 'Delete', '___']) {
    const { text } = template(compilr, 'beforeTool', 'typescript', name)
    assert.doesNotThrow(
      () => new Function(stripTypeScriptTypes(text).replace('export default', 'return')),
      name,
    )
    assert.match(template(kaizen, 'pre_tool_use', 'python', name).text, /^class [A-Z]\w*\(BaseHook\):$/m)
    assert.match(template(kaizen, 'pre_tool_use', 'python', name).path, /\/\w+\.py$/)
  }
})

test('what a dialect does not have is refused in words', () => {
  const { kodelet } = dialects
  assert.throws(
    () => template(kodelet, 'turn_end', 'typescript', 'x'),
    /not written in typescript; expected python/,
  )
  assert.throws(() => template(kodelet, 'turn_over', 'python', 'x'), /Kodelet has no event turn_over/)
})

test('every event that can deny shows how', () => {
  for (const { dialect, event, record } of all) {
    const { denial } = factsOf(dialect, event, 'sample', 'sample')
    assert.equal(denial !== undefined, record.semantics === 'veto', `${dialect.id} ${event}`)
    if (denial !== undefined) assert.equal(mismatchText(record.result, denial.answer), undefined)
  }
})

test('the readers see in every template a hook for its event, and nothing wrong', async () => {
  for (const { dialect, event, language } of all) {
    const { path, text } = template(dialect, event, language, 'sample')
    const events = Object.keys(dialect.events)
    const document = await readDocument({ path, text, exports: dialect.exports, events })
    const seen = {
      shape: document.shape,
      events: document.sites.flatMap((site) => site.events),
      problems: document.problems,
    }
    assert.deepEqual(
      seen,
      { shape: 'hook', events: [event], problems: [] },
      `${dialect.id} ${event} in ${language}`,
    )
    if (language === 'shell') assert.deepEqual(document.tools, ['jq'])
  }
})

test('every Python template parses', () => {
  const texts = all.filter(({ language }) => language === 'python').map(textOf)
  const check = 'import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)'
  const run = spawnSync('python3', ['-c', check], { input: JSON.stringify(texts), encoding: 'utf8' })
  assert.equal(run.status, 0, run.stderr)
})

for (const one of all.filter(({ dialect }) => dialect.exports === 'executable')) {
  const { dialect, event, language, record } = one
  const needsJq = language === 'shell' && spawnSync('jq', ['--version']).status !== 0
  test(`${dialect.id} ${event} in ${language} names its event, passes the example and denies as it says`, {
    skip: needsJq && 'jq is not installed',
  }, () => {
    const path = join(folder, `${event}-${language}`)
    writeFileSync(path, textOf(one), { mode: 0o755 })
    const run = (argument: string, payload: unknown) => {
      const { status, stdout, stderr } = spawnSync(path, [argument], {
        input: JSON.stringify(payload),
        encoding: 'utf8',
      })
      assert.equal(status, 0, stderr)
      return stdout
    }
    assert.equal(run('hook', undefined), `${event}\n`)
    assert.equal(run('run', record.example), '')
    const { denial } = factsOf(dialect, event, 'sample', '')
    if (denial !== undefined) assert.deepEqual(JSON.parse(run('run', forbidden(one))), denial.answer)
    assert.notEqual(spawnSync(path, ['walk']).status, 0)
  })
}

for (const one of all.filter(
  ({ dialect, language }) => dialect.exports !== 'executable' && language !== 'python',
)) {
  const { dialect, event, language, record } = one
  test(`${dialect.id} ${event} in ${language} passes the example and denies as it says`, async (t) => {
    t.mock.method(console, 'error', () => {})
    const handle = await load(one)
    const answer = await handle(structuredClone(record.example))
    if (answer !== undefined) assert.equal(mismatchText(record.result, answer), undefined)
    assert.equal(answer === undefined && record.empty === 'invalid', false, 'this event wants an answer')
    if (dialect.exports === 'extension' && answer !== undefined) assert.deepEqual(answer, record.example)
    const { denial } = factsOf(dialect, event, 'sample', '')
    if (denial !== undefined) assert.deepEqual(await handle(forbidden(one)), denial.answer)
  })
}

type One = { dialect: Dialect; event: string; language: TemplateLanguage; record: EventRecord }

function textOf({ dialect, event, language }: One): string {
  return template(dialect, event, language, 'sample').text
}

/** The handler in a module template, called the way its dialect calls it. */
async function load(one: One): Promise<(payload: unknown) => unknown> {
  const text = one.language === 'typescript' ? stripTypeScriptTypes(textOf(one)) : textOf(one)
  const module = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  const options = { signal: new AbortController().signal }
  if (one.dialect.exports === 'extension') return (payload) => module[one.event](payload, options)
  if (one.dialect.exports === 'lists') return (payload) => module.default[one.event][0](payload)
  const hook = new module.Sample()
  assert.deepEqual(hook.events, [one.event])
  return (payload) => hook.handle(payload, options)
}

/** The example with the text that the sample rule looks for in every string of it. */
function forbidden({ dialect, event, record }: One): unknown {
  const refused = examplesOf(dialect, event).find(({ kind }) => kind === 'refused')
  if (refused !== undefined) return refused.value
  const word = factsOf(dialect, event, 'sample', '').forbidden
  return JSON.parse(JSON.stringify(record.example), (_, value) =>
    typeof value === 'string' ? `${value} ${word}` : value,
  )
}
