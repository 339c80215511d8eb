// The workspace for the clicks: an active hook, an untrusted one, a failing one, two recorded sessions, a payload file
// and a failing case. Set up with the command line of the installed extension.

import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EditorStage } from '../stage.ts'

/** The hooks and the events they answer. */
export const HOOKS = {
  runs: { name: '_10_guard', event: 'tool_execute_before' },
  waits: { name: '_20_waiting', event: 'message_received' },
  fails: { name: '_30_failing', event: 'tool_execute_after' },
  /** A hook of an agent that is configured by entries. */
  entry: { name: 'look.sh', event: 'PreToolUse' },
} as const

/** The name of the case. */
export const CASE = 'guard lets ls pass'

/** Paths relative to the workspace. */
export const FILES = {
  runs: `extensions/${HOOKS.runs.name}.ts`,
  payload: `.hookbench/payloads/guard.secureyeoman.${HOOKS.runs.event}.payload.json`,
  case: '.hookbench/cases/guard-lets-ls-pass.json',
} as const

const payloadOf = (command: string) => ({
  event: HOOKS.runs.event,
  sessionId: 's-1',
  timestamp: 1771236000000,
  toolName: 'bash',
  toolCallId: 'call-1',
  input: { command },
})

const TEXTS: Readonly<Record<string, string>> = {
  [FILES.runs]: `export async function tool_execute_before(ctx: { toolName: string; input: { command: string } }) {
  const { command } = ctx.input
  console.error('guard:', command)
  return command.includes('rm') ? null : ctx
}
`,
  [`extensions/${HOOKS.waits.name}.ts`]: 'export async function message_received() {}\n',
  [`extensions/${HOOKS.fails.name}.ts`]: `export async function tool_execute_after() {
  throw new Error('nobody is home')
}
`,
  '.claude/look.sh': '#!/bin/sh\ncat >/dev/null\n',
  '.claude/settings.json': JSON.stringify({
    hooks: {
      PreToolUse: [{ hooks: [{ type: 'command', command: 'sh "$CLAUDE_PROJECT_DIR/.claude/look.sh"' }] }],
    },
  }),
  [FILES.payload]: `${JSON.stringify(payloadOf('rm notes.txt'), undefined, 2)}\n`,
}

/** Writes the files, trusts hooks and records the sessions. */
export function furnish({ workspace, home, extensions, env }: EditorStage): void {
  // On a busy machine, the first call of a hook is slow.
  write(home, '.secureyeoman/config.yaml', 'extensions:\n  maxExecutionTime: 60000\n')
  for (const [path, text] of Object.entries(TEXTS)) write(workspace, path, text)
  const [cli = ''] = globSync('hookbench.hookbench-*/dist/cli.js', { cwd: extensions })
  const hookbench = (...argv: readonly string[]) =>
    execFileSync(process.execPath, [join(extensions, cli), ...argv, '--workspace', workspace], {
      env: { ...env, NO_COLOR: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  for (const { name } of [HOOKS.runs, HOOKS.fails, HOOKS.entry]) hookbench('trust', name, '--yes')
  for (const path of [undefined, FILES.payload]) {
    const payload = path === undefined ? [] : ['--payload', join(workspace, path)]
    hookbench('run', HOOKS.runs.event, '--record', ...payload)
  }
  const hooks = JSON.parse(hookbench('list', '--json')) as { id: string; name: string }[]
  const hook = hooks.find(({ name }) => name.includes('guard'))?.id
  const expect = { decision: 'pass', changed: false }
  const test = { v: 1, name: CASE, dialect: 'secureyeoman', event: HOOKS.runs.event, hook }
  write(
    workspace,
    FILES.case,
    `${JSON.stringify({ ...test, payload: payloadOf('rm -r .'), expect }, undefined, 2)}\n`,
  )
}

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
