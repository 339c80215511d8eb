// Reads the text of `.hookbench/settings.json`, with comments allowed, into settings and problems. A wrong value is
// reported and replaced by its default; the rest of the file still counts.

import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser'
import type { TSchema } from 'typebox'
import { builtinDefaults } from '../contract/builtin.ts'
import { isObject } from '../contract/json.ts'
import { type Problem, problem, type Range, type Repair } from '../contract/problems.ts'
import { repeatedTwice } from '../contract/repeatedTwice.ts'
import { defaultSettings, type Settings, SettingsFile } from '../contract/settings.ts'
import { didYouMean } from '../contract/suggest.ts'
import { mismatch } from '../contract/validate.ts'
import { inLine, jsonTrouble, placeOf } from './jsonTrouble.ts'
import { intendedKey, intendedValue } from './repairs.ts'
import { closedWhereWrong } from './sandboxSettings.ts'

/** The most problems that are reported for one file. */
export const MOST_PROBLEMS = 1000

type ReadSettings = {
  readonly settings: Settings
  readonly problems: readonly Problem[]
  /** Whether the text is not JSON with comments, as while it is being saved. */
  readonly isBroken: boolean
}

/** Reads a settings file's text; an empty text sets nothing. `path` only names the file in problems. */
export function readSettings(text: string, path: string): ReadSettings {
  try {
    return settingsOf(text, path)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = 'The text is nested too deeply to be read; the defaults apply.'
    return {
      settings: defaultSettings,
      problems: [problem('settings.invalid', path, message)],
      isBroken: true,
    }
  }
}

function settingsOf(text: string, path: string): ReadSettings {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false })
  const problems: Problem[] = []
  const report: Report = (node, message, repairs = []) => {
    if (problems.length < MOST_PROBLEMS)
      problems.push(problem('settings.invalid', path, message, { range: placed(text, node), repairs }))
  }
  const first = errors[0]
  if (first !== undefined && text.trim() !== '') {
    const { what, repairs } = jsonTrouble(text, first.error, rangeOf(first))
    const where = placeOf(text, first.offset)
    report(first, `${where}: ${what}; what can be read is used, with defaults for the rest`, repairs)
  }
  if (tree === undefined) return { settings: defaultSettings, problems, isBroken: true }
  const stated = closedWhereWrong(
    tree,
    withoutSchema(read(SettingsFile as Shape, tree, '', report)),
    problems,
  )
  return { settings: filled(defaultSettings, stated) as Settings, problems, isBroken: first !== undefined }
}

// A string left open at the end of its line is reported on that line only.
function placed(text: string, node: Pick<Node, 'offset' | 'length'>): Range {
  const range = { start: node.offset, end: Math.min(node.offset + node.length, text.length) }
  return text[range.start] === '"' ? inLine(text, range) : range
}

/** Settings with some of them replaced, section by section. */
export function withSettings(base: Settings, changes: unknown): Settings {
  return filled(base, changes) as Settings
}

type Report = (at: Pick<Node, 'offset' | 'length'>, message: string, repairs?: readonly Repair[]) => void

// `$schema` is for editors and sets nothing.
function withoutSchema(stated: unknown): unknown {
  if (!isObject(stated)) return stated
  const { $schema: _, ...rest } = stated
  return rest
}

type Shape = TSchema & {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly propertyNames?: { readonly enum: readonly string[] }
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly format?: string
  readonly const?: unknown
}

// The value of a node as far as it matches the shape; undefined where nothing of it does.
function read(shape: Shape, node: Node, at: string, report: Report): unknown {
  const object = node.type === 'object' ? objectShape(shape) : undefined
  if (object !== undefined) return readObject(object, node, at, report)
  if (node.type === 'array' && shape.items !== undefined) {
    const { items } = shape
    return (node.children ?? []).flatMap((child, index) => {
      const value = read(items, child, `${at}[${index}]`, report)
      return value === undefined ? [] : [value]
    })
  }
  const value: unknown = getNodeValue(node)
  const missed = mismatch(shape, value)?.message ?? wrongPattern(shape, value)
  if (missed === undefined) return value
  const guess = typeof value === 'string' ? didYouMean(value, choices(shape)) : ''
  const repairs = intendedValue(shape, value, rangeOf(node), JSON.stringify)
  const what = `${at === '' ? 'settings' : at}: ${missed.replace(/\.$/, '')}`
  report(node, `${what}, so ${consequence(at)}.${guess}`, repairs)
  return undefined
}

