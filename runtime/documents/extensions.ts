// Reads the text of `secureyeoman.yaml` into configuration and problems; only its `extensions:` block is read. A wrong
// value is reported at its place and ignored; the rest of the file still counts.

import type { TSchema } from 'typebox'
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'
import { defined } from '../contract/defined.ts'
import { ExtensionsFile, type StatedExtensions, type StatedWebhook } from '../contract/extensions.ts'
import { type Problem, problem, type Range, type Repair } from '../contract/problems.ts'
import { didYouMean } from '../contract/suggest.ts'
import { mismatch } from '../contract/validate.ts'
import { addressFault } from '../contract/webhooks.ts'
import { intendedKey, intendedValue } from './repairs.ts'
import { LARGEST_YAML, parseYaml, type Yaml, yamlText } from './yaml.ts'

/**
 * The variables that are set. `unknown`: they cannot be known, so each is assumed to be set, and values with one in
 * them are not checked further.
 */
export type Environment = Readonly<Record<string, string | undefined>> | 'unknown'

/** The content of a configuration text, as far as it can be read. */
export type ReadExtensions = {
  readonly stated: StatedExtensions
  /** No value could be read, so the author's configuration is unknown. False for an empty file. */
  readonly unreadable: boolean
  readonly problems: readonly Problem[]
}

/**
 * Reads the text of a configuration. `${NAME}` in `url` and `secret`, or in place of a number or of true and false,
 * stands for a variable of `env`, or for any valid value where `env` is unknown. No message has a variable's value in
 * it. `path` names the file. A caller that has parsed the text already passes `yaml`.
 */
export function readExtensions(text: string, path: string, env: Environment, yaml?: Yaml): ReadExtensions {
  if (yaml === undefined && text.length > LARGEST_YAML) {
    const message = `Larger than ${LARGEST_YAML / 1024} KiB, so the file is ignored.`
    return { stated: {}, unreadable: true, problems: [problem('settings.invalid', path, message)] }
  }
  try {
    return extensionsOf(yaml ?? parseYaml(text), path, env)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message =
      error instanceof TooMany
        ? `Its aliases stand for more than ${MOST_VALUES} values.`
        : 'The text is nested too deeply to be read.'
    return { stated: {}, unreadable: true, problems: [problem('settings.invalid', path, message)] }
  }
}

/** A file of the largest size has fewer values without aliases. */
const MOST_VALUES = LARGEST_YAML

class TooMany extends RangeError {}

function extensionsOf(
  { document, errors, resolve, rangeOf }: Yaml,
  path: string,
  env: Environment,
): ReadExtensions {
  const problems: Problem[] = []
  const report: Reading['report'] = (at, message, { fix, repairs = [] } = {}) => {
    problems.push(problem('settings.invalid', path, message, { range: at, repairs, ...defined({ fix }) }))
  }
  const [broken] = errors
  if (broken !== undefined) {
    report(broken.range, `this is not YAML: ${broken.message}`)
    return { stated: {}, unreadable: true, problems }
  }
  const root = document.contents
  if (root === null || (isScalar(root) && root.value === null))
    return { stated: {}, unreadable: false, problems }
  if (!isMap(root)) {
    report(rangeOf(root), 'expected a mapping with `extensions:`')
    return { stated: {}, unreadable: true, problems }
  }
  const block = root.get('extensions', true)
  if (block === undefined || (isScalar(block) && block.value === null))
    return { stated: {}, unreadable: false, problems }
  const stated = read(ExtensionsFile as Shape, block as Node, 'extensions', {
    resolve,
    rangeOf,
    env,
    report,
    count: 0,
  })
  return { stated: statedBy((stated ?? {}) as Written), unreadable: stated === undefined, problems }
}

type Written = StatedExtensions & { readonly directory?: string }

// The shipped SecureYeoman has one folder, `directory`; here it is added to `directories`.
function statedBy({ directory, ...stated }: Written): StatedExtensions {
  return directory === undefined
    ? stated
    : { ...stated, directories: [...(stated.directories ?? []), directory] }
}

type Reading = {
  /** How many values were read. */
  count: number
  readonly resolve: Yaml['resolve']
  readonly rangeOf: Yaml['rangeOf']
  readonly env: Environment
  readonly report: (
    at: Range,
    message: string,
    more?: { readonly fix?: string; readonly repairs?: readonly Repair[] },
  ) => void
}

type Shape = TSchema & {
  readonly type?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
}

// The value of a node as far as it matches the shape; undefined where it does not.
function read(shape: Shape, raw: Node, at: string, reading: Reading): unknown {
  const node = isAlias(raw) ? (reading.resolve(raw) ?? raw) : raw
  counted(reading)
  if (shape.properties !== undefined && isMap(node)) return readMap(shape, node, at, reading)
  if (shape.items !== undefined && isSeq(node)) {
    const { items } = shape
    return node.items.flatMap((item, index) => {
      const value = read(items, item as Node, `${at}[${index}]`, reading)
      return value === undefined ? [] : [value]
    })
  }
  const plain: unknown = isScalar(node) ? node.value : isSeq(node) ? [] : {}
  const isVariable = typeof plain === 'string' && holdsVariable(plain)
  if (isVariable && (shape.format === 'event' || shape.format === 'folder')) {
    const so = isWithinWebhook(at) ? NOTHING_SENT : NOT_COUNTED
    const message = `${at}: environment variables are not replaced here, so ${so}`
    reading.report(reading.rangeOf(node), message, { fix: 'Write the value here.' })
    return undefined
  }
  const text = isVariable ? substituted(plain, node, at, reading) : plain
  if (text === undefined) return undefined
  if (isVariable && reading.env === 'unknown' && shape.type !== 'string') return undefined
  const value = isVariable && shape.type !== 'string' ? parsedValue(String(text)) : text
  const wrong = mismatch(shape, value)
  const range = reading.rangeOf(node)
  if (wrong === undefined) {
    const fault = shape.format === 'uri' ? unreachable(String(value), reading) : undefined
    if (fault === undefined) return value
    reading.report(range, `${at} ${fault}, so ${NOTHING_SENT}`, { fix: ADDRESS })
    return undefined
  }
  const so = isWithinWebhook(at) ? NOTHING_SENT : NOT_COUNTED
  if (isVariable) {
    reading.report(range, `${at}: the value of ${plain} is no ${shape.type}, so ${so}`)
    return undefined
  }
  reading.report(range, `${at}: ${wrong.message}, so ${so}`, {
    repairs: intendedValue(shape, value, range, yamlText),
  })
  return undefined
}

