// Generates modules in TypeScript and JavaScript: named handlers, a class with `handle(context)`, a default-exported
// object of lists.

import { classNameOf, commented, functionNameOf, headerOf, lastName, type TemplateFacts } from './facts.ts'

/** A module that exports one handler under its event's name. */
export function extensionFile(facts: TemplateFacts, typed: boolean): string {
  const { dialect, event, record } = facts
  const context = (record.payload as { title?: string }).title ?? 'never'
  const answer = { observe: 'void', transform: context, veto: `${context} | null` }[record.semantics]
  const from = `hookbench/${dialect.id}`
  const head = typed
    ? `import type { ${context} } from '${from}'\n\nexport async function ${event}(ctx: ${context}): Promise<${answer}> {`
    : `/** @type {import('${from}').HookHandlers['${event}']} */\nexport async function ${event}(ctx) {`
  const replace = '  // To go on with something else, return a changed copy: { ...ctx, … }.\n  return ctx\n'
  const ending = record.semantics === 'observe' ? '' : `\n${replace}`
  return `${commented(headerOf(facts), '//')}\n\n${head}\n${body(facts, 'ctx', '  ')}${ending}}\n`
}

/** A default-exported object with one function in the event's list. */
export function listsFile(facts: TemplateFacts, typed: boolean): string {
  const { dialect, event, name } = facts
  const from = `hookbench/${dialect.id}`
  const notes = facts.answers.map((answer) => `      //   ${answer.name}: ${answer.meaning}\n`).join('')
  const says =
    notes === '' ? '' : `\n      // Returning nothing changes nothing. An answer may hold\n${notes}`
  const functionName = functionNameOf(name)
  return `${commented(headerOf(facts), '//')}

${typed ? `import type { HooksConfig } from '${from}'\n` : `/** @type {import('${from}').HooksConfig} */`}
export default {
  ${event}: [
    async function ${functionName}(ctx) {
${body(facts, 'ctx', '      ')}${says}${says === '' ? '' : '      return undefined\n'}    },
  ],
}${typed ? ' satisfies HooksConfig' : ''}
`
}

/** A module with one class; it needs no base class. */
export function classFile(facts: TemplateFacts, typed: boolean): string {
  const { dialect, event, name } = facts
  const from = `hookbench/${dialect.id}`
  const types = typed ? `\nimport type { HookContext, HookResult } from '${from}'\n` : ''
  const signature = typed
    ? `async handle(context: HookContext<'${event}'>): Promise<HookResult> {`
    : `/** @type {import('${from}').HookHandler<'${event}'>['handle']} */\n  async handle(context) {`
  return `${commented(headerOf(facts), '//')}
${types}
export class ${classNameOf(name)} {
  name = '${name}'
  events = ['${event}']

  ${signature}
${body(facts, 'context', '    ')}
    // A result may hold
${facts.answers.map((answer) => `    //   ${answer.name}: ${answer.meaning}`).join('\n')}
    return { success: true }
  }
}
`
}

/** Statements that destructure the fields into variables of the same names. */
export function readFields(fields: readonly string[], context: string, indent: string): string {
  const parents = new Set(fields.map((field) => field.split('.').slice(0, -1).join('.')))
  return [...parents]
    .map((parent) => {
      const from = parent === '' ? context : `${context}.${parent}`
      const names = fields
        .filter((field) => field === (parent === '' ? '' : `${parent}.`) + lastName(field))
        .map(lastName)
      return `${indent}const { ${names.join(', ')} } = ${from}\n`
    })
    .join('')
}

function body(facts: TemplateFacts, context: string, indent: string): string {
  const reads = readFields(facts.fields, context, indent)
  const log = `${indent}console.error(${[`'${facts.name}:'`, ...facts.fields.map(lastName)].join(', ')})\n`
  if (facts.denial === undefined) return `${reads}${log}`
  const subject = facts.subject === undefined ? context : lastName(facts.subject)
  const test = `${indent}if (JSON.stringify(${subject}).includes('${facts.forbidden}')) {\n`
  const rule = `${test}${indent}  return ${objectText(facts.denial.answer)}\n${indent}}\n`
  return `${reads}${log}\n${rule}`
}

/** A flat answer as a JavaScript literal. */
export function objectText(answer: Readonly<Record<string, unknown>> | null): string {
  if (answer === null) return 'null'
  const entries = Object.entries(answer).map(([key, value]) => {
    return `${key}: ${typeof value === 'string' ? `'${value}'` : JSON.stringify(value)}`
  })
  return `{ ${entries.join(', ')} }`
}
