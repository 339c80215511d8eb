// The tool that lists hooks in firing order, with the events of each.

import Type from 'typebox'
import { defined } from '../contract/defined.ts'
import { tally } from '../contract/headline.ts'
import { searchedPlaces } from '../contract/searchedPlaces.ts'
import { closed, dialect, left, workspace } from './fields.ts'
import { counted, first, shown } from './lines.ts'
import type { ListedHook } from './serverAnswers.ts'
import { tool } from './tool.ts'

const MOST = 200

export const list = tool({
  name: 'hookbench_list',
  reference: 'hooks',
  title: 'List agent hooks',
  summary: 'Lists the lifecycle hooks of this workspace in firing order.',
  description:
    'Lists the agent lifecycle hooks that this workspace has, in firing order: id, events, where it comes from, file, time-out, and whether it would run (active) or why not (untrusted, broken, shadowed, disabled, unknown). Use it first to learn which hooks exist and their ids, or to see why a hook does not fire. Fires no event. To see which of them would run on one payload use hookbench_explain; for mistakes in hook files use hookbench_check.',
  icon: '$(list-ordered)',
  runs: false,
  input: Type.Object(
    {
      event: Type.Optional(
        Type.String({ description: 'Only hooks bound to this event, as its dialect spells it.' }),
      ),
      dialect,
      workspace,
    },
    closed,
  ),
  output: Type.Object({
    hooks: Type.Array(
      Type.Object({
        id: Type.String(),
        events: Type.Array(Type.String()),
        state: Type.String(),
        why: Type.Optional(Type.String()),
        source: Type.String(),
        path: Type.String(),
        timeoutMs: Type.Number(),
      }),
    ),
    left,
  }),
  async call({ event, dialect }, { root, ask }) {
    const all = await ask('list', {
      ...defined({ event, dialect }),
    })
    // Built-in hooks that are off exist in every workspace and are not specific to this one.
    const hooks = all.filter(({ source, state }) => !(source === 'builtin' && state === 'disabled'))
    const { items, rest, left } = first(hooks, MOST, 'ask for one event or dialect')
    const rows = items.map(({ id, events, state, why, source, path, timeoutMs }) => ({
      ...{ id, events: [...events], state, source, path: shown(path, root), timeoutMs },
      ...defined({ why }),
    }))
    return {
      text: [headline(hooks, event), ...rows.map(row), ...rest, ...waiting(hooks)].join('\n'),
      data: { hooks: rows, ...defined({ left }) },
    }
  },
})

function headline(hooks: readonly ListedHook[], event: string | undefined): string {
  const where = event === undefined ? 'in this workspace' : `on ${event}`
  if (hooks.length === 0) {
    return `There is no hook ${where}. ${searchedPlaces()}`
  }
  const counts = tally(
    hooks.map(({ state }) => state),
    ['active', 'untrusted', 'unknown', 'broken', 'shadowed', 'disabled'],
  )
  return `${counted(hooks.length, 'hook')} ${where}, ${counts}, in firing order:`
}

function row(hook: {
  readonly id: string
  readonly events: readonly string[]
  readonly state: string
  readonly why?: string
  readonly path: string
}): string {
  const why = hook.why === undefined ? '' : ` (${hook.why})`
  const events = hook.events.length > 6 ? `${hook.events.length} events` : hook.events.join(', ')
  return `- ${hook.id} ${hook.state}${why}; ${events || 'no event known'}${hook.path === '' ? '' : `; ${hook.path}`}`
}

function waiting(hooks: readonly ListedHook[]): readonly string[] {
  const untrusted = hooks.filter(({ state }) => state === 'untrusted' || state === 'unknown')
  if (untrusted.length === 0) return []
  return [
    `${counted(untrusted.length, 'hook')} will not run before a person has reviewed and trusted it: \`hookbench trust <id>\`, or Trust Hook in the editor. Do not do this in their place.`,
  ]
}
