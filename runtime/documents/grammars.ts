// Loads the tree-sitter library and its grammars, each instance with a bounded memory of its own: one for short texts
// and one for long ones. An instance is loaded on first use, and again after a text has exhausted its memory: some
// invalid texts take gigabytes in one uninterruptible step, and once memory runs out every later call fails.

import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import type { Language, Parser } from '@vscode/tree-sitter-wasm'
import { MOST_TEXT, readBytes } from '../files/read.ts'
import { type Asset, assetPath } from './assets.ts'

export type Grammar = Asset extends infer A ? (A extends `tree-sitter-${infer G}.wasm` ? G : never) : never

/** One loaded instance of the library. */
export type Grammars = {
  /** The parser that all short texts share. */
  parserOf(grammar: Grammar): Promise<Parser>
  newParser(grammar: Grammar): Promise<Parser>
  /** Drops the instance as broken; the next request loads a new one. */
  leave(): void
  /** True once it was dropped. */
  isGone: boolean
}

// The library's types do not cover a custom memory, and ours do not include WebAssembly.
type InitOptions = Parameters<typeof Parser.init>[0]
type MemoryClass = new (pages: { readonly initial: number; readonly maximum: number }) => object
const { Memory } = (globalThis as unknown as { readonly WebAssembly: { readonly Memory: MemoryClass } })
  .WebAssembly
const PAGE = 64 * 1024
/** The library's initial memory, in bytes. */
const LEAST = 32 * 1024 * 1024

type Library = { readonly Parser: typeof Parser; readonly Language: typeof Language }

const MEGABYTE = 1024 * 1024
/** The maximum memory, in bytes; the longest text that is read takes less than half. */
const MOST = { short: 128 * MEGABYTE, long: 1024 * MEGABYTE }

const loaded = new Map<keyof typeof MOST, Promise<Grammars>>()

let isOwn = false

/**
 * For a process of Hookbench's own rather than an embedder's: after the first PowerShell text, V8 stops optimizing
 * WebAssembly in it. Otherwise V8 optimizes frequently used code; for the PowerShell grammar that takes 2 GB for some
 * seconds, and V8 offers no limit.
 */
export function ownProcess(): void {
  isOwn = true
}

// At startup V8 derives the other flags from the first one; at run time each has to be set.
function leavePlain(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag)
}

/** The current instance for texts of this kind. */
export function grammars(kind: keyof typeof MOST): Promise<Grammars> {
  const own = loaded.get(kind) ?? load(MOST[kind], () => loaded.delete(kind))
  loaded.set(kind, own)
  return own
}

/** Whether a call failed permanently: memory ran out, during this call or an earlier one. */
export function isBroken(error: unknown): boolean {
  return error instanceof Error && error.constructor.name === 'RuntimeError'
}

async function load(most: number, forget: () => void): Promise<Grammars> {
  const require = createRequire(import.meta.url)
  const path = assetPath('tree-sitter.cjs')
  // The module keeps its instance in module variables, so it has to be loaded anew.
  delete require.cache[require.resolve(path)]
  const { Parser, Language } = require(path) as Library
  const wasmMemory = new Memory({ initial: LEAST / PAGE, maximum: most / PAGE })
  const locateFile = () => assetPath('tree-sitter.wasm')
  // The library prints "Aborted()" to standard error; the caller gets an exception instead.
  await Parser.init({ locateFile, wasmMemory, printErr: () => {} } as InitOptions)
  const languages = new Map<Grammar, Promise<Language>>()
  const parsers = new Map<Grammar, Promise<Parser>>()
  const own: Grammars = {
    parserOf(grammar) {
      const parser = parsers.get(grammar) ?? newParser(grammar)
      parsers.set(grammar, parser)
      return parser
    },
    newParser,
    isGone: false,
    leave() {
      if (!own.isGone) forget()
      own.isGone = true
    },
  }
  return own

  async function newParser(grammar: Grammar): Promise<Parser> {
    if (grammar === 'powershell' && isOwn) leavePlain()
    const language =
      languages.get(grammar) ?? Language.load(readBytes(assetPath(`tree-sitter-${grammar}.wasm`), MOST_TEXT))
    languages.set(grammar, language)
    const parser = new Parser()
    parser.setLanguage(await language)
    return parser
  }
}
