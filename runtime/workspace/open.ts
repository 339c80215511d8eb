// The composition root: discovers the hooks of a workspace, checks their trust, and fires events through them.
// The only file that uses all rooms of the runtime below it.

import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { builtinHooks } from '../builtin/builtins.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { dialectOf, dialects } from '../contract/dialects/index.ts'
import { describeThrown } from '../contract/errors.ts'
import { configured } from '../contract/extensionsInForce.ts'
import type { Hook } from '../contract/hook.ts'
import type { Problem } from '../contract/problems.ts'
import type { Settings } from '../contract/settings.ts'
import { cacheFile, openCache } from '../discovery/cache.ts'
import { type Discovered, discover } from '../discovery/discover.ts'
import { userFolders } from '../discovery/folders.ts'
import { withoutIdleHiders } from '../discovery/idleHiders.ts'
import { yieldsWhenDue } from '../documents/yieldTurn.ts'
import { createEngine } from '../engine/engine.ts'
import { reap } from '../executors/reap.ts'
import { openLedger } from '../trust/ledger.ts'
import { ledgerFile } from '../trust/store.ts'
import { absentAnswer } from './absentAnswer.ts'
import { checkDialect, Refusal } from './admission.ts'
import { checkOptions, checkRoot } from './checkOptions.ts'
import { openEventCache } from './eventCache.ts'
import { openExecutors } from './executors.ts'
import { openExplain } from './explain.ts'
import { loadExtensions, untimed } from './extensions.ts'
import { openFiring } from './firing.ts'
import { forThread } from './forThread.ts'
import { hideBuiltins } from './hiding.ts'
import { openInspect } from './inspect.ts'
import { openListeners } from './listeners.ts'
import { openLive } from './live.ts'
import { askEvents } from './query.ts'
import { loadSettings } from './settings.ts'
import { openTrusting } from './trusting.ts'
import { deliverWebhooks } from './webhooks.ts'
import type { OpenOptions, Workspace } from './workspace.ts'

