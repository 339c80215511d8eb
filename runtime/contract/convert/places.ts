// Answers questions about a host's configuration from its record alone: the shape of an event's matcher and entries,
// the spelling of the project folder, and whether an entry fires. Does not access the disk.

import { defined } from '../defined.ts'
import type { Dialect } from '../dialect.ts'
import type { EventRecord } from '../eventRecord.ts'
import type { Host, NewEntry } from '../host.ts'
import { isObject, put } from '../json.ts'
import { textOfJson } from '../textOfJson.ts'
import { fieldsOf, formsOf, type WalkedShape } from '../walk.ts'

/** A dialect that is a host whose configuration can be written. */
export type WritableHost = Dialect & {
  readonly host: Host & { readonly newEntry: NonNullable<Host['newEntry']> }
}

/** A placeholder script name that no command contains. */
const SCRIPT = 'hookbench-script'

/** How an entry of an event is written: its file, its list, and an entry that calls a script. */
export function writtenEntry({ host }: WritableHost, event: string): NewEntry {
  return host.newEntry(event, SCRIPT)
}

/** Whether entries are in groups; the matcher is then in the group. */
export function isGrouped({ value }: NewEntry): boolean {
  return isObject(value) && Array.isArray(value.hooks)
}

/** The prefix of a script path in the project: `"$DIR"/`, `./` or nothing. */
export function projectPrefix(dialect: WritableHost, event: string): string {
  const entry = writtenEntry(dialect, event)
  const handler = handlerOf(entry)
  const command = textOfJson(handler.command ?? '')
  const at = command.indexOf(entry.script)
  return at === -1 ? '' : command.slice(0, at)
}

/** The entry itself, without its group and its matcher. */
export function handlerOf(entry: NewEntry): Readonly<Record<string, unknown>> {
  const value = isObject(entry.value) ? entry.value : {}
  const inner: unknown = Array.isArray(value.hooks) ? value.hooks[0] : value
  const { matcher: _, ...handler } = isObject(inner) ? inner : {}
  return handler
}

/** What the host's file may contain at one event: the forms of its entries, and its matcher. */
export function eventShape(dialect: WritableHost, event: string) {
  const { file, at } = writtenEntry(dialect, event)
  const whole = dialect.host.shape({ path: file, scope: 'project', format: 'json' })
  const list = at.reduce<WalkedShape | undefined>(
    (shape, key) => fieldsOf(shape ?? {}).find(({ name }) => name === key)?.shape,
    whole,
  )
  const item = typeof list?.items === 'object' ? list.items : {}
  const fields = fieldsOf(item)
  const hooks = fields.find(({ name }) => name === 'hooks')?.shape
  const handler = typeof hooks?.items === 'object' ? hooks.items : item
  const matcher = fields.find(({ name }) => name === 'matcher')?.shape
  return { forms: formsOf(handler), matcher }
}

/** The form of an entry of one kind. */
export function formOf(dialect: WritableHost, event: string, kind: string): WalkedShape | undefined {
  return eventShape(dialect, event).forms.find(({ properties }) => properties?.type?.const === kind)
}

/** Whether the host evaluates matchers at this event. */
export function looksAtMatchers(dialect: WritableHost, event: string): boolean {
  const { matcher } = eventShape(dialect, event)
  return matcher !== undefined && matcher.deprecated !== true
}

/** Whether the host runs an entry with this matcher on its event's example, with `value` in the matched field. */
export function fires(
  dialect: WritableHost,
  event: string,
  matcher: string | undefined,
  value: string | undefined,
): boolean {
  const { host, events, id } = dialect
  const record = events[event] as EventRecord
  const payload = structuredClone(record.example) as Record<string, unknown>
  if (value !== undefined && record.matches !== undefined) put(payload, record.matches, value)
  const fields = { type: 'command', command: 'true', ...defined({ matcher }) }
  const [plan] = host.plan(
    {
      event,
      record,
      payload,
      facts: { version: host.versions[0] as string, ...host.facts },
      settings: {},
    },
    [
      {
        host: id,
        event,
        matcher,
        kind: 'command',
        command: 'true',
        fields,
        group: defined({ matcher }),
        scope: 'project',
        file: `/${writtenEntry(dialect, event).file}`,
        at: ['hooks', event, 0],
        copies: 1,
        env: {},
        digest: '',
        scripts: [],
      },
    ],
  )
  return plan?.run === true
}
