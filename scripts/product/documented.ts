// Adds documentation from a schema to an expanded type: fields in the schema's order, each with its description as a
// comment. What the schema does not describe is kept.

import ts from 'typescript'

/** The parts of a JSON Schema that describe fields. */
export type Schema = {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}

/** The same type with comments. */
export function documented(type: ts.TypeNode, schema: Schema): ts.TypeNode {
  if (ts.isTypeLiteralNode(type)) return literal(type, schema)
  if (!ts.isUnionTypeNode(type)) return type
  const object = schema.anyOf?.find((one) => one.properties !== undefined)
  if (object === undefined) return type
  return ts.factory.createUnionTypeNode(type.types.map((one) => documented(one, object)))
}

function literal(type: ts.TypeLiteralNode, schema: Schema): ts.TypeNode {
  const order = Object.keys(schema.properties ?? {})
  const members = type.members
    .toSorted((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)))
    .map((member) => commented(member, schema))
  return ts.factory.createTypeLiteralNode(members)
}

function commented(member: ts.TypeElement, schema: Schema): ts.TypeElement {
  if (ts.isIndexSignatureDeclaration(member)) {
    const [each] = Object.values(schema.patternProperties ?? {})
    const { factory } = ts
    if (each === undefined) return member
    return factory.updateIndexSignature(
      member,
      member.modifiers,
      member.parameters,
      documented(member.type, each),
    )
  }
  const field = schema.properties?.[nameOf(member)]
  if (field === undefined || !ts.isPropertySignature(member) || member.type === undefined) return member
  const { modifiers, name, questionToken } = member
  const made = ts.factory.createPropertySignature(
    modifiers,
    name,
    questionToken,
    documented(member.type, field),
  )
  const words = field.description
  if (words === undefined) return made
  return ts.addSyntheticLeadingComment(
    made,
    ts.SyntaxKind.MultiLineCommentTrivia,
    `* ${words.replaceAll('*/', '* /')} `,
    true,
  )
}

function nameOf(member: ts.TypeElement): string {
  return member.name !== undefined && ts.isIdentifier(member.name) ? member.name.text : ''
}
