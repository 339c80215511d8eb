// Decides whether an existing type checker can continue with the next version of its file. It identifies code by its
// nodes, and a module adds no globals: while the file imports the same files, results about library, contract and
// helpers stay valid, and computing them again is most of the cost of a keystroke.

import { basename } from 'node:path'
import ts from 'typescript'
import { oncePer } from '../../../contract/oncePer.ts'
import { nodesIn } from '../syntax.ts'

/**
 * The part of a file that its program depends on; undefined where it may be anything. Equal results mean equal
 * programs.
 */
export function groundOf(file: ts.SourceFile): string | undefined {
  if (!ts.isExternalModule(file) || REACHES_OUT.test(file.text)) return undefined
  const wanted = new Set<string>()
  for (const statement of file.statements) {
    const from =
      ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
        ? statement.moduleSpecifier
        : undefined
    if (from !== undefined && ts.isStringLiteralLike(from)) wanted.add(from.text)
  }
  for (const [, , specifier = ''] of file.text.matchAll(CALLS)) wanted.add(specifier)
  return JSON.stringify([...wanted].sort())
}

// Code that changes what other files see, and imports that only a full parse detects.
const REACHES_OUT =
  /\bdeclare\s+(global|module|namespace)\b|\bglobalThis\b|\/\/\/\s*<|@import\b|\bimport\s+[\w$]+\s*=/

const CALLS = /\b(?:import|require)\s*\(\s*(?:\/\*[\s\S]*?\*\/\s*)*(["'`])(.*?)\1/g

/** True where one of these files may import the file of this name, and would then see an older version of it. */
export function mayBeImported(name: string, others: readonly ts.SourceFile[]): boolean {
  const stem = basename(name).replace(/\.\w+$/, '')
  return others.some(({ text }) => text.includes(stem))
}

/** Puts a new version in the place of an earlier one. False where TypeScript lacks the internal function for it. */
export function takeOver(
  before: ts.SourceFile,
  after: ts.SourceFile,
  options: ts.CompilerOptions,
  { bindSourceFile }: Inner = ts as typeof ts & Inner,
): boolean {
  if (bindSourceFile === undefined) return false
  Object.assign(after, Object.fromEntries(PLACED.map((key) => [key, before[key as keyof ts.SourceFile]])))
  bindSourceFile(after, options)
  return true
}

/**
 * Resolves the types of a contract in the order they are written in. The checker lists them in that order from then on,
 * whichever type its later files use first.
 */
export function meetTypes(contract: ts.SourceFile, checker: ts.TypeChecker): void {
  for (const node of typesIn(contract)) checker.getTypeAtLocation(node)
}

const typesIn = oncePer((file: ts.SourceFile) =>
  nodesIn(file).filter((node) => ts.isInterfaceDeclaration(node) || ts.isUnionTypeNode(node)),
)

// A program sets these fields on its files before they are checked, and a checker binds only files of its program.
const PLACED = [
  'path',
  'resolvedPath',
  'originalFileName',
  'packageJsonLocations',
  'packageJsonScope',
  'imports',
  'moduleAugmentations',
  'ambientModuleNames',
]

type Inner = { readonly bindSourceFile?: (file: ts.SourceFile, options: ts.CompilerOptions) => void }
