// Python's logging module: it writes to standard error unless it is configured with standard output.

import { rowOf } from '../../contract/json.ts'
import { stringOf } from '../python/literals.ts'
import { named } from '../treeSitter.ts'
import { joinInto } from './joining.ts'
import { STDOUT } from './names.ts'
import { printOut } from './printing.ts'
import { printError } from './printingErrors.ts'
import type { FlowState } from './state.ts'
import { type FlowValue, type GivenArguments, UNKNOWN } from './values.ts'

const LEVELS: Readonly<Record<string, number>> = {
  ...{ NOTSET: 0, DEBUG: 10, INFO: 20, WARNING: 30, WARN: 30, ERROR: 40, CRITICAL: 50 },
}
const WRITES = /^logging\.(?:Logger\.)?(debug|info|warning|warn|error|critical|exception)$/

// The module's settings are kept as globals, under names that no program can use.
const [OUTPUT, STREAM, FILE, LEVEL, FORMAT] = ['output', 'stream', 'file', 'level', 'format'].map(
  (name) => `logging ${name}`,
) as [string, string, string, string, string]
const SET: FlowValue = { kind: 'constant', value: true }

/** The value of a call of the module or of a logger; undefined for other calls. */
export function logging(name: string, given: GivenArguments, flow: FlowState): FlowValue | undefined {
  if (!name.startsWith('logging.')) return undefined
  const level = WRITES.exec(name)?.[1]
  if (level !== undefined) written(level, given, flow)
  if (/\.setLevel$/.test(name)) keep(LEVEL, levelOf(given.items[0]), flow)
  if (/^logging\.(?:handlers\.)?\w*FileHandler$/.test(name)) keep(FILE, SET, flow)
  if (name === 'logging.StreamHandler') {
    keepOutput(given.items[0] ?? given.names.get('stream'), flow)
    keep(STREAM, SET, flow)
  }
  if (name === 'logging.basicConfig') {
    keepOutput(given.names.get('stream'), flow)
    const isFile = given.names.has('filename') || given.names.has('handlers')
    if (!isFile) keep(STREAM, SET, flow)
    if (given.names.has('filename')) keep(FILE, SET, flow)
    keep(LEVEL, levelOf(given.names.get('level')), flow)
    keep(FORMAT, given.names.get('format'), flow)
  }
  return /^logging\.(?:getLogger|Logger\.getChild)$/.test(name)
    ? { kind: 'named', name: 'logging.Logger' }
    : UNKNOWN
}

function keep(name: string, value: FlowValue | undefined, { reading }: FlowState): void {
  if (value !== undefined) joinInto(reading.now.globals, name, value)
}

function keepOutput(stream: FlowValue | undefined, flow: FlowState): void {
  const isOutput = stream?.kind === 'named' && STDOUT.test(stream.name)
  if (isOutput) keep(OUTPUT, SET, flow)
}

function levelOf(value: FlowValue | undefined): FlowValue | undefined {
  const name = value?.kind === 'named' ? value.name : value?.kind === 'text' ? value.text : ''
  const level = rowOf(LEVELS, name.replace(/^logging\./, ''))
  return level === undefined ? value : { kind: 'constant', value: level }
}

function written(name: string, given: GivenArguments, flow: FlowState): void {
  const known = (key: string) => flow.reading.before.globals.get(key) ?? flow.reading.now.globals.get(key)
  if (known(FILE) !== undefined && known(STREAM) === undefined) return
  const set = known(LEVEL)
  const least = set?.kind === 'constant' ? Number(set.value) : 30
  const upper = name === 'exception' ? 'ERROR' : name.toUpperCase()
  if ((LEVELS[upper] ?? 0) < least) return
  const words = stringOf(given.nodes[0]) ?? firstPart(given)
  const format = known(FORMAT)
  const text = (format?.kind === 'text' ? format.text : '%(levelname)s:%(name)s:%(message)s')
    .replace(/%\(asctime\)\S*?s/, '2026-01-01 00:00:00,000')
    .replace(/%\(levelname\)\S*?s/, upper)
    .replace(/%\(message\)\S*?s/, words)
    .replaceAll(/%\(\w+\)\S*?[sd]/g, '_')
  const [from] = given.nodes
  if (known(OUTPUT)?.kind !== 'constant') printError(given.call, { kind: 'text', text }, from, flow)
  else printOut({ node: given.call, from, value: { kind: 'text', text }, whole: true }, flow)
}

function firstPart({ nodes: [first] }: GivenArguments): string {
  return `${named(first).find(({ type }) => type === 'string_content')?.text ?? ''}_`
}
