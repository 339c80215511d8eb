// The public surface of the runtime: open a workspace, fire events, hear steps. The only barrel.

export type { DialectId } from './contract/dialect.ts'
export type { Handler, Hook, HookState } from './contract/hook.ts'
export type { HookRun, Outcome, PlannedHook, Source, Step } from './contract/outcome.ts'
export type { Problem } from './contract/problems.ts'
export type { Settings } from './contract/settings.ts'
export type { Decision, Reason, Verdict } from './contract/verdict.ts'
export { type TraceOptions, traceWorkspace } from './telemetry/traceWorkspace.ts'
export { version } from './version.ts'
export { Refusal } from './workspace/door.ts'
export { openWorkspace } from './workspace/open.ts'
export { recordWorkspace } from './workspace/recording.ts'
export type { Explanation, FireOptions, OpenOptions, Workspace } from './workspace/workspace.ts'
