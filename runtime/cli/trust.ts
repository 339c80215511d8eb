// `hookbench trust` and `untrust`: change the ledger. The hooks to be trusted are shown first.

import { existsSync, realpathSync, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { Hook } from '../contract/hook.ts'
import { searchedPlaces } from '../contract/searchedPlaces.ts'
import type { Ledger } from '../trust/ledger.ts'
import type { TrustEntry } from '../trust/store.ts'
import { configurations } from '../workspace/configurations.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { findHook, forEveryReader } from './find.ts'
import { paint, plural, print, printJson, table } from './print.ts'
import { shownPath, trustRows } from './trustRows.ts'
import { printUnreadFiles, unreadFiles } from './unreadFiles.ts'
import { examples, openOptions, UsageError } from './usage.ts'

type Options = { readonly edits?: boolean; readonly yes?: boolean; readonly json?: boolean }

export function trust(program: Command): void {
  program
    .command('trust')
    .argument('[target]', 'a hook (id or name), a file or a folder; every hook found here unless given')
    .summary('let hooks run, after showing them')
    .description(
      'Trusts hooks as they are now: their own file and every local file they import. With --edits, trusts the hooks of a folder of this workspace as they are edited.',
    )
    .option('--edits', 'trust a folder of this workspace now and after every edit')
    .option('-y, --yes', 'do not ask')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(
        ['trust', 'all untrusted hooks, after asking'],
        ['trust guard', 'one hook, as it is now'],
        ['trust --edits', 'the hooks of this workspace, also as you edit them'],
      ),
    )
    .action(async (target: string | undefined, options: Options, command: Command) => {
      await withLedger(command, async (workspace, ledger) => {
        if (options.edits === true) await trustEdits(target, options, workspace, ledger)
        else await trustExactly(target, options, workspace, ledger)
      })
    })
}

export function untrust(program: Command): void {
  program
    .command('untrust')
    .argument('<target>', 'a hook (id or name), a file or a folder')
    .summary('revoke trust')
    .description('Revokes trust of a hook, or of a file or folder and everything below it.')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(['untrust guard', 'one hook'], ['untrust .', 'everything below this folder']),
    )
    .action(async (target: string, options: Options, command: Command) => {
      await withLedger(command, async (workspace, ledger) => {
        const taken = await takeBack(target, workspace, ledger)
        if (options.json === true) printJson(taken)
        else print(`${plural(taken.removed.length, 'entry', 'entries')} removed from the ledger.`)
        if (taken.still !== undefined && options.json !== true) {
          print(
            `It is still trusted for edits through ${taken.still}; \`hookbench untrust ${taken.still}\` revokes that.`,
          )
        }
      })
    })
}

/** Revokes trust of everything that a target refers to; paths are relative to `base`. */
export async function takeBack(target: string, workspace: Workspace, ledger: Ledger, base = '.') {
  const path = placeOf(target, workspace, base)
  const isThere = existsSync(path)
  const hooks = isThere
    ? trustable(workspace).filter((hook) => standsAt(hook, path))
    : [findHook(workspace.list(), target, { orPath: true })]
  const removed: TrustEntry[] = []
  let still: string | undefined
  // A file or folder may also have entries in the ledger that are no longer found as hooks.
  for (const one of [...(isThere ? [path] : []), ...forEveryReader(hooks, workspace.list())]) {
    const written = await ledger.untrust(one)
    if (!written.ok) throw new Error(written.why)
    removed.push(...written.entries)
    still ??= written.still
  }
  return { removed, still }
}

/** Whether a hook's file, or a script that its entry runs, is at or below a path. */
function standsAt({ path: own, entry }: Hook, path: string): boolean {
  return [own, ...(entry?.scripts ?? [])].some((one) => isBelow(one, path))
}

/** The ledger of a workspace; `home` as given on the command line. */
export async function ledgerFor(workspace: Workspace, home: string | undefined): Promise<Ledger> {
  const { openLedger } = await import('../trust/ledger.ts')
  const { ledgerFile } = await import('../trust/store.ts')
  return openLedger({ file: ledgerFile(home), root: workspace.root, home: workspace.home })
}

/** What trust in a target would allow to run: with `edits` a folder of the workspace, otherwise hooks as they are. */
export function grantFor(
  target: string | undefined,
  edits: boolean,
  workspace: Workspace,
  ledger: Ledger,
  base = '.',
) {
  if (!edits) {
    const hooks = selected(target, workspace, base)
    const held = ledger.hold(forEveryReader(hooks, workspace.list()))
    return { hooks, digest: held.digest, write: held.trust }
  }
  const root = target === undefined ? workspace.root : placeOf(target, workspace, base)
  if (!existsSync(root) || !statSync(root).isDirectory())
    throw new UsageError(`${root} is not a folder; --edits trusts a folder.`)
  if (!isBelow(root, workspace.root))
    throw new UsageError(`${root} is outside the workspace ${workspace.root}; give its --workspace.`)
  const hooks = [...workspace.list(), ...configurations(workspace)].filter(
    (hook) => hook.source === 'workspace' && hook.listedAs === undefined && isBelow(hook.path, root),
  )
  const { digest } = ledger.hold(hooks)
  return { hooks, digest, root, write: () => ledger.trustFolder(root, 'edits') }
}

async function withLedger(
  command: Command,
  act: (workspace: Workspace, ledger: Ledger) => Promise<void>,
): Promise<void> {
  const { openWorkspace } = await import('../workspace/open.ts')
  const options = openOptions(command)
  const workspace = await openWorkspace(options)
  try {
    await act(workspace, await ledgerFor(workspace, options.home))
  } finally {
    await workspace.close()
  }
}

