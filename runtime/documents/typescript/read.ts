// Reads TypeScript and JavaScript. Only this folder uses the TypeScript API, and it is loaded when first needed.

import type ts from 'typescript'
import { defined } from '../../contract/defined.ts'
import type { Problem } from '../../contract/problems.ts'
import { withSyntax } from '../broken.ts'
import type { Budget } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { withOpaque } from '../opaque.ts'
import { answerOf } from '../program/answer.ts'
import { languageOf, readShebang } from '../shebang.ts'
import { readClasses } from './classes.ts'
import { commentsOf } from './comments.ts'
import { type Reading, readExtension } from './extension.ts'
import { programTree } from './flow/tree.ts'
import { importsOf, packagesOf } from './imports.ts'
import { readLists } from './lists.ts'
import { moduleLoads } from './loads.ts'
import { kindProblems } from './moduleKind.ts'
import { parseModule } from './parse.ts'
import { requiredIn } from './required.ts'

/** Reads a module or script according to what files of its dialect may contain. */
export function readModule(
  input: DocumentInput,
  language: 'typescript' | 'javascript',
  budget: Budget,
): HookDocument {
  const parsed = parseModule(input.path, input.text, language)
  const { file } = parsed
  // Only Node strips types without compiling; Bun, Deno and tsx compile them.
  const problems = isForNode(input)
    ? [...parsed.problems, ...kindProblems(file, input)]
    : parsed.problems.filter((one) => !isUnsupported(one))
  const reading = readAs(input, file, budget)
  const required = problems.length === 0 ? requiredIn(file) : undefined
  const loads = moduleLoads(file)
  const document = {
    path: input.path,
    language,
    imports: [...new Set([...importsOf(file), ...loads.imports])],
    ...(loads.runs.length === 0 ? {} : { runs: loads.runs }),
    ...(loads.fromCwd ? { fromCwd: true as const } : {}),
    ...withPackages(packagesOf(file)),
    ...withOpaque(loads.opaque),
    ...defined({ required }),
    tools: [],
    comments: commentsOf(file),
  }
  // An extensions folder may contain other modules, which get no finding. Folders of the other dialects contain hooks
  // only, so a file that does not parse there is a broken hook.
  if (reading.shape === 'none' && (input.exports === 'extension' || problems.every(isUnsupported))) {
    return { ...document, ...reading }
  }
  const shape = reading.shape === 'none' ? 'undecided' : reading.shape
  return { ...document, ...withSyntax({ ...reading, shape }, problems, input) }
}

/**
 * True where Node itself loads the file. Bun, Deno and tsx have other globals and compile syntax that Node does not
 * support.
 */
export function isForNode({ exports, text, called }: DocumentInput): boolean {
  if (exports !== 'executable') return true
  if (called !== undefined) return called.byNode
  const shebang = readShebang(text)
  return (
    shebang !== undefined &&
    languageOf(shebang) === 'javascript' &&
    !shebang.args.some((arg) => /\b(tsx|ts-node|zx|swc|esbuild|transform-types|register|loader)\b/.test(arg))
  )
}

function isUnsupported({ code }: Problem): boolean {
  return code === 'syntax.unsupported'
}

function readAs(input: DocumentInput, file: ts.SourceFile, budget: Budget): Reading {
  switch (input.exports) {
    case 'extension':
      return readExtension(file, input)
    case 'lists':
      return readLists(file, input)
    case 'classes':
      return readClasses(file, input)
    case 'executable':
      return answerOf((most) => programTree(file, most), input, budget, 2)
    case 'settings':
      return { shape: 'none', sites: [], problems: [] }
  }
}

function withPackages(packages: readonly string[]): { readonly packages?: readonly string[] } {
  return packages.length === 0 ? {} : { packages }
}
