// `npm start`: fires a few events through hooks of Claude Code, then a whole session through those of the four systems
// whose hooks are files; shows, records and replays it. Works in a temporary copy of the examples and removes it;
// `--keep` keeps the copy.

import { duration, paint, plural, print } from '../runtime/cli/print.ts'
import type { Outcome } from '../runtime/contract/outcome.ts'
import { recordingsFolder } from '../runtime/recordings/folder.ts'
import { openRecorder } from '../runtime/recordings/recorder.ts'
import { type Replay, replayRecording } from '../runtime/replay/replay.ts'
import { openLedger } from '../runtime/trust/ledger.ts'
import { ledgerFile } from '../runtime/trust/store.ts'
import { version } from '../runtime/version.ts'
import { openWorkspace } from '../runtime/workspace/open.ts'
import type { Workspace } from '../runtime/workspace/workspace.ts'
import { readOptions } from './options.ts'
import { loadSession, type SessionEvent } from './session.ts'
import { playAgentSession } from './start/agentSession.ts'
import { eventLines, paragraph } from './start/show.ts'
import { type DemoStage, setStage } from './start/stage.ts'
import { hookTable } from './start/table.ts'

// Exits quietly when the reader closes the pipe, as in `npm start | head`; everything started ends with this process.
process.stdout.on('error', () => process.exit(0))

const { keep } = readOptions({ options: { keep: { type: 'boolean', default: false } } }).values
await main()

async function main(): Promise<void> {
  const began = performance.now()
  const stage = setStage(keep)
  await playAgentSession(stage)
  const session = loadSession(stage.workspace, stage.home)
  const open = opener(stage)

  await grantTrust(stage, open)
  const workspace = await open()
  introduce(workspace)
  const { outcomes, recording } = await play(workspace, session).finally(() => workspace.close())
  print(hookTable(outcomes))
  sumUp(outcomes)

  const replay = await replayRecording(open, recording, { jobs: 4 })
  judge(replay)
  print(paint('dim', `Took ${duration(performance.now() - began)}.`))
  if (keep) sayWhere(stage, recording)
  else sayWhatNext()
}

// On a signal, first closes the workspaces, which ends the running hooks.
function opener({ workspace: root, home }: DemoStage): () => Promise<Workspace> {
  const opened: Workspace[] = []
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, async () => {
      await Promise.allSettled(opened.map((workspace) => workspace.close()))
      process.exit(code)
    })
  }
  return async () => {
    const workspace = await openWorkspace({ root, home })
    opened.push(workspace)
    return workspace
  }
}

// Grants the trust that `hookbench trust` would after asking: every hook as it is, and the workspace's also after
// edits.
async function grantTrust(
  { workspace: root, home }: DemoStage,
  open: () => Promise<Workspace>,
): Promise<void> {
  const workspace = await open()
  const ledger = openLedger({ file: ledgerFile(home), root, home })
  const hooks = workspace.list().filter(({ state }) => state === 'untrusted')
  await workspace.close()
  for (const written of [await ledger.trust(hooks, 'exact'), await ledger.trustFolder(root, 'edits')]) {
    if (!written.ok) throw new Error(written.why)
  }
}

function introduce(workspace: Workspace): void {
  const hooks = workspace.list()
  const active = hooks.filter(({ state }) => state === 'active')
  const dialects = Map.groupBy(active, ({ dialect }) => dialect)
  const counts = [...dialects].map(([dialect, own]) => `${own.length} ${dialect}`).join(', ')
  print(paint('bold', 'One whole session through the hooks of SecureYeoman, Kodelet, Kaizen and compilr'))
  print(`${plural(active.length, 'hook')} ready: ${counts}.`)
  const others = hooks.filter(({ state }) => state !== 'active' && state !== 'disabled')
  for (const [why, left] of Map.groupBy(others, (hook) => hook.why ?? hook.state)) {
    print(paint('dim', paragraph(`Left out: ${left.map(({ name }) => name).join(', ')}. ${why}`)))
  }
  print()
}

type Played = { readonly outcomes: readonly Outcome[]; readonly recording: string }

async function play(workspace: Workspace, session: readonly SessionEvent[]): Promise<Played> {
  const { redaction, recording } = workspace.settings
  const { root } = workspace
  const folder = recordingsFolder(root)
  const onProblem = (message: string) => print(paint('yellow', message))
  const recorder = openRecorder({
    root,
    folder,
    session: 'shop',
    version,
    redaction,
    ...recording,
    onProblem,
  })
  const stop = workspace.onStep(recorder.write)
  const outcomes: Outcome[] = []
  for (const [at, event] of session.entries()) {
    const outcome = await workspace.fire(event.event, event.payload, { dialect: event.dialect })
    outcomes.push(outcome)
    print(eventLines(at + 1, event, outcome))
  }
  stop()
  recorder.close()
  if (recorder.path === undefined) throw new Error('Nothing was recorded.')
  return { outcomes, recording: recorder.path }
}

function sumUp(outcomes: readonly Outcome[]): void {
  const runs = outcomes.flatMap(({ hooks }) => hooks.filter(({ status }) => status !== 'skipped'))
  const kinds = new Set(outcomes.map(({ dialect, event }) => `${dialect} ${event}`)).size
  const count = (test: (outcome: Outcome) => boolean) => outcomes.filter(test).length
  const failed = runs.filter(({ status }) => status === 'failed').length
  const parts = [
    `${count(({ decision }) => decision === 'deny')} denied`,
    `${count(({ changed }) => changed)} changed`,
    `${count(({ answer, handled }) => answer !== undefined || handled === true)} answered`,
    `${failed} of ${runs.length} calls failed`,
  ]
  print(`\n${plural(outcomes.length, 'event')} of ${kinds} kinds: ${parts.join(', ')}.`)
}

function judge({ events, same, changed, failed }: Replay): void {
  const all = same === events.length
  const rest = all ? '' : `, ${changed} changed, ${failed} failed`
  print(
    paint(
      all ? 'green' : 'yellow',
      `Replayed the recording: ${same} of ${events.length} outcomes equal${rest}.`,
    ),
  )
  for (const { n, event, failed: why, differences = [] } of events.filter((one) => !one.same)) {
    print(`  ${n} ${event}: ${why ?? differences.map(({ path }) => path).join(', ')}`)
  }
  if (!all) process.exitCode = 1
}

function sayWhere({ folder, workspace, home }: DemoStage, recording: string): void {
  const at = `--workspace ${workspace} --home ${home}`
  print(`\nKept in ${folder}. Edit a hook there, then:`)
  print(`  npx hookbench list ${at}`)
  print(`  npx hookbench replay ${recording} ${at}`)
}

function sayWhatNext(): void {
  print('\nNext, try:')
  print('  npx hookbench check --workspace examples/claude-code')
  print('  npx hookbench list --workspace examples/workspace --home examples/home')
  print('  npm start -- --keep       keeps this copy and its recording, to edit and replay')
}
