// Whether a published type is exact: follows an exported name through all of its parts and reports every `any`.

import ts from 'typescript'

/** The dotted paths, from the export on, whose type is `any`; empty if all exports of the module are exact. */
export function vaguePaths(program: ts.Program, module: ts.Symbol): readonly string[] {
  const checker = program.getTypeChecker()
  const seen = new Set<ts.Type>()
  const vague: string[] = []
  const home = packageOf(module.declarations?.[0]?.getSourceFile().fileName ?? '')
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (symbol.flags & ts.SymbolFlags.Type) follow(checker.getDeclaredTypeOfSymbol(symbol), exported.name)
    if (symbol.flags & ts.SymbolFlags.Value) follow(checker.getTypeOfSymbol(symbol), exported.name)
    // An export that cannot be resolved has type any, too.
    if ((symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Value)) === 0) vague.push(exported.name)
  }
  return vague

  function follow(type: ts.Type, path: string): void {
    if (type.flags & ts.TypeFlags.Any) vague.push(path)
    if (seen.has(type)) return
    seen.add(type)
    for (const [at, given] of (type.aliasTypeArguments ?? []).entries()) follow(given, `${path}<${at}>`)
    if (type.isUnionOrIntersection()) for (const one of type.types) follow(one, path)
    if (type.isTypeParameter()) within(checker.getBaseConstraintOfType(type), `${path} extends`)
    if (type.flags & ts.TypeFlags.Index) return
    if ((type.flags & ts.TypeFlags.Object) === 0) return
    const reference = type as ts.TypeReference
    if ('target' in type) {
      for (const [at, given] of checker.getTypeArguments(reference).entries()) follow(given, `${path}<${at}>`)
    }
    if (isForeign(type.symbol)) return
    for (const property of checker.getPropertiesOfType(type)) {
      // TypeScript itself types the prototype of a generic class with any.
      if (isForeign(property) || property.flags & ts.SymbolFlags.Prototype) continue
      follow(checker.getTypeOfSymbol(property), `${path}.${property.name}`)
    }
    for (const { type: each } of checker.getIndexInfosOfType(type)) follow(each, `${path}[]`)
    for (const kind of [ts.SignatureKind.Call, ts.SignatureKind.Construct]) {
      for (const signature of checker.getSignaturesOfType(type, kind)) {
        for (const parameter of signature.parameters)
          follow(checker.getTypeOfSymbol(parameter), `${path}(${parameter.name})`)
        for (const parameter of signature.typeParameters ?? [])
          follow(parameter, `${path}<${parameter.symbol.name}>`)
        follow(signature.getReturnType(), `${path}()`)
      }
    }
  }

  // Declarations of the language or of another package are not checked.
  function isForeign(symbol: ts.Symbol | undefined): boolean {
    const file = symbol?.declarations?.[0]?.getSourceFile()
    return file !== undefined && packageOf(file.fileName) !== home
  }

  function within(type: ts.Type | undefined, path: string): void {
    if (type !== undefined) follow(type, path)
  }
}

function packageOf(path: string): string | undefined {
  return /.*\/(?:node_modules|@typescript)\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
}
