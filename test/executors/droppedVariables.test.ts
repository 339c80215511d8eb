// `environment.drop` through a workspace: no hook of any kind inherits the variable; variables that the settings set
// stay.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { withoutVariables } from '../../runtime/executors/droppedVariables.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { writeTree } from '../support/tree.ts'

const FILES = `
  //- /home/
  //- /ws/.hookbench/settings.json
  { "environment": { "drop": ["TOKEN_OF_OURS", "BOTH"], "set": { "BOTH": "set" } } }
  //- /ws/.kodelet/hooks/tell 755
  #!/bin/sh
  [ "$1" = hook ] && echo before_tool_call && exit
  cat > /dev/null
  echo "{\\"input\\": {\\"seen\\": \\"\${TOKEN_OF_OURS-none} \${BOTH-none} \${KEPT-none}\\"}}"
  //- /ws/extensions/tell.mjs
  const { TOKEN_OF_OURS = 'none', BOTH = 'none', KEPT = 'none' } = process.env
  export const tool_execute_before = (context) =>
    ({ ...context, input: { seen: [TOKEN_OF_OURS, BOTH, KEPT].join(' ') } })
  //- /ws/.kaizen/hooks/tell.py
  import os
  from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult

  class Tells(BaseHook):
      events = [HookEvent.PRE_TOOL_USE]

      def __init__(self):
          super().__init__(name="tells")

      async def handle(self, context):
          seen = " ".join(os.environ.get(name, "none") for name in ("TOKEN_OF_OURS", "BOTH", "KEPT"))
          return HookResult(success=True, data={"seen": seen})
`

async function seen(t: TestContext, dialect: DialectId, event: string): Promise<string> {
  const tree = writeTree(FILES)
  t.after(tree.remove)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace' })
  t.after(() => workspace.close())
  const outcome = await workspace.fire(event, recordOf(dialect, event)?.example, { dialect })
  assert.equal(outcome.hooks.at(-1)?.status, 'returned', outcome.hooks.at(-1)?.why)
  return /"seen":\s*"([^"]*)"/.exec(JSON.stringify(outcome))?.[1] ?? JSON.stringify(outcome)
}

for (const [dialect, event, kind] of [
  ['kodelet', 'before_tool_call', 'an executable'],
  ['secureyeoman', 'tool_execute_before', 'a module'],
  ['kaizen', 'pre_tool_use', 'a Python hook'],
] as const) {
  test(`${kind} does not inherit what the settings drop`, async (t) => {
    const names = { TOKEN_OF_OURS: 'secret', BOTH: 'inherited', KEPT: 'kept' }
    Object.assign(process.env, names)
    t.after(() => {
      for (const name of Object.keys(names)) delete process.env[name]
    })
    assert.equal(await seen(t, dialect, event), 'none set kept')
  })
}

test('names are dropped as they are spelled, on Windows in any letter case', () => {
  const env = { Path: 'a', TOKEN: 'b' }
  assert.deepEqual(withoutVariables(env, ['PATH', 'token'], 'linux'), env)
  assert.deepEqual(withoutVariables(env, ['PATH', 'token'], 'win32'), {})
  assert.deepEqual(withoutVariables(env, ['TOKEN', 'toString'], 'linux'), { Path: 'a' })
})
