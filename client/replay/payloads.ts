// The payloads a hook can be replayed with: recorded events, payload files, examples of the event. The last one used is
// remembered for each hook and comes first.

import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as vscode from 'vscode'
import type { ExamplePayload } from '../../runtime/contract/templates/examples.ts'
import { MOST_DATA, readText } from '../../runtime/files/read.ts'
import type { ChosenHook } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import type { RecordedEventMessage } from '../protocol.ts'
import { runsOn } from './fitting.ts'

/** A payload to replay a hook with. */
export type Payload =
  | {
      readonly kind: 'recorded'
      readonly recording: string
      /** Display name of the recording. */
      readonly session: string
      readonly event: string
      readonly recorded: RecordedEventMessage
    }
  | { readonly kind: 'file'; readonly path: string; readonly event: string; readonly value: unknown }
  | {
      readonly kind: 'example'
      /** Which example; the usual one by default. */
      readonly which?: ExamplePayload['kind']
      readonly event: string
      readonly value: unknown
    }

/**
 * The reference that is stored for a payload. The payload itself is not stored, since it may contain sensitive data.
 */
type Reference =
  | { readonly kind: 'recorded'; readonly recording: string; readonly n: number }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'example'; readonly event: string; readonly which?: ExamplePayload['kind'] }

/** Most recorded events offered per hook. */
const MOST_RECORDED = 200
const MOST_BYTES = 16 * 1024 * 1024

/**
 * All payloads for the hook: those it runs on first, newest first. The last one used precedes them all, but an example
 * only if there is no recorded event or file.
 */
export async function payloadsFor(context: ClientContext, target: ChosenHook): Promise<readonly Payload[]> {
  const found = [...(await recorded(context, target)), ...(await files(target)), ...(await examples(target))]
  const dialect = (await contracts()).dialect(target.hook.dialect)
  const fits = (one: Payload) => runsOn(target.hook, one.event, payloadValue(one), dialect)
  const all = [...found.filter(fits), ...found.filter((one) => !fits(one))]
  const last = lastUsed(context, target)
  const used = all.find((payload) => last !== undefined && isOf(payload, last))
  const isReal = (one: Payload | undefined) => one !== undefined && one.kind !== 'example'
  const first = isReal(used) ? used : (found.find((one) => isReal(one) && fits(one)) ?? used)
  return first === undefined ? all : [first, ...all.filter((payload) => payload !== first)]
}

/** The payload of the hook's last replay; undefined if it no longer exists. */
export async function lastPayload(context: ClientContext, target: ChosenHook): Promise<Payload | undefined> {
  const last = lastUsed(context, target)
  if (last === undefined) return undefined
  if (last.kind === 'file') {
    const event = eventsOf(target).find((one) => basename(last.path).split('.').includes(one))
    return fileAt(last.path, event ?? eventsOf(target)[0])
  }
  const all = last.kind === 'example' ? await examples(target) : await recorded(context, target)
  return all.find((payload) => isOf(payload, last))
}

/** Stores it as the hook's last payload. */
export function remember({ extension }: ClientContext, target: ChosenHook, payload: Payload): void {
  const reference: Reference =
    payload.kind === 'recorded'
      ? { kind: 'recorded', recording: payload.recording, n: payload.recorded.n }
      : payload.kind === 'file'
        ? { kind: 'file', path: payload.path }
        : { kind: 'example', event: payload.event, which: payload.which ?? 'usual' }
  void extension.workspaceState.update(keyOf(target), reference)
}

/** Id of the folder's hook that was last replayed with a payload file. */
export function hookOfFile(
  { extension }: ClientContext,
  { uri }: vscode.WorkspaceFolder,
  path: string,
): string | undefined {
  const prefix = `${PREFIX}${uri}:`
  return extension.workspaceState.keys().flatMap((key) => {
    const reference = key.startsWith(prefix) ? extension.workspaceState.get<Reference>(key) : undefined
    return reference?.kind === 'file' && reference.path === path ? [key.slice(prefix.length)] : []
  })[0]
}

/** The payload's value. */
export function payloadValue(payload: Payload): unknown {
  return payload.kind === 'recorded' ? payload.recorded.payload : payload.value
}

/** The folder of a workspace's payload files. */
export function payloadsFolder({ uri }: vscode.WorkspaceFolder): string {
  return join(uri.fsPath, '.hookbench', 'payloads')
}

