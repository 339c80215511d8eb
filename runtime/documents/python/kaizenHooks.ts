// The hook classes of Kaizen's own package, as far as hook files that extend or import them depend on them. The
// released package registers every hook class named in a hook file, including imported ones.

import type { DocumentInput, Site } from '../document.ts'
import { rangeOf } from './literals.ts'
import type { PythonModule } from './module.ts'

export type KaizenBuiltin = {
  /** Its registered name. */
  readonly name: string
  /** Its events; undefined: all. */
  readonly events?: readonly string[]
  /** The required arguments of its constructor. */
  readonly needs?: readonly string[]
}

const BUILTINS: ReadonlyMap<string, KaizenBuiltin> = new Map([
  ['LoggingHook', { name: 'logging_hook' }],
  ['MetricsHook', { name: 'metrics_hook' }],
  ['PerformanceProfilerHook', { name: 'performance_profiler_hook' }],
  ['AuditHook', { name: 'audit_hook', needs: ['audit_provider'] }],
  [
    'CostTrackingHook',
    { name: 'cost_tracking_hook', events: ['post_tool_use', 'post_agent_loop', 'post_specialist_invoke'] },
  ],
])

/** The first of these bases that is one of Kaizen's own hook classes, imported from Kaizen. */
export function builtinAmong(
  bases: readonly string[],
  { fromKaizen }: PythonModule,
): KaizenBuiltin | undefined {
  for (const { name } of fromKaizen.values())
    if (bases.includes(name) && BUILTINS.has(name)) return BUILTINS.get(name)
  return undefined
}

/** A site for each that the file imports and that can be created: Kaizen registers it with the file's own classes. */
export function importedBuiltins(
  { fromKaizen, classes }: PythonModule,
  input: DocumentInput,
): readonly Site[] {
  return [...fromKaizen].flatMap(([part, { name, node }]) => {
    const builtin = BUILTINS.get(name)
    if (builtin === undefined || builtin.needs !== undefined || classes.has(part)) return []
    const events = input.events.filter((event) => builtin.events?.includes(event) ?? true)
    return [{ events, part, name: builtin.name, range: rangeOf(node) }]
  })
}
