// Predicts Kodelet's rows: writes the hooks as executables and fires them through the package's own HookManager and
// Trigger.

import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json, type JsonObject } from '../../runtime/contract/json.ts'
import { Trigger } from '../../runtime/managers/kodelet/trigger.ts'
import { addPlugin } from '../../runtime/plugins/add.ts'
import { onGround, type UpstreamGround, writeFile } from './ground.ts'
import { fire } from './kodelet/fire.ts'
import {
  type GivenHook,
  givenHook,
  payloadFile,
  registered,
  withManager,
  writeHook,
  writeHooks,
} from './kodelet/hooks.ts'

type Run = (ground: UpstreamGround) => Promise<Json | undefined>

/** Hookbench's result for one row's input; undefined for unsupported kinds of input. */
export async function predict(input: Json): Promise<Json | undefined> {
  const run = isObject(input) ? runOf(input) : undefined
  return run === undefined ? undefined : onGround(run)
}

function runOf(input: Record<string, unknown>): Run | undefined {
  const {
    event,
    hook,
    hooks,
    case: _name,
    tool_input: toolInput,
    after,
    plugin_dir,
    plugin_repo,
    ...others
  } = input
  if (Object.keys(others).length > 0) return undefined
  if (isObject(plugin_repo)) return (ground) => ofPlugin(ground, plugin_repo)
  if (isObject(hook) && typeof hook.text === 'string' && Object.keys(hook).length === 1) {
    const { text } = hook
    return (ground) => ofText(ground, text)
  }
  if (typeof event !== 'string') return undefined
  if (typeof plugin_dir === 'string') return ofLink(plugin_dir)
  if (typeof after === 'string') return ofBlocked(event, after)
  const single = givenHook(hook)
  if (single !== undefined) return ofOne(event, single, toolInput as Json | undefined)
  const several = Array.isArray(hooks) ? hooks.map(givenHook) : []
  return several.length > 0 && several.every((one) => one !== undefined)
    ? ofSeveral(event, several, toolInput as Json | undefined)
    : undefined
}

function ofOne(event: string, hook: GivenHook, toolInput: Json | undefined): Run {
  return (ground) => {
    writeHooks(ground, event, [hook])
    return withManager(ground, (manager) => fire(manager, { event, toolInput }, ground.workspace))
  }
}

const ORDINALS = ['first', 'second', 'third', 'fourth']

// Several hooks: their combined outcome, or the payload that the recording hook received.
function ofSeveral(event: string, hooks: readonly GivenHook[], toolInput: Json | undefined): Run {
  const recording = hooks.findIndex((hook) => 'records' in hook)
  return (ground) => {
    writeHooks(ground, event, hooks)
    return withManager(ground, async (manager) => {
      const outcome = await fire(manager, { event, toolInput }, ground.workspace)
      if (recording === -1 || outcome === undefined) return outcome && withoutReason(outcome)
      const payload = JSON.parse(readFileSync(payloadFile(ground, recording), 'utf8')) as JsonObject
      return { [`${ORDINALS[recording]}_hook_sees`]: payload.tool_input ?? null }
    })
  }
}

// Rows with several hooks omit an empty reason.
function withoutReason({ reason, ...outcome }: JsonObject): JsonObject {
  return reason === undefined || reason === '' ? outcome : { ...outcome, reason }
}

// A whole hook: its registered event, and its results on two events.
async function ofText(ground: UpstreamGround, text: string): Promise<Json> {
  writeHook(ground, 'h', text)
  return withManager(ground, async (manager) => {
    const before = await fire(
      manager,
      { event: 'before_tool_call', toolInput: { command: 'ls' } },
      ground.workspace,
    )
    const message = await fire(
      manager,
      { event: 'user_message_send', toolInput: undefined },
      ground.workspace,
    )
    return {
      registered: registered(manager),
      before_tool_call: { ...before, ...abridged(before) },
      user_message_send: { ...message, ...abridged(message) },
    }
  })
}

function abridged(outcome: JsonObject | undefined): { reason: string; len: number } {
  const reason = String(outcome?.reason ?? '')
  return { reason: reason.slice(0, 60), len: Buffer.byteLength(reason) }
}

// After a blocked call, whose input is empty by then.
function ofBlocked(event: string, after: string): Run | undefined {
  if (event !== 'after_tool_call' || !/^a blocked before_tool_call\b/.test(after)) return undefined
  return (ground) => {
    writeHooks(ground, 'before_tool_call', [{ stdout: '{"blocked":true}', exit: 0 }])
    const marker = join(ground.elsewhere, 'ran')
    const lines = ['#!/bin/sh', 'if [ "$1" = hook ]; then echo after_tool_call; exit; fi', `: > '${marker}'`]
    writeHook(ground, 'observer', `${lines.join('\n')}\n`)
    return withManager(ground, async (manager) => {
      const trigger = new Trigger(manager, 'conversation')
      const { input } = await trigger.triggerBeforeToolCall('bash', '{"command":"ls"}', 'toolu_01A')
      const output = { toolName: 'bash', success: false, error: 'blocked' }
      await trigger.triggerAfterToolCall('bash', input, 'toolu_01A', output)
      return { hooks_run: existsSync(marker) }
    })
  }
}

function ofLink(plugin: string): Run | undefined {
  if (!/^symlink to a folder with hooks/.test(plugin)) return undefined
  return (ground) => {
    const text = '#!/bin/sh\nif [ "$1" = hook ]; then echo before_tool_call; fi\n'
    writeFile(join(ground.elsewhere, 'plugin', 'hooks', 'h'), text, 0o755)
    const plugins = join(ground.workspace, '.kodelet', 'plugins')
    mkdirSync(plugins, { recursive: true })
    symlinkSync(join(ground.elsewhere, 'plugin'), join(plugins, 'org@repo'))
    return withManager(ground, async (manager) => ({ registered: Object.values(registered(manager)).flat() }))
  }
}

async function ofPlugin(
  ground: UpstreamGround,
  repository: Record<string, unknown>,
): Promise<Json | undefined> {
  const { recipes = [], skills = [], hooks = [], ...others } = repository
  if (Object.keys(others).length > 0 || ![recipes, skills, hooks].every(isNames)) return undefined
  const folder = join(ground.elsewhere, 'plugin')
  mkdirSync(folder)
  for (const name of recipes as string[]) writeFile(join(folder, 'recipes', name), '# Recipe\n')
  for (const name of skills as string[]) writeFile(join(folder, 'skills', name, 'SKILL.md'), '# Skill\n')
  for (const name of hooks as string[]) writeFile(join(folder, 'hooks', name), '#!/bin/sh\n', 0o755)
  const { workspace: root, home, elsewhere: data } = ground
  const added = await addPlugin(folder, { root, home, data, cwd: root })
  if (added.kind !== 'installed') throw new Error(added.problem)
  const { plugin } = added
  return { recipes: [...plugin.recipes], skills: [...plugin.skills], hooks: [...plugin.hooks] }
}

// Names of files below a folder, none of which leaves it.
function isNames(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (name) => typeof name === 'string' && /^[\w. @-]+(\/[\w. @-]+)*$/.test(name) && !name.includes('..'),
    )
  )
}
