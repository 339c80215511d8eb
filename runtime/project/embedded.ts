// Code within other texts: the command of an entry in a configuration file, a program in a script's `python3 -c
// '…'`. Each gets a view of its own on demand, with offsets that map to the surrounding text. Code whose offsets
// cannot be mapped reliably (because of unusual escapes) is skipped.

import { relative } from 'node:path'
import {
  type CalledDialect,
  calledDialect,
  calledOf,
  type ScriptCaller,
  withCalls,
} from '../contract/called.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { HookEntry } from '../contract/entry.ts'
import type { FoundEntry } from '../contract/host.ts'
import { commandBudget } from '../discovery/commandBudget.ts'
import { keptOf } from '../discovery/entryNames.ts'
import { type CodeLanguage, codeArgument } from '../documents/codeArgument.ts'
import { readConfiguration } from '../documents/configuration.ts'
import { LANGUAGES } from '../documents/languages.ts'
import { writtenAs } from '../documents/quoted.ts'
import { languageOf, readShebang } from '../documents/shebang.ts'
import { outsideFunctions } from '../documents/shell/outsideFunctions.ts'
import { filesBelow } from '../documents/shell/sourced.ts'
import type { SpottedDocument } from '../documents/spots.ts'
import { mayRunScript, packageFile } from './packageScript.ts'
import type { ConfigurationReader, EmbeddedCode, View, ViewInput } from './view.ts'

type MakeView = (input: ViewInput) => Promise<View>

/** All code embedded in a text, in order. */
export async function embeddedIn(
  outer: ViewInput,
  document: SpottedDocument,
  make: MakeView,
): Promise<readonly EmbeddedCode[]> {
  if (outer.role.kind === 'configuration') return commandsIn(outer, outer.role.readers, make)
  return outer.role.kind === 'hook' ? programsIn(outer, outer.role.dialect, document, make) : []
}

/** The commands of entries, as far as budgets allow and as they are written as a single string each. */
async function commandsIn(
  outer: ViewInput,
  readers: readonly ConfigurationReader[],
  make: MakeView,
): Promise<readonly EmbeddedCode[]> {
  const [first] = readers
  if (first === undefined) return []
  const { value, rangeOf } = await readConfiguration(outer.text, first.format)
  if (value === undefined) return []
  const found = new Map<
    string,
    { readonly entry: FoundEntry; readonly code: EntryCode; readonly callers: ScriptCaller[] }
  >()
  for (const reader of readers) {
    const { dialect, format } = reader
    const place = reader.place ?? { scope: 'plugin', base: 'workspace', path: outer.path, format }
    if (
      place.index === true ||
      (place.borrowed === true && readers.some((one) => one.place?.borrowed !== true))
    )
      continue
    const { entries = [] } = dialect.host?.entries({ place, path: outer.path, value }, process.platform) ?? {}
    for (const entry of entries.slice(0, keptOf(entries.length))) {
      if (entry.kind !== 'command') continue
      for (const code of codesOf(entry)) {
        const at = JSON.stringify([...entry.at, ...code.at])
        const one = found.get(at) ?? { entry, code, callers: [] }
        one.callers.push({ dialect, entry: calling(dialect, entry, outer.path) })
        found.set(at, one)
      }
    }
  }
  const isFollowed = commandBudget()
  return [...found.values()].flatMap(({ entry, code: { at, text, language }, callers }) => {
    if (!isFollowed(text.length)) return []
    const range = rangeOf([...entry.at, ...at])
    const written = writtenAs(outer.text, range, text)
    if (written === undefined) return []
    const path = `${outer.path}.${range.start}.${LANGUAGES[language].endings[0]}`
    // The options of jq decide what its program reads and prints.
    const dialect = () => contractOf(callers, language === 'jq' ? '' : String(at[0]))
    const own = { dialect, text, path, written: written.encoded }
    return [embedded(outer, written.starts, own, (input) => understood(input, make))]
  })
}

/** Code in an entry, and where it is in it. */
type EntryCode = {
  readonly at: readonly (string | number)[]
  readonly text: string
  readonly language: CodeLanguage | 'jq'
}

