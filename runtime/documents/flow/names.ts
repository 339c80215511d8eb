// The functions of Python and its modules that matter to a hook: reading the payload, writing JSON, printing, ending
// the program.

import { rowOf } from '../../contract/json.ts'
import { childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { type FlowState, setName } from './state.ts'
import { type FlowValue, UNKNOWN } from './values.ts'

export const READS_JSON =
  /^(json|simplejson|ujson|orjson|rapidjson|msgspec\.json|commentjson|json5)\.(loads?|decode)$/
export const WRITES_JSON = /^(json|simplejson|ujson|orjson|rapidjson|msgspec\.json|json5)\.(dumps|encode)$/
export const DUMPS_JSON = /^(json|simplejson|ujson|rapidjson|json5)\.dump$/
export const ENDS = /^(sys\.exit|exit|quit|os\._exit|SystemExit)$/
/** Sets the status for the end of the code, such as `process.exitCode`: used by translated languages only. */
export const ENDS_LATER = 'sys.exit_later'
/** An error that a rejected promise stands for: used by translated languages only. */
export const REJECTS = 'sys.reject'
export const PRINTS = /^(print|(?:click|typer)\.echo|rich\.print|pprint\.pp(?:rint)?)$/
export const STDOUT = /^sys\.(stdout|__stdout__)(\.buffer)?$/
export const STDERR = /^sys\.(stderr|__stderr__)(\.buffer)?$/
export const READS_VARIABLE = /^os\.(getenv|environ\.(get|pop|setdefault|__getitem__))$/
export const STDIN = /^sys\.(stdin|__stdin__)(\.buffer)?$/

const BUILT_IN: ReadonlySet<string> = new Set([
  ...['print', 'input', 'raw_input', 'open', 'exit', 'quit', 'SystemExit', 'getattr', 'hasattr', 'setattr'],
  ...['dict', 'list', 'tuple', 'set', 'frozenset', 'sorted', 'reversed', 'enumerate', 'next', 'iter'],
  ...['str', 'repr', 'len', 'isinstance', 'filter', 'map', 'zip', 'any', 'all', 'bool', 'int', 'float'],
  ...['min', 'max', 'sum', 'super', 'type', 'vars', 'HookResult', 'HookEvent', 'HookContext'],
])

/** The statuses of `sysexits.h`: `os.EX_NOPERM`. */
const STATUSES: Readonly<Record<string, number>> = {
  ...{ OK: 0, USAGE: 64, DATAERR: 65, NOINPUT: 66, NOUSER: 67, NOHOST: 68, UNAVAILABLE: 69, SOFTWARE: 70 },
  ...{ OSERR: 71, OSFILE: 72, CANTCREAT: 73, IOERR: 74, TEMPFAIL: 75, PROTOCOL: 76, NOPERM: 77, CONFIG: 78 },
}

/** A member of a module: its value where it is a status, otherwise its name. */
export function memberOfModule(name: string): FlowValue {
  const value = name.startsWith('os.EX_') ? rowOf(STATUSES, name.slice('os.EX_'.length)) : undefined
  return value === undefined ? { kind: 'named', name } : { kind: 'constant', value }
}

/** The value of a name that the file does not set. */
export function builtIn(name: string): FlowValue {
  return BUILT_IN.has(name) ? { kind: 'named', name } : UNKNOWN
}

/** Sets the names that `import` and `from … import` bind. */
export function importNames(node: SyntaxNode, flow: FlowState): void {
  const module = node.children.find(({ field }) => field === 'module_name')
  for (const one of childrenOf(node, 'name')) {
    const alias = one.children.find(({ field }) => field === 'alias')?.text
    const path = one.type === 'aliased_import' ? (named(one)[0]?.text ?? '') : one.text
    if (module === undefined) {
      const name = alias === undefined ? (path.split('.')[0] ?? '') : path
      setName(flow, alias ?? name, { kind: 'named', name })
    } else if (module.type === 'relative_import') {
      setName(flow, alias ?? path, kaizenName(path) ?? UNKNOWN)
    } else {
      setName(flow, alias ?? path, kaizenName(path) ?? memberOfModule(`${module.text}.${path}`))
    }
  }
}

// These names mean Kaizen's classes, whichever module they are imported from.
function kaizenName(name: string): FlowValue | undefined {
  return /^Hook(Result|Event|Context)$/.test(name) ? { kind: 'named', name } : undefined
}
