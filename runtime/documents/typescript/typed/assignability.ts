// Decides whether a value of a type can be an answer of a shape. Reports a mismatch only if no value of the type fits;
// where the type is open, it fits.

import ts from 'typescript'
import { formsOf, isOpen, type WalkedShape } from '../../../contract/walk.ts'

export type TypeMismatch =
  | { readonly kind: 'null' }
  /** `undefined` or no value, where the shape requires one. */
  | { readonly kind: 'nothing' }
  /** A required field is missing. */
  | { readonly kind: 'lacks'; readonly at: readonly string[]; readonly fields: readonly string[] }
  | { readonly kind: 'type'; readonly at: readonly string[]; readonly found: string }

/** Why no value of this type fits; undefined if one may. */
export function typeMismatchOf(
  type: ts.Type,
  shape: WalkedShape,
  checker: ts.TypeChecker,
  at: readonly string[] = [],
): TypeMismatch | undefined {
  if (isOpen(shape) || 'typescript' in shape || type.flags & ANYTHING) return undefined
  if (type.isUnion()) return unionMisfit(type, shape, checker, at)
  const forms = formsOf(shape)
  if (type.flags & ts.TypeFlags.Null)
    return forms.some((form) => form.type === 'null' || form.const === null)
      ? undefined
      : at.length === 0
        ? { kind: 'null' }
        : wrong()
  if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void))
    return at.length === 0 ? { kind: 'nothing' } : undefined
  if (type.flags & PRIMITIVE) return forms.some((form) => holds(form, type)) ? undefined : wrong()
  if (type.getCallSignatures().length > 0 || !(type.flags & ts.TypeFlags.Object)) return undefined
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const lists = forms.filter((form) => form.type === 'array')
    if (lists.length === 0) return wrong()
    const [first] = lists
    if (lists.length > 1 || typeof first?.items !== 'object' || Array.isArray(first.items)) return undefined
    const [item] = checker.getTypeArguments(type as ts.TypeReference)
    return item === undefined
      ? undefined
      : typeMismatchOf(item, first.items as WalkedShape, checker, [...at, '*'])
  }
  const objects = forms.filter((form) => form.type === 'object')
  if (objects.length === 0) return wrong()
  const found = objects.map((form) => objectMisfit(type, form, checker, at))
  return found.includes(undefined) ? undefined : found[0]

  function wrong(): TypeMismatch {
    return { kind: 'type', at, found: inWords(type, checker) }
  }
}

const ANYTHING =
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Never |
  ts.TypeFlags.Instantiable |
  ts.TypeFlags.NonPrimitive
const PRIMITIVE =
  ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.BigIntLike
const EMPTY = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void

// Whether a value may be undefined or null is left to the author; the other forms decide, and all of them must fail.
function unionMisfit(
  type: ts.UnionType,
  shape: WalkedShape,
  checker: ts.TypeChecker,
  at: readonly string[],
): TypeMismatch | undefined {
  const forms = type.types.filter((one) => (one.flags & EMPTY) === 0)
  if (forms.length === 0) return undefined
  const found = forms.map((one) => typeMismatchOf(one, shape, checker, at))
  return found.includes(undefined) ? undefined : found[0]
}

function holds(form: WalkedShape, type: ts.Type): boolean {
  const values = form.enum ?? (form.const === undefined ? undefined : [form.const])
  if (values !== undefined) {
    if (type.isStringLiteral() || type.isNumberLiteral()) return values.includes(type.value)
    if (type.flags & ts.TypeFlags.BooleanLiteral) return values.includes(isTrue(type))
    const kind =
      type.flags & ts.TypeFlags.StringLike
        ? 'string'
        : type.flags & ts.TypeFlags.NumberLike
          ? 'number'
          : 'boolean'
    return values.some((value) => typeof value === kind)
  }
  if (form.type === 'string') return (type.flags & ts.TypeFlags.StringLike) !== 0
  if (form.type === 'number' || form.type === 'integer') return (type.flags & ts.TypeFlags.NumberLike) !== 0
  return form.type === 'boolean' && (type.flags & ts.TypeFlags.BooleanLike) !== 0
}

function inWords(type: ts.Type, checker: ts.TypeChecker): string {
  if (type.isStringLiteral()) return JSON.stringify(type.value)
  if (type.flags & ts.TypeFlags.StringLike) return 'a string'
  if (type.isNumberLiteral()) return String(type.value)
  if (type.flags & ts.TypeFlags.NumberLike) return 'a number'
  if (type.flags & ts.TypeFlags.Null) return 'null'
  if (type.flags & ts.TypeFlags.BooleanLiteral) return String(isTrue(type))
  if (type.flags & PRIMITIVE) return checker.typeToString(type)
  return checker.isArrayType(type) || checker.isTupleType(type) ? 'a list' : 'an object'
}

function isTrue(type: ts.Type): boolean {
  return 'intrinsicName' in type && type.intrinsicName === 'true'
}

function objectMisfit(
  type: ts.Type,
  form: WalkedShape,
  checker: ts.TypeChecker,
  at: readonly string[],
): TypeMismatch | undefined {
  const isWhole = isSeenWhole(type)
  const lacking: string[] = []
  for (const [name, shape] of Object.entries(form.properties ?? {})) {
    const property = checker.getPropertyOfType(type, name)
    if (property === undefined) {
      if (isWhole && form.required?.includes(name) === true) lacking.push(name)
      continue
    }
    const misfit = typeMismatchOf(checker.getTypeOfSymbol(property), shape, checker, [...at, name])
    if (misfit !== undefined) return misfit
  }
  if (lacking.length === 0 || checker.getIndexInfosOfType(type).length > 0) return undefined
  return { kind: 'lacks', at, fields: lacking }
}

// An object literal written in one piece, or a contract type: it has no unknown fields.
function isSeenWhole(type: ts.Type): boolean {
  const [declaration] = type.symbol?.declarations ?? []
  if (declaration === undefined) return false
  if (!ts.isObjectLiteralExpression(declaration)) return declaration.getSourceFile().isDeclarationFile
  let at: ts.Node = declaration
  while (!ts.isStatement(at) && !ts.isVariableDeclaration(at) && !ts.isFunctionLike(at)) at = at.parent
  return ts.isReturnStatement(at) || ts.isArrowFunction(at) || ts.isExpressionStatement(at)
}
