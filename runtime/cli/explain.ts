// `hookbench explain`: which hooks would run on an event, and why the others would not. Runs nothing.

import { relative } from 'node:path'
import type { Command } from 'commander'
import { defined } from '../contract/defined.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { dialectOf, recordOf } from '../contract/dialects/index.ts'
import { firstClosed, type Gate } from '../contract/gates.ts'
import type { Hook } from '../contract/hook.ts'
import { sharedScriptLines } from '../contract/sideBySide.ts'
import type { Explanation, Workspace } from '../workspace/workspace.ts'
import { borrowerLines, concernedHosts, inWordsOf } from './concernedHosts.ts'
import { exampleFor } from './exampleFor.ts'
import { findHook } from './find.ts'
import { cannotStart, gatesOf } from './gates.ts'
import { type FactOptions, factsOf, withFacts } from './hostFacts.ts'
import type { HooksHere } from './outcome.ts'
import { paint, print, printError, printJson, table } from './print.ts'
import { printUnreadFiles, unreadFiles } from './unreadFiles.ts'
import { chooseDialect, examples, openOptions, readPayload, UsageError } from './usage.ts'

type Options = FactOptions & {
  readonly dialect?: string
  readonly hook?: string
  readonly payload?: string
  readonly json?: boolean
}

export function explain(program: Command): void {
  withFacts(
    program
      .command('explain')
      .argument('<event>', 'an event name, spelled as in its dialect')
      .summary('which hooks would run on an event, and why the others would not')
      .description(
        'Plans a firing without running anything. Without --payload, an example that a hook here matches is used. With --hook, shows every condition between the call and that hook, and how to meet the first one that fails.',
      )
      .option('--dialect <id>', 'the dialect, where several have the event')
      .option('--hook <hook>', 'only this hook (id, name or path), gate by gate')
      .option('--payload <file>', 'a JSON file, or - for standard input')
      .option('--json', 'as JSON'),
  )
    .addHelpText(
      'after',
      examples(
        ['explain PreToolUse', 'on an example of the event'],
        ['explain PreToolUse --payload p.json', 'on your own payload'],
        ['explain PreToolUse --hook guard.sh', 'why it did not fire'],
      ),
    )
    .action(async (event: string, typed: Options, command: Command) => {
      const options = { ...typed, agentSettings: openOptions(command).agentSettings }
      const { openWorkspace } = await import('../workspace/open.ts')
      const workspace = await openWorkspace(openOptions(command))
      try {
        if (options.hook !== undefined) {
          const hook = findHook(workspace.list(), options.hook, { dialect: options.dialect, event })
          printUnreadFiles(unreadFiles(workspace, [hook.dialect], options.dialect))
          const firing = await firingFor(event, hook, workspace.root, options)
          const gates = await gatesOf(workspace, hook, firing)
          if (options.json === true)
            printJson({ dialect: hook.dialect, event: firing.event, hook: hook.id, gates })
          else printGates(hook, firing.event, gates, firing.notes)
          return
        }
        const hosts = concernedHosts(event, options.dialect, workspace.list(), workspace)
        const dialects = hosts.map(({ dialect }) => dialect)
        printUnreadFiles(unreadFiles(workspace, dialects, options.dialect))
        const given = options.payload === undefined ? undefined : await readPayload(options.payload)
        const payloads =
          given === undefined
            ? hosts.map((one) => ({
                ...one,
                ...exampleFor(one.dialect, one.event, workspace.list(), workspace.root),
              }))
            : inWordsOf(given, event, hosts, workspace.root)
        const explanations = payloads.flatMap((one) => {
          const { dialect, event: name } = one
          if ('why' in one) {
            printError(`${dialectOf(dialect)?.title} is left out: ${one.why}.`)
            return []
          }
          const { payload } = one
          const facts = factsOf(dialect, options)
          return workspace.explain(name, payload, { dialect, ...defined({ facts }) })
        })
        if (options.json === true) {
          printJson(explanations.length === 1 ? explanations[0] : explanations)
          return
        }
        for (const [index, explanation] of explanations.entries()) {
          if (index > 0) print()
          printExplanation(explanation, await failingIn(workspace, explanation))
        }
        for (const one of payloads)
          if ('notes' in one)
            for (const note of one.notes) print(paint('dim', `${dialectOf(one.dialect)?.title}: ${note}`))
        printShared(explanations, workspace)
        if (options.dialect !== undefined) return
        const howTo = (name: string, dialect: DialectId) => `explain ${name} --dialect ${dialect}`
        for (const line of borrowerLines(hosts, workspace, howTo)) print(paint('dim', line))
      } finally {
        await workspace.close()
      }
    })
}

