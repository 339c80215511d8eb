// `hookbench explain`: what would run, and what would not and why. Runs nothing.

import type { Command } from 'commander'
import { recordOf } from '../contract/dialects/index.ts'
import type { Explanation } from '../workspace/workspace.ts'
import { type FactOptions, factsOf, withFacts } from './hostFacts.ts'
import { paint, print, printJson, table } from './print.ts'
import { dialectsHere, examples, openOptions, readPayload } from './usage.ts'

type Options = FactOptions & { readonly dialect?: string; readonly payload?: string; readonly json?: boolean }

export function explain(program: Command): void {
  withFacts(
    program
      .command('explain')
      .argument('<event>', 'an event name, as its dialect spells it')
      .summary('which hooks would run on an event, and why the others would not')
      .description(
        "Plans a firing without running anything. Without --payload, the event's own example is used.",
      )
      .option('--dialect <id>', 'the dialect, where several have the event')
      .option('--payload <file>', 'a JSON file, or - for standard input')
      .option('--json', 'as JSON'),
  )
    .addHelpText(
      'after',
      examples(
        ['explain before_tool_call', 'on the example of the event'],
        ['explain pre_tool_use --payload p.json', 'on a payload of yours'],
      ),
    )
    .action(async (event: string, options: Options, command: Command) => {
      const { openWorkspace } = await import('../workspace/open.ts')
      const workspace = await openWorkspace(openOptions(command))
      try {
        const dialects = dialectsHere(event, options.dialect, workspace.list())
        const given = options.payload === undefined ? undefined : await readPayload(options.payload)
        const explanations = dialects.map((dialect) => {
          const payload = options.payload === undefined ? recordOf(dialect, event)?.example : given
          const facts = factsOf(dialect, options)
          return workspace.explain(event, payload, { dialect, ...(facts === undefined ? {} : { facts }) })
        })
        if (options.json === true) {
          printJson(explanations.length === 1 ? explanations[0] : explanations)
          return
        }
        for (const [index, explanation] of explanations.entries()) {
          if (index > 0) print()
          printExplanation(event, explanation)
        }
      } finally {
        await workspace.close()
      }
    })
}

function printExplanation(event: string, explanation: Explanation): void {
  const { dialect } = explanation
  const record = recordOf(dialect, event)
  print(`${paint('bold', event)} ${paint('dim', `${dialect}, ${record?.semantics ?? ''}`)}`)
  if (explanation.mismatch !== undefined)
    print(paint('yellow', `  the payload misses its schema: ${explanation.mismatch}`))
  if (explanation.hooks.length === 0) print('  no hook answers this event here')
  const rows = explanation.hooks.map((hook, index) => [
    `${index + 1}.`,
    hook.name,
    paint('dim', hook.source),
    hook.run ? paint('green', 'runs') : paint('yellow', 'does not run'),
    hook.why === undefined ? '' : paint('dim', hook.why),
  ])
  if (rows.length > 0) print(table(rows, '  '))
  if (explanation.unobserved !== undefined) print(paint('dim', `  not observed: ${explanation.unobserved}`))
}
