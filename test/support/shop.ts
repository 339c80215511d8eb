// A small workspace with one hook of every kind of code and source, quick to run: for tests of the whole product.

import { type Tree, writeTree } from './tree.ts'

export type Shop = Tree & {
  readonly ws: string
  readonly home: string
  /** The options that select this workspace and its home, followed by these arguments. */
  args(...rest: readonly string[]): readonly string[]
}

/** Writes the shop; pass `remove` to `after`. */
export function writeShop(): Shop {
  const tree = writeTree(SHOP)
  const ws = tree.at('/ws')
  const home = tree.at('/home')
  return { ...tree, ws, home, args: (...rest) => ['--workspace', ws, '--home', home, ...rest] }
}

const SHOP = `
  //- /ws/.kodelet/hooks/10-rewrite 755
  #!/bin/sh
  [ "$1" = hook ] && echo before_tool_call && exit
  cat > /dev/null
  echo '{"input": {"command": "ls -l"}}'
  //- /ws/.kodelet/hooks/20-guard 755
  #!/bin/sh
  [ "$1" = hook ] && echo before_tool_call && exit
  case $(cat) in
    *sudo*) echo '{"blocked": true, "reason": "no sudo here"}' ;;
  esac
  echo checked >&2
  //- /ws/.kodelet/plugins/acme@review/hooks/watch 755
  #!/bin/sh
  [ "$1" = hook ] && echo turn_end && exit
  cat > /dev/null
  //- /home/.kodelet/hooks/private 755
  #!/bin/sh
  [ "$1" = hook ] && echo before_tool_call && exit
  cat > /dev/null
  //- /ws/.kodelet/hooks/noted.txt
  not a hook
  //- /ws/extensions/_10_greet.ts
  import { greeting } from './lib/greeting.ts'
  export const before_llm_call = (context: object) => ({ ...context, greeting })
  //- /ws/extensions/lib/greeting.ts
  export const greeting: string = 'hello'
  //- /home/.secureyeoman/extensions/_20_quiet.mjs
  export const message_sent = () => {}
  //- /ws/.kaizen/hooks/counter.py
  from kaizen.core.autonomy.hooks import BaseHook
  from kaizen.core.autonomy.hooks.types import HookEvent, HookResult


  class CounterHook(BaseHook):
      events = [HookEvent.PRE_TOOL_USE]

      def __init__(self):
          super().__init__(name="counter")

      async def handle(self, context):
          return HookResult(success=True, data={"seen": 1})
  //- /ws/.compilr/hooks/mock.js
  export default {
    beforeTool: [() => ({ skip: true, result: { success: true, result: 'mocked' } })],
  }
`
