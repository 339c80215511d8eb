// Records a workspace by subscribing to its steps; there is no separate record mode.

import { recordingsFolder } from '../recordings/folder.ts'
import { openSessionRecorder, type SessionRecorder } from '../recordings/sessions.ts'
import { version } from '../version.ts'
import type { Workspace } from './workspace.ts'

/** Records every firing until closed, one file per session. `onProblem` receives the reason if recording ends early. */
export function recordWorkspace(
  workspace: Pick<Workspace, 'root' | 'settings' | 'onStep'>,
  onProblem: (message: string) => void,
): SessionRecorder {
  const { root, settings } = workspace
  const recorder = openSessionRecorder({
    root,
    folder: recordingsFolder(root),
    session: 'session',
    version,
    redaction: settings.redaction,
    environment: settings.environment.set,
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
