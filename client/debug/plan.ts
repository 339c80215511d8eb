// Resolves a launch configuration to a hook or chain, event, payload and, if recorded, its outcome. Queries the runtime
// and reads files; starts no hook.

import { isAbsolute, join, resolve } from 'node:path'
import * as vscode from 'vscode'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import { partOf } from '../hooks/tree.ts'
import type { HookRow, RecordedEventMessage } from '../protocol.ts'
import { lastPayload, payloadsFor, payloadValue } from '../replay/payloads.ts'
import { isRecordedReference, type Launch, type RecordedReference } from './launch.ts'
import { givenTo, readPayloadFile } from './payloadFile.ts'

export type Plan = {
  readonly folder: vscode.WorkspaceFolder
  readonly dialect: string
  readonly event: string
  readonly payload: unknown
  /** The hook to debug; undefined for the whole chain. */
  readonly hook: HookRow | undefined
  /** All hooks that may run, in firing order. */
  readonly hooks: readonly HookRow[]
  /** The recorded outcome of the event, if any. */
  readonly recorded: Outcome | undefined
}

/** What is known about a payload before it is resolved. */
type Found = {
  readonly value: unknown
  readonly event?: string | undefined
  readonly dialect?: string | undefined
  readonly hook?: string | undefined
  readonly recorded?: RecordedEventMessage
}

/** Resolves the plan. Rejects with a one-line message naming what is missing. */
export async function planOf(
  context: ClientContext,
  folder: vscode.WorkspaceFolder,
  launch: Launch,
): Promise<Plan> {
  if (launch.dialect !== undefined) await mustBeKnown(launch.dialect)
  const found = await payloadGiven(context, folder, launch.payload)
  const { hooks: all, failure } = await context.hooks.of(folder)
  if (failure !== undefined) throw new Error(failure)
  const ofDialect = all.filter((one) => launch.dialect === undefined || one.dialect === launch.dialect)
  const wanted = launch.chain === true ? undefined : (launch.hook ?? found?.hook)
  const wantedEvent = launch.event ?? found?.event
  const hook = wanted === undefined ? undefined : hookNamed(ofDialect, wanted, wantedEvent, folder)
  if (hook === undefined) {
    if (wantedEvent === undefined) {
      throw new Error(
        vscode.l10n.t('Nothing to debug: set "hook", or set "event" to debug all hooks of an event.'),
      )
    }
    const dialect = launch.dialect ?? found?.dialect ?? (await dialectOf(wantedEvent))
    const { answersTo } = await contracts()
    const own = all.filter((one) => one.dialect === dialect && answersTo(one, wantedEvent))
    const payload = found ?? { value: await exampleOf(folder, dialect, wantedEvent) }
    return {
      folder,
      dialect,
      event: wantedEvent,
      payload: payload.value,
      hook,
      hooks: own.toSorted((one, two) => one.order - two.order),
      recorded: payload.recorded?.outcome,
    }
  }
  const used = found ?? (await usual(context, folder, hook, wantedEvent))
  const event = wantedEvent ?? used?.event ?? onlyEvent(hook)
  const value = used?.recorded === undefined ? used?.value : await givenTo(used.recorded, hook.id)
  const { dialect } = hook
  return { folder, dialect, event, payload: value, hook, hooks: [hook], recorded: used?.recorded?.outcome }
}

async function payloadGiven(
  context: ClientContext,
  folder: vscode.WorkspaceFolder,
  payload: Launch['payload'],
): Promise<Found | undefined> {
  if (payload === undefined) return undefined
  if (typeof payload === 'string') return readPayloadFile(resolve(folder.uri.fsPath, payload))
  if (!isRecordedReference(payload)) return { value: payload }
  return recordedEvent(context, folder, payload)
}

