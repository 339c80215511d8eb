// Reads PowerShell scripts that entries of hosts call, as they are or half-typed. They are translated into the tree
// that flow follows, which is all that knows of payloads and answers. Nothing is said of syntax: the grammar
// knows less than the language.

import type { Narrowing } from '../../contract/called.ts'
import { defined } from '../../contract/defined.ts'
import type { Budget } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { follow } from '../flow/follow.ts'
import { spotsIn } from '../flow/found.ts'
import type { PrintingWords } from '../flow/state.ts'
import { treeOf } from '../inputTree.ts'
import { type CompletedText, inserted, PLACEHOLDER, type TextInsertion, writtenSpot } from '../insertions.ts'
import { calledAnswer } from '../program/answer.ts'
import type { Spotted } from '../spots.ts'
import { firstError, parseTree, type SyntaxTree } from '../treeSitter.ts'
import { loadsIn } from './loads.ts'
import { moduleOf } from './statements.ts'

/** Reads a script: its events are those that call it, and otherwise nobody's to know. */
export async function readPowerShell(input: DocumentInput): Promise<HookDocument> {
  const root = await treeOf('powershell', input)
  const reading = calledAnswer(input) ?? { shape: 'undecided', sites: [], problems: [] }
  const about = { path: input.path, language: 'powershell', tools: [] } as const
  return { ...about, ...loadsIn(root), ...reading, ...defined({ comments: root.comments }) }
}

/** The spots of a script, and what is wrong with it whatever the contract says. */
export async function powerShellSpots(
  input: DocumentInput,
  document: HookDocument,
  budget: Budget,
): Promise<Spotted> {
  const asItIs = await wholeTree(input)
  const isWhole = firstError(asItIs) === undefined
  const mended: CompletedText = isWhole
    ? inserted(input.text, [])
    : inserted(input.text, openEnds(input.text))
  const root = mended.text === input.text ? asItIs : await parseTree('powershell', mended.text)
  const called = input.called && {
    called: { ...input.called, narrow: anyCase(input.called.narrow) },
  }
  const found = follow(moduleOf(root), {
    input: { ...input, text: mended.text, ...called },
    budget,
    events: input.events,
    certain: document.shape === 'hook' && firstError(root) === undefined,
    plainOutput: true,
    filtersLists: true,
    printing: PRINTING,
    classEvents: new Map(),
    claimed: new Set(),
  })
  return {
    spots: spotsIn(found, input.events).flatMap((spot) => writtenSpot(spot, mended)),
    problems: isWhole ? [...found.problems.values()] : [],
  }
}

// The grammar wants each clause of a `switch` on a line of its own: a line break for the blank before it moves nothing.
async function wholeTree(input: DocumentInput): Promise<SyntaxTree> {
  const asItIs = await treeOf('powershell', input)
  if (firstError(asItIs) === undefined || !/\bswitch\b/i.test(input.text)) return asItIs
  const lines = input.text.replaceAll(/\}[ \t](?=[ \t]*(?:default|'[^'\n]*'|"[^"\n]*"|\d+)\s*\{)/gi, '}\n')
  const tree = await parseTree('powershell', lines)
  return firstError(tree) === undefined ? tree : asItIs
}

// `-eq` and `switch` compare texts in any case.
function anyCase(narrow: Narrowing): Narrowing {
  return (among, path, values) => narrow(among, path, values, true)
}

const PRINTING: PrintingWords = {
  bareDict: 'This prints the hash table as a table, which is no JSON, so the host cannot read it.',
  asJson: 'Pipe a hash table through ConvertTo-Json -Depth 10: it writes what JSON wants.',
  catches: /\b(?:catch|trap)\b/gi,
}

const OPEN_MEMBER = /(?:\$[\w:]+|\))(?:\.\w+|\[[^\]\n]*\])*\.(?![\w(."'$])/g
const OPEN_KEY = /(?<=@\{[^{}]*[{;\n][ \t]*|@\{[ \t]*)[A-Za-z]\w*(?=[ \t]*(?:\r?\n|\}))/g

// `$payload.` and a key of a hash table with nothing behind it.
function openEnds(text: string): readonly TextInsertion[] {
  const members = [...text.matchAll(OPEN_MEMBER)].map((one) => ({
    at: one.index + one[0].length,
    text: PLACEHOLDER,
  }))
  const keys = [...text.matchAll(OPEN_KEY)].map((one) => ({
    at: one.index + one[0].length,
    text: ' = $null',
  }))
  return [...members, ...keys].sort((one, two) => one.at - two.at)
}
