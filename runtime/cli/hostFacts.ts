// Options of a verb that set facts about the host's session: user presence, permission mode, version.

import type { Command } from 'commander'
import { defined } from '../contract/defined.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { dialectOf } from '../contract/dialects/index.ts'
import type { HostFacts } from '../contract/facts.ts'
import { didYouMean } from '../contract/suggest.ts'
import { UsageError } from './usage.ts'

export type FactOptions = {
  readonly headless?: boolean
  readonly permissionMode?: string
  readonly hostVersion?: string
  /** `--setting` of the command line. */
  readonly agentSettings?: readonly string[] | undefined
}

/** Adds the options to a verb. */
export function withFacts(command: Command): Command {
  return command
    .option('--headless', 'the host runs without a user to ask')
    .option('--permission-mode <mode>', "the host's permission mode, as the host spells it")
    .option('--host-version <version>', 'the version of the host, where it behaves differently')
}

/** The facts from the options, with the host's defaults for the rest; undefined where no option was given. */
export function factsOf(dialect: DialectId, options: FactOptions): HostFacts | undefined {
  const { headless, permissionMode, hostVersion, agentSettings } = options
  const host = dialectOf(dialect)?.host
  const isGiven = (host !== undefined && agentSettings !== undefined) || headless !== undefined
  if (!isGiven && permissionMode === undefined && hostVersion === undefined) return undefined
  if (host === undefined)
    throw new UsageError(`${dialect} is not a host; omit --headless, --permission-mode and --host-version.`)
  const { versions, permissionModes } = host
  if (hostVersion !== undefined && !versions.includes(hostVersion))
    throw new UsageError(
      `nothing is known of ${dialect} ${hostVersion}; known versions are ${versions.join(', ')}.`,
    )
  if (permissionMode !== undefined && !permissionModes.includes(permissionMode))
    throw new UsageError(
      `${dialect} has no permission mode "${permissionMode}".${didYouMean(permissionMode, permissionModes)} Known: ${permissionModes.join(', ')}.`,
    )
  return {
    version: versions[0] as string,
    ...host.facts,
    ...(agentSettings === undefined ? {} : { flags: [...host.facts.flags, ...agentSettings] }),
    ...defined({ headless, permissionMode, version: hostVersion }),
  }
}
