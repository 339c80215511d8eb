// The contract as a compiler sees it: the published author types, with one change. Where they say `unknown`
// the shape is open, and here that is `any`, so that nobody is told about what nobody can know.

import type { Dialect } from '../../../contract/dialect.ts'
import { readText } from '../../../files/read.ts'
import { authorTypes } from '../../assets.ts'
import { calledContract, contractIdOf } from './calledContract.ts'

/** What annotations import the contract by; no file of anybody's can have this name. */
export function contractModule(dialect: Dialect): string {
  return `hookbench:contract/${contractIdOf(dialect)}`
}

/** The virtual file behind it. */
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

// Only what matters for which way a program goes: what never comes back, and what gives nothing back.
// Every other global of Node is not declared, and so it is `any`: this is text for the virtual copy of a hook, where
// `any` is how nothing is said about what is no contract. No type of ours is made of it.
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
