// Converts source bytes to JavaScript and determines the module format from the syntax, never from a package.json.
// Types are stripped in place, so that lines and columns stay those of the source.

import module from 'node:module'
import { extname } from 'node:path'
import vm from 'node:vm'
import type { ModuleEnding } from '../../contract/endings.ts'

export type ModuleSource = { readonly format: 'module' | 'commonjs' | 'json'; readonly source: string }

const FORMATS: Readonly<Record<ModuleEnding, 'module' | 'commonjs' | 'json' | 'syntax'>> = {
  '.ts': 'syntax',
  '.js': 'syntax',
  '.mts': 'module',
  '.mjs': 'module',
  '.cts': 'commonjs',
  '.cjs': 'commonjs',
  '.json': 'json',
}

/** Parameters of the function that wraps a CommonJS module. */
export const WRAPPER = ['exports', 'require', 'module', '__filename', '__dirname'] as const

// V8's error messages for module syntax in a script.
const MODULE_SYNTAX =
  /^(?:Cannot use import statement outside a module|Unexpected token 'export'|Cannot use 'import\.meta' outside a module|await is only valid in async functions|Identifier '(?:exports|require|module|__filename|__dirname)' has already been declared)/

// Taken before a hook loads, which could replace them.
const { stripTypeScriptTypes } = module
const { compileFunction } = vm
const decoder = new TextDecoder()
const decode = decoder.decode.bind(decoder)

let strip: ((code: string) => string) | undefined

/** Selects the type stripper: Node itself, or amaro if Node was built without one. Called once per worker. */
export async function prepareStripping(): Promise<void> {
  if (process.features.typescript !== false) {
    strip = (code) => stripTypeScriptTypes(code)
    return
  }
  const { transformSync } = await import('amaro')
  strip = (code) => transformSync(code, { mode: 'strip-only' }).code
}

/** JavaScript of a local file, and its module format. Throws a SyntaxError with the position in the source. */
export function sourceOf(path: string, bytes: Uint8Array): ModuleSource {
  const extension = extname(path)
  if (!isModuleEnding(extension)) {
    throw new Error(
      `${path}: a ${extension || 'file without an extension'} cannot be loaded; write it as .ts, .js or .json`,
    )
  }
  const format = FORMATS[extension]
  const text = decode(bytes)
  const source = extension.endsWith('ts') ? stripped(path, text) : text
  return { format: format === 'syntax' ? formatBySyntax(path, source) : format, source }
}

/**
 * A SyntaxError with its position, for a file whose own error has none: V8 does not expose the position in a module.
 */
export function syntaxErrorIn(path: string, bytes: Uint8Array): unknown {
  if (extname(path) === '.json') return undefined
  try {
    stripped(path, decode(bytes))
    return undefined
  } catch (error) {
    return error
  }
}

function isModuleEnding(extension: string): extension is ModuleEnding {
  return Object.hasOwn(FORMATS, extension)
}

function formatBySyntax(path: string, source: string): 'module' | 'commonjs' {
  try {
    compileFunction(source, [...WRAPPER], { filename: path })
    return 'commonjs'
  } catch (error) {
    return error instanceof SyntaxError && MODULE_SYNTAX.test(error.message) ? 'module' : 'commonjs'
  }
}

// The strippers' errors name no file, only `:line` above the source line.
function stripped(path: string, text: string): string {
  try {
    return strip === undefined ? text : strip(text)
  } catch (error) {
    if (error instanceof Error && error.stack?.startsWith(':')) error.stack = `${path}${error.stack}`
    throw error
  }
}