// The command lines of an entry in a supported shell language; `windows` may be any shell. Of an entry with arguments,
// the code that its program gets as one of them.
function codesOf(entry: FoundEntry): readonly EntryCode[] {
  const { command, args, fields } = entry
  if (args !== undefined) {
    const found = codeArgument(command, args)
    return found === undefined ? [] : [{ ...found, at: ['args', found.index] }]
  }
  const main = Object.keys(fields).find((name) => fields[name] === command && command !== '')
  return [...new Set([main, 'powershell'])].flatMap((key) => {
    const text = key === undefined ? undefined : fields[key]
    if (key === undefined || typeof text !== 'string' || /^(?:windows|commandWindows)$/i.test(key)) return []
    return [{ at: [key], text, language: shellOf(entry, key) }]
  })
}

function shellOf({ fields }: FoundEntry, key: string): 'shell' | 'powershell' {
  return key === 'powershell' || fields.shell === 'powershell' ? 'powershell' : 'shell'
}

// A keystroke changes at most one command of a file. Views of the others are cached by their text, and contracts by
// those fields of an entry that determine how it is called.
const MOST_KEPT = 1000
const contracts = new Map<string, CalledDialect | undefined>()
const views = new WeakMap<Dialect, Map<string, View>>()

function contractOf(callers: readonly ScriptCaller[], commandKey: string): CalledDialect | undefined {
  const key = JSON.stringify(
    callers.map(({ dialect, entry: { event, matcher, kind, fields, group } }) => {
      return [dialect.id, event, matcher, kind, { ...fields, [commandKey]: undefined }, group]
    }),
  )
  if (contracts.has(key)) return contracts.get(key)
  const made = calledDialect(callers)
  if (contracts.size >= MOST_KEPT) contracts.clear()
  contracts.set(key, made)
  return made
}

async function understood(input: ViewInput, make: MakeView): Promise<View> {
  // What a package manager runs depends on files that may change independently.
  if (input.role.kind !== 'hook' || mayRunScript(input.text)) return make(input)
  const { dialect } = input.role
  const kept = views.get(dialect) ?? new Map<string, View>()
  views.set(dialect, kept)
  const known = kept.get(input.text)
  if (known !== undefined) return known
  const made = await make(input)
  // A program in a command depends on the modules that it imports, which may change independently.
  if ((await made.embedded()).length > 0) return made
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(input.text, made)
  return made
}

/** Programs that a script passes to an interpreter. */
function programsIn(
  outer: ViewInput,
  dialect: Dialect,
  { spots }: SpottedDocument,
  make: MakeView,
): readonly EmbeddedCode[] {
  const called = calledOf(dialect)
  if (called === undefined) return []
  return spots.flatMap((spot) => {
    if (spot.kind !== 'code' || spot.isFile === true) return []
    const { range, language, events, within } = spot
    const text = outer.text.slice(range.start, range.end)
    const starts = Array.from({ length: text.length + 1 }, (_, at) => range.start + at)
    const own = {
      dialect: () => withCalls(dialect, events, { language, within }),
      text,
      path: `${outer.path}.${range.start}.${LANGUAGES[language].endings[0]}`,
      written: (inner: string) => inner,
    }
    return [embedded(outer, starts, own, make)]
  })
}

/** Local files that a shell script starts and that get the payload; their problems are shown where it names them. */
export async function startedIn(
  outer: ViewInput,
  { spots, language }: SpottedDocument,
  folders: Readonly<Record<string, string>>,
  make: MakeView,
): Promise<readonly EmbeddedCode[]> {
  const { role, textOf } = outer
  const files = spots.flatMap((spot) => (spot.kind === 'code' && spot.isFile === true ? [spot] : []))
  if (role.kind !== 'hook' || textOf === undefined || language !== 'shell' || files.length === 0) return []
  const named = await filesBelow(outer.text, outer.path, folders)
  return files.slice(0, MOST_STARTED).flatMap(({ range, language: of, events, within, executed }) => {
    const path = named.get(range.start)?.find((one) => textOf(one) !== undefined)
    const text = path === undefined ? undefined : textOf(path)
    if (path === undefined || text === undefined || !mayFollow(text, of)) return []
    if (executed === true && !isRunAs(of, text)) return []
    const starts = Array.from({ length: text.length + 1 }, (_, at) =>
      at < text.length ? range.start : range.end,
    )
    const own = {
      dialect: () => withCalls(role.dialect, events, { language: of, within }),
      text,
      path,
      written: (inner: string) => inner,
    }
    return [{ ...embedded(outer, starts, own, make), range, toOuter: () => range }]
  })
}

