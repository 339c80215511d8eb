// The spots of a module found from syntax alone: event names, local files, environment variables. Fields and values
// need types and belong to the typed view.

import ts from 'typescript'
import type { Range } from '../../contract/problems.ts'
import { type Budget, budgetFor } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { follow } from '../flow/follow.ts'
import type { PrintingWords } from '../flow/followed.ts'
import { spotsIn as followedSpots } from '../flow/found.ts'
import { quoteAt, type Spot, type Spotted } from '../spots.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { flowTree } from './flow/tree.ts'
import { computedSpecifiers, localSpecifiers } from './imports.ts'
import { placedIn } from './loadedSpots.ts'
import { exportsOf, propertiesOf, resolvedValue } from './moduleExports.ts'
import { ownTypeSpots } from './ownTypes.ts'
import { contentOf, rangeOf, treeOf } from './parse.ts'
import { promiseProblems } from './promised.ts'
import { isForNode } from './read.ts'
import { resolve } from './resolve.ts'
import { specifierPath } from './specifierPath.ts'
import { nodesIn, pathOf } from './syntax.ts'
import { undefinedNames } from './undefinedNames.ts'
import { unstartedProblems } from './unstarted.ts'

/** The spots of a file that syntax alone shows. */
export async function moduleSpots(input: DocumentInput, document: HookDocument): Promise<Spotted> {
  return { spots: spotsIn(input, document), problems: [] }
}

/** What flow analysis finds in a called script, and the problems of a file that are independent of the contract. */
export async function followModule(
  input: DocumentInput,
  document: HookDocument,
  budget: Budget,
): Promise<Spotted> {
  if (document.problems.some(({ code }) => code.startsWith('syntax.'))) return { spots: [], problems: [] }
  const file = treeIn(input, document)
  const problems = isForNode(input) ? undefinedNames(file, input) : []
  if (input.called === undefined) return { spots: [], problems }
  const found = followIn(flowTree(file).root, input, document, budget)
  const followed = followedSpots(found, input.events)
  const isEnd = ({ kind }: Spot) => kind === 'end'
  return {
    spots: followed.filter(isEnd),
    problems: [
      ...problems,
      ...found.problems.values(),
      ...promiseProblems(file, input.path),
      ...unstartedProblems(file, input),
    ],
    followed: followed.filter((spot) => !isEnd(spot)),
  }
}

/** The spots of a called script, followed into the local modules it loads; spots in those are placed at the loads. */
export function spotsWithModules(
  input: DocumentInput,
  document: HookDocument,
  local: (specifier: string, from: ts.SourceFile) => ts.SourceFile | undefined,
): readonly Spot[] {
  const file = treeIn(input, document)
  const isSound = !document.problems.some(({ code }) => code.startsWith('syntax.'))
  const loads = [...localSpecifiers(file), ...computedSpecifiers(file)]
  if (input.called === undefined || !isSound || loads.length === 0) return []
  const { root, modules } = flowTree(file, local)
  if (modules.length === 0) return []
  const budget = budgetFor(input.text)
  const spots = followedSpots(followIn(root, input, document, budget), input.events)
  return budget.spent ? [] : spots.flatMap((spot) => placedIn(file, modules, spot))
}

function followIn(
  root: SyntaxNode,
  input: DocumentInput,
  document: HookDocument,
  budget: Budget,
): ReturnType<typeof follow> {
  return follow(root, {
    input,
    budget,
    events: input.events,
    certain: document.shape === 'hook',
    plainOutput: !/\bconsole\.log\s*=|stdout\.write\s*=/.test(input.text),
    printing: PRINTING,
    readsOnce: true,
  })
}

const PRINTING: PrintingWords = {
  bareDict: 'This prints the Node.js form of an object, which is not JSON, so the host cannot read it.',
  asJson: 'Print JSON.stringify(…) of the object.',
  catches: /\bcatch\b|uncaughtException|unhandledRejection|\ballSettled\b/g,
}

function spotsIn(input: DocumentInput, document: HookDocument): readonly Spot[] {
  const file = treeIn(input, document)
  const seen = new Set<string>()
  const own = input.called === undefined ? [] : ownTypeSpots(file, input.events)
  return [...eventSpots(file, input, document), ...fileSpots(file), ...variableSpots(file), ...own].filter(
    ({ kind, range }) => {
      const key = `${kind} ${range.start}-${range.end}`
      return !seen.has(key) && seen.add(key)
    },
  )
}

