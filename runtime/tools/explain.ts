// The tool that plans a firing: which hooks would run on a payload, and why the others would not.

import Type from 'typebox'
import { defined } from '../contract/defined.ts'
import { closed, dialect, workspace } from './fields.ts'
import { shown } from './lines.ts'
import { tool } from './tool.ts'

export const explain = tool({
  name: 'hookbench_explain',
  reference: 'explainHooks',
  title: 'Explain a hook event',
  summary: 'Which hooks would run on an event, in what order, and why the others would not.',
  description:
    "Plans the firing of one event without firing it: which hooks would run on this payload and in what order, which would not and why (matcher, trust, disabled, shadowed, broken), and where the payload does not match the event's schema. Use it when a hook does not fire or fires out of order. Without a payload the event's own example is used. No hook is run; for what hooks really answer use hookbench_replay.",
  icon: '$(question)',
  runs: false,
  input: Type.Object(
    {
      event: Type.String({ description: 'The event, as its dialect spells it, e.g. before_tool_call.' }),
      dialect,
      payload: Type.Optional(
        Type.Object(
          {},
          { additionalProperties: true, description: "The payload; the event's example unless given." },
        ),
      ),
      workspace,
    },
    closed,
  ),
  output: Type.Object({
    dialect: Type.String(),
    event: Type.String(),
    mismatch: Type.Optional(Type.String()),
    hooks: Type.Array(
      Type.Object({
        id: Type.String(),
        run: Type.Boolean(),
        why: Type.Optional(Type.String()),
        source: Type.String(),
        path: Type.String(),
      }),
    ),
  }),
  async call({ event, dialect, payload }, { root, ask }) {
    const plan = await ask('explain', {
      event,
      ...defined({ dialect, payload }),
    })
    const { mismatch } = plan
    const hooks = plan.hooks.map(({ id, run, why, source, path }) => ({
      ...{ id, run, source, path: shown(path, root) },
      ...defined({ why }),
    }))
    const order = hooks.map(
      ({ id, run, why }, index) =>
        `${index + 1}. ${id} ${run ? 'runs' : 'does not run'}${why === undefined ? '' : `: ${why}`}`,
    )
    return {
      text: [
        `${event} of ${plan.dialect}, in firing order:`,
        ...(order.length === 0 ? ['No hook answers this event here.'] : order),
        ...(mismatch === undefined
          ? []
          : [`The payload does not match the schema of the event: ${mismatch}`]),
      ].join('\n'),
      data: {
        ...{ dialect: plan.dialect, event: plan.event, hooks },
        ...defined({ mismatch }),
      },
    }
  },
})
