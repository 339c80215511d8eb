// The folder of cases: saves recorded events as tests, and reads them back. Cases are committed to the repository, so
// secrets are masked, and nothing specific to this machine is written.

import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Case } from '../contract/case.ts'
import { defined } from '../contract/defined.ts'
import type { Effect } from '../contract/effect.ts'
import { isDeeper } from '../contract/jsonDepth.ts'
import type { Outcome } from '../contract/outcome.ts'
import { parseJson } from '../contract/parseJson.ts'
import { mismatchText } from '../contract/validate.ts'
import { MOST_DATA, readText, statOf, whyUnreadable } from '../files/read.ts'
import { replaceFile } from '../files/write.ts'
import type { Variables } from '../recordings/environment.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import { createRedactor, type Redaction } from '../recordings/redact.ts'
import { inputOf } from './input.ts'
import { matcherProblem } from './match.ts'
import { isRaced } from './race.ts'
import { BadRequest } from './set.ts'

const DEEPEST = 1000

export type CaseFile = { readonly path: string; readonly case: Case }

export type SavedCase = CaseFile & {
  /** A one-line note for the user before keeping the case. */
  readonly note?: string
}

export type Cases = {
  /** Sorted by file name. */
  readonly cases: readonly CaseFile[]
  /** The path of each invalid file -> the reason in one line. */
  readonly problems: ReadonlyMap<string, string>
}

/** The event that a case is made from: recorded, or just run. */
export type SavedEvent = Pick<RecordedEvent, 'dialect' | 'event' | 'payload' | 'settled' | 'facts'> & {
  readonly outcome: Omit<Outcome, 'v' | 'dialect' | 'event' | 'notes' | 'durationMs'>
}

export type SaveOptions = {
  /** The workspace. Its folder of cases is created if missing; nothing is written outside its real path. */
  readonly root: string
  /** The name of the case; its file name is derived from it. */
  readonly name: string
  readonly redaction: Redaction
  /** Variables that the settings add to the environment of hooks; secrets in them are masked wherever they occur. */
  readonly environment?: Variables
  /** Id of the single hook to test; default: the whole chain. */
  readonly hook?: string
  readonly matchers?: Readonly<Record<string, unknown>>
  /** Whether a case of the same name is replaced. */
  readonly overwrite?: boolean
}

/** Where the cases of a workspace are. */
export function casesFolder(root: string): string {
  return join(root, '.hookbench', 'cases')
}

/** Saves an event as a case and returns its path and content. Throws a BadRequest if that is impossible. */
export function saveCase(event: SavedEvent, options: SaveOptions): SavedCase {
  const { root, name, hook, matchers, redaction, environment, overwrite = false } = options
  const value: Case = {
    v: 1,
    name,
    dialect: event.dialect,
    event: event.event,
    payload: hook === undefined ? event.payload : inputOf(event, hook),
    ...defined({ hook, facts: event.facts }),
    expect: hook === undefined ? chainExpected(event) : hookExpected(event, hook),
    ...defined({ matchers }),
  }
  const masked = createRedactor(redaction, { ...process.env, ...environment }).redact(value).value as Case
  // From the masked name, because file names are committed, too.
  const path = join(casesFolder(root), `${fileName(masked.name)}.json`)
  const checkFree = () => {
    if (!overwrite && existsSync(path))
      throw new BadRequest(`the case ${path} already exists; choose another name, or delete it first`)
  }
  checkFree()
  // Events may come from a caller, so the case is validated before it is written; masking cuts off what is too deep.
  const wrong = whyNoCase(value) ?? whyNoCase(masked)
  if (wrong !== undefined) throw new BadRequest(`cannot make a case of this:  ${wrong}`)
  const text = `${JSON.stringify(masked, undefined, 2)}\n`
  replaceFile(root, path, text, checkFree)
  const note = failuresNote(value)
  return { path, case: JSON.parse(text), ...defined({ note }) }
}

// A case expects recorded failures, even accidental ones, so the user is warned.
function failuresNote({ expect }: Case): string | undefined {
  const failures = Object.entries(expect.failures ?? {}).map(([id, failure]) => `${id} (${failure})`)
  if (failures.length === 0) return undefined
  return `this case expects failures and passes only as long as they occur: ${failures.join(', ')}`
}

