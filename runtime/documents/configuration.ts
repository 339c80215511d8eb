// Parses a host's configuration file into its value and the ranges of its parts. Never runs anything, and returns a
// result for every text.

import type { JsonPath } from '../contract/entry.ts'
import type { ConfigurationFormat } from '../contract/host.ts'
import type { Range } from '../contract/problems.ts'
import { parseJson } from './data/json.ts'
import { strictJson } from './data/strictJson.ts'
import { find, type Member, plain, type Tree } from './data/tree.ts'
import { jsonTrouble } from './jsonTrouble.ts'

export type Configuration = {
  /** Undefined where the text does not parse as its format. */
  readonly value: unknown
  /** The first error of the text, in one line, and its range. */
  readonly error?: { readonly message: string; readonly range: Range }
  /** The text is larger than the parse limit: its value is unknown, and no error is reported. */
  readonly tooLarge?: true
  /** The text is strict JSON, which the more lenient JSON formats parse to the same value. */
  readonly isStrict?: true
  /** Keys that occur again later in the same object, where the last one counts; for `hooks` itself and inside it. */
  readonly repeated?: readonly { readonly key: string; readonly range: Range }[]
  /**
   * The range of the value at a path, or of its key if `key`. Where the path has no value, that of the nearest part
   * above it.
   */
  readonly rangeOf: (path: JsonPath, key?: boolean) => Range
}

/** Parses a configuration file. Parsers are loaded when the first file needs them. */
export async function readConfiguration(text: string, format: ConfigurationFormat): Promise<Configuration> {
  if (latest?.text === text) {
    const isSame = latest.format === format
    const read = await latest.read
    if (isSame || read.isStrict === true) return read
  }
  latest = { text, format, read: readNow(text, format) }
  return latest.read
}

// Several hosts may read the same file, and so do the features that show its commands: it is parsed once.
let latest:
  | { readonly text: string; readonly format: ConfigurationFormat; readonly read: Promise<Configuration> }
  | undefined

async function readNow(text: string, format: ConfigurationFormat): Promise<Configuration> {
  try {
    if (format === 'frontmatter') return await readFrontmatter(text)
    if (format === 'toml') return await readToml(text)
    return readJson(text, format)
  } catch (error) {
    // The text is nested deeper than the stack allows. Any other error is a bug.
    if (!(error instanceof RangeError)) throw error
    return unread('it is nested too deeply to be read', { start: 0, end: 0 })
  }
}

function readJson(whole: string, format: ConfigurationFormat): Configuration {
  const base = whole.startsWith('\uFEFF') ? 1 : 0
  const text = whole.slice(base)
  const strict = strictJson(text, base)
  if (strict !== undefined) return { ...strict, repeated: [], isStrict: true }
  if (text.trim() === '') return unread('it is empty', { start: 0, end: 0 })
  const { tree, errors } = parseJson(text, {
    lenient: format !== 'json',
    trailingCommas: format === 'jsonc',
    base,
  })
  const [first] = errors
  const rangeOf = locator(tree)
  if (first === undefined) return { value: plain(tree), repeated: repeatedIn(tree), rangeOf }
  const { what, range } = jsonTrouble(text, first.error, moved(first.range, -base))
  return { value: undefined, error: { message: what, range: moved(range, base) }, rangeOf }
}

function moved({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by }
}

function repeatedIn(tree: Tree | undefined): NonNullable<Configuration['repeated']> {
  if (tree?.kind !== 'object') return []
  const hooks = tree.members.filter(({ key }) => key.text === 'hooks')
  return [...again(hooks), ...hooks.flatMap(({ value }) => below(value))]
}

function below(tree: Tree | undefined): NonNullable<Configuration['repeated']> {
  if (tree === undefined || tree.kind === 'scalar') return []
  if (tree.kind === 'array') return tree.items.flatMap(below)
  return [...again(tree.members), ...tree.members.flatMap(({ value }) => below(value))]
}

function again(members: readonly Member[]): NonNullable<Configuration['repeated']> {
  if (members.length < 2) return []
  const last = new Map(members.map((one) => [one.key.text, one]))
  return members.flatMap((one) =>
    last.get(one.key.text) === one ? [] : [{ key: one.key.text, range: one.key.range }],
  )
}

const NOTHING: Configuration = { value: {}, rangeOf: () => ({ start: 0, end: 0 }) }
const HOOKS = /^\W?hooks\W?[ \t]*:/m

async function readFrontmatter(text: string): Promise<Configuration> {
  const found = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/.exec(text)
  if (found === null) return NOTHING
  const start = text.indexOf('\n') + 1
  const inner = text.slice(start, start + (found[1] ?? '').length)
  const { LARGEST_YAML, parseYaml } = await import('./yaml.ts')
  if (inner.length > LARGEST_YAML) return { ...NOTHING, ...(HOOKS.test(inner) ? { tooLarge: true } : {}) }
  const { yamlTree } = await import('./data/yaml.ts')
  const strict = parseYaml(inner)
  const [first] = strict.errors
  // Without hooks in it, an error in the frontmatter does not matter.
  if (first !== undefined && !HOOKS.test(inner)) return NOTHING
  const read = first === undefined ? inner : withPlainValues(inner)
  const yaml = first === undefined ? strict : parseYaml(read)
  if (first !== undefined && yaml.errors.length > 0) {
    const range = { start: start + first.range.start, end: start + first.range.end }
    return unread(first.message, range)
  }
  let isWhole = true
  const tree = yamlTree(read, yaml, () => {
    isWhole = false
  })
  // What is left out may be hooks, or what they need.
  if (!isWhole && HOOKS.test(inner)) return { ...NOTHING, tooLarge: true }
  return { value: plain(tree), rangeOf: locator(tree, start) }
}

// A description with a colon in it is invalid YAML, but hosts accept it: text that does not parse is parsed again with
// its one-line values treated as quoted. Here a placeholder of the same length replaces each such value.
function withPlainValues(text: string): string {
  return text.replaceAll(
    /^(?!hooks:)([\w-]+:[ \t]+)([^\s\x22\x27][^\r\n]*)/gm,
    (whole, key: string, value: string) =>
      /[{}[\]*&#!|>%@\x60]|: /.test(value) && !/^[|>][-+\d]*\s*$/.test(value)
        ? key + 'x'.repeat(value.length)
        : whole,
  )
}

/** Larger than any real file, in UTF-16 units; parsing a larger text would block everything else for too long. */
const LARGEST_TOML = 2 ** 18

async function readToml(whole: string): Promise<Configuration> {
  if (whole.length > LARGEST_TOML) return { ...NOTHING, tooLarge: true }
  const base = whole.startsWith('\uFEFF') ? 1 : 0
  const { tomlTree } = await import('./data/toml.ts')
  const tree = tomlTree(whole.slice(base))
  if ('message' in tree) {
    const start = base + tree.at
    return unread(tree.message, { start, end: start })
  }
  return { value: plain(tree), rangeOf: locator(tree, base) }
}

function unread(message: string, range: Range): Configuration {
  return { value: undefined, error: { message, range }, rangeOf: () => range }
}

// `base`: the offset in the file at which the tree's text begins.
function locator(tree: Tree | undefined, base = 0): Configuration['rangeOf'] {
  return (path, key = false) => {
    for (let length = path.length; length >= 0; length--) {
      const found = find(tree, path.slice(0, length).map(String))
      if (found?.tree === undefined) continue
      const isKey = key && length === path.length && found.key !== undefined
      const { start, end } = isKey ? found.key.range : found.tree.range
      return { start: base + start, end: base + end }
    }
    return { start: base, end: base }
  }
}
