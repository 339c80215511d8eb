// A hook with a misspelled name is still listed, as broken and with the reason; files of other programs are not listed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFixture } from '../support/findings.ts'

const rows: readonly (readonly [title: string, path: string, text: string, listed: string | undefined])[] = [
  [
    'a misspelt handler that stands alone',
    'extensions/guard.ts',
    'export async function tool_execute_befor(ctx) { return ctx }\n',
    'broken: There is no event "tool_execute_befor", so this never fires. Did you mean "tool_execute_before"?',
  ],
  [
    'a misspelt handle',
    '.kaizen/hooks/guard.py',
    'class Guard:\n    events = ["pre_tool_use"]\n\n    async def handel(self, context):\n        return None\n',
    'broken: Guard has no handle(context), so it never runs. Did you mean "handle" by "handel"?',
  ],
  [
    'a function under a misspelt event',
    '.compilr/hooks/guard.js',
    'export default { beforeTools: async () => {} }\n',
    'broken: There is no event "beforeTools", so this never fires. Did you mean "beforeTool"?',
  ],
  [
    "another program's default export",
    'extensions/theirs.ts',
    `import start from './start.ts'\n\nexport default start('message_sent')\n`,
    undefined,
  ],
  [
    "an unreadable default export in the agent's own folder",
    '~/.secureyeoman/extensions/own.ts',
    `import start from './start.ts'\n\nexport default start('message_sent')\n`,
    'untrusted: not trusted yet; run `hookbench trust secureyeoman:user:own.ts`',
  ],
]

for (const [title, path, text, listed] of rows) {
  test(`${title} is ${listed === undefined ? 'not listed' : 'listed'}`, async (t) => {
    const file = { path, text, marks: [], language: '', executable: false, size: 0 }
    const hooks = await openFixture([file], t).project.hooks()
    assert.deepEqual(
      hooks.map(({ state, why }) => `${state}: ${why}`),
      listed === undefined ? [] : [listed],
    )
  })
}
