// Names of tools that a script compares with and that only other hosts have: it was written for one of those.

import { calledOf } from '../contract/called.ts'
import type { Dialect } from '../contract/dialect.ts'
import { dialects } from '../contract/dialects/index.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { ToolSpelling } from '../contract/tools.ts'
import type { Spot } from '../documents/spots.ts'
import type { Ground } from './ground.ts'
import { replacement } from './repair.ts'

type ValueSpot = Spot & { readonly kind: 'value' }
type Names = Readonly<Record<string, Pick<ToolSpelling, 'name' | 'also' | 'elsewhere'>>>

/** A problem where no host that calls the script has a tool of this name, and each has another name for it. */
export function toolNameProblem(
  { path, range, value }: ValueSpot,
  { events, view, dialect }: Ground,
): readonly Problem[] {
  if (typeof value !== 'string') return []
  const calls = events.map((event) => calledOf(dialect)?.calls.get(event))
  const own: string[] = []
  for (const call of calls) {
    if (call === undefined || call.record.common.tool !== path.join('.')) return []
    const names = (call.record.tools ?? call.host.tools ?? {}) as Names
    const known = Object.keys(call.record.toolInputs ?? call.host.toolInputs ?? {})
    const spelled = Object.values(names).flatMap(({ name, also = [] }) => [name, ...also])
    const here = sameTool(value, names)
    if (here === undefined || [...known, ...spelled].includes(value)) return []
    // Who asks for this host's names as well serves several.
    if ([...known, ...spelled].some((name) => isWritten(name, view.text))) return []
    own.push(here)
  }
  const [name] = own
  const [call] = calls
  if (name === undefined || call === undefined) return []
  const { title } = call.host
  const message = `${title} has no tool "${value}", so this comparison always comes out the same; it calls that tool "${name}".`
  return [
    problem('value.impossible', view.document.path, message, { range, ...replacement(view, range, name) }),
  ]
}

function isWritten(name: string, text: string): boolean {
  const code = text.replace(/^#!.*/, '')
  return new RegExp(`(?<![\\w-])${name.replaceAll(/\W/g, '\\$&')}(?![\\w-])`).test(code)
}

// What this host calls the tool that another one has this name for.
function sameTool(value: string, own: Names): string | undefined {
  for (const { tools = {} } of Object.values<Dialect>(dialects))
    for (const [action, tool] of Object.entries(tools as Names))
      if ([tool.name, ...(tool.also ?? []), ...(tool.elsewhere ?? [])].includes(value))
        return own[action]?.name
  return undefined
}
