// Why a hook does not fire on a payload: every gate from its file to its program, determined by discovery, trust, the
// host's plan and the checks. Runs nothing, so gates that only a run can determine are reported as unknown.

import { extname } from 'node:path'
import { defined } from '../contract/defined.ts'
import { answersTo, dialectOf } from '../contract/dialects/index.ts'
import { lookedAt } from '../contract/entryWords.ts'
import type { HostFacts } from '../contract/facts.ts'
import { type Gate, type GateName, gatesOfRun } from '../contract/gates.ts'
import type { Hook } from '../contract/hook.ts'
import type { PlannedHook } from '../contract/outcome.ts'
import type { ProblemCode } from '../contract/problemCodes.ts'
import type { Problem } from '../contract/problems.ts'
import { readConfiguration } from '../documents/configuration.ts'
import { readText } from '../files/read.ts'
import { absentAnswer } from '../workspace/absentAnswer.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** A payload of an event, and the host's facts. */
export type FiringRequest = {
  readonly event: string
  readonly payload: unknown
  readonly facts?: HostFacts | undefined
}

/** All gates of one hook, in order. */
export async function gatesOf(
  workspace: Workspace,
  hook: Hook,
  firing: FiringRequest,
): Promise<readonly Gate[]> {
  const { event, payload, facts } = firing
  const planned = answersTo(hook, event)
    ? workspace.explain(event, payload, {
        dialect: hook.dialect,
        ...defined({ facts }),
      })
    : undefined
  const plan = planned?.hooks.find(({ id }) => id === hook.id)
  const problems = await problemsOf(workspace.problems, hook)
  return [
    fileGate(hook, plan),
    enabledGate(hook, plan, problems),
    trustGate(hook, plan),
    eventGate(hook, event, plan),
    ...filterGates(hook, plan, problems),
    executableGate(hook, problems),
    ...gatesOfRun(undefined).map((gate) => withTextFinding(gate, problems)),
  ]
}

const open = (gate: GateName, message: string): Gate => ({ gate, state: 'open', message })
const closed = (gate: GateName, message: string, fix: string): Gate => ({
  gate,
  state: 'closed',
  message,
  fix,
})

function fileGate({ state, why = '', path }: Hook, plan: PlannedHook | undefined): Gate {
  if (state === 'broken') return closed('file', why, 'Fix the file; `hookbench check` marks the place.')
  if (state === 'shadowed') return closed('file', why, 'Rename one of the two files, or delete the other.')
  if (plan?.host === 'file-not-read' || plan?.host === 'file-rejected')
    return closed('file', plan.why ?? '', 'Fix the file; `hookbench check` marks the place.')
  return open('file', path === '' ? 'It is built in.' : 'It was read.')
}

function enabledGate(
  { state, why = '', entry, id }: Hook,
  plan: PlannedHook | undefined,
  problems: readonly Problem[],
): Gate {
  if (plan?.host === 'duplicate')
    return closed('enabled', plan.why ?? '', 'Nothing to do: the other entry runs in its place.')
  if (state !== 'disabled') return open('enabled', 'No setting turns it off.')
  if (entry?.off !== undefined)
    return closed('enabled', why, fixOf(problems, 'entry.off') ?? 'Change the setting named here.')
  return closed('enabled', why, `Take "${id}" out of "disabled" in .hookbench/settings.json.`)
}

// An agent runs its entries whether or not Hookbench trusts them.
function trustGate({ state, why = '', entry }: Hook, plan: PlannedHook | undefined): Gate {
  if (plan?.host === 'untrusted')
    return closed('trust', plan.why ?? '', 'Trust it in the agent, which asks before it runs a new hook.')
  const waits = state === 'untrusted' || state === 'unknown'
  if (waits && entry !== undefined) {
    const message = `The agent does not ask for it; here it is ${why === '' ? 'not trusted yet' : why}`
    return { gate: 'trust', state: 'unknown', message }
  }
  if (waits) return closed('trust', why, 'Review it, then trust it.')
  return state === 'active'
    ? open('trust', 'It is trusted as it is now.')
    : { gate: 'trust', state: 'unknown', message: 'Checked only for hooks that would run.' }
}

function eventGate(hook: Hook, event: string, plan: PlannedHook | undefined): Gate {
  const { events, entry } = hook
  if (!answersTo(hook, event)) {
    const own = events.length === 0 ? 'no known event' : events.join(', ')
    return closed('event', `It answers ${own}, not ${event}.`, `Bind it to ${event}.`)
  }
  if (plan?.host === 'unknown-event')
    return closed(
      'event',
      plan.why ?? '',
      `Name an event of ${entry?.host}; \`hookbench events\` lists them.`,
    )
  if (plan?.host === 'not-fired')
    return closed('event', plan.why ?? '', 'Bind it to an event that is fired for this call.')
  return open('event', `It answers ${event}.`)
}

