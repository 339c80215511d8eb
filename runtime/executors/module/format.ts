// Source bytes to JavaScript and its module format, read from the syntax and never from a package.json.
// Types are stripped in place, so that every line and column stays the author's.

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

/** What a CommonJS module is a function of. */
export const WRAPPER = ['exports', 'require', 'module', '__filename', '__dirname'] as const

// What V8 says when it meets a module's syntax in a script.
const MODULE_SYNTAX =
  /^(?:Cannot use import statement outside a module|Unexpected token 'export'|Cannot use 'import\.meta' outside a module|await is only valid in async functions|Identifier '(?:exports|require|module|__filename|__dirname)' has already been declared)/

let strip: ((code: string) => string) | undefined

/** Finds whoever can strip types: Node itself, or amaro where Node was built without. Called once per worker. */
export async function prepareStripping(): Promise<void> {
  if (process.features.typescript !== false) {
    strip = (code) => module.stripTypeScriptTypes(code)
    return
  }
  const { transformSync } = await import('amaro')
  strip = (code) => transformSync(code, { mode: 'strip-only' }).code
}

/** JavaScript of a local file, and how it is to be loaded. Throws a SyntaxError with the author's position. */
export function sourceOf(path: string, bytes: Uint8Array): ModuleSource {
  const extension = extname(path)
  if (!isModuleEnding(extension)) {
    throw new Error(
      `${path}: a ${extension || 'file without ending'} cannot be loaded; write it as .ts, .js or .json`,
    )
  }
  const format = FORMATS[extension]
  const text = new TextDecoder().decode(bytes)
  const source = extension.endsWith('ts') ? stripped(path, text) : text
  return { format: format === 'syntax' ? formatBySyntax(path, source) : format, source }
}

/** A SyntaxError that says where, for a file whose own error does not: V8 keeps the place in a module to itself. */
export function syntaxErrorIn(path: string, bytes: Uint8Array): unknown {
  if (extname(path) === '.json') return undefined
  try {
    stripped(path, new TextDecoder().decode(bytes))
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
    vm.compileFunction(source, [...WRAPPER], { filename: path })
    return 'commonjs'
  } catch (error) {
    return error instanceof SyntaxError && MODULE_SYNTAX.test(error.message) ? 'module' : 'commonjs'
  }
}

// The strippers name no file in their errors, only `:line` above the source line.
function stripped(path: string, text: string): string {
  try {
    return strip === undefined ? text : strip(text)
  } catch (error) {
    if (error instanceof Error && error.stack?.startsWith(':')) error.stack = `${path}${error.stack}`
    throw error
  }
}
