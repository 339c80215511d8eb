// Builds the hooks of one hook file on its own: names, events, and whether they can run. Hiding by other files, firing
// order and settings are applied later, in rank.ts.

import { relative, sep } from 'node:path'
import { defined } from '../contract/defined.ts'
import type { Dialect, Exports } from '../contract/dialect.ts'
import type { Hook, Runner } from '../contract/hook.ts'
import { printable } from '../contract/printable.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { Site } from '../documents/document.ts'
import type { KnownDocument } from './cache.ts'
import type { CachedRead } from './cachedRead.ts'
import { type Candidate, type UnreadableFile, unreadable } from './candidates.ts'
import type { Closure } from './closure.ts'
import { type Disk, failed } from './disk.ts'
import { missingFiles } from './missingFiles.ts'
import { type MissingPackages, pythonOf } from './missingPackages.ts'
import type { HookFolder } from './places.ts'
import { interpreterProblem, type ProgramLookup, pythonProblem, toolProblems } from './programs.ts'

/** A hook before hiding, order and settings are applied. */
export type UnresolvedHook = {
  readonly hook: Omit<Hook, 'state' | 'why' | 'order'>
  readonly folder: HookFolder
  readonly file: string
  /** Why it cannot run. */
  readonly broken?: string | undefined
  /** Why it is switched off. */
  readonly off?: string | undefined
  /** Why its events are not known. */
  readonly unknown?: string | undefined
  /** The agent skips the file and does not record its name, so it neither hides another hook nor is hidden by one. */
  readonly passedOver: boolean
}

export type UnresolvedHooks = {
  readonly drafts: readonly UnresolvedHook[]
  readonly problems: readonly Problem[]
}

export type Drafting = {
  readonly dialect: Dialect
  readonly timeoutMs: number
  readonly study: CachedRead
  readonly closure: Closure
  readonly lookup: ProgramLookup
  readonly disk: Disk
  readonly missingPackages: MissingPackages
  /** The workspace folder; commands suggested to the user use paths relative to it. */
  readonly root: string
}

/** Makes the hooks of one file. */
export async function unresolvedHooksOf(
  found: Candidate | UnreadableFile,
  drafting: Drafting,
): Promise<UnresolvedHooks> {
  if ('lost' in found) return lostDraft(found, found.lost, drafting)
  const { dialect, study } = drafting
  const known = await study(found.path, found.stat, { scriptOnly: found.executable === false })
  if (failed(known)) {
    if (found.executable === false)
      return notTaken(found, `Not executable, and ${dialect.title} runs only executable files.`)
    return lostDraft(found, unreadable(found.path, known.failed), drafting)
  }
  const { document } = known
  if (found.executable === false && document === null && !known.native) {
    return notTaken(found, 'Neither executable nor a script with a shebang line, so it never runs.')
  }
  if (found.folder.shared && document?.unclaimed === true) return { drafts: [], problems: [] }
  const problems = problemsOf(found, known, drafting)
  const broken = problems.find(isFatal)
  if (dialect.exports !== 'executable' && document?.shape === 'none') {
    if (found.folder.shared) return { drafts: [], problems: [] }
    if (broken === undefined) {
      const message = `Contains no ${dialect.title} hook, so it never runs.`
      return notTaken(found, message, `${WANTED[dialect.exports]}, or move the file elsewhere.`)
    }
  }
  const { files, unseen, recipes, packages, lookedFor } = await drafting.closure(
    found.path,
    found.real,
    known,
    {
      cwd: drafting.root,
    },
  )
  const uncovered = [...unseen, ...recipes]
  // The dialect's own package and Hookbench's are provided at run time.
  const installed = packages.filter((name) => name !== dialect.id && name !== 'hookbench')
  const open = openWhy(known, dialect)
  const drafts = partsOf(document?.sites ?? [], dialect).map(({ part, name, events }) => ({
    ...draftOf(found, drafting, files, {
      part,
      events,
      name: nameOf(found, dialect, name ?? part ?? document?.name),
      lookedFor,
      ...(uncovered.length === 0 ? {} : { unseen: uncovered }),
      ...(installed.length === 0 ? {} : { packages: installed }),
      ...defined({ version: document?.version }),
    }),
    broken: broken?.message ?? (open === undefined && events.length === 0 ? idleWhy(problems) : undefined),
    off: found.off ? 'Its name ends in .disable.' : undefined,
    // Events read from the text are certain, even if the file may answer others too.
    unknown: events.length === 0 ? open : undefined,
    passedOver: found.off || found.executable === false,
  }))
  return {
    drafts,
    problems: [...problems, ...unseenProblems(found, unseen), ...openProblems(found, known, dialect)],
  }
}

