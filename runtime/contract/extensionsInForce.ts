// What SecureYeoman's configuration files come to together, and what that does to a hook: one answer for whoever runs
// hooks and for whoever looks at them. Pure; reading the files and asking who trusts them is done elsewhere.

import { type ExtensionsConfig, type StatedExtensions, silentExtensions } from './extensions.ts'
import type { Hook } from './hook.ts'

/** What each file says; one that is not there says nothing. */
export type StatedByFiles = {
  readonly workspace?: StatedExtensions | undefined
  readonly user?: StatedExtensions | undefined
}

// Whether the workspace’s file says what would reach the user’s own hooks, so that its word takes trust.
function reachesUser({ enabled, maxExecutionTime, failOpen }: StatedExtensions): boolean {
  return [enabled, maxExecutionTime, failOpen].some((one) => one !== undefined)
}

/**
 * The configuration in force, its webhooks aside: single values are the workspace's before the user's, folders of both
 * count. A workspace that reaches further than it is `trusted` may quieten its own hooks, never those of the person.
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

/** What the configuration does to a hook that was found: switched off, or given its time. */
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