/** Reads every case of a folder; invalid files are reported and do not affect the others. */
export function loadCases(folder: string): Cases {
  const cases: CaseFile[] = []
  const problems = new Map<string, string>()
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  for (const name of names.sort()) {
    const path = join(folder, name)
    if (statOf(path)?.isDirectory()) continue
    const read = loadCase(path)
    if ('problem' in read) problems.set(path, read.problem)
    else cases.push({ path, case: read.case })
  }
  return { cases, problems }
}

/** Why the file of a case with this name could not be read; undefined if there is no such file. */
export function problemOf({ problems }: Cases, name: string): string | undefined {
  return [...problems].find(([path]) => caseName(path) === name)?.[1]
}

/** Reads one case; if the file is invalid, returns the reason in one line. */
export function loadCase(path: string): { readonly case: Case } | { readonly problem: string } {
  let value: unknown
  try {
    value = parseJson(readText(path, MOST_DATA).replace(/^\uFEFF/, ''))
  } catch (error) {
    return { problem: `${path}: ${whyUnreadable(error)}` }
  }
  const found = value as Partial<Case> | null
  if (found?.v !== undefined && found.v !== 1) {
    return { problem: `${path}: case version ${JSON.stringify(found.v)}; this Hookbench reads version 1` }
  }
  const wrong = whyNoCase(value)
  return wrong === undefined ? { case: value as Case } : { problem: `${path}: not a case: ${wrong}` }
}

function whyNoCase(value: unknown): string | undefined {
  // Comparison recurses into it.
  if (isDeeper(value, DEEPEST)) return `it is nested more than ${DEEPEST} levels deep`
  const wrong = mismatchText(Case, value)
  if (wrong !== undefined) return wrong
  const { expect, matchers } = value as Case
  return matcherProblem(expect) ?? matcherProblem(matchers)
}

/** The name of a case file without folder and extension. */
export function caseName(path: string): string {
  return basename(path, '.json')
}

// Letters of any script, digits, `-`, `_` and inner dots, so that the name cannot lead out of the folder.
function fileName(name: string): string {
  const words = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-._]+|[-._]+$/g, '')
    .slice(0, 80)
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(words)
  if (words === '') throw new BadRequest(`"${name}" cannot be a file name; use letters or digits`)
  return reserved ? `case-${words}` : words
}

type Expected = Case['expect']

function chainExpected({ outcome, settled }: SavedEvent): Expected {
  if (!settled) throw new BadRequest('nothing was recorded to expect: this event never settled; run it first')
  const {
    decision,
    reason,
    by,
    payload,
    changed,
    answer,
    handled,
    error,
    context,
    followUps,
    hooks,
    run,
    effect,
  } = outcome
  // Which hook finishes first can differ between runs, so it must not be expected.
  const raced = isRaced(outcome)
  const failed = hooks.flatMap(({ id, failure }) => (failure === undefined ? [] : [[id, failure] as const]))
  return {
    decision,
    ...given({ answer, handled, error, run, effect: effect && essenceOfEffect(effect, raced) }),
    ...(raced ? {} : given({ reason, by })),
    ...(changed ? { payload } : { changed }),
    ...(context.length === 0 || raced ? {} : { context }),
    ...(followUps.length === 0 ? {} : { followUps }),
    ...(failed.length === 0 ? {} : { failures: Object.fromEntries(failed) }),
  }
}

// Only what the host does; which hooks ran and what was assumed are not part of the test.
function essenceOfEffect({ operation, model, run, exit }: Effect, raced: boolean): object {
  return given({ operation, model: raced ? undefined : model, run, exit })
}

function hookExpected({ outcome }: SavedEvent, hook: string): Expected {
  const run = outcome.hooks.find(({ id }) => id === hook)
  if (run === undefined || run.status === 'skipped') {
    throw new BadRequest(`nothing was recorded to expect: ${hook} did not run on this event; run it first`)
  }
  const { decision = 'pass', reason, payload, answer, handled, error, context, followUps } = run.verdict ?? {}
  return {
    decision,
    ...given({ reason, answer, handled, error, context, followUps }),
    ...(payload === undefined ? { changed: false } : { payload }),
    ...(run.failure === undefined ? {} : { failures: { [hook]: run.failure } }),
  }
}

function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
