// Fires and records the sessions shown in the pictures: an agent in a small shop, about twenty events. Run as a
// separate process, because hooks see the environment of the process that runs them.

import { setTimeout as sleep } from 'node:timers/promises'
import { recordingsFolder } from '../../../runtime/recordings/folder.ts'
import { openRecorder } from '../../../runtime/recordings/recorder.ts'
import { openLedger } from '../../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../../runtime/trust/store.ts'
import { version } from '../../../runtime/version.ts'
import { openWorkspace } from '../../../runtime/workspace/open.ts'

const [root = '', home = ''] = process.argv.slice(2)
const written = await openLedger({ file: ledgerFile(undefined), root, home }).trustFolder(root, 'edits')
if (!written.ok) throw new Error(written.why)

let calls = 0

/** Events by session: prompts, and what the agent does about them. */
const SESSIONS: Readonly<Record<string, readonly StoryEvent[]>> = {
  'fix-the-port': [
    ['SessionStart', { source: 'startup' }],
    ['UserPromptSubmit', { prompt: 'The port should come from PORT' }],
    ['PreToolUse', edit('src/settings.mjs')],
    ['PostToolUse', edit('src/settings.mjs')],
    ['PreToolUse', bash('npm test')],
    ['PreToolUse', bash('git push')],
    ['Stop', {}],
  ],
  'clean-up': [
    ['SessionStart', { source: 'startup' }],
    ['UserPromptSubmit', { prompt: 'Clean up the build and read the port from .env' }],
    ['PreToolUse', bash('npm test')],
    ['PreToolUse', edit('src/settings.mjs')],
    ['PostToolUse', edit('src/settings.mjs')],
    ['PreToolUse', bash('rm -rf build')],
    ['PreToolUse', bash('mv build .trash')],
    ['PreToolUse', edit('.env')],
    ['PreToolUse', edit('src/settings.mjs')],
    ['PostToolUse', edit('src/settings.mjs')],
    ['PreToolUse', bash('npm test')],
    ['PreToolUse', bash('git push --force')],
    ['PreToolUse', bash('git push --force-with-lease')],
    ['Stop', {}],
  ],
}

type StoryEvent = readonly [event: string, payload: Readonly<Record<string, unknown>>]

function bash(command: string) {
  return { tool_name: 'Bash', tool_use_id: `toolu_${++calls}`, tool_input: { command } }
}

function edit(path: string) {
  const tool_input = { file_path: `${root}/${path}`, old_string: '3000', new_string: 'PORT' }
  return {
    tool_name: 'Edit',
    tool_use_id: `toolu_${++calls}`,
    tool_input,
    tool_response: { filePath: `${root}/${path}`, success: true },
  }
}

const workspace = await openWorkspace({ root })
const dialect = workspace.list().find(({ entry }) => entry !== undefined)?.dialect
if (dialect === undefined) throw new Error(`${root} has no entry of an agent`)
const { redaction, recording } = workspace.settings
for (const [session, events] of Object.entries(SESSIONS)) {
  const folder = recordingsFolder(root)
  const recorder = openRecorder({ root, folder, session, version, redaction, ...recording })
  const stop = workspace.onStep(recorder.write)
  for (const [event, payload] of events) {
    const common = { session_id: session, transcript_path: `${home}/${session}.jsonl`, cwd: root }
    const given = { ...common, permission_mode: 'default', hook_event_name: event, ...payload }
    await workspace.fire(event, given, { dialect })
    // Pause between two calls, as when an agent thinks.
    await sleep(150 + ((event.length * 37) % 200))
  }
  stop()
  recorder.close()
}
await workspace.close()
