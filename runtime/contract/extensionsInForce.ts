// Combines SecureYeoman's configuration files and applies them to a hook, the same way for execution and for display.
// Pure; the caller reads the files and determines their trust.

import { type ExtensionsConfig, type StatedExtensions, silentExtensions } from './extensions.ts'
import type { Hook } from './hook.ts'

/** What each file states; a file that does not exist states nothing. */
export type StatedByFiles = {
  readonly workspace?: StatedExtensions | undefined
  readonly user?: StatedExtensions | undefined
}

// Whether the workspace's file sets a value that also applies to the user's own hooks, and therefore needs trust.
function reachesUser({ enabled, maxExecutionTime, failOpen }: StatedExtensions): boolean {
  return [enabled, maxExecutionTime, failOpen].some((one) => one !== undefined)
}

/**
 * The configuration in force, without its webhooks: the workspace's single values take precedence over the user's;
 * folders of both are combined. A workspace without trust (`trusted` returns false) may disable or limit its own hooks,
 * but not the user's.
 */
export function extensionsInForce(
  { workspace = {}, user = {} }: StatedByFiles,
  trusted: () => boolean,
): Omit<ExtensionsConfig, 'webhooks'> {
  const { enabled, hotReload } = silentExtensions
  const isStranger = reachesUser(workspace) && !trusted()
  const { failOpen = user.failOpen } = workspace
  return {
    enabled: workspace.enabled ?? user.enabled ?? enabled,
    hotReload: workspace.hotReload ?? user.hotReload ?? hotReload,
    directories: [user, workspace].flatMap((one) => one.directories ?? []),
    maxExecutionTime: workspace.maxExecutionTime ?? user.maxExecutionTime,
    failOpen: isStranger && user.failOpen === false ? false : failOpen,
    ...(isStranger
      ? { own: { enabled: user.enabled ?? enabled, maxExecutionTime: user.maxExecutionTime } }
      : {}),
  }
}

/** A hook with the configuration applied: disabled, or with another time-out. */
export function configured(
  hook: Hook,
  config: Pick<ExtensionsConfig, 'enabled' | 'maxExecutionTime' | 'own'>,
): Hook {
  if (hook.dialect !== 'secureyeoman') return hook
  const { enabled, maxExecutionTime } = hook.source === 'user' ? (config.own ?? config) : config
  const timed = maxExecutionTime === undefined ? hook : { ...hook, timeoutMs: maxExecutionTime }
  if (enabled || (hook.state !== 'active' && hook.state !== 'unknown')) return timed
  return {
    ...timed,
    state: 'disabled',
    why: 'Switched off by `enabled: false` in the extensions configuration.',
  }
}
