// The tool that runs hooks: fires recorded events through the current hooks and reports what changed.

import Type from 'typebox'
import { defined } from '../contract/defined.ts'
import { headline, runHeadline, unanswered } from '../contract/headline.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import { closed, left, workspace } from './fields.ts'
import { brief, first } from './lines.ts'
import type { ReplayedFiring } from './serverAnswers.ts'
import { tool } from './tool.ts'

const MOST = 20

export const replay = tool({
  name: 'hookbench_replay',
  reference: 'replayHooks',
  title: 'Replay recorded hook events',
  summary: 'Fires recorded events through the hooks as they are now and says what changed.',
  description:
    'Fires recorded events again through the hooks as they are now and compares with what was recorded: decision, reason, payload, answer, context, follow-ups, and each hook. Use it after editing a hook, to see that it still decides as it did, or what it decides now (`set` changes payload fields for this replay, and each event then says what is decided now). Runs the hooks for real, but only those that a person has trusted; others are told as untrusted. Nothing is recorded and built-in hooks write nothing. A changed hook has to be trusted again unless its folder is trusted with its edits.',
  icon: '$(debug-rerun)',
  runs: true,
  input: Type.Object(
    {
      recording: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            'A recording: a path, the beginning of its name, a session, or a saved case. The latest unless given.',
        }),
      ),
      event: Type.Optional(
        Type.String({ description: 'Only this event: its number in the recording, or its name.' }),
      ),
      hook: Type.Optional(
        Type.String({ description: 'Only this hook (id or name), on what it was given then.' }),
      ),
      set: Type.Optional(
        Type.Array(Type.String({ pattern: '=' }), {
          description: 'Payload fields to change, as path=value: `tool_input.command=ls`.',
        }),
      ),
      workspace,
    },
    closed,
  ),
  output: Type.Object({
    same: Type.Integer(),
    changed: Type.Integer(),
    failed: Type.Integer(),
    events: Type.Array(
      Type.Object({
        n: Type.Integer(),
        dialect: Type.String(),
        event: Type.String(),
        failed: Type.Optional(Type.String()),
        now: Type.Optional(
          Type.String({
            description: 'What is decided now, where `set` was given: `deny by <hook>: <reason>`.',
          }),
        ),
        unanswered: Type.Optional(
          Type.Array(Type.String(), { description: 'Hooks that gave no answer, and why.' }),
        ),
        differences: Type.Array(
          Type.Object({
            path: Type.String(),
            recorded: Type.String(),
            replayed: Type.String(),
            masked: Type.Optional(Type.Boolean()),
          }),
        ),
      }),
      { description: 'The events that changed or failed; with `set`, every event.' },
    ),
    left,
  }),
  async call({ recording = 'latest', event, hook, set }, { ask }) {
    const { same, changed, failed, events } = await ask('replay', {
      recordings: [recording],
      ...defined({ event, hook, set }),
    })
    const asks = (set ?? []).length > 0
    const notable = events.filter((one) => asks || !one.same)
    const { items, rest, left } = first(notable, MOST, 'name an event or a hook')
    const total = same + changed + failed
    const sum =
      total === 0
        ? `Nothing was replayed: no event of ${recording} ${hook === undefined ? 'matches' : `was given to ${hook}`}.`
        : `${same} same, ${changed} changed, ${failed} failed of ${total} replayed.`
    const shown = items.map((one) => plain(one, asks))
    return {
      text: [sum, ...shown.flatMap((one, at) => lines(items[at]?.same === true, one)), ...rest].join('\n'),
      data: { same, changed, failed, events: shown, ...defined({ left }) },
    }
  },
})

function plain({ n, dialect, event, failed, differences = [], replayed }: ReplayedFiring, asks: boolean) {
  const runs = replayed == null ? [] : 'hooks' in replayed ? replayed.hooks : [replayed]
  const without = unanswered(runs)
  return {
    ...{ n, dialect, event },
    ...defined({ failed }),
    ...(asks && replayed != null ? { now: nowOf(replayed) } : {}),
    ...(without.length === 0 ? {} : { unanswered: [...without] }),
    differences: differences.map(({ path, recorded, replayed, masked }) => ({
      ...{ path, recorded: brief(recorded), replayed: brief(replayed) },
      ...defined({ masked }),
    })),
  }
}

function nowOf(replayed: Outcome | HookRun): string {
  return 'hooks' in replayed ? headline(replayed) : `${runHeadline(replayed)} (${replayed.id})`
}

function lines(same: boolean, shown: ReturnType<typeof plain>): readonly string[] {
  const { n, event, failed, now, unanswered = [], differences } = shown
  const word = same ? 'same' : failed === undefined ? 'changed' : `failed: ${failed}`
  return [
    `- event ${n}, ${event}: ${word}`,
    // Printed first because it explains the differences: a hook that did not run decides nothing.
    ...unanswered.map((line) => `  ${line}`),
    ...(now === undefined ? [] : [`  now: ${now}`]),
    ...differences.map(
      ({ path, recorded, replayed, masked }) =>
        `  ${path}: was ${recorded}, is ${replayed}${masked === true ? ' (masked in the recording)' : ''}`,
    ),
  ]
}
