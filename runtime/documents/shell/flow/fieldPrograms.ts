// Short Python programs that print one field of the payload and nothing else, as jq would: `import json, sys;
// print(json.load(sys.stdin).get('tool_name', ''))`. Programs with any other statement print something unknown.

/** A field that a program prints, and the texts that may be printed in its place where it is missing. */
export type PrintedField = { readonly path: readonly string[]; readonly missing: readonly string[] }

/** The field that a program prints; undefined where it prints anything else. */
export function printedField(code: string): PrintedField | undefined {
  if (code.length > LONGEST) return undefined
  const known = new Map<string, PrintedField>()
  let printed: PrintedField | undefined
  let isRescue = false
  for (const line of code.split(/[;\n]/)) {
    const statement = line.trim()
    isRescue ||= /^except\b/.test(statement)
    if (IDLE.test(statement) || (isRescue && RESCUE.test(statement))) continue
    const [, name, value] = /^(?:(\w+)\s*=(?!=)\s*)(.+)$/.exec(statement) ?? []
    const shown = /^(?:print|sys\.stdout\.write)\((.+)\)$/.exec(statement)?.[1]
    const field = fieldIn(value ?? shown ?? '', known)
    if (field === undefined || isRescue || printed !== undefined) return undefined
    if (name !== undefined) known.set(name, field)
    else printed = field
  }
  return printed !== undefined && printed.path.length > 0 ? printed : undefined
}

const LONGEST = 1000
const IDLE = /^(?:|#.*|import [\w, ]+|from \w+ import [\w, ]+|try:)$/
/** What such a program does where the payload is no JSON. */
const RESCUE = /^(?:except\b[^:]*:\s*)?(?:|pass|sys\.exit\(0\)|print\((?:''|"")?\))$/
const WHOLE = /^json\.(?:load\(\s*sys\.stdin\s*\)|loads\(\s*sys\.stdin(?:\.buffer)?\.read\(\s*\)\s*\))$/

function fieldIn(written: string, known: ReadonlyMap<string, PrintedField>): PrintedField | undefined {
  const text = written.trim()
  if (WHOLE.test(text)) return { path: [], missing: NOTHING }
  if (/^\w+$/.test(text)) return known.get(text)
  const [, otherwise] = /^(.+?)\s+or\s+(?:''|""|\{\})$/.exec(text) ?? []
  if (otherwise !== undefined) {
    const field = fieldIn(otherwise, known)
    return field && { ...field, missing: NOTHING }
  }
  const inner = /^(?:str)?\((.+)\)$/.exec(text)?.[1]
  if (inner !== undefined && isBalanced(inner)) return fieldIn(inner, known)
  const [, object = '', opens = '', , key, other = 'None', , quoted = other] = KEY.exec(text) ?? []
  const of = key === undefined ? undefined : fieldIn(object, known)
  // An exception prints nothing.
  const missing = opens.startsWith('[') ? NOTHING : of?.path.length === 0 ? [quoted] : [quoted, ...NOTHING]
  return of && { path: [...of.path, key as string], missing }
}

const NOTHING = ['']
const KEY = /^(.+)(\.get\(\s*|\[\s*)(["'])(\w+)\3(?:\s*,\s*((["'])([^"'\\]*)\6|\{\}|None))?\s*[)\]]$/

function isBalanced(text: string): boolean {
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (depth < 0) return false
  }
  return depth === 0
}
