// Answers are checked in every hook file that `hookbench new` writes: a wrong answer inserted into a template is found,
// whatever types the file declares. Events that accept any answer, or none, are not checked.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from '../../runtime/checks/findings.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { languagesOf, type TemplateLanguage, template } from '../../runtime/contract/templates.ts'
import { fieldsOf, isOpen, type WalkedShape } from '../../runtime/contract/walk.ts'
import type { Typing } from '../../runtime/documents/typed.ts'
import { openTyping } from '../../runtime/documents/typing.ts'
import { roleOf } from '../../runtime/project/role.ts'
import { viewOf } from '../../runtime/project/viewOf.ts'
import { HOME, ROOT } from '../support/project.ts'

type Rule = { readonly line: RegExp; readonly wrong: string }

const MODULE = { wrong: `  if (Math.random() > 2) return { decision: 'deny' }` }

/** The line of a template after which a wrong answer is inserted. */
const RULES: Readonly<Record<Dialect['exports'], { readonly [L in TemplateLanguage]?: Rule }>> = {
  extension: {
    typescript: { ...MODULE, line: /^export async function .*\{$/m },
    javascript: { ...MODULE, line: /^export async function .*\{$/m },
  },
  lists: {
    typescript: { ...MODULE, line: /^ +async function .*\{$/m },
    javascript: { ...MODULE, line: /^ +async function .*\{$/m },
  },
  classes: {
    typescript: { ...MODULE, line: /^ +async handle\(.*\{$/m },
    javascript: { ...MODULE, line: /^ +async handle\(.*\{$/m },
    python: {
      line: /^ +async def handle\(.*:$/m,
      wrong: '        if context is None:\n            return {"decision": "deny"}',
    },
  },
  executable: {
    javascript: { ...MODULE, line: /^function run\(.*\{$/m },
    python: { line: /^def run\(.*:$/m, wrong: '    if payload == 1:\n        return {"decision": "deny"}' },
    shell: {
      line: /^ +payload=.*$/m,
      wrong: `    if [[ $payload == 1 ]]; then\n      echo '{"decision":"deny"}'\n      exit 0\n    fi`,
    },
  },
  settings: {},
}

for (const dialect of Object.values<Dialect>(dialects)) {
  for (const language of languagesOf(dialect)) {
    test(`a wrong answer in a new ${dialect.title} hook is found, in ${language}, for every event`, async (t) => {
      const opened = openTyping({ root: ROOT })
      t.after(async () => (await opened).close())
      const codesByEvent: Record<string, readonly string[]> = {}
      const wanted: Record<string, readonly string[]> = {}
      for (const [event, { result }] of Object.entries(dialect.events)) {
        const { path, text } = template(dialect, event, language, 'sample')
        const { line, wrong } = RULES[dialect.exports][language] as Rule
        assert.match(text, line, 'the template has no such line')
        assert.deepEqual(await codesOf(path, text, opened), [], `${event} as it is written`)
        codesByEvent[event] = await codesOf(path, text.replace(line, `$&\n${wrong}`), opened)
        const shape = result as WalkedShape
        wanted[event] = isOpen(shape) || fieldsOf(shape).length === 0 ? [] : ['found']
      }
      const found = Object.entries(codesByEvent).map(([event, codes]) => [
        event,
        codes.some((code) => code.startsWith('result.')) ? ['found'] : codes,
      ])
      assert.deepEqual(Object.fromEntries(found), wanted)
    })
  }
}

async function codesOf(path: string, text: string, typing: Promise<Typing>): Promise<readonly string[]> {
  const whole = `${ROOT}/${path}`
  const role = roleOf(whole, { root: ROOT, home: HOME })
  assert.ok(role !== undefined, path)
  const view = await viewOf({ path: whole, text, role, typing: () => typing })
  return (await findings(view)).map(({ code }) => code)
}
