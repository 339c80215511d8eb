// Which settings a workspace may make without being trusted: its file comes with the repository, and a repository must
// not run code, turn a guard off or lay secrets open by it. One table, beside the shape; it knows no ledger.

import { isObject } from './json.ts'
import { defaultSettings, type Settings } from './settings.ts'

/** When a value needs trust: never, when it is not the default, or when it is lower than the default. */
type Need = 'never' | 'unless default' | 'below default'

/** Every setting by its dotted path, or by that of the section that decides for all it holds. */
export const settingsTrust: Readonly<Record<string, Need>> = {
  // The default is true; false refuses more.
  failOpen: 'never',
  // A millisecond ends every guard.
  maxExecutionTime: 'unless default',
  disabled: 'unless default',
  'builtin.logging': 'never',
  'builtin.metrics': 'never',
  'builtin.costTracking': 'never',
  // Writes in the workspace only, through no link, and masked.
  'builtin.auditTrail': 'never',
  // It is off by default, and whatever it looks for it can only deny.
  'builtin.securityGuardrail': 'never',
  'redaction.enabled': 'unless default',
  'redaction.keys': 'never',
  'redaction.patterns': 'never',
  'redaction.allow': 'unless default',
  // What is kept already must not go.
  'recording.maxBytes': 'below default',
  'recording.keep': 'below default',
  severities: 'never',
  // BASH_ENV, PYTHONPATH and their like are code; without PATH a guard finds nothing.
  'environment.set': 'unless default',
  'environment.drop': 'unless default',
  // "sandboxed" shuts in; a module, or any hook where there is no sandbox, it would shut out, and the user's own hooks
  // and the plugins of their home may be guards.
  'sandbox.plugin': 'unless default',
  'sandbox.workspace': 'never',
  'sandbox.user': 'unless default',
  'sandbox.allowWrite': 'unless default',
  'sandbox.denyRead': 'never',
  'sandbox.allowRead': 'unless default',
  'sandbox.allowedDomains': 'unless default',
  workers: 'never',
  // Beyond it an event is refused, and says so.
  maxPayloadBytes: 'never',
  // Half an answer is none.
  outputCap: 'below default',
}

/** Settings as they hold without trust: whatever needs it is as if it was not said. Names those that are not. */
export function withoutTrust(stated: Settings): {
  readonly settings: Settings
  readonly fields: readonly string[]
} {
  const fields: string[] = []
  let settings: unknown = stated
  for (const [field, need] of Object.entries(settingsTrust)) {
    const path = field.split('.')
    const usual = valueAt(defaultSettings, path)
    if (!needsTrust(need, valueAt(stated, path), usual)) continue
    fields.push(field)
    settings = replaced(settings, path, usual)
  }
  return { settings: settings as Settings, fields }
}

function needsTrust(need: Need, value: unknown, usual: unknown): boolean {
  if (need === 'never') return false
  if (need === 'below default') return Number(value) < Number(usual)
  return JSON.stringify(value) !== JSON.stringify(usual)
}

function valueAt(from: unknown, path: readonly string[]): unknown {
  return path.reduce((at, name) => (isObject(at) ? at[name] : undefined), from)
}

function replaced(whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined || !isObject(whole)) return value
  const { [name]: before, ...others } = whole
  const after = replaced(before, rest, value)
  return after === undefined ? others : { ...others, [name]: after }
}