function draftOf(
  found: Candidate | UnreadableFile,
  { dialect, timeoutMs }: Drafting,
  files: readonly string[],
  more: Pick<Hook, 'part' | 'events' | 'name' | 'version' | 'unseen' | 'packages' | 'lookedFor'>,
): Pick<UnresolvedHook, 'hook' | 'folder' | 'file'> {
  const { folder, file, path } = found
  const mark = more.part === undefined ? '' : `#${more.part}`
  const id = `${dialect.id}:${folder.source}:${folder.idPrefix}${file}${mark}`
  const hook = { id, ...more, dialect: dialect.id, source: folder.source, path, files, timeoutMs }
  return { hook: { ...hook, runner: runnerOf(file, dialect) }, folder, file }
}

function lostDraft(found: Candidate | UnreadableFile, lost: Problem, drafting: Drafting): UnresolvedHooks {
  const name = nameOf(found, drafting.dialect, undefined)
  const draft = draftOf(found, drafting, [found.path], { name, events: [] })
  return { drafts: [{ ...draft, broken: lost.message, passedOver: false }], problems: [lost] }
}

const WANTED: Readonly<Record<Exclude<Exports, 'executable'>, string>> = {
  extension: 'Write "export default { name, hooks: { … } }"',
  lists: 'Export lists of functions by event as the default export',
  classes: 'Add a class with a method handle(context)',
  settings: 'Add hooks to it',
}

function notTaken(found: Candidate, message: string, fix?: string): UnresolvedHooks {
  const finding = problem('file.not-taken', found.path, message, defined({ fix }))
  return { drafts: [], problems: found.folder.shared ? [] : [finding] }
}

function problemsOf(found: Candidate, known: KnownDocument, drafting: Drafting): readonly Problem[] {
  const { dialect, lookup, root } = drafting
  const { path } = found
  // Dropped here because `file.not-taken` reports it with its reason.
  const problems = (known.document?.problems ?? []).filter(({ code }) => code !== 'shape.not-a-hook')
  const bit =
    found.executable === false && !found.off
      ? [
          problem('executable.bit', path, `Not executable, so ${dialect.title} ignores it.`, {
            fix: `chmod +x ${typed(path, root)}`,
            repairs: [{ kind: 'make-executable', title: 'Make it executable' }],
          }),
        ]
      : []
  const interpreter =
    dialect.exports === 'executable'
      ? known.shebang === null
        ? undefined
        : interpreterProblem(known.shebang, path, lookup)
      : runnerOf(found.file, dialect) === 'python'
        ? pythonProblem(path, lookup)
        : undefined
  const tools = toolProblems(known.document?.tools ?? [], path, lookup)
  const missing = importProblems(found, known, drafting)
  return [...bit, ...problems, ...(interpreter === undefined ? [] : [interpreter]), ...tools, ...missing]
}

function importProblems(found: Candidate, known: KnownDocument, drafting: Drafting): readonly Problem[] {
  const { dialect, lookup, missingPackages } = drafting
  const { path, real } = found
  const required = known.document?.required
  if (required === undefined) return []
  if (known.document?.language !== 'python') return missingFiles(path, real, required, drafting.disk)
  const runs = dialect.exports === 'executable'
  const name = runs ? pythonOf(known.shebang ?? '') : 'python3'
  const program = name === undefined ? undefined : lookup(name)
  if (program === undefined) return []
  return missingPackages({ path, real, program, given: runs ? [] : [dialect.id] }, required)
}

// The path as a shell word, relative to the workspace folder if it lies there.
function typed(path: string, root: string): string {
  const shown = path.startsWith(`${root}${sep}`) ? relative(root, path) : path
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${printable(shown.replaceAll("'", "'\\''"))}'`
}

