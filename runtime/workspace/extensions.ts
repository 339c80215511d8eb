// SecureYeoman's configuration: the workspace's `secureyeoman.yaml`, then `~/.secureyeoman/config.yaml`. For single
// values the workspace takes precedence; folders and webhooks of both are combined. Sends nothing.

import { join } from 'node:path'
import type { ExtensionsConfig, FoundWebhook, StatedExtensions } from '../contract/extensions.ts'
import { extensionsInForce } from '../contract/extensionsInForce.ts'
import type { Hook } from '../contract/hook.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { ReadExtensions } from '../documents/extensions.ts'
import { isAbsent, readText, whyUnreadable } from '../files/read.ts'
import { configurationFile } from '../trust/configurationFile.ts'

type Ground = {
  readonly root: string
  readonly home: string
  /** Why a file may not be acted on; undefined if it is trusted. */
  readonly objection: (file: Hook) => string | undefined
}

/** The content of each file when it could last be read. */
type LastStated = ReadonlyMap<string, StatedExtensions>

type Found = {
  readonly config: ExtensionsConfig
  readonly problems: readonly Problem[]
  readonly stated: LastStated
}

/**
 * Reads the configuration. A file that cannot be read (half-saved, for example) keeps its `last` content; if there is
 * none, `failOpen` is false, so that failing extensions let nothing through.
 */
export async function loadExtensions(ground: Ground, last: LastStated = new Map()): Promise<Found> {
  const files = [
    { path: join(ground.root, 'secureyeoman.yaml'), source: 'workspace' },
    { path: join(ground.home, '.secureyeoman', 'config.yaml'), source: 'user' },
  ] as const
  const read = await Promise.all(
    files.map(async ({ path, source }) => {
      const good = last.get(path)
      return { path, source, ...kept(await configurationIn(path, good !== undefined), good) }
    }),
  )
  const [workspace, user] = read.map((one) => one.effective)
  const isTrusted = () => ground.objection(configurationFile(files[0].path, files[0].source)) === undefined
  const webhooks = read.flatMap(({ path, source, effective: stated }) => {
    const urls = stated.webhooks ?? []
    const untrusted = urls.length === 0 ? undefined : ground.objection(configurationFile(path, source))
    return urls.map((webhook): FoundWebhook => ({ ...webhook, file: path, untrusted }))
  })
  return {
    config: { ...extensionsInForce({ workspace, user }, isTrusted), webhooks },
    problems: read.flatMap((one) => one.problems),
    stated: new Map(read.flatMap(({ path, good }) => (good === undefined ? [] : [[path, good] as const]))),
  }
}

// `good` is the content to remember for the file; an empty one is not worth falling back to.
function kept({ stated, unreadable, problems }: ReadExtensions, last: StatedExtensions | undefined) {
  if (!unreadable)
    return { effective: stated, good: Object.keys(stated).length > 0 ? stated : undefined, problems }
  const means =
    last === undefined
      ? 'the whole file is ignored, and `failOpen` is false until the file can be read'
      : 'the last good version stays in effect'
  return {
    effective: last ?? { failOpen: false },
    good: last,
    problems: problems.map((one) => ({ ...one, message: `${one.message.replace(/\.$/, '')}; ${means}` })),
  }
}

/** Whether the configuration of these folders enables hot reload. */
export async function wantsHotReload(root: string, home: string): Promise<boolean> {
  return (await loadExtensions({ root, home, objection: () => undefined })).config.hotReload
}

/** The configuration without time limits, for callers that set their own. */
export function untimed(config: ExtensionsConfig): ExtensionsConfig {
  const { own, ...rest } = config
  return {
    ...rest,
    maxExecutionTime: undefined,
    ...(own === undefined ? {} : { own: { ...own, maxExecutionTime: undefined } }),
  }
}

async function configurationIn(path: string, wasStated: boolean): Promise<ReadExtensions> {
  let text: string
  try {
    text = readText(path)
  } catch (error) {
    if (isAbsent(error)) return { stated: {}, unreadable: false, problems: [] }
    const why = `The configuration cannot be read: ${whyUnreadable(error)}.`
    return { stated: {}, unreadable: true, problems: [problem('settings.invalid', path, why)] }
  }
  // Empty while being saved. To remove all settings, users delete the file or write `extensions:` alone.
  if (text === '' && wasStated) {
    const why = 'The configuration is empty.'
    return { stated: {}, unreadable: true, problems: [problem('settings.invalid', path, why)] }
  }
  // Loaded on demand: most workspaces have no such file and need no YAML parser.
  const { readExtensions } = await import('../documents/extensions.ts')
  const read = readExtensions(text, path, process.env)
  return {
    ...read,
    problems: read.problems.map((one) => ({ ...one, message: `${lineOf(text, one)}${one.message}` })),
  }
}

// Problems are also logged, without the text that a range refers to.
function lineOf(text: string, { range }: Problem): string {
  return range === undefined ? '' : `line ${text.slice(0, range.start).split('\n').length}: `
}
