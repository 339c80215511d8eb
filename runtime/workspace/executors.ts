// Selects the executor of each hook. Executors are opened on first use.

import { existsSync } from 'node:fs'
import { type Builtins, openBuiltins } from '../builtin/builtins.ts'
import { type Executor, gaveUp } from '../contract/call.ts'
import { defined } from '../contract/defined.ts'
import type { Hook, Runner } from '../contract/hook.ts'
import type { Settings } from '../contract/settings.ts'
import { disk } from '../discovery/disk.ts'
import type { UserFolders } from '../discovery/folders.ts'
import { withoutVariables } from '../executors/droppedVariables.ts'
import { openEntries } from '../executors/entry/openEntries.ts'
import { type Executables, openExecutables } from '../executors/executable/executables.ts'
import { type Groups, openGroups } from '../executors/groups.ts'
import { inspectionKind } from '../executors/inspect/command.ts'
import { UNREACHED } from '../executors/inspect/entryProcess.ts'
import type { DebugTarget } from '../executors/inspect/target.ts'
import type { Traced } from '../executors/inspect/trace.ts'
import { openModules } from '../executors/module/openModules.ts'
import { openModulesHere } from '../executors/module/openModulesHere.ts'
import { openPython } from '../executors/python/openPython.ts'
import type { Confinement } from '../executors/sandbox/confinement.ts'
import { type ConfinedRun, openSandbox, type Sandbox } from '../executors/sandbox/openSandbox.ts'
import type { Pinned } from '../executors/sandbox/pinned.ts'
import { createRedactor, type Redactor } from '../recordings/redact.ts'
import type { Snapshot } from '../trust/snapshot.ts'
import { openForeignCode } from './foreignCode.ts'

export type ExecutorsOptions = {
  readonly root: string
  readonly home: string
  /** The user's folders; running process groups are recorded in the data folder. */
  readonly folders: UserFolders
  readonly workers: number | undefined
  /** All hooks, active or not. */
  readonly hooks: () => readonly Hook[]
  readonly settings: () => Settings
  /** The bytes that trust verified, or why there are none to run. */
  readonly snapshot: (hook: Hook) => Snapshot | { readonly untrusted: string }
  /** Verifies trust for one run of a program: before its start, after it and at its end. */
  readonly verify: (hook: Hook) => () => string | undefined
  readonly say: (line: string) => void
  /** Where module hooks run: in workers, or in this process with `none`. */
  readonly isolation?: 'worker' | 'none' | undefined
  /** Built-in hooks write nothing. */
  readonly rehearsal?: boolean | undefined
  readonly onEmit?: ((event: string, data: unknown, hook: Hook) => void) | undefined
}

/** The Python hooks of a source share an interpreter, so sandboxed and other hooks need separate ones. */
type Door = Exclude<Runner, 'in-process'> | 'confined python' | 'strict python'

export type Executors = {
  of(hook: Hook): Executor
  readonly executables: Executables
  readonly sandbox: Sandbox
  readonly builtins: Builtins
  /** Loads what runs one hook under its debugger, or traces it: a function that opens the executor of one inspection. */
  inspector(): Promise<(request: InspectorRequest) => Executor>
  /** Why a hook cannot run under a debugger; undefined if it can. */
  uninspectable(hook: Hook): string | undefined
  /** Whether an inspection shows more of a hook than its answer. */
  canInspect(hook: Hook, withTrace: boolean): boolean
  close(): Promise<void>
}

/** Options of an inspection, in addition to those of every run. */
export type InspectorRequest = {
  readonly listening: (target: DebugTarget) => void
  /** Receives what a shell hook runs, masked as recordings are. */
  readonly traced?: ((lines: readonly Traced[]) => void) | undefined
  /** Whether a traced shell hook also waits for a debugger. */
  readonly stops?: boolean | undefined
  /** Variables added to those of the settings. */
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
}

