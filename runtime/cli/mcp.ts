// `hookbench mcp`: the tools for agents over the Model Context Protocol, on this process's standard streams.

import type { Command } from 'commander'
import { examples, openOptions, UsageError } from './usage.ts'
import type { Verb } from './verb.ts'

export const mcp: Verb = (program: Command) => {
  program
    .command('mcp')
    .summary('the tools for agents, over MCP')
    .description(
      'Serves one agent on the standard streams (docs/agents.md) with four tools: hookbench_list, hookbench_check, hookbench_explain, hookbench_replay. Replay runs hooks, and only those that are trusted; nothing trusts a hook here.',
    )
    .option('--stdio', 'use the standard streams (the default, and the only way)')
    .addHelpText(
      'after',
      examples(
        ['mcp', 'for an agent that starts it in the workspace'],
        ['mcp --workspace ../shop', 'for another folder'],
      ),
    )
    .action(async (_options: object, command: Command) => {
      if (process.stdin.isTTY) {
        throw new UsageError('mcp is started by an agent, not in a terminal; see docs/agents.md.')
      }
      const { serveMcp } = await import('./mcpServer.ts')
      await serveMcp(openOptions(command), process.stdin, process.stdout)
    })
}