async function trustEdits(
  target: string | undefined,
  options: Options,
  workspace: Workspace,
  ledger: Ledger,
): Promise<void> {
  const { hooks, root = workspace.root, write } = grantFor(target, true, workspace, ledger)
  const reaches = new Map(hooks.map((hook) => [hook, ledger.outside(hook, root)]))
  const covered = hooks.filter((hook) => reaches.get(hook) === undefined)
  if (options.json !== true && hooks.length === 0) print(nothingBelow(root, workspace))
  else if (options.json !== true) {
    print(
      `These hooks of ${paint('bold', root)} will run as they are, and after every edit anyone makes to them:`,
    )
    print(table(trustRows(covered, workspace), '  '))
  }
  if (options.json !== true && covered.length < hooks.length) {
    print('These will not; trust them as they are now:')
    print(
      table(
        hooks
          .filter((hook) => !covered.includes(hook))
          .map((hook) => [shownPath(hook.path, workspace), paint('dim', `${reaches.get(hook)} is outside`)]),
        '  ',
      ),
    )
  }
  await confirm(options, `Trust ${plural(covered.length, 'hook')} and their edits?`)
  const written = await write()
  if (!written.ok) throw new Error(written.why)
  if (options.json === true) printJson(written.entries)
  else print(`Trusted for edits. \`hookbench untrust ${root}\` revokes it.`)
}

// An entry is covered by the location of its configuration file, not by that of its script.
function nothingBelow(root: string, workspace: Workspace): string {
  const entries = trustable(workspace).filter(({ entry }) =>
    entry?.scripts.some((script) => isBelow(script, root)),
  )
  const shown = shownPath(root, workspace) || '.'
  if (entries.length === 0) return `There is no hook in ${shown} yet.`
  const files = [...new Set(entries.map(({ path }) => shownPath(path, workspace)))].join(', ')
  return `There is no hook in ${shown}: the entries that run its scripts are in ${files}. \`hookbench trust --edits\` for the whole workspace covers both.`
}

async function trustExactly(
  target: string | undefined,
  options: Options,
  workspace: Workspace,
  ledger: Ledger,
): Promise<void> {
  const { hooks, write } = grantFor(target, false, workspace, ledger)
  printUnreadFiles(unreadFiles(workspace))
  if (hooks.length === 0) {
    if (options.json === true) printJson([])
    else print(target === undefined ? nothingWaits(workspace) : 'There is no hook to trust there.')
    return
  }
  if (options.json !== true) {
    print('These hooks will run as they are now:')
    print(
      table(
        trustRows(hooks, workspace, (hook) => ledger.changes(hook)),
        '  ',
      ),
    )
  }
  await confirm(options, `Trust ${plural(hooks.length, 'hook')}?`)
  const written = await write()
  if (!written.ok) throw new Error(written.why)
  if (options.json === true) printJson(written.entries)
  else print(`Trusted ${plural(hooks.length, 'hook')}.`)
}

// Why no hook waits for trust: there are none, they are trusted, or they cannot run in any case.
function nothingWaits(workspace: Workspace): string {
  const all = trustable(workspace)
  if (all.length === 0) return `There is no hook here. ${searchedPlaces()}`
  const broken = all.filter(({ state }) => state === 'broken')
  const reasons = broken.map(({ id, why }) => `${id}: ${why ?? 'it cannot run.'}`).join(' ')
  const rest = broken.length === 0 ? [] : [`${plural(broken.length, 'is', 'are')} broken: ${reasons}`]
  if (broken.length === all.length) return ['No hook is waiting for trust.', ...rest].join(' ')
  const subject = broken.length === 0 ? 'Every hook' : 'Every other hook'
  return [`${subject} found here is already trusted.`, ...rest].join(' ')
}

function trustable(workspace: Workspace): readonly Hook[] {
  return [
    ...workspace
      .list()
      .filter(
        ({ runner, listedAs }) => runner !== 'builtin' && runner !== 'in-process' && listedAs === undefined,
      ),
    ...configurations(workspace),
  ]
}

/** The hooks that a target refers to, also by the id in another dialect. Without a target, all untrusted hooks. */
function selected(target: string | undefined, workspace: Workspace, base: string): readonly Hook[] {
  const waiting = trustable(workspace)
  if (target === undefined) return waiting.filter((hook) => hook.state === 'untrusted')
  const path = placeOf(target, workspace, base)
  const exact = workspace.list().find(({ id }) => id === target)
  // A repository may hold a file whose name is the id of a hook.
  if (exact === undefined && existsSync(path)) return waiting.filter((hook) => standsAt(hook, path))
  return [findHook(waiting, exact?.listedAs ?? target, { orPath: true })]
}

// Relative to the current folder, or else to the workspace: with --workspace, the current folder is usually another
// one.
function placeOf(target: string, { root }: Pick<Workspace, 'root'>, base: string): string {
  const near = resolve(base, target)
  const there = resolve(root, target)
  return !existsSync(near) && existsSync(there) ? there : near
}

async function confirm(options: Options, question: string): Promise<void> {
  if (options.yes === true) return
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UsageError(
      'nothing was trusted: there is no terminal to ask in; review the list, then pass --yes.',
    )
  }
  const answer = await ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('nothing was trusted.')
}

// The end of input (Ctrl+D) and Ctrl+C count as no.
async function ask(question: string): Promise<string> {
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const { promise, resolve: answered } = Promise.withResolvers<string>()
  asking.once('close', () => {
    print()
    answered('')
  })
  asking.question(question).then(answered, () => answered(''))
  const answer = await promise
  asking.removeAllListeners('close')
  asking.close()
  return answer
}

function isBelow(path: string, root: string): boolean {
  const real = realOf(path)
  const folder = realOf(root)
  return real === folder || real.startsWith(`${folder}${sep}`)
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