// A wrong event or handler breaks one site; these problems break the whole file.
function isFatal({ code, severity }: Problem): boolean {
  if (code === 'executable.shebang') return severity === 'error' || process.platform === 'linux'
  return (
    code.startsWith('executable.') ||
    ((code === 'syntax.error' || code === 'syntax.unsupported') && severity === 'error')
  )
}

function idleWhy(problems: readonly Problem[]): string {
  return problems.find(({ severity }) => severity === 'error')?.message ?? 'Answers no event.'
}

// Why a file may answer events that its text does not show; undefined if it cannot.
function openWhy(known: KnownDocument, dialect: Dialect): string | undefined {
  if (known.native) return 'Unknown until trusted: the event of a compiled program cannot be read.'
  const shape = known.document?.shape
  // Any script may be a hook of a dialect of executables; once it is trusted, it is run to list its events.
  if (dialect.exports === 'executable')
    return shape === 'hook' ? undefined : `Unknown until trusted: ${UNREAD}.`
  if (shape !== 'undecided') return undefined
  return known.document?.language === 'python' ? `Unknown until trusted: ${UNREAD}.` : `Unknown: ${UNREAD}.`
}

const UNREAD = 'its event cannot be read from its source'

// Lists the loads that trusting the hook does not cover.
function unseenProblems({ path }: Candidate, unseen: readonly string[]): readonly Problem[] {
  if (unseen.length === 0) return []
  const rest = unseen.length > SHOWN_LOADS ? ` and ${unseen.length - SHOWN_LOADS} more` : ''
  const message = `Loads files that trust does not cover: ${unseen.slice(0, SHOWN_LOADS).join('; ')}${rest}.`
  const fix =
    'Write the paths literally beside the hook, or make sure that no other user can change the files.'
  return [problem('imports.unseen', path, message, { fix })]
}

const SHOWN_LOADS = 5

// Executables and Python classes are queried for their events once they are trusted, and executables get no problem.
// Modules are never queried, so their unreadable events never fire.
function openProblems(found: Candidate, known: KnownDocument, dialect: Dialect): readonly Problem[] {
  const { document } = known
  if (dialect.exports === 'executable' || document?.shape !== 'undecided') return []
  if (document.problems.some(({ code, severity }) => code === 'event.undecided' || severity === 'error'))
    return []
  const fix = 'Write the event names as literals.'
  if (document.language === 'python') {
    const finding = 'Its events cannot be read from its source; it is queried once it is trusted.'
    return [problem('event.undecided', found.path, finding, { fix })]
  }
  const rest = document.sites.length === 0 ? 'so it never fires' : 'so only those that can be read are fired'
  const message = `Its events cannot be read from its source, ${rest}.`
  return [problem('event.undecided', found.path, message, { fix })]
}

type Part = {
  readonly part: string | undefined
  readonly name: string | undefined
  readonly events: readonly string[]
}

// One hook per class or function where a file holds several, otherwise one for the file.
function partsOf(sites: readonly Site[], dialect: Dialect): readonly Part[] {
  const all = Object.keys(dialect.events)
  const many = dialect.exports === 'classes' || dialect.exports === 'lists'
  const groups = Map.groupBy(sites, (site) => (many ? site.part : undefined))
  if (groups.size === 0) return [{ part: undefined, name: undefined, events: [] }]
  return [...groups].map(([part, group]) => {
    const written = new Set(group.flatMap((site) => site.events))
    return {
      part,
      name: many ? group.find((site) => site.name !== undefined)?.name : undefined,
      events: all.filter((event) => written.has(event)),
    }
  })
}

function nameOf(found: Candidate | UnreadableFile, dialect: Dialect, own: string | undefined): string {
  if (dialect.exports === 'executable') return found.folder.namePrefix + found.file
  return own ?? found.file.replace(/\.[^.]+$/, '')
}

function runnerOf(file: string, dialect: Dialect): Runner {
  if (dialect.exports === 'executable') return 'executable'
  return file.endsWith('.py') ? 'python' : 'module'
}
