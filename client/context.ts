// The context passed to every part of the extension: the editor's context, the log, the runtimes, and the stores of
// hooks and recordings. Parts use each other only through it; each is one `register` function in extension.ts.

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
  /** The last run of each hook, started here or read from a recording. */
  readonly lastRuns: LastRuns
  /** The views' data providers by view id, so that tests can inspect what is shown. */
  readonly trees: Map<string, vscode.TreeDataProvider<unknown>>
  /** The Testing view, once registered; for tests. */
  testing?: Testing
  /** The result panel, once registered; for tests. */
  results?: Results
  /** What each open timeline last drew, by the path of its recording; for tests. */
  readonly timelines: Map<string, TimelineReport>
}

/** One part of the extension: registers its features and returns their disposables. */
export type ExtensionPart = (context: ClientContext) => readonly vscode.Disposable[]
