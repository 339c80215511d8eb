// Converts a command line of one host for another: the project folder, and variables that only one of them sets.
// Rewrites only what is unambiguous in the text; does not access the disk.

import type { FoundEntry } from '../host.ts'
import { type ConversionNote, changed, lost } from './conversion.ts'
import type { AtEvent } from './matchers.ts'
import { projectPrefix } from './places.ts'

export type ConvertedCommand = { readonly command: string; readonly notes: readonly ConversionNote[] }

/** Placeholder for the path of the project folder. */
const ROOT = '/project'

export function convertCommand(found: FoundEntry, from: AtEvent, to: AtEvent): ConvertedCommand {
  const written = found.command
  const line = found.args === undefined ? written : [written, ...found.args].map(shellWord).join(' ')
  const command = relativePaths(projectFolder(line, from, to), from, to)
  const notes: ConversionNote[] = []
  if (found.args !== undefined)
    notes.push(changed('command', `The program and its arguments become one line for a shell: ${command}`))
  else if (command !== written) notes.push(changed('command', `The command becomes ${command}`))
  for (const name of missingVariables(command, from, to))
    notes.push(lost('variable', `${to.dialect.title} does not set ${name}, which the command uses.`))
  return { command, notes }
}

/** Variables in a text that the source sets for its hooks and the target does not. */
export function missingVariables(text: string, from: AtEvent, to: AtEvent): readonly string[] {
  const set = variablesOf(to)
  return variablesOf(from).filter(
    (name) => !set.includes(name) && new RegExp(`(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_])`).test(text),
  )
}

function variablesOf({ dialect, event }: AtEvent): readonly string[] {
  const folders = Object.keys(dialect.host.folders({ root: ROOT, home: '/home' }))
  const named = dialect.host.rules.variables(event, 'project')
  // A host without a folder variable of its own lists such variables only because another host may have set them.
  return [...folders, ...named.filter((name) => folders.length > 0 || !/_DIR$/.test(name))]
}

function projectVariables({ dialect }: AtEvent): readonly string[] {
  return Object.entries(dialect.host.folders({ root: ROOT, home: '/home' }))
    .filter(([, folder]) => folder === ROOT)
    .map(([name]) => name)
}

/** Replaces the source's expressions for the project folder with the target's. */
function projectFolder(line: string, from: AtEvent, to: AtEvent): string {
  const own = projectPrefix(from.dialect, from.event)
  const other = projectPrefix(to.dialect, to.event)
  const folder = other.replace(/\/$/, '') || '.'
  const others = projectVariables(to)
  // A shell looks up a name without a slash on the PATH.
  const placed = (path: string) => (other === '' && !path.includes('/') ? './' : other)
  let text = line
  // A path that is quoted as a whole is quoted again, unless the folder's expression has its own quotes.
  for (const name of projectVariables(from)) {
    const isSet = others.includes(name) && !other.includes('$')
    if (isSet) continue
    const spelled = `\\$(?:\\{${name}\\}|${name}(?!\\w))`
    text = text
      .replaceAll(
        new RegExp(`"${spelled}/([^"$\`\\\\]+)"`, 'g'),
        (_, rest: string) => placed(rest) + wordOf(rest),
      )
      .replaceAll(
        new RegExp(`(?:"${spelled}"|${spelled})/([^\\s"';|&<>()]*)`, 'g'),
        (_, rest: string) => placed(rest) + rest,
      )
      .replaceAll(new RegExp(`"${spelled}"|${spelled}`, 'g'), () => folder)
  }
  if (own.includes('$(')) text = text.replaceAll(own, () => other)
  return text
}

/** Prefixes script paths relative to the project, where the target may start a command in another folder. */
function relativePaths(line: string, from: AtEvent, to: AtEvent): string {
  const own = projectPrefix(from.dialect, from.event)
  const other = projectPrefix(to.dialect, to.event)
  if (own.includes('$') || !other.includes('$')) return line
  return line.replaceAll(
    /(?<=^|[\s;&|(])(\.\/)?((?:[\w@-]|\.(?!\/|\.))[\w@.-]*(?:\/[\w@.-]+)+)(?=$|[\s;&|)])/g,
    (whole, here: string | undefined, path: string) =>
      here !== undefined || /\.(?:sh|bash|py|[cm]?[jt]s|rb|pl|php)$/.test(path) ? other + path : whole,
  )
}

function wordOf(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `"${text}"`
}

// The host that starts a program expands variables in its arguments; a shell does so within double quotes.
function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  if (/\$\{?\w+/.test(word)) return `"${word.replaceAll(/["\\`]/g, '\\$&')}"`
  return `'${word.replaceAll("'", `'\\''`)}'`
}
