// `hookbench run`: fires one event through its hooks and prints the outcome.

import type { Command } from 'commander'
import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { dialectOf, recordOf } from '../contract/dialects/index.ts'
import { parseExact } from '../contract/exactJson.ts'
import { firstClosed } from '../contract/gates.ts'
import { isMissing } from '../contract/headline.ts'
import { isObject } from '../contract/json.ts'
import type { Outcome } from '../contract/outcome.ts'
import { checkPayload } from '../workspace/admission.ts'
import { type HostRow, printAllHosts, runOnAllHosts } from './allHosts.ts'
import {
  borrowerLines,
  type ConcernedHost,
  concernedHosts,
  type GivenPayload,
  inWordsOf,
  type NotGiven,
} from './concernedHosts.ts'
import { exampleFor } from './exampleFor.ts'
import { cannotStart, gatesOf } from './gates.ts'
import { type FactOptions, factsOf, withFacts } from './hostFacts.ts'
import { masked } from './masked.ts'
import { printOutcome, printOutput, printSideBySide } from './outcome.ts'
import { paint, print, printError, printJson } from './print.ts'
import { noteRealRun } from './realRun.ts'
import { type RunVerbOptions, runOnce } from './runOnce.ts'
import { printUnreadFiles, unreadFiles } from './unreadFiles.ts'
import { examples, firstDialectHere, openOptions, readPayload, UsageError } from './usage.ts'

type Options = Omit<RunVerbOptions, 'facts'> &
  FactOptions & {
    readonly dialect?: string
    readonly payload?: string
    readonly recipe?: string
    readonly output?: boolean
    readonly json?: boolean
    readonly all?: boolean
  }

export function run(program: Command, exit: (code: number) => void): void {
  withFacts(
    program
      .command('run')
      .argument('<event>', 'an event name, spelled as in its dialect')
      .summary('fire one event through its hooks and show the outcome')
      .description(
        'Fires one event through its whole chain: real processes, real Python, real modules. Exit code 1 when a hook failed or none can run. A denial is not a failure.',
      )
      .option(
        '--payload <file>',
        'a JSON file, or - for standard input; an example of the event unless given',
      )
      .option('--dialect <id>', 'the dialect, where several have the event')
      .option('--all', 'what every agent does with it, side by side; the payload is translated')
      .option('--hook <id>', 'only this hook')
      .option('--recipe <name>', 'the active recipe, in the payload field that the dialect has for it')
      .option('--record', 'write a recording')
      .option('--strict', 'refuse a payload that does not match its schema')
      .option('--fail-closed', 'a hook that fails stops the operation')
      .option('--output', 'also show what each hook printed, secrets masked')
      .option('--json', 'as JSON'),
  )
    .addHelpText(
      'after',
      examples(
        ['run PreToolUse --payload p.json', 'the whole chain'],
        ['run PreToolUse --payload - --hook guard.sh', 'one hook, payload from a pipe'],
        ['run PreToolUse --output', 'with what the hooks print'],
        ['run PreToolUse --payload p.json --record', 'and record what happened'],
        ['run PreToolUse --all --payload p.json', 'what every agent does with it'],
      ),
    )
    .action(async (event: string, given: Options, command: Command) => {
      const options = { ...given, agentSettings: openOptions(command).agentSettings }
      const { openWorkspace } = await import('../workspace/open.ts')
      const workspace = await openWorkspace({ ...openOptions(command), webhooks: true })
      try {
        const hooks = await selectedHooks(workspace, event, options)
        const payloadRead =
          options.payload === undefined ? undefined : await readPayload(options.payload, parseExact)
        checkPayload(payloadRead, workspace.settings.maxPayloadBytes)
        const likely = options.all === true ? firstDialectHere(event, hooks, payloadRead) : undefined
        const concerned = concernedHosts(event, options.dialect ?? likely, hooks, workspace)
        const [{ dialect: first }] = concerned as readonly [ConcernedHost]
        const unread = unreadFiles(
          workspace,
          options.all === true ? undefined : concerned.map(({ dialect }) => dialect),
          options.dialect,
        )
        printUnreadFiles(unread)
        const payloadGiven =
          payloadRead === undefined || takesJsonText(first)
            ? payloadRead
            : JSON.parse(JSON.stringify(payloadRead))
        const outcomes: Outcome[] = []
        const written = new Set<DialectId>()
        if (options.all === true) {
          if (options.json !== true) noteRealRun(workspace, openOptions(command).home)
          const rows = await everywhere(
            workspace,
            first,
            event,
            payloadGiven ?? exampleFor(first, event, hooks, workspace.root).payload,
            options,
          )
          if (options.json === true) printJson(rows)
          else printAllHosts(rows, workspace)
          const judged = rows.flatMap(({ outcome }) => outcome ?? [])
          const isBad = unread.length > 0 || judged.some((outcome) => takesNone(workspace, outcome))
          const codes = rows.map(({ outcome, open }) =>
            outcome === undefined ? Number(open === 'unknown') : exitCode(outcome),
          )
          exit(Math.max(isBad ? 1 : 0, ...codes))
          return
        }
        if (options.json !== true) noteRealRun(workspace, openOptions(command).home)
        const given: readonly (GivenPayload | NotGiven)[] =
          options.payload === undefined
            ? concerned.map((one) => ({
                ...one,
                ...exampleFor(one.dialect, one.event, hooks, workspace.root),
              }))
            : inWordsOf(payloadGiven, event, concerned, workspace.root)
        const payloads = given.filter((one) => 'payload' in one)
        for (const one of given)
          if ('why' in one) printError(`${titleOf(one.dialect)} is left out: ${one.why}.`)
        for (const [index, { dialect, event: name, payload: whole }] of payloads.entries()) {
          const payload =
            options.recipe === undefined ? whole : withRecipe(whole, options.recipe, dialect, name)
          const facts = factsOf(dialect, options)
          const { outcome, recordings } = await runOnce(workspace, dialect, name, payload, {
            ...options,
            facts,
          })
          const shown = await masked(outcome, workspace.settings)
          outcomes.push(shown)
          if (options.json === true) continue
          if (recordings.length > 0) written.add(dialect)
          if (index > 0) print()
          printOutcome(shown, recordings)
          if (options.output === true) printOutput(shown.hooks)
        }
        if (options.json === true) printJson(outcomes.length === 1 ? outcomes[0] : outcomes)
        else {
          printSideBySide(outcomes, workspace)
          if (payloads.some(({ notes }) => notes.length > 0)) print()
          for (const { dialect, notes } of payloads)
            for (const note of notes) print(paint('dim', `${titleOf(dialect)}: ${note}`))
          if (written.size > 1)
            print(
              `Each agent has its own recording; \`latest\` is that of ${titleOf([...written].at(-1) ?? '')}.`,
            )
          if (options.dialect === undefined && options.hook === undefined)
            for (const line of borrowerLines(concerned, workspace, () => `run ${event} --all`))
              print(paint('dim', line))
        }
        const broken = await Promise.all(outcomes.map((outcome) => noneCanRun(workspace, outcome)))
        const isBad = broken.includes(true) || unread.length > 0 || payloads.length < given.length
        exit(isBad ? 1 : Math.max(...outcomes.map(exitCode)))
      } finally {
        await workspace.close()
      }
    })
}