export function openExecutors(options: ExecutorsOptions): Executors {
  const { root, home, folders, settings, snapshot, verify, say } = options
  const builtins = openBuiltins({
    root,
    settings,
    say,
    redact: redactorOf(settings),
    rehearsal: options.rehearsal === true,
  })
  const opened = new Map<Door, Executor>([['builtin', builtins]])
  let groups: Groups | undefined
  let closed = false
  const env = () => settings().environment.set
  const drop = () => settings().environment.drop
  const listeners = defined({ onEmit: options.onEmit })
  const foreign = openForeignCode({ root, home, disk })
  const theGroups = () => (groups ??= openGroups(folders.data))
  const sandbox = openSandbox({
    root,
    home,
    own: [folders.data, folders.cache],
    settings: () => settings().sandbox,
    groups: theGroups,
  })

  // Hooks with a handler are called by the engine itself.
  const open: Readonly<Record<Door, () => Executor>> = {
    module: () => {
      if (options.isolation === 'none') return openModulesHere({ snapshot, ...listeners })
      theGroups().watch()
      return openModules({
        workers: options.workers ?? settings().workers,
        snapshot,
        beside: ({ path, source }) =>
          options.hooks().filter((one) => one.path === path && one.source === source),
        cwd: root,
        env: { ...withoutVariables(process.env, drop()), ...env() },
        // Not HOOKBENCH_RUNTIME: these programs are in the process group of the program that started the runtime.
        mark: { HOOKBENCH_GROUPS: theGroups().env.HOOKBENCH_GROUPS },
        onPrograms: () => theGroups().strayed(),
        ...listeners,
      })
    },
    executable: () =>
      openExecutables({
        root,
        groups: theGroups(),
        env,
        drop,
        outputCap: settings().outputCap,
        verify,
        confine,
      }),
    python: () => python('python'),
    'confined python': () => python('confined python', sandbox.confine),
    'strict python': () =>
      // It reads no files of the workspace: hooks and their imports are sent as bytes.
      python('strict python', (run) => sandbox.confine({ ...run, pinned: () => NOTHING })),
    entry: () =>
      openEntries({
        root,
        home,
        groups: theGroups(),
        outputCap: settings().outputCap,
        verify,
        confine,
        foreign,
      }),
    builtin: () => builtins,
  }

  function confine(hook: Hook, run: ConfinedRun): Confinement | undefined {
    if (!sandbox.confines(hook)) return undefined
    return sandbox.confine(sandbox.isStrict(hook) ? { ...run, pinned: () => snapshot(hook) } : run)
  }

  function python(door: Door, confine?: (run: ConfinedRun) => Confinement): Executor {
    const common = { root, env: env(), drop: drop(), snapshot, groups: theGroups() }
    const together = (hook: Hook) =>
      options
        .hooks()
        .filter(({ state, runner }) => state === 'active' && runner === 'python')
        .filter((one) => doorOf(one) === door && one.events.some((event) => hook.events.includes(event)))
    return openPython({ ...common, together, ...defined({ confine }) })
  }

  function doorOf(hook: Hook): Door {
    const { runner, id } = hook
    if (runner === 'in-process') throw new Error(`${id} brings no handler`)
    if (runner !== 'python' || !sandbox.confines(hook)) return runner
    return sandbox.isStrict(hook) ? 'strict python' : 'confined python'
  }

  function of(runner: Door): Executor {
    if (closed) return CLOSED
    const known = opened.get(runner)
    if (known !== undefined) return known
    const executor = open[runner]()
    opened.set(runner, executor)
    return executor
  }

  function uninspectable(hook: Hook): string | undefined {
    if (hook.runner === 'builtin' || hook.handler !== undefined) return 'it runs inside the runtime'
    if (hook.entry !== undefined && hook.entry.inspect === undefined) return UNREACHED
    return sandbox.confines(hook) ? 'it runs in a sandbox, where a debugger cannot attach' : undefined
  }

  return {
    of: (hook) => of(doorOf(hook)),
    sandbox,
    builtins,
    async inspector() {
      // Loaded for the first inspection: most sessions have none.
      const { openInspector } = await import('../executors/inspect/openInspector.ts')
      return ({ env: added, traced, ...request }) =>
        closed
          ? CLOSED
          : openInspector({
              ...request,
              root,
              home,
              groups: theGroups(),
              env: () => ({ ...env(), ...added }),
              drop,
              snapshot,
              verify,
              foreign,
              traced: traced === undefined ? undefined : maskedTrace(settings(), traced),
            })
    },
    uninspectable,
    canInspect(hook, withTrace) {
      if (uninspectable(hook) !== undefined) return false
      if (hook.entry !== undefined) return hook.entry.inspect?.language !== 'shell' || withTrace
      if (hook.runner !== 'executable') return true
      const way = existsSync(hook.path) ? inspectionKind(hook.path) : 'none'
      return way === 'debugger' || (way === 'trace' && withTrace)
    },
    get executables() {
      return of('executable') as Executables
    },
    async close() {
      closed = true
      await Promise.all([...opened.values()].map((executor) => executor.close()))
      await sandbox.close()
      groups?.close()
    },
  }
}

/** What a firing gets that goes on after its workspace was closed: nothing would close another executor. */
const CLOSED: Executables = {
  run: (call) => call.done(gaveUp(call, 'aborted')),
  cancel: (call, reason) => call.done(gaveUp(call, reason)),
  query: async () => ({ failed: 'the workspace is closed' }),
  close: async () => {},
}

const NOTHING: Pinned = { files: new Map(), hash: '' }

// A trace contains whatever data the hook handles, so its lines are masked before they are passed on.
function maskedTrace(settings: Settings, tell: (lines: readonly Traced[]) => void) {
  const environment = { ...process.env, ...settings.environment.set }
  const redactor = createRedactor(settings.redaction, environment)
  return (lines: readonly Traced[]) =>
    tell(lines.map((line) => ({ ...line, text: String(redactor.redact(line.text).value) })))
}

// Masks what built-in hooks write by the current rules; creates a new redactor when the settings change.
function redactorOf(settings: () => Settings): (value: unknown) => unknown {
  let known: { readonly rules: Settings; readonly redactor: Redactor } | undefined
  return (value) => {
    const now = settings()
    if (known?.rules !== now) {
      const environment = { ...process.env, ...now.environment.set }
      known = { rules: now, redactor: createRedactor(now.redaction, environment) }
    }
    return known.redactor.redact(value).value
  }
}
