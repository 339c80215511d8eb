// Hover information for the name at a place: a field of the contract, or the payload itself.

import ts from 'typescript'
import { defined } from '../../../contract/defined.ts'
import { oncePer } from '../../../contract/oncePer.ts'
import type { About } from '../../typed.ts'
import type { CheckContext } from './checkContext.ts'
import { fieldAt } from './fields.ts'
import { nodeAt } from './nodes.ts'
import { useAt } from './uses.ts'

/** Signature and documentation; undefined where only the author's own code determines the type. */
export function aboutAt(context: CheckContext, offset: number): About | undefined {
  const { copy, file, checker } = context
  const node = nodeAt(file, copy.toCopy(offset), offset > 0 ? copy.toCopy(offset - 1) : 0)
  if (!copy.isAuthors(node.getStart(file))) return undefined
  const use = useAt(node)
  if (use !== undefined) {
    const found = fieldAt(use, checker)
    const [field] = found.kind === 'known' ? found.symbols : []
    if (field !== undefined) return { range: context.rangeOf(node), ...fieldText(field, checker) }
  }
  return aboutPayload(node, context)
}

/** A field of the contract in words: its signature, `toolName: string` or `error?: string`, and its documentation. */
export function fieldText(field: ts.Symbol, checker: ts.TypeChecker): FieldText {
  const texts = fieldTexts(checker)
  const known = texts.get(field)
  if (known !== undefined) return known
  const optional = field.flags & ts.SymbolFlags.Optional
  const type = checker.getTypeOfSymbol(field)
  const shown = optional ? checker.getNonNullableType(type) : type
  const signature = `${field.name}${optional ? '?' : ''}: ${typeText(shown, checker)}`
  const documentation = ts.displayPartsToString(field.getDocumentationComment(checker))
  const text = { signature, ...(documentation === '' ? {} : { documentation }) }
  texts.set(field, text)
  return text
}

type FieldText = Pick<About, 'signature' | 'documentation'>

// A checker stays for many versions of a file, and the fields of the contract with it.
const fieldTexts = oncePer((_: ts.TypeChecker) => new Map<ts.Symbol, FieldText>())

// A type in the notation of the author types.
function typeText(type: ts.Type, checker: ts.TypeChecker): string {
  return checker.typeToString(
    type,
    undefined,
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType,
  )
}

function aboutPayload(node: ts.Node, context: CheckContext): About | undefined {
  const { checker, dialect, handlers } = context
  if (!ts.isIdentifier(node)) return undefined
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  const handler = handlers.find(({ node: one, authored }) => !authored && one.parameters[0] === declaration)
  if (handler === undefined || declaration === undefined) return undefined
  const signature = `${node.text}: ${typeText(checker.getTypeAtLocation(declaration), checker)}`
  const [event] = handler.events
  const record = handler.events.length === 1 && event !== undefined ? dialect.events[event] : undefined
  const documentation = record && `\`${event}\`: ${record.summary}`
  return { range: context.rangeOf(node), signature, ...defined({ documentation }) }
}