function treeIn({ text }: DocumentInput, { language }: HookDocument): ts.SourceFile {
  return treeOf(text, language === 'typescript' ? 'typescript' : 'javascript')
}

function eventSpots(file: ts.SourceFile, input: DocumentInput, { sites }: HookDocument): readonly Spot[] {
  if (input.called !== undefined) return []
  const { text } = file
  const named = sites
    .filter(({ events, range }) => events.length === 1 && text.slice(range.start, range.end) === events[0])
    .map(({ range }) => eventSpot(text, range))
  if (input.exports === 'lists') return [...named, ...listKeys(file)]
  return input.exports === 'classes' ? [...named, ...eventLists(file)] : named
}

function eventSpot(text: string, range: Range): Spot {
  return { kind: 'event', range, name: text.slice(range.start, range.end), quote: quoteAt(text, range.start) }
}

// The keys of a HooksConfig.
function listKeys(file: ts.SourceFile): readonly Spot[] {
  const { main, locals } = exportsOf(file)
  const config = resolvedValue(main, locals)
  if (config === undefined || !ts.isObjectLiteralExpression(config)) return []
  return propertiesOf(config, locals).properties.flatMap((property) => {
    const { node } = property
    const list = resolvedValue(property, locals)
    if (list === undefined || !ts.isArrayLiteralExpression(list)) return []
    return [eventSpot(file.text, ts.isStringLiteralLike(node) ? contentOf(node) : rangeOf(node))]
  })
}

// `events = ['pre_tool_use']` in a class, as a field or in its constructor.
function eventLists(file: ts.SourceFile): readonly Spot[] {
  const found: Spot[] = []
  for (const node of nodesIn(file)) {
    const list = eventList(node)
    if (list !== undefined && ts.isArrayLiteralExpression(list)) {
      for (const one of list.elements)
        if (ts.isStringLiteralLike(one)) found.push(eventSpot(file.text, contentOf(one)))
    }
  }
  return found
}

function eventList(node: ts.Node): ts.Expression | undefined {
  if (ts.isPropertyDeclaration(node) && node.name.getText() === 'events') return bare(node.initializer)
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined
  const { left, right } = node
  const isOwn =
    ts.isPropertyAccessExpression(left) &&
    left.expression.kind === ts.SyntaxKind.ThisKeyword &&
    left.name.text === 'events'
  return isOwn ? bare(right) : undefined
}

function bare(node: ts.Expression | undefined): ts.Expression | undefined {
  const inner = node && resolve(node, new Map())
  return inner !== undefined && ts.isExpression(inner) ? inner : undefined
}

function fileSpots(file: ts.SourceFile): readonly Spot[] {
  return localSpecifiers(file).map((node) => ({
    kind: 'file',
    range: contentOf(node),
    file: specifierPath(node.text),
  }))
}

// `process.env.X`, `process.env['X']`, `const { X } = process.env`, `Deno.env.get('X')`
function variableSpots(file: ts.SourceFile): readonly Spot[] {
  const found: Spot[] = []
  const add = (node: ts.Node | undefined): void => {
    if (node !== undefined && ts.isStringLiteralLike(node))
      found.push(variableSpot(contentOf(node), node.text))
    else if (node !== undefined && ts.isIdentifier(node)) found.push(variableSpot(rangeOf(node), node.text))
  }
  for (const node of nodesIn(file)) {
    if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression)) add(node.name)
    else if (ts.isElementAccessExpression(node) && isEnvironment(node.expression)) {
      if (ts.isStringLiteralLike(node.argumentExpression)) add(node.argumentExpression)
    } else if (ts.isCallExpression(node) && pathOf(node.expression) === 'Deno.env.get') {
      if (node.arguments[0] !== undefined && ts.isStringLiteralLike(node.arguments[0])) add(node.arguments[0])
    } else if (
      ts.isVariableDeclaration(node) &&
      ts.isObjectBindingPattern(node.name) &&
      node.initializer !== undefined &&
      isEnvironment(node.initializer)
    ) {
      for (const one of node.name.elements)
        if (one.dotDotDotToken === undefined) add(one.propertyName ?? one.name)
    }
  }
  return found
}

function variableSpot(range: Range, name: string): Spot {
  return { kind: 'variable', range, name }
}

function isEnvironment(node: ts.Expression): boolean {
  return /^(process|Bun)\.env$/.test(pathOf(node))
}