// A call that reaches the condition has passed the matcher; gates behind an earlier closed one were not evaluated.
function filterGates(
  { dialect: id, entry }: Hook,
  plan: PlannedHook | undefined,
  problems: readonly Problem[],
): readonly Gate[] {
  const dialect = dialectOf(id)
  if (entry === undefined || dialect === undefined) {
    return [open('matcher', 'It has none.'), open('condition', 'It has none.')]
  }
  const matcher = lookedAt(entry, dialect)
  const condition = typeof entry.fields.if === 'string' ? entry.fields.if : undefined
  const why = plan?.why ?? ''
  const isEarlier =
    plan === undefined || (plan.host !== undefined && !['matcher', 'condition'].includes(plan.host))
  const passes = (gate: GateName, text: string | undefined): Gate => {
    if (text === undefined) return open(gate, 'It has none.')
    if (isEarlier)
      return { gate, state: 'unknown', message: `${text}: not checked, because the call ends earlier.` }
    return open(gate, `${text} matches.`)
  }
  if (plan?.host === 'matcher') {
    const fix = `Widen the matcher${matcher === undefined ? '' : ` "${matcher}"`}, or try a call that it matches.`
    const later = condition === undefined ? 'It has none.' : `${condition}: not checked.`
    return [
      closed('matcher', why, fixOf(problems, 'entry.matcher') ?? fix),
      { gate: 'condition', state: condition === undefined ? 'open' : 'unknown', message: later },
    ]
  }
  const fix = `Widen the condition${condition === undefined ? '' : ` "${condition}"`}, or try a call that it holds for.`
  return [
    passes('matcher', matcher),
    plan?.host === 'condition'
      ? closed('condition', why, fixOf(problems, 'entry.condition') ?? fix)
      : passes('condition', condition),
  ]
}

// Uses findings of the script's text for gates that otherwise require a run.
function withTextFinding(gate: Gate, problems: readonly Problem[]): Gate {
  const codes: readonly ProblemCode[] =
    gate.gate === 'exit' ? ['exit.ignored'] : ['output.unreadable', 'output.lost', 'result.ignored']
  const message = problems.find(({ code }) => codes.includes(code))?.message
  return message === undefined ? gate : { ...gate, message }
}

function fixOf(problems: readonly Problem[], wanted: ProblemCode): string | undefined {
  return problems.find(({ code }) => code === wanted)?.fix
}

const STARTING: readonly ProblemCode[] = [
  ...(['entry.script', 'entry.shell', 'entry.variable', 'entry.kind', 'executable.bit'] as const),
  ...(['executable.shebang', 'executable.crlf', 'executable.interpreter', 'import.missing'] as const),
]

/** The problem that prevents the start of a hook's program; undefined where none is known. */
export async function cannotStart(
  { problems }: Pick<Workspace, 'problems'>,
  hook: Hook,
): Promise<Problem | undefined> {
  return startingProblem(await problemsOf(problems, hook))
}

function startingProblem(problems: readonly Problem[]): Problem | undefined {
  return problems.find(isStartingProblem)
}

/** Whether the problem prevents the start of a hook's program. */
export function isStartingProblem({ code, severity }: Problem): boolean {
  return severity === 'error' && STARTING.includes(code)
}

function executableGate(hook: Hook, problems: readonly Problem[]): Gate {
  const found = startingProblem(problems)
  if (found !== undefined)
    return closed('executable', found.message, found.fix ?? 'Fix the problem named here.')
  const absent = absentAnswer(hook)
  if (absent !== undefined) return { gate: 'executable', state: 'unknown', message: `${absent}.` }
  return open('executable', 'Its program exists and can be started.')
}

// Of a configuration file, only the problems of this entry.
async function problemsOf(
  all: readonly Problem[],
  { path, files, entry }: Hook,
): Promise<readonly Problem[]> {
  if (entry === undefined) return all.filter((one) => one.path === path || files.includes(one.path))
  const scripts = [...entry.scripts, ...files]
  const own = all.filter((one) => one.path === entry.file)
  const within = own.length === 0 ? undefined : (await configurationText(entry.file))?.rangeOf(entry.at)
  return all.filter((one) => {
    if (one.path !== entry.file) return scripts.includes(one.path)
    // The matcher may be in the group that contains the entry.
    if (one.code === 'entry.matcher' && entry.matcher !== undefined)
      return one.message.includes(JSON.stringify(entry.matcher))
    const { range } = one
    return (
      within !== undefined && range !== undefined && range.start >= within.start && range.end <= within.end
    )
  })
}

export type ConfigurationText = Awaited<ReturnType<typeof readConfiguration>>

/** The current content of a configuration file; undefined where it cannot be read. */
export async function configurationText(file: string): Promise<ConfigurationText | undefined> {
  try {
    const ending = extname(file)
    const format = ending === '.toml' ? 'toml' : ending === '.md' ? 'frontmatter' : 'jsonc'
    return await readConfiguration(readText(file), format)
  } catch {
    return undefined
  }
}
