// Whether a checker that stands can go on with the next version of its file. It knows code by its nodes, and a module
// adds nothing to what is global: while it asks for the same files, whatever was found out about library, contract and
// helpers still holds, and finding that out again is most of what a keystroke costs.

import { basename } from 'node:path'
import ts from 'typescript'
import { oncePer } from '../../../contract/oncePer.ts'
import { nodesIn } from '../syntax.ts'

/** What of a file the program around it depends on; undefined where it may be anything. Equal grounds, equal programs. */
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

// What changes what others see, and ways of asking for a file that only a whole parse tells.
const REACHES_OUT =
  /\bdeclare\s+(global|module|namespace)\b|\bglobalThis\b|\/\/\/\s*<|@import\b|\bimport\s+[\w$]+\s*=/

const CALLS = /\b(?:import|require)\s*\(\s*(?:\/\*[\s\S]*?\*\/\s*)*(["'`])(.*?)\1/g

/** True where one of these files may ask for the file of this name, and so would see an older version of it. */
export function mayBeImported(name: string, others: readonly ts.SourceFile[]): boolean {
  const stem = basename(name).replace(/\.\w+$/, '')
  return others.some(({ text }) => text.includes(stem))
}

/** Lets a new version stand where an earlier one stood. False where TypeScript does not go along: it promises nothing. */
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
 * Meets the types of a contract in the order they are written in, which is the order that a checker lists them in from
 * then on, whatever the versions it sees ask for first.
 */
export function meetTypes(contract: ts.SourceFile, checker: ts.TypeChecker): void {
  for (const node of typesIn(contract)) checker.getTypeAtLocation(node)
}

const typesIn = oncePer((file: ts.SourceFile) =>
  nodesIn(file).filter((node) => ts.isInterfaceDeclaration(node) || ts.isUnionTypeNode(node)),
)

// A program says these of its files before they are checked, and a checker binds only what a program has.
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
