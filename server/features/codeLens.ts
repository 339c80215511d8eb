// textDocument/codeLens: actions and state above each handler: replay, debug, last outcome, order, state. The list is
// computed from the hooks alone; last outcomes are loaded when a lens is resolved.

import type { CodeLens, CodeLensParams, Command } from 'vscode-languageserver'
import { defined } from '../../runtime/contract/defined.ts'
import { verdictWord } from '../../runtime/contract/headline.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { isObject } from '../../runtime/contract/json.ts'
import { printable } from '../../runtime/contract/printable.ts'
import type { View } from '../../runtime/project/view.ts'
import type { Feature, ServerContext } from '../feature.ts'
import type { LastOutcome } from '../runtime.ts'
import { answeringLine } from './answeringLine.ts'
import { asArgument, COMMANDS } from './commands.ts'
import { entryLenses, scriptLenses } from './entryLens.ts'
import { handlersOf, isProgram, ordinal, rankOf } from './hookSpots.ts'
import { type Lens, type LensCapabilities, stateText } from './lens.ts'

/** Code lenses above handlers. */
export const codeLens: Feature = {
  capabilities: () => ({ codeLensProvider: { resolveProvider: true } }),
  register(connection, context) {
    const can = abilitiesOf(context)
    connection.onCodeLens(
      context.answers('code lens', async ({ textDocument }: CodeLensParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        const path = context.pathOf(textDocument.uri)
        const project = place?.project ?? context.projectOf(textDocument.uri)
        if (path === undefined || project === undefined) return null
        const hooks = await project.hooks()
        const own = place === undefined ? [] : lensesOf(place.view, hooks, can)
        const entries = place === undefined ? [] : await entryLenses(place.view, hooks, can)
        const lenses = [...own, ...entries, ...(await scriptLenses(path, place?.view, project, hooks, can))]
        const positions = place?.positions ?? context.positions({ text: '' })
        return lenses.map((lens): CodeLens => {
          const { range, in: file, ...rest } = lens
          const uri = file === undefined ? textDocument.uri : context.uriOf(file)
          const data = { ...rest, uri }
          const at = positions.range(range)
          return lens.title === undefined
            ? { range: at, data }
            : { range: at, data, command: commandOf(lens, uri, can) }
        })
      }),
    )
    connection.onCodeLensResolve(
      context.answers('code lens resolve', async (lens: CodeLens) => {
        const uri = asArgument(lens.data)?.uri
        const hook = isObject(lens.data) ? lens.data.hook : undefined
        if (uri === undefined || typeof hook !== 'string') return lens
        const project = context.projectOf(uri)
        const outcomes = project === undefined ? undefined : await context.runtime?.outcomes(project.root)
        const title = printable(lastText(outcomes?.get(hook), hook, Date.now()))
        return { ...lens, command: { title, command: '' } }
      }),
    )
  },
}

/** The lenses of a file, in the order of its handlers. */
export function lensesOf(view: View, hooks: readonly Hook[], can: LensCapabilities): readonly Lens[] {
  return handlersOf(view, hooks).flatMap(({ site, event, hook }): readonly Lens[] => {
    if (hook === undefined) return []
    // A lens stands above one line. A program names its event in one place and answers in another.
    const [line = ''] = /^[^\r\n]*/.exec(view.text.slice(site.range.start, site.range.end)) ?? []
    const named = { start: site.range.start, end: site.range.start + line.length }
    const range = isProgram(view) ? (answeringLine(view) ?? named) : named
    const target = { range, event, ...defined({ part: site.part }) }
    const rank = rankOf(hook, event, hooks)
    const runs = hook.state === 'active' || hook.state === 'untrusted' || hook.state === 'disabled'
    return [
      ...(can.replay && runs ? [{ ...target, kind: 'replay', title: '▶ Replay' } as const] : []),
      ...(can.debug && runs ? [{ ...target, kind: 'debug', title: 'Debug' } as const] : []),
      ...(can.replay && runs ? [{ ...target, kind: 'last', hook: hook.id } as const] : []),
      rank === undefined
        ? { ...target, kind: 'state', title: stateText(hook) }
        : { ...target, kind: 'order', title: `${ordinal(rank.at)} of ${rank.of} for ${event}` },
    ]
  })
}

/** The last outcome of a hook, and how long ago it was. */
export function lastText(last: LastOutcome | undefined, hook: string, now: number): string {
  if (last === undefined) return 'not seen yet'
  const run = last.outcome.hooks.find(({ id }) => id === hook)
  const took = run === undefined ? '' : ` in ${Math.max(1, Math.round(run.durationMs))} ms`
  return `last: ${outcomeText(last, hook)}${took}, ${agoText(now - last.at)}`
}

// The hook's own run, not the overall outcome, which another hook may have decided.
function outcomeText({ outcome }: LastOutcome, hook: string): string {
  const run = outcome.hooks.find(({ id }) => id === hook)
  if (run?.status === 'failed') return `failed (${run.failure ?? 'no reason'})`
  return run?.status === 'skipped' ? 'skipped' : verdictWord(run?.verdict)
}

function agoText(ms: number): string {
  const steps = [
    [1000, 'second'],
    [60_000, 'minute'],
    [3_600_000, 'hour'],
    [86_400_000, 'day'],
  ] as const
  const [size, unit] = steps.findLast(([from]) => ms >= from) ?? [0, '']
  if (size === 0) return 'just now'
  const number = Math.floor(ms / size)
  return `${number} ${unit}${number === 1 ? '' : 's'} ago`
}

function commandOf({ kind, title = '', event, part }: Lens, uri: string, can: LensCapabilities): Command {
  const isDone =
    kind === 'replay' || kind === 'debug' || kind === 'compare' || (kind === 'open' && can.open === true)
  if (!isDone) return { title, command: '' }
  const argument = {
    uri,
    ...defined({ part, event }),
  }
  return { title, command: COMMANDS[kind], arguments: [argument] }
}

function abilitiesOf({ runtime, options }: ServerContext): LensCapabilities {
  return {
    replay: runtime !== undefined || options?.clientCommands === true,
    debug: options?.debug === true,
    open: options?.clientCommands === true,
    compare: options?.clientCommands === true,
  }
}
