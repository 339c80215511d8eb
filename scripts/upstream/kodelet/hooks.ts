// Kodelet hooks as given in the rows (output and exit code, or the whole text), written as executables.

import { join } from 'node:path'
import { isObject } from '../../../runtime/contract/json.ts'
import { withHome, withLog, withTrust, withWorkspace } from '../../../runtime/managers/kodelet/discovery.ts'
import { type HookManager, newHookManager } from '../../../runtime/managers/kodelet.ts'
import { type UpstreamGround, writeFile } from '../ground.ts'

/** Prints this text and exits with this code. */
type Printing = { readonly stdout: string; readonly exit: number }
/** Saves its payload and prints nothing. */
type Recording = { readonly records: true }

export type GivenHook = Printing | Recording

/** The hook of a row; undefined for unsupported forms. */
export function givenHook(value: unknown): GivenHook | undefined {
  if (!isObject(value)) return undefined
  const { stdout, exit = 0, records_payload: records, ...others } = value
  if (Object.keys(others).length > 0) return undefined
  if (records === true && stdout === undefined) return { records: true }
  const isExitCode = Number.isInteger(exit) && (exit as number) >= 0 && (exit as number) <= 255
  return typeof stdout === 'string' && isExitCode && records === undefined
    ? { stdout, exit: exit as number }
    : undefined
}

/** Writes the hooks of one event into the workspace, to run in this order. */
export function writeHooks(ground: UpstreamGround, event: string, hooks: readonly GivenHook[]): void {
  for (const [at, hook] of hooks.entries()) {
    const payload = payloadFile(ground, at)
    const printed = writeFile(join(ground.elsewhere, `printed-${at}`), 'stdout' in hook ? hook.stdout : '')
    const lines = [
      '#!/bin/sh',
      `if [ "$1" = hook ]; then echo ${event}; exit; fi`,
      `cat > '${payload}'`,
      `cat '${printed}'`,
      `exit ${'exit' in hook ? hook.exit : 0}`,
    ]
    writeHook(ground, `hook-${String(at).padStart(3, '0')}`, `${lines.join('\n')}\n`)
  }
}

/** The file in which the hook at index `at` saves its last payload. */
export function payloadFile(ground: UpstreamGround, at: number): string {
  return join(ground.elsewhere, `payload-${at}`)
}

export function writeHook(ground: UpstreamGround, name: string, text: string): void {
  writeFile(join(ground.workspace, '.kodelet', 'hooks', name), text, 0o755)
}

/** Calls `use` with a manager for the hooks of these folders, all trusted. */
export async function withManager<T>(
  ground: UpstreamGround,
  use: (manager: HookManager) => Promise<T>,
): Promise<T> {
  const manager = await newHookManager(
    withWorkspace(ground.workspace),
    withHome(ground.home),
    withTrust('workspace'),
    withLog(() => {}),
  )
  try {
    return await use(manager)
  } finally {
    await manager.close()
  }
}

/** The names of the hooks that may run, by event. */
export function registered(manager: HookManager): Record<string, string[]> {
  const byEvent: Record<string, string[]> = {}
  for (const { name, hookType, state } of manager.list()) {
    if (state !== 'active' || hookType === undefined) continue
    byEvent[hookType] = [...(byEvent[hookType] ?? []), name]
  }
  return byEvent
}
