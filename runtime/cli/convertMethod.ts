// `hookbench convert` as a method of the hook server: converts entries of a host, or the answers of one script. Returns
// the report as lines and, for clients that show a preview, the texts before and after.

import Type from 'typebox'
import { method } from '../sessions/method.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { convertHooks, report } from './convert.ts'
import { convertAnswersOf } from './convertScript.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))
const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const workspace = text("The workspace folder; the server's own unless given.")
const closed = { additionalProperties: false }

/** The method; `open`: the options that the server's own workspace was opened with. */
export function convertMethod(open: OpenOptions) {
  return method(
    Type.Object(
      {
        workspace,
        from: Type.String({ description: 'The host that has the entries.' }),
        to: Type.String({ description: 'The host that gets them.' }),
        file: text('Only the entries of this configuration file.'),
        script: text('In place of entries the answers of this script, which they run.'),
        write: flag('Add the entries to the file of the other host, or replace the answers.'),
        preview: flag('Also answer with the text before and after, in `change`.'),
        seen: Type.Optional(
          Type.Union([Type.String(), Type.Null()], {
            description:
              'The `change.before` that the user agreed to: nothing is written if the file has changed since.',
          }),
        ),
      },
      closed,
    ),
    async ({ workspace: named, script, ...rest }, { root }) => {
      const request = { root: root(named), home: open.home, ...rest }
      if (script !== undefined) return convertAnswersOf({ ...request, script })
      const converted = await convertHooks(request)
      return { ...converted, lines: report(converted) }
    },
  )
}
