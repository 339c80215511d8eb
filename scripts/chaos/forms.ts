// The hooks of the chaos test, one for each way a hook runs: module, executable, interpreter, entry of an agent. Each
// answers with the id of its payload, so that answers delivered to the wrong session are detected, and fails in the way
// its payload says.

import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { dialectsWith, recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'

/** How a hook behaves: 'ok', or a kind of failure. */
export const deeds = ['ok', 'hang', 'spin', 'crash', 'exit', 'flood', 'stray'] as const
export type Deed = (typeof deeds)[number]

export type Form = {
  readonly name: string
  readonly dialect: string
  readonly event: string
  /** Path relative to the workspace. */
  readonly file: string
  readonly text: string
  readonly payload: (id: string, deed: Deed) => object
  /** Extracts the id that the hook answered with. */
  readonly answer: (outcome: Outcome) => unknown
}

// The agent whose entries are in `.claude/settings.json`.
const [AGENT = 'compilr'] = dialectsWith('PreToolUse')

const example = (dialect: DialectId, event: string) =>
  recordOf(dialect, event)?.example as Record<string, unknown>

const first = ({ hooks }: Outcome) => hooks[0]?.result as Record<string, Record<string, unknown>> | undefined

// Needs no JSON tool: the payload is searched as text. A process that leaves its group is found by an environment
// variable, which an agent's entry does not get, so entries start no such process.
const shell = (events: string, answer: string, stray = 'setsid sleep 300 &') => `#!/bin/sh
${events}
read -r payload
id=\${payload#*'"chaos":"'}
deed=\${id#*'/'}
deed=\${deed%%'"'*}
id=\${id%%'/'*}
case $deed in
  hang) sleep 300 ;;
  spin) while :; do :; done ;;
  crash) kill -SEGV $$ ;;
  exit) exit 3 ;;
  flood) i=0; while [ $i -lt 4000 ]; do echo "flood flood flood flood flood flood flood flood"; i=$((i+1)); done >&2 ;;
  stray) (trap '' TERM HUP; sleep 300) & ${stray} ;;
esac
${answer}
`

export const forms: readonly Form[] = [
  {
    name: 'module',
    dialect: 'compilr',
    event: 'beforeTool',
    file: '.compilr/hooks/mark.mjs',
    text: `import { spawn } from 'node:child_process'
const deeds = {
  hang: () => new Promise(() => {}),
  spin: () => { for (;;) {} },
  crash: () => new Promise(() => setTimeout(() => { throw new Error('crash') })),
  exit: () => process.exit(3),
  flood: () => { for (let i = 0; i < 2000; i++) console.log('flood '.repeat(50)) },
  stray: () => { spawn('sleep', ['300'], { stdio: 'ignore', detached: true }) },
}

export default {
  beforeTool: [
    async ({ input }) => {
      const [id, deed] = input.chaos.split('/')
      await deeds[deed]?.()
      return { input: { ...input, by: id } }
    },
  ],
}
`,
    payload: (id, deed) => ({ ...example('compilr', 'beforeTool'), input: { chaos: `${id}/${deed}` } }),
    answer: ({ payload }) => (payload as { input?: { by?: unknown } }).input?.by,
  },
  {
    name: 'executable',
    dialect: 'kodelet',
    event: 'before_tool_call',
    file: '.kodelet/hooks/mark',
    text: shell(`[ "$1" = hook ] && echo before_tool_call && exit`, `printf '{"input": {"by": "%s"}}' "$id"`),
    payload: (id, deed) => ({
      ...example('kodelet', 'before_tool_call'),
      tool_input: { chaos: `${id}/${deed}` },
    }),
    answer: (outcome) => first(outcome)?.input?.by,
  },
  {
    name: 'interpreter',
    dialect: 'kaizen',
    event: 'pre_tool_use',
    file: '.kaizen/hooks/mark.py',
    text: `import asyncio
import os
import subprocess
import sys

from kaizen.core.autonomy.hooks import BaseHook, HookResult


class Mark(BaseHook):
    def __init__(self):
        super().__init__(name="mark")

    async def handle(self, context):
        id, deed = context.data["chaos"].split("/")
        if deed == "hang":
            await asyncio.Event().wait()
        if deed == "spin":
            while True:
                pass
        if deed == "crash":
            os.kill(os.getpid(), 11)
        if deed == "exit":
            os._exit(3)
        if deed == "flood":
            for _ in range(2000):
                print("flood " * 50, file=sys.stderr)
        if deed == "stray":
            subprocess.Popen(["sleep", "300"], start_new_session=True)
        return HookResult(success=True, data={"by": id})
`,
    payload: (id, deed) => ({ ...example('kaizen', 'pre_tool_use'), data: { chaos: `${id}/${deed}` } }),
    answer: (outcome) => first(outcome)?.data?.by,
  },
  {
    name: 'entry',
    dialect: AGENT,
    event: 'PreToolUse',
    file: '.claude/mark.sh',
    text: shell(
      '',
      `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"%s"}}' "$id"`,
      '',
    ),
    payload: (id, deed) => ({
      ...example(AGENT, 'PreToolUse'),
      tool_name: 'Bash',
      tool_input: { command: 'true', chaos: `${id}/${deed}` },
    }),
    answer: ({ context }) => context[0],
  },
]

export const ENTRIES = JSON.stringify(
  {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR"/.claude/mark.sh', timeout: 2 }],
        },
      ],
    },
  },
  null,
  2,
)
