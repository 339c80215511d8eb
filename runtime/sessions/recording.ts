// The recording of one session: writes its steps to a file of its own.

import type { Step } from '../contract/outcome.ts'
import { recordingsFolder } from '../recordings/folder.ts'
import { openRecorder } from '../recordings/recorder.ts'
import { version } from '../version.ts'
import type { Workspace } from '../workspace/workspace.ts'

export type SessionRecording = {
  write(step: Step): void
  close(): void
  /** The file; undefined until something has been recorded. */
  readonly path: string | undefined
}

/** Starts the recording of a session; the file is created when its first event fires. */
export function startRecording(
  workspace: Pick<Workspace, 'root' | 'settings'>,
  session: string,
  say: (line: string) => void,
): SessionRecording {
  const { root, settings } = workspace
  const recorder = openRecorder({
    root,
    folder: recordingsFolder(root),
    session,
    version,
    redaction: settings.redaction,
    environment: settings.environment.set,
    ...settings.recording,
    onProblem: say,
  })
  return {
    write(step) {
      recorder.write(step)
      // Idle sessions keep no file handle open, because many sessions would use up the limit.
      if (step.kind === 'settled') recorder.rest()
    },
    close: () => recorder.close(),
    get path() {
      return recorder.path
    },
  }
}