/** Opens a workspace: discovers its hooks and checks each with the trust ledger. Runs no untrusted hook. */
export async function openWorkspace(options: OpenOptions): Promise<Workspace> {
  checkOptions(options)
  const root = resolve(options.root)
  checkRoot(root)
  const home = resolve(options.home ?? homedir())
  const folders = userFolders(options.home)
  // Hooks left running by a killed runtime are ended first, whatever this workspace contains.
  reap(join(folders.data, 'run'))
  const ledger = openLedger({
    file: ledgerFile(options.home),
    root,
    home,
    ...(options.trust === 'workspace' ? { always: root } : {}),
  })
  const direct = openTrusting(ledger, (hook) => executors.sandbox.objection(hook))
  let loaded = loadSettings({ root, home }, options.settings, direct.fileSnapshot)
  const failed = (error: unknown) => complain(`a listener failed: ${describeThrown(error).message}`)
  const listeners = openListeners(failed)
  const webhooks =
    options.webhooks === true && options.hooks !== false
      ? deliverWebhooks(complain, listeners.add)
      : undefined
  const reloads = openListeners<void>(failed)
  const spoken = options.dialects?.map((id) => dialectOf(id) as Dialect) ?? Object.values<Dialect>(dialects)
  let hooks: readonly Hook[] = []
  const live =
    options.watch === true && options.hooks !== false
      ? openLive({
          root,
          home,
          dialects: spoken,
          trusting: direct,
          ledger,
          hooks: () => hooks,
          directories: () => [
            ...extensions.directories,
            ...Object.values(options.directories ?? {}).flatMap((more) => more ?? []),
          ],
          hostFiles: () => Object.values(hosts).flatMap(({ files }) => files),
          further: () =>
            spoken.flatMap((dialect) =>
              (hosts[dialect.id]?.further ?? []).map((place) => ({ dialect, place })),
            ),
          look,
          say: complain,
        })
      : undefined
  const trusting = live?.trusting ?? direct
  const executors = openExecutors({
    root,
    home,
    folders,
    workers: options.workers,
    hooks: () => hooks,
    settings: settingsNow,
    snapshot: trusting.snapshot,
    verify: trusting.verify,
    say: complain,
    isolation: options.isolation,
    onEmit: (event, data, hook) => {
      webhooks?.send(event, data)
      options.onEmit?.(event, data, hook)
    },
    rehearsal: options.rehearsal,
  })
  const engine = createEngine({ executorOf: executors.of, trusts: trusting.objection, absent: absentAnswer })
  let hosts: Discovered['hosts'] = {}
  const answers = openEventCache(join(folders.cache, 'answers.json'))
  const cache = openCache({ file: cacheFile(folders.cache, root, home) })
  const configFiles = { root, home, objection: trusting.fileObjection }
  let problems: readonly Problem[] = []
  let closed = false
  const firing = openFiring({
    engine,
    hooks: () => hooks,
    hostSettings: (dialect) => hosts[dialect]?.settings ?? {},
    settings: () => loaded.settings,
    failsOpen,
    tell: () => listeners.tell,
  })
  let {
    config: extensions,
    problems: extensionsProblems,
    stated: lastStated,
  } = await loadExtensions(configFiles)
  await find()
  await live?.start()

  return {
    root,
    home,
    get settings() {
      return loaded.settings
    },
    get settingsNeed() {
      return loaded.need
    },
    get problems() {
      return problems
    },
    get extensions() {
      return extensions
    },
    refusedBy: (dialect) => hosts[dialect]?.refused ?? [],
    list: () => hooks,
    builtin: executors.builtins.state,
    explain: openExplain({
      firing,
      trusts: trusting.objection,
      maxPayloadBytes: () => loaded.settings.maxPayloadBytes,
    }),
    async fire(event, payload, fireOptions) {
      checkDialect(fireOptions)
      // Firing would open executors again, and nothing would close them.
      if (closed) throw new Refusal('This workspace is closed; open it again to fire events.')
      return firing.fire(event, payload, fireOptions)
    },
    forThread: () =>
      options.isolation === 'none'
        ? undefined
        : forThread({
            root,
            settings: loaded.settings,
            hooks,
            dialects: spoken,
            failsOpen,
            snapshot: trusting.snapshot,
          }),
    inspect: openInspect({
      hooks: () => hooks,
      hostSettings: (dialect) => hosts[dialect]?.settings ?? {},
      settings: () => loaded.settings,
      failsOpen,
      trusts: trusting.objection,
      objection: executors.uninspectable,
      canInspect: executors.canInspect,
      ordinary: executors.of,
      load: executors.inspector,
    }),
    webhookStats: () => webhooks?.stats() ?? [],
    onStep: listeners.add,
    onReload: reloads.add,
    async reload() {
      if (closed) throw new Refusal('This workspace is closed; open it again to find its hooks.')
      return live === undefined ? look() : live.reload()
    },
    async close() {
      closed = true
      await webhooks?.close()
      await live?.close()
      await executors.close()
    },
  }

  // The files that variables make hooks run are read by their programs, so they are checked before each run.
  function settingsNow(): Settings {
    const hook = loaded.need?.hook
    const runsFiles = hook?.state === 'active' && hook.files.length > 1
    if (runsFiles && trusting.fileObjection(hook, 0) !== undefined)
      loaded = loadSettings({ root, home }, options.settings, trusting.fileSnapshot, loaded)
    return loaded.settings
  }

  async function look(): Promise<void> {
    trusting.forget()
    loaded = loadSettings({ root, home }, options.settings, trusting.fileSnapshot, loaded)
    ;({
      config: extensions,
      problems: extensionsProblems,
      stated: lastStated,
    } = await loadExtensions(configFiles, lastStated))
    await find()
    reloads.tell?.()
  }

  async function find(): Promise<void> {
    if (options.hooks === false) {
      problems = loaded.problems
      return
    }
    const builtins = builtinHooks(spoken, loaded.settings)
    const { sources } = options
    const whenDue = yieldsWhenDue()
    const found = await discover({
      root,
      home,
      settings: loaded.settings,
      builtins,
      cache,
      dialects: sources === undefined ? spoken : spoken.map((dialect) => lookingIn(dialect, sources)),
      directories: { secureyeoman: extensions.directories, ...options.directories },
      flags: options.agentSettings ?? [],
      yieldTurn: whenDue,
    })
    hosts = found.hosts
    const inForce = options.settings?.maxExecutionTime === undefined ? extensions : untimed(extensions)
    const stated: Hook[] = []
    for (const hook of found.hooks) {
      await whenDue()
      stated.push(trusting.stated(configured(hook, inForce)))
    }
    const isInUse = ({ dialect, path }: Hook) =>
      hooks.some((one) => one.dialect === dialect && one.path === path && one.state === 'active')
    const effective = withoutIdleHiders(stated, trusting.stated, { root, home }, isInUse)
    const answered = await askEvents(effective, executors, { answers, hashOf })
    const kept = (await live?.keep(answered.hooks, hooks)) ?? { hooks: answered.hooks, problems: [] }
    hooks = [...hideBuiltins(kept.hooks, { root, home }), ...(options.handlers ?? [])]
    problems = [loaded.problems, extensionsProblems, found.problems, answered.problems, kept.problems].flat()
    firing.forget()
    webhooks?.follow(extensions)
  }

  function hashOf(hook: Hook): string | undefined {
    const taken = trusting.snapshot(hook)
    return 'untrusted' in taken ? undefined : taken.hash
  }

  // Precedence: the caller's settings, then the dialect's own configuration, then Hookbench's settings.
  function failsOpen(dialect: DialectId): boolean {
    const own = dialect === 'secureyeoman' ? extensions.failOpen : undefined
    return options.settings?.failOpen ?? own ?? loaded.settings.failOpen
  }
}

function lookingIn(dialect: Dialect, sources: readonly Hook['source'][]): Dialect {
  return { ...dialect, places: dialect.places.filter(({ source }) => sources.includes(source)) }
}

function complain(line: string): void {
  process.stderr.write(`hookbench: ${line}\n`)
}