async function recordedEvent(
  { runtimes }: ClientContext,
  folder: vscode.WorkspaceFolder,
  { recording, event: wanted }: RecordedReference,
): Promise<Found> {
  const { events } = await runtimes.ask(folder, 'recordings/show', { recording })
  const recorded = events.find(({ n, event }) => String(n) === String(wanted) || event === wanted)
  if (recorded === undefined) {
    throw new Error(vscode.l10n.t('{0} has no event {1}; it has {2}.', recording, wanted, events.length))
  }
  const { event, dialect, payload: value } = recorded
  return { value, event, dialect, recorded }
}

// The payload of the hook's last replay, else the newest recorded one, else an example.
async function usual(
  context: ClientContext,
  folder: vscode.WorkspaceFolder,
  hook: HookRow,
  event: string | undefined,
): Promise<Found | undefined> {
  const target = { folder, hook, event }
  const last = await lastPayload(context, target)
  const fits = last !== undefined && (event === undefined || last.event === event)
  const payload = fits ? last : (await payloadsFor(context, target))[0]
  if (payload === undefined) return undefined
  const { event: of } = payload
  return {
    value: payloadValue(payload),
    event: of,
    ...(payload.kind === 'recorded' ? { recorded: payload.recorded } : {}),
  }
}

function hookNamed(
  all: readonly HookRow[],
  wanted: string,
  event: string | undefined,
  { uri }: vscode.WorkspaceFolder,
): HookRow {
  const [file = '', part] = wanted.split('#')
  const path = isAbsolute(file) ? file : join(uri.fsPath, file)
  const named = all.filter(
    (hook) =>
      hook.id === wanted ||
      hook.name === wanted ||
      (hook.path === path && (part === undefined || partOf(hook) === part)),
  )
  const exact = named.filter(({ id }) => id === wanted)
  const fitting = named.filter(({ events }) => event === undefined || events.includes(event))
  const [first, second] = exact.length > 0 ? exact : fitting.length > 0 ? fitting : named
  if (first === undefined) {
    throw new Error(
      vscode.l10n.t('No hook "{0}" was found. An ID, a name or the path of its file is expected.', wanted),
    )
  }
  if (second !== undefined) {
    const ids = named.map(({ id }) => id).join(', ')
    throw new Error(vscode.l10n.t('"{0}" is more than one hook; give one of these ids: {1}.', wanted, ids))
  }
  return first
}

function onlyEvent({ name, events }: HookRow): string {
  const [event, second] = events
  if (event !== undefined && second === undefined) return event
  throw new Error(
    event === undefined
      ? vscode.l10n.t('The event of {0} is unknown. Set "event".', name)
      : vscode.l10n.t('{0} answers {1}. Set "event" to choose one.', name, events.join(', ')),
  )
}

async function mustBeKnown(dialect: string): Promise<void> {
  const { all, dialect: known } = await contracts()
  if (known(dialect) !== undefined) return
  const ids = all.map(({ id }) => id).join(', ')
  throw new Error(vscode.l10n.t('There is no dialect "{0}"; there are {1}.', dialect, ids))
}

async function dialectOf(event: string): Promise<string> {
  const { all } = await contracts()
  const having = all.filter(({ events }) => Object.hasOwn(events, event))
  const [only, second] = having
  if (only !== undefined && second === undefined) return only.id
  const names = having.map(({ id }) => id).join(', ')
  throw new Error(
    only === undefined
      ? vscode.l10n.t('No dialect has an event {0}.', event)
      : vscode.l10n.t('{0} is an event of {1}. Set "dialect" to choose one.', event, names),
  )
}

async function exampleOf({ uri }: vscode.WorkspaceFolder, dialect: string, event: string): Promise<unknown> {
  const record = (await contracts()).event(dialect, event)
  if (record === undefined) throw new Error(vscode.l10n.t('{0} has no event {1}.', dialect, event))
  const { cwd } = record.common
  return { ...(record.example as object), ...(cwd === undefined ? {} : { [cwd]: uri.fsPath }) }
}
