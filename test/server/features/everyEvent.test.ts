// Every event of the contract, in every language of its hooks: with the cursor where a field of the payload or of the
// answer is typed, all fields of the record are offered, each with documentation. A failure names the events, and the
// missing fields of each.

import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import type { Dialect, Exports } from '../../../runtime/contract/dialect.ts'
import { dialects } from '../../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../../runtime/contract/eventRecord.ts'
import { languagesOf, type TemplateLanguage } from '../../../runtime/contract/templates.ts'
import { fieldsAt, type Path, type WalkedShape } from '../../../runtime/contract/walk.ts'
import type { Typing } from '../../../runtime/documents/typed.ts'
import { openTyping } from '../../../runtime/documents/typing.ts'
import { complete } from '../../../server/features/completion/complete.ts'
import { inMemory } from '../../support/project.ts'

/** A hook of an event: the path of its file, and its texts with the cursor at a field. */
type Source = {
  readonly file: string
  readonly payload: Readonly<Record<string, Write>>
  readonly result?: Write
}
type Write = (event: string) => string

const upper = (event: string) => event.toUpperCase()

const shell = (event: string, run: string) => `#!/usr/bin/env bash
if [ "$1" = "hook" ]; then
  echo "${event}"
  exit 0
fi
payload=$(cat)
${run}
`
const python = (event: string, run: string) => `#!/usr/bin/env python3
import json
import sys

if sys.argv[1] == "hook":
    print("${event}")
elif sys.argv[1] == "run":
    payload = json.load(sys.stdin)
    ${run}
`
const node = (event: string, run: string) => `#!/usr/bin/env node
import { readFileSync } from 'node:fs'

if (process.argv[2] === 'hook') console.log('${event}')
else {
  const payload = JSON.parse(readFileSync(0, 'utf8'))
  ${run}
}
`
const kaizen = (
  event: string,
  run: string,
) => `from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult


class Watch(BaseHook):
    events = [HookEvent.${upper(event)}]

    def __init__(self):
        super().__init__(name="watch")

    async def handle(self, context):
        ${run}
`
const twin = (event: string, run: string) => `export class Watch {
  name = 'watch'
  events = ['${event}']

  async handle(context) {
    ${run}
  }
}
`
const extension = (event: string, run: string) => `export async function ${event}(ctx) {
  ${run}
}
`
const lists = (event: string, run: string) => `export default {
  ${event}: [
    async (ctx) => {
      ${run}
    },
  ],
}
`

const twins: Omit<Source, 'file'> = {
  payload: {
    '': (event) => twin(event, 'context.$0'),
    data: (event) => twin(event, 'context.data.$0'),
  },
  result: (event) => twin(event, 'return { $0 }'),
}
const extensions: Omit<Source, 'file'> = { payload: { '': (event) => extension(event, 'ctx.$0') } }
const listed: Omit<Source, 'file'> = {
  payload: { '': (event) => lists(event, 'ctx.$0') },
  result: (event) => lists(event, 'return { $0 }'),
}

const SOURCES: Readonly<Record<Exports, { readonly [L in TemplateLanguage]?: Source }>> = {
  executable: {
    python: {
      file: '.kodelet/hooks/guard',
      payload: { '': (event) => python(event, 'x = payload["$0"]') },
      result: (event) => python(event, 'print(json.dumps({"$0": 1}))'),
    },
    shell: {
      file: '.kodelet/hooks/guard',
      payload: { '': (event) => shell(event, `x=$(echo "$payload" | jq -r '.$0')`) },
      result: (event) => shell(event, `echo '{"$0": 1}'`),
    },
    javascript: {
      file: '.kodelet/hooks/guard.mjs',
      payload: { '': (event) => node(event, 'payload.$0') },
      result: (event) => node(event, 'console.log(JSON.stringify({ $0 }))'),
    },
  },
  classes: {
    python: {
      file: '.kaizen/hooks/watch.py',
      payload: {
        '': (event) => kaizen(event, 'x = context.$0'),
        data: (event) => kaizen(event, 'x = context.data["$0"]'),
      },
      result: (event) => kaizen(event, 'return HookResult(s$0)'),
    },
    typescript: { file: '.kaizen/hooks/watch.ts', ...twins },
    javascript: { file: '.kaizen/hooks/watch.js', ...twins },
  },
  extension: {
    typescript: { file: 'extensions/watch.ts', ...extensions },
    javascript: { file: 'extensions/watch.js', ...extensions },
  },
  lists: {
    typescript: { file: '.compilr/hooks/watch.ts', ...listed },
    javascript: { file: '.compilr/hooks/watch.js', ...listed },
  },
  settings: {},
}

let typing: Promise<Typing> | undefined
const opened = () => {
  typing ??= openTyping({ root: tmpdir() })
  return typing
}
after(async () => (await typing)?.close())

for (const dialect of Object.values<Dialect>(dialects)) {
  for (const language of languagesOf(dialect)) {
    const source = SOURCES[dialect.exports][language]
    test(`${dialect.title} in ${language}: the payload of every event completes`, async () => {
      assert.ok(source !== undefined, `no source of ${dialect.id} is written in ${language}; write one above`)
      for (const [path, write] of Object.entries(source.payload)) {
        const at = path === '' ? [] : [path]
        await offers(dialect, source.file, write, ({ payload }) => wanted(payload as WalkedShape, at))
      }
    })
    if (source?.result === undefined) continue
    const { file, result: write } = source
    test(`${dialect.title} in ${language}: the answer to every event completes`, () =>
      offers(dialect, file, write, ({ result }) => wanted(result as WalkedShape, [])))
  }
}

/** Checks that all fields that `wants` names for an event are offered. */
async function offers(
  dialect: Dialect,
  file: string,
  write: Write,
  wants: (record: EventRecord) => readonly string[],
): Promise<void> {
  const missing: string[] = []
  for (const [event, record] of Object.entries(dialect.events)) {
    const fields = wants(record)
    if (fields.length === 0) continue
    const { project, cursor } = inMemory({ [file]: write(event) }, { typing: opened })
    const { view, offset } = await cursor()
    const items = await complete(view, offset, {
      hooks: () => project.hooks(),
      settings: project.settings,
      variables: [],
    })
    const documented = new Set(
      items.filter(({ documentation }) => (documentation?.() ?? '') !== '').map(({ label }) => label),
    )
    const lacking = fields.filter((name) => !documented.has(name))
    if (lacking.length > 0) missing.push(`${event}: ${lacking.join(', ')}`)
  }
  assert.deepEqual(missing, [])
}

function wanted(shape: WalkedShape, path: Path): readonly string[] {
  return fieldsAt(shape, path).map(({ name }) => name)
}