/** One payload judged by every agent; the result is masked. */
export async function everywhere(
  workspace: Opened,
  from: DialectId,
  event: string,
  payload: unknown,
  options: Options,
  signal?: AbortSignal,
): Promise<readonly HostRow[]> {
  return runOnAllHosts(payload, dialectOf(from) as Dialect, event, {
    root: workspace.root,
    hooks: workspace.list(),
    unread: (to) => unreadFiles(workspace, [to.id], to.id),
    async fire(to, name, translated) {
      const facts = factsOf(to.id, options)
      const { outcome } = await runOnce(workspace, to.id, name, translated, { ...options, facts }, signal)
      return masked(outcome, workspace.settings)
    },
    async closed(hook, name, translated) {
      const firing = { event: name, payload: translated, facts: factsOf(hook.dialect, options) }
      return firstClosed(await gatesOf(workspace, hook, firing))?.message
    },
  })
}

// Where one hook is named, only its dialect counts.
async function selectedHooks(workspace: Opened, event: string, { hook: wanted, dialect }: Options) {
  const hooks = workspace.list()
  if (wanted === undefined) return hooks
  const { findHook } = await import('./find.ts')
  return [findHook(hooks, wanted, { dialect, event })]
}

function titleOf(id: string): string {
  return dialectOf(id)?.title ?? id
}

// Programs get a payload as JSON text, which preserves numbers of any size; modules and classes cannot.
function takesJsonText(dialect: DialectId): boolean {
  return dialectOf(dialect)?.wire !== undefined
}

function withRecipe(payload: unknown, recipe: string, dialect: DialectId, event: string): unknown {
  const field = recordOf(dialect, event)?.common.recipe
  if (field === undefined) throw new UsageError(`${dialect} has no recipes; omit --recipe.`)
  return isObject(payload) ? { ...payload, [field]: recipe } : payload
}

type Opened = Awaited<ReturnType<typeof import('../workspace/open.ts')['openWorkspace']>>

/** Whether there are hooks, but none of them can run: a hook that is broken or cannot start has decided nothing. */
async function noneCanRun(workspace: Opened, { dialect, hooks: runs }: Outcome): Promise<boolean> {
  const all = workspace.list()
  const ids = new Set(runs.map(({ id }) => id))
  const concerned =
    ids.size > 0
      ? all.filter(({ id }) => ids.has(id))
      : all.filter((hook) => hook.dialect === dialect && hook.source !== 'builtin')
  for (const hook of concerned)
    if (hook.state !== 'broken' && (runs.length === 0 || (await cannotStart(workspace, hook)) === undefined))
      return false
  return concerned.length > 0
}

/** Whether a host has entries for the event in its own files, but loads none of them. */
function takesNone(workspace: Opened, { hooks: runs }: Outcome): boolean {
  const ids = new Set(runs.map(({ id }) => id))
  const own = workspace.list().filter(({ id }) => ids.has(id))
  return own.length > 0 && own.every(({ state, entry }) => state === 'broken' && entry?.borrowed !== true)
}

function exitCode(outcome: Outcome): number {
  return outcome.hooks.some((hook) => hook.status === 'failed' || isMissing(hook)) ? 1 : 0
}
