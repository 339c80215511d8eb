// Decides whether code inside another program's text (`python3 -c`, `node -e`, a here-document) loads only the standard
// library of its language. The code is matched by patterns, not parsed: anything that looks like another load counts as
// one.

import { isBuiltin } from 'node:module'
import { STANDARD_MODULES } from './python/standard.ts'

/** True where the code loads and starts nothing that trust would have to cover. */
export function closedCode(program: string, code: string): boolean {
  if (/^(?:python|pypy)/.test(program)) return closedPython(code)
  if (/^(?:node|nodejs|bun|deno|tsx|ts-node)$/.test(program)) return closedModule(code)
  return !/\b(?:require|require_relative|include|include_once|load|do|dofile|eval|exec|system|spawn|popen|use lib)\b|`/.test(
    code,
  )
}

function closedPython(code: string): boolean {
  if (
    /\b(?:exec|eval|__import__|__builtins__|builtins)\b|\bcompile\s*\(|\b(?:importlib|runpy|subprocess|pickle|marshal|ctypes|imp|shelve|multiprocessing)\b|\bos\.(?:system|popen|exec|spawn|posix_spawn)|\bsys\.path\b/.test(
      code,
    )
  )
    return false
  const names = [...code.matchAll(/\b(?:from\s+([\w.]+)\s+import|import\s+([\w., ]+))/g)].flatMap(
    ([, from, list = '']) => from ?? list.split(',').map((part) => part.trim().split(/\s/)[0] ?? ''),
  )
  return names.every((name) => STANDARD_MODULES.has(name.split('.')[0] ?? ''))
}

function closedModule(code: string): boolean {
  if (
    /\b(?:eval|Function|constructor|vm|Worker|dlopen|getBuiltinModule|_load)\b|child_process|\bbinding\b|createRequire|\brequire\b(?!\s*\()/.test(
      code,
    )
  )
    return false
  const loads = [
    ...code.matchAll(
      /\b(?:require|import)\s*\(\s*([^)]*)\)|\bfrom\s+(["'][^"']+["'])|\bimport\s+(["'][^"']+["'])/g,
    ),
  ]
  return loads.every(([, called, from, bare]) => {
    const name = /^(["'`])([^"'`$]+)\1$/.exec((called ?? from ?? bare ?? '').trim())?.[2]
    return name !== undefined && isBuiltin(name)
  })
}
