// Reads a case file: checks it against the shape of a case, its payload against its event, and its matchers against the
// expected outcome. Runs nothing, and does not know which hooks exist.

import { asMatcher, Case, matcherFault } from '../../contract/case.ts'
import type { Claim } from '../../contract/claim.ts'
import { defined } from '../../contract/defined.ts'
import { dialectIds, dialectOf, recordOf } from '../../contract/dialects/index.ts'
import { dataShape } from '../../contract/files.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { didYouMean } from '../../contract/suggest.ts'
import { intendedKey } from '../repairs.ts'
import type { DataDocument, DataInput } from './document.ts'
import { parseJson } from './json.ts'
import { matcherPaths } from './matchers.ts'
import { payloadProblems } from './payload.ts'
import { duplicateKeys, shapeProblems } from './shapeProblems.ts'
import { spotsOf } from './spots.ts'
import { syntaxProblems } from './syntax.ts'
import { memberOf, plain, type Tree } from './tree.ts'

/** Reads a case file. */
export function readCaseData({ path, text }: DataInput): DataDocument {
  const { tree, errors } = parseJson(text, { lenient: false })
  const syntax = syntaxProblems(errors, { path, text, code: 'case.invalid', ends: 'the case is not run' })
  const claim = claimOf(tree)
  return {
    spots: spotsOf(tree, { text, side: { of: 'case' }, shape: dataShape('case', claim) }),
    problems: [...syntax, ...(tree === undefined ? [] : problemsOf(tree, claim, path, syntax.length > 0))],
    ...defined({ claim }),
  }
}

function claimOf(tree: Tree | undefined): Claim | undefined {
  const dialect = dialectOf(textAt(tree, 'dialect') ?? '')?.id
  const event = textAt(tree, 'event') ?? ''
  return dialect === undefined || recordOf(dialect, event) === undefined ? undefined : { dialect, event }
}

function problemsOf(tree: Tree, claim: Claim | undefined, path: string, broken: boolean): readonly Problem[] {
  const version = inside(tree, 'v')
  if (version?.kind === 'scalar' && version.value !== 1) {
    const message = `Case version ${JSON.stringify(version.value)}; this Hookbench reads version 1.`
    return [problem('case.invalid', path, message, { range: version.range })]
  }
  return [
    ...duplicateKeys(tree, 'case.invalid', path),
    ...shapeProblems({
      path,
      tree,
      broken,
      schema: Case,
      code: 'case.invalid',
      say: ({ path: at, message, missing }) =>
        `Not a case: ${at === '' ? '' : `${at}${missing === undefined ? ':' : ''} `}${message}`,
    }),
    ...nameProblems(tree, path),
    ...(claim === undefined ? [] : payloadProblems(inside(tree, 'payload'), claim, path, broken)),
    ...matcherProblems(inside(tree, 'expect'), path),
    ...matcherProblems(inside(tree, 'matchers'), path),
    ...matcherPaths(tree, path),
  ]
}

// An unknown dialect or event: the case fails whatever the hooks do.
function nameProblems(tree: Tree, path: string): readonly Problem[] {
  const dialect = inside(tree, 'dialect')
  const id = textAt(tree, 'dialect')
  const known = id === undefined ? undefined : dialectOf(id)
  if (dialect !== undefined && id !== undefined && known === undefined) {
    const message = `This Hookbench does not know the dialect "${id}", so the case fails.${didYouMean(id, dialectIds)}`
    return [named(message, id, dialectIds, dialect)]
  }
  const event = inside(tree, 'event')
  const name = textAt(tree, 'event')
  if (event === undefined || name === undefined || known === undefined) return []
  const events = Object.keys(known.events)
  if (events.includes(name)) return []
  const message = `${known.id} has no event "${name}", so the case fails.${didYouMean(name, events)}`
  return [named(message, name, events, event)]

  function named(message: string, name: string, all: readonly string[], { range }: Tree): Problem {
    const repairs = intendedKey(name, all, range, JSON.stringify)
    return problem('case.invalid', path, message, { range, repairs })
  }
}

// Invalid matchers, wherever they are.
function matcherProblems(tree: Tree | undefined, path: string): readonly Problem[] {
  if (tree === undefined || tree.kind === 'scalar') return []
  if (tree.kind === 'array') return tree.items.flatMap((item) => matcherProblems(item, path))
  const matcher = asMatcher(plain(tree))
  const why = matcher === undefined ? undefined : matcherFault(matcher.key, matcher.given)
  if (why !== undefined) {
    const [member] = tree.members
    const message = `Not a case: ${why}`
    return [problem('case.invalid', path, message, { range: member?.value?.range ?? tree.range })]
  }
  return tree.members.flatMap(({ value }) => matcherProblems(value, path))
}

function inside(tree: Tree | undefined, name: string): Tree | undefined {
  return tree?.kind === 'object' ? memberOf(tree, name)?.value : undefined
}

function textAt(tree: Tree | undefined, name: string): string | undefined {
  const value = inside(tree, name)
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined
}
