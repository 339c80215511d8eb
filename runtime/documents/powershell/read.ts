// Reads PowerShell scripts that entries of hosts call, complete or half-typed. They are translated to the tree that
// flow follows; only flow interprets payloads and answers. Syntax errors are not reported, because the grammar does
// not cover the whole language.

import type { CalledInput } from '../../contract/called.ts'
import { defined } from '../../contract/defined.ts'
import type { Budget } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { follow } from '../flow/follow.ts'
import type { PrintingWords } from '../flow/followed.ts'
import { spotsIn } from '../flow/found.ts'
import { passedWords } from '../flow/passedWords.ts'
import { treeOf } from '../inputTree.ts'
import { inserted, PLACEHOLDER, type TextInsertion, writtenSpot } from '../insertions.ts'
import { givenAnswer } from '../program/answer.ts'
import type { Spotted } from '../spots.ts'
import { firstError, parseTree, type SyntaxTree } from '../treeSitter.ts'
import { programsIn } from './calledPrograms.ts'
import { loadsIn } from './loads.ts'
import { moduleOf } from './statements.ts'

/** Reads a script: its events are those of the entries that call it; without such entries it is undecided. */
export async function readPowerShell(input: DocumentInput): Promise<HookDocument> {
  const root = await treeOf('powershell', input)
  const reading = givenAnswer(input) ?? { shape: 'undecided', sites: [], problems: [] }
  const about = { path: input.path, language: 'powershell', tools: [] } as const
  return {
    ...about,
    ...loadsIn(root),
    ...programsIn(root),
    ...reading,
    ...defined({ comments: root.comments }),
  }
}

/** The spots of a script, and the problems that do not depend on the contract. */
export async function powerShellSpots(
  input: DocumentInput,
  document: HookDocument,
  budget: Budget,
): Promise<Spotted> {
  const asItIs = await wholeTree(input)
  const isWhole = firstError(asItIs) === undefined
  const mended = inserted(input.text, isWhole ? [] : openEnds(input.text))
  const root = mended.text === input.text ? asItIs : await parseTree('powershell', mended.text)
  const called = input.called && anyCase(input.called)
  const passed = passedWords(input)
  const isPlain = passed?.every((words) => words.length === 0) === true
  const found = follow(moduleOf(root, isPlain), {
    input: { ...input, text: mended.text, ...defined({ called }) },
    budget,
    events: input.events,
    certain: document.shape === 'hook' && firstError(root) === undefined,
    plainOutput: true,
    filtersLists: true,
    printing: PRINTING,
  })
  return {
    spots: spotsIn(found, input.events).flatMap((spot) => writtenSpot(spot, mended)),
    problems: isWhole ? [...found.problems.values()] : [],
  }
}

// The grammar requires each clause of a `switch` on its own line, and knows no list of words (`-Severity Error,
// Warning`), for which a variable that is not set is read instead. Both replacements keep offsets.
async function wholeTree(input: DocumentInput): Promise<SyntaxTree> {
  const asItIs = await treeOf('powershell', input)
  if (firstError(asItIs) === undefined) return asItIs
  const written = input.text
    .replaceAll(/\}[ \t](?=[ \t]*(?:default|'[^'\n]*'|"[^"\n]*"|\d+)\s*\{)/gi, '}\n')
    .replaceAll(WORDS, (list) => `$${list.slice(1).replaceAll(/[, \t]/g, '_')}`)
  if (written === input.text) return asItIs
  const tree = await parseTree('powershell', written)
  return firstError(tree) === undefined ? tree : asItIs
}

const WORDS = /(?<=\s-[A-Za-z]\w{0,40}[ \t])[A-Za-z]\w{0,80}(?:,[ \t]?[A-Za-z]\w{0,80}){1,20}(?=[\s|;)}])/g

// `-eq` and `switch` compare texts case-insensitively.
function anyCase(called: CalledInput): CalledInput {
  return { ...called, narrow: (among, path, values) => called.narrow(among, path, values, true) }
}

const PRINTING: PrintingWords = {
  bareDict: 'This prints the hash table as a table, which is not JSON, so the host cannot read it.',
  asJson: 'Pipe the hash table through ConvertTo-Json -Depth 10.',
  catches: /\b(?:catch|trap)\b/gi,
}

// `$payload.` and a hash table key with nothing after them yet, and the text to insert there.
const OPEN: readonly (readonly [pattern: RegExp, lacks: string])[] = [
  [/(?:\$[\w:]+|\))(?:\.\w+|\[[^\]\n]*\])*\.(?![\w(."'$])/g, PLACEHOLDER],
  [/(?<=@\{[^{}]{0,2000}[{;\n][ \t]*|@\{[ \t]*)[A-Za-z]\w*(?=[ \t]*(?:\r?\n|\}))/g, ' = $null'],
]

function openEnds(text: string): readonly TextInsertion[] {
  return OPEN.flatMap(([pattern, lacks]) =>
    [...text.matchAll(pattern)].map((one) => ({ at: one.index + one[0].length, text: lacks })),
  ).sort((one, two) => one.at - two.at)
}
