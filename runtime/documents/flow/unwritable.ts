// Values that Python's json.dumps cannot write: it raises TypeError, so the script ends with status 1 and prints nothing.

import { addProblem } from './found.ts'
import { type FlowReading, type FlowState, familyOf } from './state.ts'
import { alternatives, type FlowValue, type GivenArguments, isPlain, type Unwritable } from './values.ts'

const BYTES: Unwritable = { what: 'bytes', fix: 'Pass text=True to the call.' }
const PATH: Unwritable = { what: 'a Path', fix: 'Wrap it in str(…).' }
const TIME: Unwritable = { what: 'a datetime', fix: 'Append .isoformat().' }
const MEMBER: Unwritable = { what: 'an Enum member', fix: 'Append .value.' }

/** `{"a", "b"}` of Python. */
export const SET: Unwritable = { what: 'a set', fix: 'Wrap it in sorted(…).' }
const BUFFER: Unwritable = {
  what: 'a Buffer',
  fix: 'Pass an encoding.',
  as: { type: 'Buffer', data: [] },
}

/** The result of a call of Python's own that returns something json.dumps cannot write; undefined for other calls. */
export function rawResult(name: string, { names, isOpen, call }: GivenArguments): FlowValue | undefined {
  const isText = isOpen || ['text', 'encoding', 'universal_newlines', 'errors'].some((one) => names.has(one))
  if (name === 'subprocess.check_output' && !isText) return raw(BYTES)
  if (
    name === 'subprocess.run' &&
    !isText &&
    /\bcapture_output\s*=\s*True|\bstd(?:out|err)\s*=\s*subprocess\.PIPE/.test(call.text)
  )
    return { kind: 'unknown', holds: BYTES }
  if (name === 'io.Buffer') return raw(BUFFER)
  if (/^pathlib\.(?:Pure)?Path(?:\.(?:cwd|home))?$/.test(name)) return raw(PATH)
  return /^datetime\.(?:datetime|date)\.(?:now|utcnow|today)$/.test(name) ? raw(TIME) : undefined
}

function raw(unwritable: Unwritable): FlowValue {
  return { kind: 'unknown', raw: unwritable }
}

/** A member of a plain enumeration: `class Decision(Enum)`, not `(str, Enum)`. Other values are returned unchanged. */
export function asMember(value: FlowValue, owner: string, { reading }: FlowState): FlowValue {
  if (!isPlain(value)) return value
  const bases = familyOf(reading, owner).flatMap((one) => one.bases)
  return bases.length === 1 && bases[0] === 'Enum' ? { ...value, raw: MEMBER } : value
}

/** Reports a part of the argument of json.dumps that it cannot write. */
export function writeCheck(
  value: FlowValue,
  { call, nodes, names, isOpen }: GivenArguments,
  flow: FlowState,
): void {
  const { reading, guarded, dead, aside } = flow
  if (isOpen || names.has('default') || names.has('cls') || !reading.certain || guarded > 0 || dead || aside)
    return
  const found = unwritableIn(value, reading, new Set())
  if (found === undefined) return
  const { what, fix, at = nodes[0] ?? call } = found
  const message = `This is ${what}, which json.dumps cannot serialize: it raises TypeError, and nothing is printed.`
  addProblem(reading.found, reading.input.path, 'output.unreadable', message, {
    range: { start: at.start, end: at.end },
    fix,
  })
}

// An instance of a class of the file that extends nothing that json.dumps can write.
function instanceOf(
  { name, isTuple, record }: FlowValue & { readonly kind: 'instance' },
  reading: FlowReading,
): Unwritable | undefined {
  const family = familyOf(reading, name)
  const others = family.flatMap(({ bases }) => bases).filter((base) => !reading.classes.has(base))
  const isPlainClass = family.length > 0 && others.every((base) => PLAIN_BASES.has(base))
  if (reading.missingKeysFail !== true || isTuple === true || !isPlainClass) return undefined
  const fix = others.includes('BaseModel')
    ? 'Append .model_dump().'
    : `Wrap it in ${record === undefined ? 'vars' : 'asdict'}(…).`
  return { what: `an instance of ${name}`, fix }
}

const PLAIN_BASES: ReadonlySet<string> = new Set(['object', 'ABC', 'Protocol', 'BaseModel'])

type Found = Unwritable & { readonly at?: GivenArguments['call'] | undefined }

// A dict may contain itself, so each is searched once.
function unwritableIn(value: FlowValue, reading: FlowReading, seen: Set<FlowValue>): Found | undefined {
  const [first, ...others] = alternatives(value)
  if (first === undefined || seen.has(first)) return undefined
  if (first.kind === 'dict') seen.add(first)
  if (others.length > 0) {
    const all = [first, ...others].map((one) => unwritableIn(one, reading, seen))
    return all.every((one) => one !== undefined) ? all[0] : undefined
  }
  if (first.kind === 'unknown' || first.kind === 'list' || isPlain(first))
    return first.raw?.as === undefined ? first.raw : undefined
  if (first.kind === 'instance') return instanceOf(first, reading)
  if (first.kind === 'method' && /^std(?:out|err)$/.test(first.name) && first.of.kind === 'unknown')
    return first.of.holds
  const parts = first.kind === 'dict' ? first.entries.filter(({ read }) => read === undefined) : []
  for (const { value: inner, node } of parts) {
    const found = unwritableIn(inner, reading, seen)
    if (found !== undefined) return { ...found, at: found.at ?? node }
  }
  return undefined
}
