// What every part of the extension is given: the editor's context, the log, the runtimes, and what is known of hooks
// and recordings. Parts know each other only through this; each is one `register` in extension.ts.

import type * as vscode from 'vscode'
import type { HookStore } from './hooks/store.ts'
import type { RecordingStore } from './recordings/store.ts'
import type { LastRuns } from './replay/lastRuns.ts'
import type { Results } from './result/result.ts'
import type { Runtimes } from './runtimes.ts'
import type { Testing } from './testing/parts.ts'
import type { TimelineReport } from './timeline/messages.ts'

export type ClientContext = {
  readonly extension: vscode.ExtensionContext
  readonly log: vscode.LogOutputChannel
  readonly runtimes: Runtimes
  readonly hooks: HookStore
  readonly recordings: RecordingStore
  /** What each hook did the last time, here or in a recording. */
  readonly lastRuns: LastRuns
  /** What the views show, by their id: for tests, which cannot look at a screen. */
  readonly trees: Map<string, vscode.TreeDataProvider<unknown>>
  /** The Testing view, from when it is registered: for tests too. */
  testing?: Testing
  /** The result panel, from when it is registered: for tests too. */
  results?: Results
  /** What each open timeline drew last, by the path of its recording: for tests. */
  readonly timelines: Map<string, TimelineReport>
}

/** One part: registers what it offers and answers with what is to be disposed of. */
export type ExtensionPart = (context: ClientContext) => readonly vscode.Disposable[]