// A shell runs a file without a first line that names a program as a script of its own.
function isRunAs(language: CodeLanguage, text: string): boolean {
  const shebang = readShebang(text)
  return shebang === undefined ? language === 'shell' : languageOf(shebang) === language
}

/** The file that the command of an entry runs through package.json. */
export function throughPackage(outer: ViewInput, make: MakeView): readonly EmbeddedCode[] {
  const { role, textOf, ground, text: command } = outer
  if (role.kind !== 'hook' || textOf === undefined || ground === undefined) return []
  // Where the entries of plugins and of the home folder start is not known.
  const isOfProject =
    /^\.\w/.test(relative(ground.root, outer.path)) &&
    calledOf(role.dialect)?.callers.every(({ entry }) => entry.fields.cwd === undefined) === true
  const found = isOfProject ? packageFile(command, ground.root, textOf) : undefined
  const text = found && textOf(found.path)
  if (found === undefined || text === undefined || !mayFollow(text)) return []
  const range = { start: 0, end: command.length }
  const starts = Array.from({ length: text.length + 1 }, () => 0)
  const within = { args: [], variables: [], ends: true, captured: false }
  const own = {
    dialect: () =>
      withCalls(role.dialect, Object.keys(role.dialect.events), { language: found.language, within }),
    text,
    path: found.path,
    written: (inner: string) => inner,
  }
  return [{ ...embedded(outer, starts, own, make), range, toOuter: () => range }]
}

/** More files that one script starts are not followed, nor are longer ones. */
const MOST_STARTED = 8
const LONGEST_STARTED = 64 * 1024

// What a script does may depend on words of its command line, which are not followed through another one.
function mayFollow(text: string, language?: CodeLanguage): boolean {
  const own = () => (language === 'shell' ? outsideFunctions(text) : text)
  return text.length <= LONGEST_STARTED && !READS_WORDS.test(own())
}

const READS_WORDS =
  /\bargv\b|\bargparse\b|\bparseArgs\b|\bDeno\.args\b|(?:import|from|require\()\s{0,9}["']?(?:click|typer|fire|commander|yargs)\b|\$\{?[1-9@*#]|\$args\b|^\s{0,40}param\s{0,9}\(/im

type Own = Pick<ViewInput, 'text' | 'path'> & {
  readonly dialect: () => Dialect | undefined
  readonly written: EmbeddedCode['written']
}

function embedded(
  outer: ViewInput,
  starts: readonly number[],
  { dialect, text, path, written }: Own,
  make: MakeView,
): EmbeddedCode {
  let view: Promise<View> | undefined
  const outerAt = (at: number): number => starts[Math.min(Math.max(at, 0), text.length)] as number
  return {
    range: { start: outerAt(0), end: outerAt(text.length) },
    view() {
      if (view === undefined) {
        const own = dialect()
        view =
          own === undefined
            ? undefined
            : make({ ...outer, path, text, embedded: true, role: { kind: 'hook', dialect: own } })
      }
      return view ?? Promise.resolve(undefined)
    },
    toInner: (offset) => {
      const at = starts.findIndex((start) => start >= offset)
      return at === -1 ? text.length : at
    },
    toOuter: ({ start, end }) => ({ start: outerAt(start), end: outerAt(end) }),
    written,
  }
}

// Only what determines how the entry is called; its files and trust are not needed here.
function calling(dialect: Dialect, found: FoundEntry, file: string): HookEntry {
  const { event, matcher, kind, command, args, fields, group, at } = found
  const written = { host: dialect.id, event, matcher, kind, command, args, fields, group, file, at }
  return { ...written, scope: 'project', copies: 1, env: {}, digest: '', scripts: [] }
}
