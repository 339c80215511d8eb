// Maps the declaration of a field in the contract's types to its side, event and path. Types keep their declarations
// through variables and helpers, so the code need not be followed.

import ts from 'typescript'
import type { Path } from '../../../contract/walk.ts'
import { isContractPath } from './contractFile.ts'

export type TypedPlace = {
  readonly side: 'payload' | 'result'
  readonly event: string
  readonly path: Path
}

/** Maps a declaration to every place of the contract it describes. */
export type Places = ReadonlyMap<ts.Node, readonly TypedPlace[]>

const DEEPEST = 7

/** Walks `Events` of a contract file. Declarations outlive a checker, so this runs once per file. */
export function placesOf(file: ts.SourceFile, checker: ts.TypeChecker): Places {
  const found = new Map<ts.Node, TypedPlace[]>()
  const events = file.statements.find(
    (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === 'Events',
  )
  for (const member of events?.members ?? []) {
    if (!ts.isPropertySignature(member) || member.type === undefined || !ts.isTypeLiteralNode(member.type))
      continue
    const event = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText(file)
    for (const half of member.type.members) {
      if (!ts.isPropertySignature(half) || half.type === undefined) continue
      const side = half.name.getText(file) === 'payload' ? 'payload' : 'result'
      visit(checker.getTypeFromTypeNode(half.type), { side, event, path: [] }, new Set())
    }
  }
  return found

  function visit(type: ts.Type, at: TypedPlace, above: ReadonlySet<ts.Type>): void {
    if (at.path.length > DEEPEST || above.has(type)) return
    const below = new Set([...above, type])
    if (type.isUnionOrIntersection()) {
      for (const one of type.types) visit(one, at, below)
    } else if (checker.isArrayType(type)) {
      for (const item of checker.getTypeArguments(type as ts.TypeReference))
        visit(item, { ...at, path: [...at.path, '*'] }, below)
    } else if (isContractType(type)) {
      for (const property of type.getProperties()) {
        const declaration = property.declarations?.[0]
        if (declaration === undefined) continue
        const place = { ...at, path: [...at.path, property.name] }
        const places = found.get(declaration) ?? []
        if (!places.some((one) => same(one, place))) found.set(declaration, [...places, place])
        visit(checker.getTypeOfSymbol(property), place, below)
      }
    }
  }
}

/** True for an object type that the contract declares. */
export function isContractType(type: ts.Type): boolean {
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    (type.symbol?.declarations?.some((one) => isContractPath(one.getSourceFile().fileName)) ?? false)
  )
}

/** True for a field that the contract declares. */
export function isContractField(symbol: ts.Symbol): boolean {
  return symbol.declarations?.some((one) => isContractPath(one.getSourceFile().fileName)) ?? false
}

function same(one: TypedPlace, two: TypedPlace): boolean {
  return one.side === two.side && one.event === two.event && one.path.join('\0') === two.path.join('\0')
}
