// Generates a Python file with a class that has `handle(context)`.

import { keys, pythonScalar } from './executable.ts'
import { classNameOf, headerOf, lastName, snakeCase, type TemplateFacts } from './facts.ts'

/** One Python file with one hook class. */
export function pythonClassFile(facts: TemplateFacts): string {
  const [title, ...header] = headerOf(facts)
  const names = facts.fields.map((field) => snakeCase(lastName(field)))
  const subject = facts.subject === undefined ? 'context.data' : snakeCase(lastName(facts.subject))
  const { denial } = facts
  const imports = denial === undefined ? 'import sys' : 'import json\nimport sys'
  return `"""${title}
${header.join('\n')}
"""

${imports}

from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult


class ${classNameOf(facts.name)}(BaseHook):
    """${facts.record.summary}"""

    events = [HookEvent.${facts.event.toUpperCase()}]

    def __init__(self):
        super().__init__(name="${facts.name}")

    async def handle(self, context: HookContext) -> HookResult:
${facts.fields.map((field, at) => `        ${names[at]} = ${attribute(field)}\n`).join('')}        print(${[`"${facts.name}:"`, ...names].join(', ')}, file=sys.stderr)
${
  denial === undefined
    ? ''
    : `
        if "${facts.forbidden}" in json.dumps(${subject}, default=str):
            return ${call(denial.answer ?? {})}
`
}
        # A result may hold
${facts.answers.map(({ name, meaning }) => `        #   ${name}: ${meaning}`).join('\n')}
        return HookResult(success=True)
`
}

// The context is an object; values below it are plain dicts.
function attribute(path: string): string {
  const [first, ...rest] = path.split('.')
  return `context.${first}${rest.length === 0 ? '' : keys(rest.join('.'), '"')}`
}

function call(answer: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(answer).map(([key, value]) => `${key}=${pythonScalar(value)}`)
  return `HookResult(${given.join(', ')})`
}
