// Reads the inputs of a conversion: the configuration files of one host in the workspace, the scripts that their
// entries run, and the entries that the other host has already. Nothing is executed or written.

import { homedir } from 'node:os'
import { basename, resolve } from 'node:path'
import type { MadeEntry } from '../contract/convert/conversion.ts'
import { fileOf } from '../contract/convert/convert.ts'
import type { WritableHost } from '../contract/convert/places.ts'
import type { NamedText } from '../contract/convert/rewording.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { dialects } from '../contract/dialects/index.ts'
import type { FoundEntry } from '../contract/host.ts'
import type { Problem } from '../contract/problems.ts'
import { filesOfCommand } from './commandFiles.ts'
import { configurationFiles, type FoundConfiguration } from './configurationFiles.ts'
import { disk, failed } from './disk.ts'
import { readersOf } from './hostPlaces.ts'
import { shown, within } from './places.ts'
import { repositoryOf } from './repository.ts'
import { commandsOf, withoutQuotes } from './simpleCommands.ts'

export type SourceFiles = {
  /** The problems found in reading the host's own files in the workspace. */
  readonly problems: readonly Problem[]
  /** The host's own files in the workspace that hold entries. */
  readonly files: readonly FoundConfiguration[]
  readonly scripts: (found: FoundEntry) => readonly NamedText[]
  /** Whether an entry runs this file. */
  readonly runs: (found: FoundEntry, path: string) => boolean
  /** The file, as shown in messages, in which the other host already has the same entry; undefined if there is none. */
  readonly thereIn: (made: MadeEntry) => string | undefined
  /** Remarks on the files for the user, one line each. */
  readonly remarks: (files: readonly FoundConfiguration[], target: string) => readonly string[]
}

/** The largest script that is read, in bytes. */
const LARGEST_SCRIPT = 256 * 1024

export async function sourceFiles(
  from: WritableHost,
  to: WritableHost,
  { root, home = homedir() }: { readonly root: string; readonly home?: string },
): Promise<SourceFiles> {
  const repository = repositoryOf(root, disk)
  const ground = { root, home, environment: process.env, ...defined({ repository }) }
  const { files: own, problems } = await filesOf(from)
  const { files: others } = await filesOf(to)
  const there = others.flatMap((file) =>
    to.host.entries(file, process.platform).entries.map((one) => ({ ...one, path: file.path })),
  )
  return {
    problems,
    files: own.filter((file) => from.host.entries(file, process.platform).entries.length > 0),
    runs: (found, path) => pathsOf(found, from).includes(path),
    scripts(found) {
      return pathsOf(found, from).flatMap((path) => {
        const bytes = disk.read(path, LARGEST_SCRIPT)
        if (failed(bytes) || bytes.includes(0)) return []
        return [{ name: shown(path, ground), text: bytes.toString('utf8') }]
      })
    },
    thereIn(made) {
      const [entry] = to.host.entries(fileOf(to, [made]), process.platform).entries
      const same = there.find(
        (one) =>
          one.event === entry?.event &&
          (one.matcher ?? '') === (entry.matcher ?? '') &&
          one.kind === entry.kind &&
          (one.command === entry.command || callOf(one, to) === (callOf(entry, to) ?? '')) &&
          one.fields.url === entry.fields.url,
      )
      return same === undefined ? undefined : shown(same.path, ground)
    },
    remarks: (files, target) => [
      ...files.flatMap((file) => [
        ...(readersOf(file.path, ground).some(({ dialect }) => dialect.id === to.id)
          ? [
              `${to.title} reads ${shown(file.path, ground)} as well: what it runs from there and from ${shown(target, ground)} runs twice.`,
            ]
          : []),
        ...(file.place.scope === 'local'
          ? [`${shown(file.path, ground)} is yours alone, and ${shown(target, ground)} is the project's.`]
          : []),
      ]),
      ...Object.values<Dialect>(dialects)
        .filter(
          ({ id }) => id !== to.id && readersOf(target, ground).some(({ dialect }) => dialect.id === id),
        )
        .map(({ title }) => `${title} reads ${shown(target, ground)} as well.`),
    ],
  }

  function pathsOf(found: FoundEntry, { host }: WritableHost): readonly string[] {
    if (found.kind !== 'command') return []
    const variables = host.folders({ root, home })
    const cwd = resolve(root, found.cwd ?? '')
    return filesOfCommand(found, { cwd, home, own: [root, home], variables, disk }).scripts
  }

  // The one script that an entry runs, and its arguments: the same for every way to write the command.
  function callOf(found: FoundEntry, dialect: WritableHost): string | undefined {
    const [script, ...more] = pathsOf(found, dialect)
    if (script === undefined || more.length > 0) return undefined
    const commands = found.args === undefined ? commandsOf(found.command) : [[found.command, ...found.args]]
    const words = (commands.at(-1) ?? []).map(withoutQuotes)
    const at = words.findIndex((word) => basename(word) === basename(script))
    if (at === -1 || commands.slice(0, -1).some(([program]) => program !== 'cd')) return undefined
    return JSON.stringify([script, ...words.slice(at + 1)])
  }

  async function filesOf(dialect: WritableHost) {
    const { files, problems } = await configurationFiles(dialect, dialect.host, ground, disk)
    const here = problems.filter(({ path }) => within(path, root) !== undefined && isOwn(path, dialect))
    return { files: files.filter(isSource), problems: here }

    function isSource({ place, path, value }: FoundConfiguration): boolean {
      return (
        (place.scope === 'project' || place.scope === 'local') &&
        place.index !== true &&
        place.borrowed !== true &&
        value !== undefined &&
        within(path, root) !== undefined &&
        isOwn(path, dialect)
      )
    }
  }

  // A file that several hosts read belongs to each that lists it as its own.
  function isOwn(path: string, { id }: WritableHost): boolean {
    return readersOf(path, ground).some(({ dialect, place }) => dialect.id === id && place.borrowed !== true)
  }
}
