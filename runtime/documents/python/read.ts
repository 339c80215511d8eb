// Reads Python: Kaizen's hook classes, and executables.

import { defined } from '../../contract/defined.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { withSyntax } from '../broken.ts'
import type { Budget } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { treeOf } from '../inputTree.ts'
import { withOpaque } from '../opaque.ts'
import { answerOf } from '../program/answer.ts'
import { firstError, type SyntaxNode } from '../treeSitter.ts'
import { yieldTurn } from '../yieldTurn.ts'
import { readClasses } from './classes.ts'
import { importsOf } from './imports.ts'
import { type Fault, indentationFault } from './indentation.ts'
import { foreignEncoding, withPlainNames } from './letters.ts'
import { opaqueOf } from './loads.ts'
import { misplacedStatement } from './misplaced.ts'
import { rareModulesIn } from './rareModules.ts'
import { requiredIn } from './required.ts'

/** Reads a Python file as hook classes or an executable, depending on its dialect. */
export async function readPython(input: DocumentInput, budget: Budget): Promise<HookDocument> {
  const root = await treeOf('python', input)
  await yieldTurn(input.text)
  const problems = syntaxProblems(root, input)
  const reading =
    input.exports === 'classes'
      ? readClasses(root, input)
      : input.exports === 'executable'
        ? answerOf(() => root, input, budget, 1)
        : ({ shape: 'none', sites: [], problems: [] } as const)
  // A file that does not parse may be intended as a hook.
  const shape = reading.shape === 'none' && problems.length > 0 ? 'undecided' : reading.shape
  const plainRoot = await withPlainNames(root)
  const { opaque, opaqueIfLoaded } = opaqueOf(plainRoot, input.path)
  const programs = rareModulesIn(plainRoot)
  const loads = {
    imports: importsOf(plainRoot, input.path),
    ...withOpaque([...foreignEncoding(root), ...opaque]),
    ...(opaqueIfLoaded.length === 0 ? {} : { opaqueIfLoaded }),
    ...(programs.length === 0 ? {} : { programs }),
  }
  const required = problems.length > 0 ? undefined : requiredIn(root, input)
  const document = { path: input.path, language: 'python', tools: [] } as const
  return {
    ...document,
    ...loads,
    ...defined({ required, comments: root.comments }),
    ...withSyntax({ ...reading, shape }, problems, input),
  }
}

function syntaxProblems(root: SyntaxNode, { path, text }: DocumentInput): readonly Problem[] {
  const fault = parsingFault(root) ?? compilingFault(root, text)
  if (fault === undefined) return []
  const line = text.slice(0, fault.range.start).split('\n').length
  return [
    problem('syntax.error', path, `Line ${line} does not parse: ${fault.what}.`, { range: fault.range }),
  ]
}

function parsingFault(root: SyntaxNode): Fault | undefined {
  const error = firstError(root)
  if (error === undefined) return undefined
  const shown = error.text.trim().split('\n')[0]?.slice(0, 40) ?? ''
  const what = error.missing
    ? `"${error.type}" is missing`
    : shown === ''
      ? 'unexpected end of file'
      : `unexpected "${shown}"`
  return { range: { start: error.start, end: error.end }, what }
}

// Code that the grammar accepts and Python 3 does not. Python 2 has other rules, so its scripts are skipped.
function compilingFault(root: SyntaxNode, text: string): Fault | undefined {
  if (/^#!.*\bpython2/.test(text)) return undefined
  return indentationFault(root, text) ?? misplacedStatement(root)
}
