// The tree-sitter library with the grammars that it has loaded, in a bounded memory of its own, one for short texts and
// one for long: loaded when first asked for, and again after a text has used it up. Some texts that do not parse take
// gigabytes, in one step that asks nobody, and once memory is short every later call fails.

import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import type { Language, Parser } from '@vscode/tree-sitter-wasm'
import { MOST_TEXT, readBytes } from '../files/read.ts'
import { type Asset, assetPath } from './assets.ts'

export type Grammar = Asset extends infer A ? (A extends `tree-sitter-${infer G}.wasm` ? G : never) : never

/** The library as it was loaded once. */
export type Grammars = {
  /** The parser that all short texts share. */
  parserOf(grammar: Grammar): Promise<Parser>
  newParser(grammar: Grammar): Promise<Parser>
  /** It is broken: whoever comes next loads it again. */
  leave(): void
  /** True once it was left. */
  isGone: boolean
}

// The library's types know no memory of one's own, and ours know no WebAssembly.
type InitOptions = Parameters<typeof Parser.init>[0]
type MemoryClass = new (pages: { readonly initial: number; readonly maximum: number }) => object
const { Memory } = (globalThis as unknown as { readonly WebAssembly: { readonly Memory: MemoryClass } })
  .WebAssembly
const PAGE = 64 * 1024
/** What the library begins with. */
const LEAST = 32 * 1024 * 1024

type Library = { readonly Parser: typeof Parser; readonly Language: typeof Language }

const MEGABYTE = 1024 * 1024
/** How much memory may be used; a text as long as any that is read takes less than half. */
const MOST = { short: 128 * MEGABYTE, long: 1024 * MEGABYTE }

const loaded = new Map<keyof typeof MOST, Promise<Grammars>>()

let isOwn = false

/**
 * For a process that is ours, and no embedder's: once PowerShell is read, V8 optimizes no WebAssembly in it any more. What
 * is read often it optimizes, the grammar of PowerShell takes it 2 GB for some seconds, and it offers no limit.
 */
export function ownProcess(): void {
  isOwn = true
}

// At a start V8 knows what the first of them means for the others; later it does not.
function leavePlain(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag)
}

/** The library at hand for texts of this kind. */
export function grammars(kind: keyof typeof MOST): Promise<Grammars> {
  const own = loaded.get(kind) ?? load(MOST[kind], () => loaded.delete(kind))
  loaded.set(kind, own)
  return own
}

/** Whether a call failed for good: memory was short, or it was when another call broke off. */
export function isBroken(error: unknown): boolean {
  return error instanceof Error && error.constructor.name === 'RuntimeError'
}

async function load(most: number, forget: () => void): Promise<Grammars> {
  const require = createRequire(import.meta.url)
  const path = assetPath('tree-sitter.cjs')
  // It keeps one instance in variables of its module.
  delete require.cache[require.resolve(path)]
  const { Parser, Language } = require(path) as Library
  const wasmMemory = new Memory({ initial: LEAST / PAGE, maximum: most / PAGE })
  const locateFile = () => assetPath('tree-sitter.wasm')
  // It says "Aborted()" on standard error; who asked is told by an error.
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
