// Methods for clients with a user interface: `compare` has one payload judged by every agent, and `redact` prepares a
// value for display. The results contain no secrets, like all output of verbs.

import Type from 'typebox'
import type { DialectId } from '../contract/dialectId.ts'
import { type Methods, method } from '../sessions/method.ts'
import { outcomesOf } from './allHosts.ts'
import { masked } from './masked.ts'
import { differencesIn } from './outcome.ts'
import { everywhere } from './run.ts'
import { chooseDialect, firstDialectHere } from './usage.ts'

const workspace = Type.Optional(
  Type.String({ description: "The workspace folder; the server's own unless given." }),
)
const closed = { additionalProperties: false }

/** `compare` corresponds to `run --all`; `redact` masks as recordings do. */
export function showMethods(): Methods {
  return {
    compare: method(
      Type.Object(
        {
          workspace,
          event: Type.String({ description: 'The event, spelled as in its dialect.' }),
          dialect: Type.Optional(Type.String({ description: 'The dialect that the payload is of.' })),
          payload: Type.Unknown({ description: 'What is translated for every agent.' }),
        },
        closed,
      ),
      ({ event, payload, dialect, workspace: named }, { within, signal }) =>
        within(named, async (opened) => {
          const likely = firstDialectHere(event, opened.list(), payload)
          const from: DialectId = chooseDialect(event, dialect ?? likely)
          const agents = await everywhere(opened, from, event, payload, {}, signal)
          return { agents, differences: differencesIn(outcomesOf(agents), opened) }
        }),
    ),
    redact: method(
      Type.Object({ workspace, value: Type.Unknown({ description: 'What is to be shown.' }) }, closed),
      async ({ value, workspace: named }, { within }) => ({
        value: await within(named, ({ settings }) => masked(value, settings)),
      }),
    ),
  }
}