// The hook's own dialect is used.
async function firingFor(named: string, hook: Hook, root: string, options: Options) {
  const { dialect, name, entry, events } = hook
  if (options.dialect !== undefined && options.dialect !== dialect)
    throw new UsageError(`${name} is a hook of ${dialect}; omit --dialect.`)
  // The hook's file may contain the event under another host's name.
  const isWritten = recordOf(dialect, named) === undefined && entry?.at.includes(named) === true
  const event = isWritten ? (events[0] ?? named) : named
  const { payload, notes } =
    options.payload === undefined
      ? exampleFor(chooseDialect(event, dialect), event, [hook], root)
      : { payload: await readPayload(options.payload), notes: [] }
  return { event, payload, notes, facts: factsOf(dialect, options) }
}

const SIGN = { open: paint('green', '✓'), closed: paint('red', '✗'), unknown: paint('dim', '?') } as const

function printGates(
  { name, dialect }: Hook,
  event: string,
  gates: readonly Gate[],
  notes: readonly string[],
): void {
  const first = firstClosed(gates)
  print(`${paint('bold', name)} ${paint('dim', `${event} of ${dialect}`)}`)
  print(
    table(
      gates.map(({ gate, state, message }) => [SIGN[state], gate, message]),
      '  ',
    ),
  )
  if (first === undefined) print('Nothing prevents it from running on this payload.')
  // The agent still starts such an entry, and the failure determines the effect.
  else if (first.gate === 'executable') print(`It fires, but cannot be started. ${first.fix ?? ''}`)
  else print(`It does not fire: ${first.gate}. ${first.fix ?? ''}`)
  const further = gates.filter(({ state, gate }) => state === 'closed' && gate !== first?.gate)
  for (const { gate, fix = '' } of further) print(`Also not met: ${gate}. ${fix}`)
  for (const note of notes) print(paint('dim', `${dialectOf(dialect)?.title}: ${note}`))
}

// Prints scripts that several entries call for this payload.
function printShared(explanations: readonly Explanation[], { root, list }: HooksHere): void {
  const hooks = list()
  const running = explanations.flatMap(({ dialect, hooks: planned }) => {
    const host = dialectOf(dialect)
    if (host === undefined) return []
    return planned
      .filter(({ run }) => run)
      .flatMap(({ id }) => hooks.find((hook) => hook.id === id) ?? [])
      .map((hook) => ({ host, hook }))
  })
  const lines = sharedScriptLines(running, (path) => relative(root, path))
  if (lines.length > 0) print()
  for (const line of lines) print(line)
}

// Entries that their host starts although they cannot be started, each with the problem.
async function failingIn(workspace: Workspace, { hooks }: Explanation): Promise<ReadonlyMap<string, string>> {
  const failing = new Map<string, string>()
  for (const { id } of hooks.filter(({ run }) => run)) {
    const hook = workspace.list().find((one) => one.id === id)
    const wrong = hook?.entry === undefined ? undefined : await cannotStart(workspace, hook)
    if (wrong !== undefined) failing.set(id, wrong.message)
  }
  return failing
}

function printExplanation(explanation: Explanation, failing: ReadonlyMap<string, string>): void {
  const { dialect, event } = explanation
  const record = recordOf(dialect, event)
  print(`${paint('bold', event)} ${paint('dim', `${dialect}, ${record?.semantics ?? ''}`)}`)
  if (explanation.mismatch !== undefined)
    print(paint('yellow', `  the payload does not match its schema: ${explanation.mismatch}`))
  if (explanation.hooks.length === 0) print('  no hook answers this event here')
  const rows = explanation.hooks.map((hook, index) => {
    const wrong = failing.get(hook.id)
    const why = wrong ?? hook.why
    const runs = wrong === undefined ? paint('green', 'runs') : paint('red', 'fails')
    return [
      `${index + 1}.`,
      hook.name,
      paint('dim', hook.source),
      hook.run ? runs : paint('yellow', 'does not run'),
      why === undefined ? '' : paint('dim', why),
    ]
  })
  if (rows.length > 0) print(table(rows, '  '))
  for (const text of explanation.assumed ?? []) print(paint('dim', `  assumed: ${text}`))
  if (explanation.unobserved !== undefined) print(paint('dim', `  ${explanation.unobserved}`))
}
