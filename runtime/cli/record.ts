// `hookbench record`: switches the recording of this workspace's firings on or off, or prints its state.

import type { Command } from 'commander'
import { print, printJson } from './print.ts'
import { examples, UsageError, workspaceRoot } from './usage.ts'

const WORDS = ['on', 'off', 'status']

export function record(program: Command): void {
  program
    .command('record')
    .argument('<word>', 'on, off or status')
    .summary('record every firing of this workspace, or stop')
    .description(
      'While recording is on, `hookbench run` always writes a recording. Secrets are masked before anything reaches the disk.',
    )
    .option('--json', 'as JSON')
    .addHelpText('after', examples(['record on', 'from now on'], ['record status', 'is it on?']))
    .action(async (word: string, options: { json?: boolean }, command: Command) => {
      if (!WORDS.includes(word))
        throw new UsageError(`"${word}" is not supported; expected ${WORDS.join(', ')}.`)
      const { recordingState, setRecording } = await import('../recordings/state.ts')
      const root = workspaceRoot(command)
      const state = word === 'status' ? recordingState(root) : setRecording(root, word === 'on')
      if (options.json === true) printJson(state)
      else
        print(
          `Recording is ${state.on ? 'on' : 'off'}${state.since === undefined ? '' : ` since ${state.since}`}.`,
        )
      if (state.problem !== undefined) throw new Error(state.problem)
    })
}
