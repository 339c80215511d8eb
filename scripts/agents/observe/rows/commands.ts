// Finds the command lines in a row's files and assigns each the id of a hook and its events. A text search, because
// many of these files are rejected by parsers.

import { type RowFiles, textOf } from './row.ts'

export type RowHook = {
  readonly id: string
  readonly command: string
  /** Names of the events that the command is listed under. */
  readonly events: readonly string[]
}

type Place = { readonly to: number; readonly command: string; readonly event: string }

const CONFIGURATION = /\.(?:json|jsonc|toml|md)$/
/** The value of `command` or `bash`, in JSON, TOML or YAML. */
const COMMAND =
  /(?<=^|[\s{,[])(?:"(?:command|bash)"|command|bash)\s*[:=]\s*(?:(?:'''|""")\n?([\s\S]*?)(?:'''|""")|("(?:[^"\\\n]|\\.)*")|'((?:[^'\n]|'')*)'|(?![[{|>'"])([^\s#][^\n]*))/gm
/** The start of a list of groups or entries: `"Stop": [`, `[[hooks.Stop]]`, `Stop:` */
const EVENT =
  /"([A-Za-z_/:.-]+)"\s*:\s*[[{]|^\s*\[\[?hooks\.([A-Za-z_]+)|^\s+([A-Za-z]+):[ \t]*$|([A-Za-z]+)\s*=\s*\[/gm
const NO_EVENT = new Set([
  'hooks',
  'env',
  'args',
  'headers',
  'if',
  'matcher',
  'permissions',
  'allow',
  'deny',
  'command',
])

/** The hooks of these files, one per command line, and the files with the ids appended to the command lines. */
export function hooksOf(files: RowFiles): {
  readonly hooks: readonly RowHook[]
  readonly marked: readonly { readonly path: string; readonly text: string }[]
} {
  const ids = new Map<string, { readonly id: string; readonly events: Set<string> }>()
  const marked = Object.entries(files).map(([path, file]) => {
    const text = textOf(file)
    const places = CONFIGURATION.test(path) ? placesIn(text) : []
    const ends = places.map(({ to, command, event }) => {
      const hook = ids.get(command) ?? { id: `hook-${ids.size + 1}`, events: new Set() }
      hook.events.add(event)
      ids.set(command, hook)
      return { to, id: hook.id }
    })
    const rest = ends.reduceRight((left, { to, id }) => `${left.slice(0, to)} # ${id}${left.slice(to)}`, text)
    return { path: path.startsWith('~/') ? `home/${path.slice(2)}` : `project/${path}`, text: rest }
  })
  const hooks = [...ids].map(([command, { id, events }]) => ({ id, command, events: [...events] }))
  return { hooks, marked }
}

function placesIn(text: string): readonly Place[] {
  const events = [...text.matchAll(EVENT)]
    .map((match) => ({ at: match.index, name: match.slice(1).find((one) => one !== undefined) ?? '' }))
    .filter(({ name }) => !NO_EVENT.has(name))
  return [...text.matchAll(COMMAND)].flatMap((match): readonly Place[] => {
    const [, long, quoted, single, plain] = match
    const command =
      quoted === undefined ? (long ?? single?.replaceAll("''", "'") ?? plain?.trim()) : decoded(quoted)
    if (command === undefined || command === '') return []
    const end = match.index + endIn(match)
    const event = events.findLast(({ at }) => at < match.index)?.name ?? ''
    return [{ to: end, command, event }]
  })
}

/** The offset in the match where the command's text ends. */
function endIn([whole, long, , , plain]: RegExpMatchArray): number {
  if (plain !== undefined) return whole.trimEnd().length
  return whole.length - (long === undefined ? 1 : 3)
}

function decoded(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}
