// The first part of `npm start`: fires a few events of a session at typical Claude Code hooks and shows what Claude
// Code then does. Records nothing.

import { paint, plural, print } from '../../runtime/cli/print.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import type { SessionEvent } from '../session.ts'
import { eventLines } from './show.ts'
import type { DemoStage } from './stage.ts'

/** Fires the events of a short session at the entries of `.claude/settings.json` and prints the outcome of each. */
export async function playAgentSession({ shop: root, home }: DemoStage): Promise<void> {
  const workspace = await openWorkspace({ root, home, trust: 'workspace' })
  try {
    print(paint('bold', 'Claude Code in a small web shop'))
    const hooks = workspace.list().filter(({ dialect }) => dialect === 'claude-code')
    print(`${plural(hooks.length, 'hook')} in .claude/settings.json.\n`)
    for (const [at, event] of sessionIn(root).entries()) {
      const outcome = await workspace.fire(event.event, event.payload, { dialect: event.dialect })
      print(eventLines(at + 1, event, outcome))
    }
  } finally {
    await workspace.close()
  }
}

function sessionIn(cwd: string): readonly SessionEvent[] {
  const common = { session_id: 'shop', transcript_path: '/tmp/shop.jsonl', cwd }
  const call = (say: string, id: number, tool_name: string, tool_input: object): SessionEvent => ({
    ...{ dialect: 'claude-code', event: 'PreToolUse', say },
    payload: { ...common, hook_event_name: 'PreToolUse', tool_name, tool_input, tool_use_id: `toolu_${id}` },
  })
  return [
    {
      ...{
        dialect: 'claude-code',
        event: 'SessionStart',
        say: 'A session begins, and is told about the shop.',
      },
      payload: { ...common, hook_event_name: 'SessionStart', source: 'startup' },
    },
    call('The tests are run.', 1, 'Bash', { command: 'npm test' }),
    call('A folder is to be deleted by force.', 2, 'Bash', { command: 'rm -rf build' }),
    call('A secret is to be written.', 3, 'Write', { file_path: `${cwd}/.env`, content: 'TOKEN=' }),
  ]
}