function readObject(shape: Shape, node: Node, at: string, report: Report): unknown {
  const names = shape.propertyNames?.enum ?? Object.keys(shape.properties ?? {})
  const [pattern, every] = Object.entries(shape.patternProperties ?? {})[0] ?? []
  const fits = new RegExp(pattern ?? '', 's')
  const entries = (node.children ?? []).flatMap((member): [string, unknown][] => {
    const [key, value] = member.children ?? []
    if (key === undefined) return []
    const name = String(key.value)
    const inner =
      (fits.test(name) ? every : undefined) ??
      (Object.hasOwn(shape.properties ?? {}, name) ? shape.properties?.[name] : undefined)
    if (inner === undefined || (shape.propertyNames !== undefined && !names.includes(name))) {
      report(key, unknownKey(name, at, names), intendedKey(name, names, rangeOf(key), JSON.stringify))
      return []
    }
    if (value === undefined) return []
    const kept = read(inner, value, at === '' ? name : `${at}.${name}`, report)
    return kept === undefined ? [] : [[name, kept]]
  })
  return Object.fromEntries(entries)
}

function unknownKey(name: string, at: string, names: readonly string[]): string {
  if (names.length === 0) return `${at}: "${name}" cannot be the name of a variable, so it is ignored.`
  const where = at === '' ? 'settings have' : `${at} has`
  const guess = didYouMean(name, names)
  const expected = guess === '' && names.length <= 12 ? ` Expected one of ${names.join(', ')}.` : ''
  const so = isSandbox(at) ? consequence(at) : 'it is ignored'
  return `${where} no "${name}", so ${so}.${guess}${expected}`
}

// What applies instead of a wrong value, in words.
function consequence(at: string): string {
  if (isSandbox(at)) return 'keys of "sandbox" without a valid value are "sandboxed"'
  if (at === '') return 'all defaults apply'
  const path = at.split('.')
  const [first, ...inner] = path
  const known = [
    valueAt(defaultSettings, path),
    first === 'builtin' ? valueAt(builtinDefaults, inner) : undefined,
  ]
  const holds = known.find((value) => value !== undefined)
  if (holds === undefined) return 'it is ignored'
  return typeof holds === 'object' ? 'its default applies' : `its default, ${JSON.stringify(holds)}, holds`
}

function isSandbox(at: string): boolean {
  return /^sandbox\b/.test(at)
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (here: unknown, key) => (isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined),
    value,
  )
}

function objectShape(shape: Shape): Shape | undefined {
  if (shape.properties !== undefined || shape.patternProperties !== undefined) return shape
  return shape.anyOf?.map(objectShape).find((one) => one !== undefined)
}

function wrongPattern(shape: Shape, value: unknown): string | undefined {
  if (shape.format !== 'regex') return undefined
  try {
    new RegExp(String(value))
    return repeatedTwice(String(value))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function choices(shape: Shape): readonly string[] {
  return (shape.anyOf ?? []).flatMap((one) => (typeof one.const === 'string' ? [one.const] : []))
}

// Sections are merged, other values are replaced. A built-in hook that is switched on gets its defaults.
function filled(base: unknown, stated: unknown, name = ''): unknown {
  if (stated === undefined) return base
  if (!isObject(stated) || !isObject(base)) {
    const on: Readonly<Record<string, unknown>> = builtinDefaults
    return isObject(stated) && base === false && Object.hasOwn(on, name) ? filled(on[name], stated) : stated
  }
  const names = new Set([...Object.keys(base), ...Object.keys(stated)])
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      filled(
        Object.hasOwn(base, name) ? base[name] : undefined,
        Object.hasOwn(stated, name) ? stated[name] : undefined,
        name,
      ),
    ]),
  )
}

function rangeOf(node: Pick<Node, 'offset' | 'length'>): Range {
  return { start: node.offset, end: node.offset + node.length }
}
