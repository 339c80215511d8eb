// Completions from the contract: fields after a dot, in quotes, in braces that destructure a payload or build an
// answer; values of a field; events. What only the author's code determines is left to the author's own editor.

import ts from 'typescript'
import { defined } from '../../../contract/defined.ts'
import type { Range } from '../../../contract/problems.ts'
import type { TypedEntry } from '../../typed.ts'
import { fieldText } from './about.ts'
import type { CheckContext } from './checkContext.ts'
import { eventEntries } from './eventEntries.ts'
import { contractFields } from './fields.ts'
import { around } from './nodes.ts'
import { isEquality } from './uses.ts'
import { valuesOfField } from './valueFindings.ts'

/** The completions at an offset of the author's text. */
export function entriesAt(context: CheckContext, offset: number): readonly TypedEntry[] {
  const { copy } = context
  if (isInComment(context.input.text, offset)) return []
  const found = entriesFrom(context, copy.toCopy(offset), offset)
  // Text that is inserted to close an open construct is placed right after the cursor.
  return found.length > 0 || offset === 0 ? found : entriesFrom(context, copy.toCopy(offset - 1) + 1, offset)
}

function entriesFrom(context: CheckContext, position: number, offset: number): readonly TypedEntry[] {
  const cursor = { context, node: around(context.file, position), position, offset }
  return members(cursor) ?? texts(cursor) ?? keys(cursor) ?? []
}

/** The position of the completion, in the copy and in the author's text. */
type Cursor = {
  readonly context: CheckContext
  readonly node: ts.Node
  readonly position: number
  readonly offset: number
}

// `ctx.`, `ctx?.na`
function members({ context, node, position, offset }: Cursor): readonly TypedEntry[] | undefined {
  const { file } = context
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if (!ts.isPropertyAccessExpression(at)) continue
    const dot = file.text.indexOf('.', at.questionDotToken?.pos ?? at.expression.end)
    const name = at.name.getStart(file)
    if (dot === -1 || position <= dot) continue
    const typed = name <= position && position <= at.name.end && at.name.end > name
    if (!typed && position > name && at.name.end > name) continue
    const range = typed ? context.rangeOf(at.name) : { start: offset, end: offset }
    return fieldEntries(context, context.checker.getTypeAtLocation(at.expression), range)
  }
  return undefined
}

// `ctx['…']`, `ctx.role === '…'`, `case '…':`, `{ role: '…' }`
function texts({ context, node, offset }: Cursor): readonly TypedEntry[] | undefined {
  const { checker } = context
  if (!ts.isStringLiteralLike(node)) return undefined
  const whole = context.rangeOf(node)
  const closed = node.getText().length > 1 && node.getText().at(-1) === node.getText()[0]
  const range = { start: whole.start + 1, end: closed ? whole.end - 1 : whole.end }
  if (offset < range.start || offset > range.end) return []
  const { parent } = node
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node)
    return fieldEntries(context, checker.getTypeAtLocation(parent.expression), range)
  const compared = comparedWith(node)
  const values =
    compared === undefined ? literalsOf(checker.getContextualType(node)) : valuesOfField(compared, context)
  return (values ?? []).map((name) => ({ name, kind: 'value', range }))
}

function comparedWith(node: ts.StringLiteralLike): ts.Expression | undefined {
  const { parent } = node
  if (ts.isBinaryExpression(parent) && isEquality(parent.operatorToken.kind))
    return parent.left === node ? parent.right : parent.left
  return ts.isCaseClause(parent) ? parent.parent.parent.expression : undefined
}

function literalsOf(type: ts.Type | undefined): readonly string[] | undefined {
  if (type === undefined) return undefined
  const forms = type.isUnion() ? type.types : [type]
  return forms.flatMap((form) => (form.isStringLiteral() ? [form.value] : []))
}

// `const { … } = ctx`, `async ({ … }) =>`, `return { ...ctx, … }`, `hooks: { … }`
function keys(cursor: Cursor): readonly TypedEntry[] | undefined {
  const { context, offset } = cursor
  const { checker, file } = context
  const at = bracesAround(cursor)
  if (at === undefined) return undefined
  const { braces, name } = at
  const range = name === undefined ? { start: offset, end: offset } : context.rangeOf(name)
  const taken = new Set(
    [...(ts.isObjectBindingPattern(braces) ? braces.elements : braces.properties)].flatMap((one) => {
      const own = ts.isBindingElement(one) ? (one.propertyName ?? one.name) : one.name
      return own === undefined || own === name ? [] : [own.getText(file).replaceAll(/^['"]|['"]$/g, '')]
    }),
  )
  const events = ts.isObjectBindingPattern(braces) ? undefined : eventEntries(context, braces, range)
  if (events !== undefined) return events.filter((entry) => !taken.has(entry.name))
  const type = ts.isObjectBindingPattern(braces)
    ? checker.getTypeAtLocation(braces)
    : checker.getContextualType(braces)
  if (type === undefined) return []
  return fieldEntries(context, type, range).filter((entry) => !taken.has(entry.name))
}

type Braces = ts.ObjectBindingPattern | ts.ObjectLiteralExpression

// The braces in which a key is expected at this place, and the part of the key already typed.
function bracesAround({
  context: { file },
  node,
  position,
}: Cursor): { readonly braces: Braces; readonly name?: ts.Node } | undefined {
  if (ts.isIdentifier(node)) {
    const { parent } = node
    if (
      ts.isBindingElement(parent) &&
      (parent.propertyName ?? parent.name) === node &&
      isPattern(parent.parent)
    )
      return { braces: parent.parent, name: node }
    const isKey =
      (ts.isShorthandPropertyAssignment(parent) || ts.isPropertyAssignment(parent)) && parent.name === node
    if (isKey && ts.isObjectLiteralExpression(parent.parent)) return { braces: parent.parent, name: node }
  }
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    // Inside a function body or list, a key of the braces around it cannot be written.
    const isWall = ts.isBlock(at) || ts.isArrayLiteralExpression(at)
    if (isWall && at.getStart(file) < position && position < at.end) return undefined
    if (!isPattern(at) && !ts.isObjectLiteralExpression(at)) continue
    if (position <= at.getStart(file) || position > at.end) continue
    // After a comma or the opening brace, not inside a value.
    const before = file.text
      .slice(at.getStart(file), position)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .trimEnd()
    return /[{,]$/.test(before) ? { braces: at } : undefined
  }
  return undefined
}

function isPattern(node: ts.Node): node is ts.ObjectBindingPattern {
  return ts.isObjectBindingPattern(node)
}

function fieldEntries(context: CheckContext, type: ts.Type, range: Range): readonly TypedEntry[] {
  const { checker } = context
  return [...contractFields(type, checker)].flatMap(([name, [field]]): readonly TypedEntry[] => {
    if (field === undefined) return []
    const { signature: detail, documentation } = fieldText(field, checker)
    return [{ name, kind: 'field', detail, range, ...defined({ documentation }) }]
  })
}

function isInComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^\s*(\/\/|\*|\/\*(?!.*\*\/))/.test(line)
}