// An incomplete or unreadable webhook is dropped, so nothing is sent to it.
const NOTHING_SENT = 'nothing is sent there'
const NOT_COUNTED = 'it is ignored'

function isWithinWebhook(at: string): boolean {
  return /[.]webhooks\[\d+\]/.test(at)
}

const ADDRESS = 'Write it as "https://host/path".'

function unreachable(address: string, { env }: Reading): string | undefined {
  return env === 'unknown' && holdsVariable(address) ? undefined : addressFault(address)
}

function counted(reading: Reading): void {
  reading.count += 1
  if (reading.count > MOST_VALUES) throw new TooMany()
}

function readMap(shape: Shape, node: Node, at: string, reading: Reading): unknown {
  const fields = shape.properties ?? {}
  const stated: Record<string, unknown> = {}
  let whole = true
  for (const { key, value } of isMap(node) ? [...merged(node, reading), ...node.items] : []) {
    const name = isScalar(key) ? String(key.value) : ''
    counted(reading)
    if (name === '<<') continue
    const inner = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (inner === undefined) {
      const known = Object.keys(fields)
      const guess = didYouMean(name, known) || ` Expected one of ${known.join(', ')}.`
      const range = reading.rangeOf(key as Node)
      reading.report(range, `${at} has no "${name}", so ${NOT_COUNTED}.${guess}`, {
        repairs: intendedKey(name, known, range, yamlText),
      })
      continue
    }
    // `webhooks:` without a value sets nothing.
    if (value === null || (isScalar(value) && value.value === null)) continue
    const kept = read(inner, value as Node, `${at}.${name}`, reading)
    if (kept === undefined) whole = false
    else stated[name] = kept
    if (inner.format === 'uri') Object.assign(stated, writtenAddress(value as Node, reading))
  }
  for (const name of shape.required ?? []) {
    if (Object.hasOwn(stated, name)) continue
    if (whole) reading.report(reading.rangeOf(node), `${at}.${name} is missing, so ${NOTHING_SENT}`)
    whole = false
  }
  // A webhook without all of its required fields is dropped: without its secret it would send unsigned requests.
  return whole || shape.required === undefined || shape.required.length === 0 ? stated : undefined
}

// `<<: *other` merges the other mapping in; keys of this mapping take precedence.
function merged(map: YAMLMap, reading: Reading): readonly Pair[] {
  const sources = map.items.filter((pair) => keyOf(pair) === '<<').map(({ value }) => value)
  if (sources.length === 0) return []
  const own = new Set(map.items.map(keyOf))
  const found = new Map<unknown, Pair>()
  for (const source of sources)
    for (const one of isSeq(source) ? source.items : [source]) {
      const other = isAlias(one) ? reading.resolve(one) : one
      // Of several mappings the first takes precedence.
      for (const pair of isMap(other) ? other.items : []) {
        counted(reading)
        if (!own.has(keyOf(pair)) && !found.has(keyOf(pair))) found.set(keyOf(pair), pair)
      }
    }
  return [...found.values()]
}

function keyOf({ key }: Pair): unknown {
  return isScalar(key) ? key.value : undefined
}

// What is shown of an address with variables, whose values may be secrets.
function writtenAddress(raw: Node, { resolve }: Reading): Pick<StatedWebhook, 'shown' | 'variables'> {
  const node = isAlias(raw) ? resolve(raw) : raw
  const text = isScalar(node) && typeof node.value === 'string' ? node.value : ''
  const names = [...text.matchAll(VARIABLE)].map(([, name = '']) => name)
  if (names.length === 0) return {}
  const shown = text.replace(/[?#].*$/s, '').replaceAll(/[^!-~]/g, '…')
  return { shown, variables: [...new Set(names)] }
}

// The value of a variable where a string does not fit: true, false or a number.
function parsedValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+$/.test(text) ? Number(text) : text
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

function holdsVariable(text: string): boolean {
  return text.search(VARIABLE) >= 0
}

function substituted(
  text: string,
  node: Node,
  at: string,
  { env, report, rangeOf }: Reading,
): string | undefined {
  if (env === 'unknown') return text
  const missing = [...text.matchAll(VARIABLE)].map(([, name = '']) => name).find((name) => !env[name])
  if (missing === undefined) return text.replaceAll(VARIABLE, (_, name: string) => env[name] ?? '')
  report(rangeOf(node), `${at}: the environment variable ${missing} is not set, so this is ignored`, {
    fix: `Set ${missing} where Hookbench runs, or write the value here.`,
  })
  return undefined
}
