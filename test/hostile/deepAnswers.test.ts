// A hook whose answer nests the payload so deeply that no later hook could be given it, through the whole product.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { writeTree } from '../support/tree.ts'
import { type Kind, SCENES } from './stage.ts'

// Nests the payload so deeply that the guard after it would not be given it; the last hook makes it usual again.
const AROUND_A_GUARD: Readonly<Record<Exclude<Kind, 'python'>, string>> = {
  module: `
    //- /ws/extensions/_10_deep.mjs
    const deep = (levels) => { let value = []; while (levels-- > 0) value = [value]; return value }
    export const tool_execute_before = (context) => ({ ...context, deep: deep(LEVELS) })
    //- /ws/extensions/_20_guard.mjs
    export const tool_execute_before = () => null
    //- /ws/extensions/_30_usual.mjs
    export const tool_execute_before = ({ deep, ...context }) => context
  `,
  executable: `
    //- /ws/.kodelet/hooks/10-deep 755
    #!/usr/bin/env python3
    import sys
    if sys.argv[1] == "hook":
        print("before_tool_call")
    else:
        print('{"input": {"deep": ' + "[" * LEVELS + "]" * LEVELS + "}}")
    //- /ws/.kodelet/hooks/20-guard 755
    #!/bin/sh
    [ "$1" = hook ] && echo before_tool_call && exit
    echo '{"blocked": true, "reason": "no"}'
    //- /ws/.kodelet/hooks/30-usual 755
    #!/bin/sh
    [ "$1" = hook ] && echo before_tool_call && exit
    echo '{"input": {"command": "ls"}}'
  `,
  lists: `
    //- /ws/.compilr/hooks/10_deep.mjs
    const deep = (levels) => { let value = []; while (levels-- > 0) value = [value]; return value }
    export default {
      beforeTool: [
        ({ input }) => ({ input: { ...input, deep: deep(LEVELS) } }),
        (context) => { context.metadata.deep = deep(LEVELS) },
      ],
    }
    //- /ws/.compilr/hooks/20_guard.mjs
    export default { beforeTool: [() => ({ skip: true })] }
    //- /ws/.compilr/hooks/30_usual.mjs
    export default { beforeTool: [(context) => { context.metadata.deep = 0; return { input: {} } }] }
  `,
}

for (const [kind, files] of Object.entries(AROUND_A_GUARD) as [Exclude<Kind, 'python'>, string][])
  for (const levels of [600, 5500])
    test(`a hook that nests the payload ${levels} levels deep keeps it from no guard (${kind})`, async (t) => {
      const { dialect, event } = SCENES[kind]
      const tree = writeTree(
        `//- /home/\n${files.replaceAll('LEVELS', String(levels)).replaceAll(/^ {4}/gm, '')}`,
      )
      t.after(tree.remove)
      const workspace = await openWorkspace({
        root: tree.at('/ws'),
        home: tree.at('/home'),
        trust: 'workspace',
      })
      t.after(() => workspace.close())
      const outcome = await workspace.fire(event, recordOf(dialect, event)?.example, { dialect })
      assert.equal(outcome.decision, 'deny', JSON.stringify(outcome.hooks.map(({ why }) => why)))
      assert.equal(outcome.hooks[0]?.failure, 'invalid')
      assert.match(String(outcome.hooks[0]?.why), /is nested more than (512|2000) levels deep/)
    })
