// `hookbench new` for the tool events of every host, in every language: the written hook has no finding, is found, and
// behaves as documented on the record's example and on a call that its rule refuses.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { after, test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import {
  newHookLanguages,
  offeredEvents,
  type TemplateLanguage,
  template,
} from '../../runtime/contract/templates.ts'
import { writeNewHook } from '../../runtime/files/newHook.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const tree = writeTree('//- /ws/\n//- /home/\n')
after(tree.remove)
const cli = openCli()
after(cli.close)

const HAS_POWERSHELL = spawnSync('pwsh', ['-NoProfile', '-Command', 'exit 0']).status === 0
/** TypeScript scripts need a Node.js that strips types, and a host's login shell may find an older one first. */
function stripsTypes({ id }: Dialect): boolean {
  const shell = process.env.SHELL || '/bin/sh'
  const [program, args] = id === 'cursor' ? [shell, ['-lc', 'node -v']] : ['node', ['-v']]
  const version = spawnSync(program, args, { encoding: 'utf8' }).stdout
  const [major = 0, minor = 0] = version.trim().slice(1).split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}
const HOSTS = Object.values<Dialect>(dialects).filter(({ host }) => host !== undefined)

type Named = readonly (readonly [string, EventRecord])[]

/**
 * The events about tools, before or after the call. Events that are a second spelling of another are a group of their
 * own: hooks of both spellings are judged together, and where one refuses, the other may not be reached.
 */
function toolEvents({ events }: Dialect): readonly Named[] {
  const all = Object.entries(events).filter(([, { common }]) => common.tool !== undefined)
  const second = all.filter(([, { respells }]) => respells !== undefined)
  return [all.filter(([, { respells }]) => respells === undefined), ...(second.length === 0 ? [] : [second])]
}

for (const dialect of HOSTS) {
  for (const language of newHookLanguages(dialect)) {
    const skip =
      language === 'powershell' && !HAS_POWERSHELL
        ? 'PowerShell (pwsh) is not installed here'
        : language === 'typescript' && !stripsTypes(dialect)
          ? 'the Node.js of this host is older than 22.18 here'
          : false
    test(`${dialect.id} in ${language}: checked, trusted, run`, { skip }, async () => {
      for (const [nth, events] of toolEvents(dialect).entries()) {
        const name = `/ws/${dialect.id}-${language}-${nth}`
        tree.write(`//- ${name}/\n`)
        await checkNew(dialect, language, events, tree.at(name))
      }
    })
  }
}

async function checkNew(
  dialect: Dialect,
  language: TemplateLanguage,
  events: Named,
  root: string,
): Promise<void> {
  const names = new Map<string, string>()
  for (const [event] of events) {
    // An event can have two spellings that differ only in case, and file systems may not distinguish them.
    const hookName = `${/^[a-z]/.test(event) ? 'own' : 'on'}_${event}`
    const { path } = await writeNewHook(root, template(dialect, event, language, hookName))
    names.set(event, basename(path))
  }
  const where = ['--workspace', root, '--home', tree.at('/home')]
  const { code, stdout, stderr } = await cli.run(['check', '--json', ...where], { cwd: root })
  assert.deepEqual([code, JSON.parse(stdout).findings ?? JSON.parse(stdout)], [0, []], stderr)

  const workspace = await openWorkspace({ root, home: tree.at('/home'), trust: 'workspace' })
  try {
    const listed = new Set(workspace.list().map(({ name }) => name))
    for (const [event, record] of events) {
      const name = names.get(event) as string
      assert.ok(listed.has(name), name)
      const run = async (payload: unknown) => {
        const fired = await workspace.fire(event, payload, { dialect: dialect.id })
        const { hooks } = fired
        return { fired, hook: hooks.find((one) => one.name === name) }
      }
      const plain = await run({ ...(record.example as object), cwd: root })
      assert.equal(plain.hook?.status, 'returned', `${name}: ${plain.hook?.why}`)
      assert.notEqual(plain.fired.effect?.operation?.fate, 'blocked', name)
      if (!template(dialect, event, language, 'any').text.includes('does not allow this')) continue
      const refused = await run(forbidden(record, root))
      assert.equal(refused.hook?.status, 'returned', `${name}: ${refused.hook?.why}`)
      assert.notDeepEqual(refused.fired.effect, plain.fired.effect, `${name} refuses`)
      if (event === offeredEvents(dialect)[0])
        assert.equal(refused.fired.effect?.operation?.fate, 'blocked', name)
    }
  } finally {
    await workspace.close()
  }
}

/** The record's example with the words that the rule of a new script refuses. */
function forbidden({ example, common }: EventRecord, cwd: string): unknown {
  const payload: Record<string, unknown> = { ...structuredClone(example as object), cwd }
  const field = common.input ?? ''
  const input = payload[field]
  if (typeof input === 'string') payload[field] = `${input} rm -rf / forbidden`
  else payload[field] = { ...(input as object), note: 'rm -rf / forbidden' }
  return payload
}

test('what asks before a tool runs is offered first', () => {
  const first = Object.fromEntries(HOSTS.map((dialect) => [dialect.id, offeredEvents(dialect)[0]]))
  assert.deepEqual(first, {
    'claude-code': 'PreToolUse',
    codex: 'PreToolUse',
    copilot: 'preToolUse',
    cursor: 'preToolUse',
    gemini: 'BeforeTool',
    vscode: 'PreToolUse',
  })
  for (const dialect of Object.values<Dialect>(dialects))
    assert.deepEqual(offeredEvents(dialect).toSorted(), Object.keys(dialect.events).toSorted())
})
