// The contract as types for the compiler: the published author types, with `unknown` replaced by `any`. It marks open
// shapes, and `any` suppresses errors about values that cannot be known.

import type { Dialect } from '../../../contract/dialect.ts'
import { readText } from '../../../files/read.ts'
import { authorTypes } from '../../assets.ts'
import { calledContract, contractIdOf } from './calledContract.ts'

/** The module name by which annotations import the contract; no real file can have it. */
export function contractModule(dialect: Dialect): string {
  return `hookbench:contract/${contractIdOf(dialect)}`
}

/** The path of its virtual file. */
export function contractPath(dialect: string): string {
  return `/^hookbench/${dialect}.d.ts`
}

/** The virtual file with the globals that hooks use. */
export const GLOBALS_PATH = '/^hookbench/globals.d.ts'

/** The text of one of these files; undefined for any other path. */
export function virtualText(path: string): string | undefined {
  if (path === GLOBALS_PATH) return GLOBALS
  const dialect = /^\/\^hookbench\/([\w-]+)\.d\.ts$/.exec(path)?.[1]
  if (dialect === undefined) return undefined
  const called = calledContract(dialect)
  if (called !== undefined) return opened(called)
  try {
    return opened(readText(authorTypes(dialect)))
  } catch {
    return undefined
  }
}

function opened(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^\s*(\/?\*|\/\/)/.test(line) ? line : line.replaceAll(OPEN, 'any')))
    .join('\n')
}

const OPEN = /(?<=(?::|,|<|=>|=) ?)\bunknown\b/g

// Only what affects control flow: functions that never return, and functions that return nothing. Node's other globals
// are undeclared and thus `any`; this text is part of a hook's virtual copy, where `any` suppresses errors outside of
// the contract. No type of Hookbench derives from it.
const GLOBALS = `
interface HookbenchProcess { exit(code?: any): never; abort(): never; [name: string]: any }
interface HookbenchConsole { log(...values: any[]): void; error(...values: any[]): void; warn(...values: any[]): void;
  info(...values: any[]): void; debug(...values: any[]): void; [name: string]: any }
declare var process: HookbenchProcess
declare var console: HookbenchConsole
declare var Deno: HookbenchProcess
declare var Bun: any
declare var Buffer: any
declare var require: any
declare var module: any
declare var exports: any
declare module 'node:process' { const process: HookbenchProcess; export default process; export function exit(code?: any): never
  export const argv: any; export const env: any; export const stdin: any; export const stdout: any; export const stderr: any }
declare module 'process' { const process: HookbenchProcess; export default process; export function exit(code?: any): never
  export const argv: any; export const env: any; export const stdin: any; export const stdout: any; export const stderr: any }
declare module 'node:*'
`

/** True for the virtual file of a contract. */
export function isContractPath(path: string): boolean {
  return path.startsWith('/^hookbench/') && path !== GLOBALS_PATH
}
