// Recording a workspace is subscribing to its steps; there is no record mode.

import { join } from 'node:path'
import { openSessionRecorder, type SessionRecorder } from '../recordings/sessions.ts'
import { version } from '../version.ts'
import type { Workspace } from './workspace.ts'

/** Where a workspace keeps its recordings. */
export function recordingsFolder(root: string): string {
  return join(root, '.hookbench', 'recordings')
}

/** Records every firing until closed, one file per session. `onProblem` hears why recording ended early. */
export function recordWorkspace(
  workspace: Pick<Workspace, 'root' | 'settings' | 'onStep'>,
  onProblem: (message: string) => void,
): SessionRecorder {
  const { root, settings } = workspace
  const recorder = openSessionRecorder({
    folder: recordingsFolder(root),
    session: 'session',
    version,
    redaction: settings.redaction,
    ...settings.recording,
    onProblem,
  })
  const stop = workspace.onStep(recorder.write)
  return {
    ...recorder,
    close() {
      stop()
      recorder.close()
    },
  }
}
