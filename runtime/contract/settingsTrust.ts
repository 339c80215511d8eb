// Which settings a workspace may make without being trusted: its file comes with the repository, which must not be able
// to run code, disable a guard or expose secrets. One table, beside the shape; does not read the ledger.

import { isObject } from './json.ts'
import { printable } from './printable.ts'
import { defaultSettings, type Settings } from './settings.ts'

/** When a value needs trust: never, when it is not the default, or when it is lower than the default. */
type Need = 'never' | 'unless default' | 'below default'

/** Every setting by its dotted path, or by the path of a section that is decided as a whole. */
export const settingsTrust: Readonly<Record<string, Need>> = {
  // The default is true, and false only refuses more.
  failOpen: 'never',
  // One millisecond would time out every guard.
  maxExecutionTime: 'unless default',
  disabled: 'unless default',
  'builtin.logging': 'never',
  'builtin.metrics': 'never',
  'builtin.costTracking': 'never',
  // Writes only inside the workspace, follows no links, and masks secrets.
  'builtin.auditTrail': 'never',
  // Off by default, and whatever its patterns, it can only deny, within a time limit.
  'builtin.securityGuardrail': 'never',
  'redaction.enabled': 'unless default',
  'redaction.keys': 'never',
  'redaction.patterns': 'never',
  'redaction.allow': 'unless default',
  // A lower limit would delete existing recordings.
  'recording.maxBytes': 'below default',
  'recording.keep': 'below default',
  severities: 'never',
  // Variables such as BASH_ENV and PYTHONPATH load code; without PATH a guard finds no program.
  'environment.set': 'unless default',
  'environment.drop': 'unless default',
  // A sandboxed hook is confined, but a module, or any hook without an available sandbox, would not run at all. The
  // user's own hooks and the plugins in the home folder may be guards.
  'sandbox.plugin': 'unless default',
  'sandbox.workspace': 'never',
  'sandbox.user': 'unless default',
  'sandbox.allowWrite': 'unless default',
  'sandbox.denyRead': 'never',
  'sandbox.allowRead': 'unless default',
  'sandbox.allowedDomains': 'unless default',
  workers: 'never',
  // A larger payload is refused with an error.
  maxPayloadBytes: 'never',
  // A truncated answer is not an answer.
  outputCap: 'below default',
}

/** The settings that apply without trust: each field that needs trust has its default. `fields` names those fields. */
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

/** What a setting sets, on one line. Of variables only the names: their values may be secrets. */
export function settingText(stated: Settings, field: string): string {
  const value = valueAt(stated, field.split('.'))
  const shown = field === 'environment.set' ? Object.keys(value as object).join(', ') : JSON.stringify(value)
  return printable(`${field}: ${shown}`)
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
