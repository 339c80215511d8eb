// Reads the payload type that an author declares in a script called by entries: `JSON.parse(text) as Payload`, with an
// interface or literal type of the same file. Its members, and their uses, are fields that the author expects.
// Optional, merged, inherited and computed members are skipped.

import ts from 'typescript'
import type { Path } from '../../contract/walk.ts'
import type { Spot } from '../spots.ts'
import { nodesIn, pathOf } from './syntax.ts'
import { isStandardInputCall } from './typed/streams.ts'

/** The fields that a type of the file gives the payload, where they are declared and where they are used. */
export function ownTypeSpots(file: ts.SourceFile, events: readonly string[]): readonly Spot[] {
  const types = typesOf(file)
  const spots: Spot[] = []
  const isPayload = isStandardInputCall(file)
  for (const node of nodesIn(file)) {
    if (ts.isCallExpression(node) && isPayload(node)) {
      const { type, name } = typeAround(node)
      const members = type === undefined ? undefined : membersOf(type, types)
      if (members !== undefined) {
        declared(members, [])
        if (name !== undefined) used(name, members)
      }
    }
  }
  return spots

  function declared(members: readonly ts.TypeElement[], above: Path): void {
    for (const member of members) {
      if (!ts.isPropertySignature(member) || member.questionToken !== undefined) continue
      const { name, type } = member
      if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) continue
      const path = [...above, name.text]
      add(name, path)
      const inner = type && membersOf(type, types)
      if (inner !== undefined && path.length < DEEPEST) declared(inner, path)
      else if (type !== undefined && ts.isArrayTypeNode(type) && path.length < DEEPEST)
        declared(membersOf(type.elementType, types) ?? [], [...path, '*'])
    }
  }

  // `payload.tool_input.cmd`, as far as the type declares it as required.
  function used(variable: string, members: readonly ts.TypeElement[]): void {
    for (const node of nodesIn(file)) {
      if (ts.isPropertyAccessExpression(node) && !ts.isPropertyAccessExpression(node.parent)) {
        const [first, ...path] = pathOf(node).split('.')
        if (first === variable) follow(node, path, members)
      }
    }
  }

  function follow(
    node: ts.PropertyAccessExpression,
    path: readonly string[],
    top: readonly ts.TypeElement[],
  ): void {
    const names = namesIn(node)
    let members: readonly ts.TypeElement[] | undefined = top
    for (const [index, key] of path.entries()) {
      const member: ts.TypeElement | undefined = members?.find(
        (one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === key,
      )
      const name = names[index]
      if (member === undefined || !ts.isPropertySignature(member) || name === undefined) return
      if (member.questionToken !== undefined) return
      add(name, path.slice(0, index + 1))
      members = member.type && membersOf(member.type, types)
    }
  }

  function add(name: ts.Node, path: Path): void {
    const start = name.getStart(file)
    const isText = ts.isStringLiteral(name)
    const range = isText ? { start: start + 1, end: name.end - 1 } : { start, end: name.end }
    spots.push({
      ...{ kind: 'field', range, path, access: 'read', sure: true },
      ...{ side: { of: 'payload', events }, quote: isText ? "'" : 'bare' },
    })
  }
}

const DEEPEST = 6

/** The names of `a.b.c` after the first. */
function namesIn(node: ts.PropertyAccessExpression): readonly ts.Node[] {
  const { expression, name } = node
  return [...(ts.isPropertyAccessExpression(expression) ? namesIn(expression) : []), name]
}

type Types = ReadonlyMap<string, readonly ts.TypeElement[]>

// Interfaces that are declared once and extend nothing, and aliases of literal types.
function typesOf(file: ts.SourceFile): Types {
  const found = new Map<string, readonly ts.TypeElement[] | undefined>()
  for (const one of file.statements) {
    if (ts.isInterfaceDeclaration(one))
      found.set(
        one.name.text,
        found.has(one.name.text) || one.heritageClauses !== undefined ? undefined : [...one.members],
      )
    else if (ts.isTypeAliasDeclaration(one) && ts.isTypeLiteralNode(one.type))
      found.set(one.name.text, [...one.type.members])
  }
  return new Map(
    [...found].flatMap(([name, members]) => (members === undefined ? [] : [[name, members] as const])),
  )
}

function membersOf(type: ts.TypeNode, types: Types): readonly ts.TypeElement[] | undefined {
  if (ts.isTypeLiteralNode(type)) return [...type.members]
  return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName)
    ? types.get(type.typeName.text)
    : undefined
}

// The type asserted for a value, and the variable that holds it.
function typeAround(call: ts.CallExpression): {
  readonly type?: ts.TypeNode | undefined
  readonly name?: string | undefined
} {
  let node: ts.Node = call
  let type: ts.TypeNode | undefined
  for (;;) {
    const { parent } = node
    if (ts.isAsExpression(parent)) type ??= parent.type
    else if (!ts.isAwaitExpression(parent) && !ts.isParenthesizedExpression(parent)) break
    node = parent
  }
  const { parent } = node
  if (!ts.isVariableDeclaration(parent)) return { type }
  return { type: type ?? parent.type, name: ts.isIdentifier(parent.name) ? parent.name.text : undefined }
}
