// Fields that are read but that no payload of the event has. Not reported where the program only tests for them, writes
// them itself, or where the value may be something other than the payload.

import ts from 'typescript'
import { suggest } from '../../../contract/suggest.ts'
import { isSpelling, isTypo } from '../../../contract/typos.ts'
import { nodesIn } from '../syntax.ts'
import { checkRoom } from '../withinTime.ts'
import { type CheckContext, codeOf, eventsAround } from './checkContext.ts'
import { fieldAt } from './fields.ts'
import type { TypedFinding } from './findings.ts'
import { isContractType } from './places.ts'
import { isCandidates, isChoice, isTested, type TypedUse, typeLookedInto, usesIn } from './uses.ts'

/** The unknown fields that are read. */
export function misreadFields(context: CheckContext): readonly (TypedFinding & { readonly node: ts.Node })[] {
  const { checker, file } = context
  const uses = codeOf(context)
    .flatMap(usesIn)
    .filter(({ kind }) => kind !== 'literal')
  const absent: { readonly use: TypedUse; readonly known: readonly string[] }[] = []
  const own = new Set<string>()
  const tested = new Set<string>()
  for (const use of uses) {
    checkRoom()
    const field = fieldAt(use, checker)
    if (field.kind !== 'absent') continue
    if (use.access === 'write') own.add(use.name)
    else if (isTested(use)) tested.add(use.name)
    absent.push({ use, known: field.known })
  }
  if (absent.length === 0) return []
  const replaced = namesReplaced(file, checker)
  return absent.flatMap(({ use, known }) => {
    if (use.access === 'write' || own.has(use.name) || isMethod(use) || isUnfinished(use)) return []
    if (isReplaced(use.of) || isImported(use.of)) return []
    const nearest = suggest(use.name, known)
    if (
      tested.has(use.name) &&
      (nearest === undefined || !isMisspelt(use.name, nearest) || isAlternative(use, known))
    )
      return []
    return [misread(use, known, context)]
  })

  // An import is not a payload: `HookEvent.PRE_TOOL_USE`.
  function isImported(of: ts.Node): boolean {
    const symbol = checker.getSymbolAtLocation(rootOf(of))
    return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
  }

  // The variable that the field is read from was assigned another value.
  function isReplaced(of: ts.Node): boolean {
    const root = rootOf(of)
    const symbol = ts.isIdentifier(root) ? checker.getSymbolAtLocation(root) : undefined
    return symbol !== undefined && replaced.has(symbol)
  }
}

// A field that is tested first is reported only if it is a typo, or the name in another language's spelling.
function isMisspelt(name: string, nearest: string): boolean {
  return isTypo(name, nearest) || isSpelling(name, nearest)
}

function misread(
  use: TypedUse,
  known: readonly string[],
  context: CheckContext,
): ReturnType<typeof misreadFields>[number] {
  const { node, kind } = use
  const { events, path } = lookedInto(use, context)
  const isShort = kind === 'pattern' && (node.parent as ts.BindingElement).propertyName === undefined
  const at = { path: [...path, use.name], known, ...(isShort ? { shorthand: true as const } : {}) }
  return { kind: 'unknown', of: 'payload', node, events, ...at }
}

// The events possible here according to the types, and the path of the object that is read.
function lookedInto(
  use: TypedUse,
  context: CheckContext,
): { readonly events: readonly string[]; readonly path: readonly (string | number)[] } {
  const around = eventsAround(use.node, context)
  const type = typeLookedInto(use, context.checker)
  const forms = type === undefined ? [] : type.isUnion() ? type.types : [type]
  const places = forms.flatMap((form) => {
    const [field] = context.checker.getPropertiesOfType(form)
    return field?.declarations?.flatMap((one) => context.places.get(one) ?? []) ?? []
  })
  const first = places.find(({ event, side }) => side === 'payload' && around.includes(event))
  return { events: around, path: first?.path.slice(0, -1) ?? [] }
}

// `const { a } = ctx.input` and `ctx.input.a` both read from the variable `ctx`.
function rootOf(node: ts.Node): ts.Node {
  if (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isNonNullExpression(node)
  )
    return rootOf(node.expression)
  if (ts.isParenthesizedExpression(node)) return rootOf(node.expression)
  if (ts.isObjectBindingPattern(node)) {
    const { parent } = node
    if (ts.isBindingElement(parent)) return rootOf(parent.parent)
    if (ts.isVariableDeclaration(parent) && parent.initializer !== undefined)
      return rootOf(parent.initializer)
  }
  return node
}

function namesReplaced(file: ts.SourceFile, checker: ts.TypeChecker): ReadonlySet<ts.Symbol> {
  const found = new Set<ts.Symbol>()
  for (const node of nodesIn(file)) {
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isIdentifier(node.left) &&
      !isPayload(checker.getTypeAtLocation(node.right))
    ) {
      const symbol = checker.getSymbolAtLocation(node.left)
      if (symbol !== undefined) found.add(symbol)
    }
  }
  return found
}

// `payload = JSON.parse(text)` assigns the payload only.
function isPayload(type: ts.Type): boolean {
  const forms = type.isUnion() ? type.types : [type]
  return forms.every(
    (form) => isContractType(form) || (form.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0,
  )
}

// Still being typed: the quotes are empty, or the name after the dot begins the next statement.
function isUnfinished({ node, name, kind, of }: TypedUse): boolean {
  if (name === '') return true
  return kind === 'member' && /[.]\s*\n/.test(node.getSourceFile().text.slice(of.end, node.getStart()))
}

// Members that every object has: `ctx.hasOwnProperty('a')`.
function isMethod({ name }: TypedUse): boolean {
  return name in Object.prototype
}

// `ctx.tool_name ?? ctx.toolName`: written for two hosts.
function isAlternative({ node }: TypedUse, known: readonly string[]): boolean {
  let at: ts.Node = node.parent
  while (goesOn(at) || ts.isParenthesizedExpression(at.parent) || isChoice(at.parent)) at = at.parent
  const choices = isCandidates(at.parent) ? at.parent.elements : [at]
  return choices.flatMap(choicesOf).some((name) => known.includes(name))
}

// `ctx.toolInput?.command`: the rest of the chain belongs to the field.
function goesOn(at: ts.Node): boolean {
  const { parent } = at
  return (
    (ts.isPropertyAccessExpression(parent) ||
      ts.isElementAccessExpression(parent) ||
      ts.isCallExpression(parent)) &&
    parent.expression === at
  )
}

function choicesOf(node: ts.Node): readonly string[] {
  if (ts.isParenthesizedExpression(node)) return choicesOf(node.expression)
  if (isChoice(node)) return [...choicesOf(node.left), ...choicesOf(node.right)]
  if (ts.isCallExpression(node) || ts.isElementAccessExpression(node)) return choicesOf(node.expression)
  return ts.isPropertyAccessExpression(node) ? [node.name.text, ...choicesOf(node.expression)] : []
}