/** Reads a payload file. */
export async function fileAt(path: string, event: string | undefined): Promise<Payload | undefined> {
  if (event === undefined) return undefined
  const open = vscode.workspace.textDocuments.find((document) => document.uri.fsPath === path)
  const text = open?.getText() ?? savedText(path)
  if (text === undefined) return undefined
  const { parse } = await import('jsonc-parser')
  const errors: { offset: number }[] = []
  const value: unknown = parse(text, errors as never, { allowTrailingComma: true })
  if (errors.length > 0 || value === undefined) {
    throw new Error(
      vscode.l10n.t('{0} is not valid JSON. Its problems are marked in the file.', basename(path)),
    )
  }
  return { kind: 'file', path, event, value }
}

function savedText(path: string): string | undefined {
  try {
    return readText(path, MOST_DATA)
  } catch {
    return undefined
  }
}

const PREFIX = 'hookbench.lastPayload:'
// Hooks of two folders may have the same id.
const keyOf = ({ folder, hook }: Pick<ChosenHook, 'folder' | 'hook'>) => `${PREFIX}${folder.uri}:${hook.id}`

function lastUsed({ extension }: ClientContext, target: ChosenHook): Reference | undefined {
  return extension.workspaceState.get<Reference>(keyOf(target))
}

function isOf(payload: Payload, reference: Reference): boolean {
  if (payload.kind === 'recorded') {
    return (
      reference.kind === 'recorded' &&
      payload.recording === reference.recording &&
      payload.recorded.n === reference.n
    )
  }
  if (payload.kind === 'file') return reference.kind === 'file' && payload.path === reference.path
  return (
    reference.kind === 'example' &&
    payload.event === reference.event &&
    (payload.which ?? 'usual') === (reference.which ?? 'usual')
  )
}

function eventsOf({ hook, event }: ChosenHook): readonly string[] {
  return event !== undefined && hook.events.includes(event) ? [event] : hook.events
}

async function recorded({ recordings }: ClientContext, target: ChosenHook): Promise<readonly Payload[]> {
  const waitsFor = { dialect: target.hook.dialect, events: eventsOf(target) }
  const { answersTo } = await contracts()
  const found: Payload[] = []
  for (const recording of await recordings.list(target.folder)) {
    if (found.length >= MOST_RECORDED) break
    if (recording.problem !== undefined || recording.bytes > MOST_BYTES) continue
    const session = recording.header?.session ?? recording.name
    const own = await recordings.events(recording).catch(() => [])
    for (const one of own.toReversed()) {
      if (one.dialect !== target.hook.dialect || !answersTo(waitsFor, one.event)) continue
      found.push({ kind: 'recorded', recording: recording.path, event: one.event, recorded: one, session })
    }
  }
  return found.slice(0, MOST_RECORDED)
}

async function files(target: ChosenHook): Promise<readonly Payload[]> {
  const folder = payloadsFolder(target.folder)
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map((name) => {
      const event = eventsOf(target).find((one) => name.split('.').includes(one))
      return name.endsWith('.payload.json')
        ? fileAt(join(folder, name), event).catch(() => undefined)
        : undefined
    }),
  )
  return found.filter((one) => one !== undefined)
}

async function examples(target: ChosenHook): Promise<readonly Payload[]> {
  const { dialect: dialectOf } = await contracts()
  const dialect = dialectOf(target.hook.dialect)
  if (dialect === undefined) return []
  const { examplesOf, toolExamples } = await import('../../runtime/contract/templates/examples.ts')
  return eventsOf(target).flatMap((event) => {
    const cwd = dialect.events[event]?.common.cwd
    const here = cwd === undefined ? {} : { [cwd]: target.folder.uri.fsPath }
    if (dialect.events[event] === undefined) return []
    const usual = examplesOf(dialect, event).map((one) => ({ ...one, value: { ...one.value, ...here } }))
    const fits = ({ value }: ExamplePayload) => runsOn(target.hook, event, value, dialect)
    // The hook's matcher may require another tool.
    const others = usual.some(fits)
      ? []
      : toolExamples(dialect, event, target.folder.uri.fsPath).filter(fits).slice(0, 1)
    return [...others, ...usual].map(({ kind: which, value }) => ({
      kind: 'example' as const,
      which,
      event,
      value,
    }))
  })
}
