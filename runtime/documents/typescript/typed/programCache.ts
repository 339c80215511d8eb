// Caches TypeScript programs of one hook file each: library, contract and imported files are parsed once, the last few
// programs are kept, and a checker is reused from version to version where possible. Of the author's files, only those
// inside the folder are read.

import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import ts from 'typescript'
import { readText } from '../../../files/read.ts'
import { libraryFolder } from '../../assets.ts'
import { createTree } from '../createTree.ts'
import { sourceOptions } from '../parse.ts'
import { groundOf, mayBeImported, meetTypes, takeOver } from './checkerReuse.ts'
import { contractPath, GLOBALS_PATH, isContractPath, virtualText } from './contractFile.ts'
import { type Places, placesOf } from './places.ts'

/** What is checked: the copy of a document, under a name that shows its language. */
export type ProgramSource = { readonly name: string; readonly text: string }

export type Checked = {
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  readonly file: ts.SourceFile
  /** TypeScript's diagnostics of the whole file, without syntax errors. */
  diagnostics(): readonly ts.Diagnostic[]
}

export type ProgramCache = {
  /** The program of this text. Only the most recent ones are cached; older ones are created again. */
  check(source: ProgramSource): Checked
  /** The local file that another file imports by this specifier; undefined where there is none inside the folder. */
  local(specifier: string, from: string): ts.SourceFile | undefined
  /** Whether there is a program of an earlier version, and the files on disk it was made from are unchanged. */
  isSettled(name: string): boolean
  /** Maps the declarations of a contract's fields to their places. */
  places(checked: Checked, dialect: string): Places
  /** Drops the programs of a file that is closed. */
  forget(path: string): void
  close(): void
}

const KEPT = 6
/**
 * The most characters of one file that a checker may see over all its versions: its results for each stay in memory.
 */
const MOST_SEEN = 500_000

/** A program, with the files on disk it was made from. */
type Kept = {
  readonly text: string
  readonly checked: Checked
  /** The part of the text the program depends on; undefined where its checker cannot be reused. */
  readonly ground: string | undefined
  /** The number of characters of the file's versions that the checker has seen. */
  readonly seen: number
  readonly stamps: readonly (readonly [path: string, stamp: string | undefined])[]
}

/** Opens the programs of a folder. */
export function openProgramCache(root: string): ProgramCache {
  const library = libraryFolder()
  const fixed = new Map<string, ts.SourceFile | undefined>()
  const local = new Map<string, { readonly stamp: string; readonly file: ts.SourceFile }>()
  const trees = new Map<string, { readonly stamp: string; readonly file: ts.SourceFile }>()
  const resolution: ts.ModuleResolutionHost = { fileExists, readFile: () => undefined, directoryExists }
  const kept = new Map<string, Kept>()
  const placed = new Map<string, Places>()
  return { check, local: localTree, isSettled, places, forget, close }

  function places({ program, checker }: Checked, dialect: string): Places {
    const before = placed.get(dialect)
    if (before !== undefined) return before
    const file = program.getSourceFile(contractPath(dialect))
    const found: Places = file === undefined ? new Map() : placesOf(file, checker)
    if (file !== undefined) placed.set(dialect, found)
    return found
  }

  function forget(path: string): void {
    for (const name of kept.keys()) if (name === path || name.startsWith(`${path}.`)) kept.delete(name)
  }

  function close(): void {
    for (const map of [kept, fixed, local, trees, placed]) map.clear()
  }

  function check({ name, text }: ProgramSource): Checked {
    const before = kept.get(name)
    const settled = isSettled(name)
    if (before?.text === text && settled) return before.checked
    const file = parsed(name, text)
    return (settled ? goOn(before, file) : undefined) ?? begin(file, before)
  }

  function isSettled(name: string): boolean {
    return kept.get(name)?.stamps.every(([path, stamp]) => stampOf(path) === stamp) === true
  }

  // Reuses the checker of an earlier version, if it can check this one.
  function goOn(before: Kept | undefined, file: ts.SourceFile): Checked | undefined {
    if (before?.ground === undefined || before.seen >= MOST_SEEN) return undefined
    const { checked, ground, stamps, seen } = before
    if (groundOf(file) !== ground || !takeOver(checked.file, file, OPTIONS)) return undefined
    const { program, checker } = checked
    // A program provides diagnostics for its own files only, and only once.
    const diagnostics = () => begin(parsed(file.fileName, file.text), kept.get(file.fileName)).diagnostics()
    return keep({ program, checker, file, diagnostics }, { ground, stamps, seen: seen + file.text.length })
  }

  function begin(file: ts.SourceFile, before: Kept | undefined): Checked {
    const program = ts.createProgram({
      rootNames: [GLOBALS_PATH, file.fileName],
      options: OPTIONS,
      host: hostOf(file),
      // A program of another file shares nothing beyond what is cached here.
      ...(before === undefined ? {} : { oldProgram: before.checked.program }),
    })
    const checker = program.getTypeChecker()
    for (const one of program.getSourceFiles()) if (isContractPath(one.fileName)) meetTypes(one, checker)
    const diagnostics = () => program.getSemanticDiagnostics(file)
    const helpers = program.getSourceFiles().filter((one) => one !== file && isInside(one.fileName))
    return keep(
      { program, checker, file, diagnostics },
      {
        ground: mayBeImported(file.fileName, helpers) ? undefined : groundOf(file),
        stamps: helpers.map(({ fileName }) => [fileName, stampOf(fileName)]),
        seen: file.text.length,
      },
    )
  }

  function keep(checked: Checked, how: Omit<Kept, 'text' | 'checked'>): Checked {
    const { fileName, text } = checked.file
    // The file that is typed in is already the last one. A Map with deletions is rehashed, and its old tables keep their
    // programs alive until the next full garbage collection.
    if ([...kept.keys()].at(-1) !== fileName) kept.delete(fileName)
    kept.set(fileName, { text, checked, ...how })
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break
      kept.delete(oldest)
    }
    return checked
  }

  function hostOf(main: ts.SourceFile): ts.CompilerHost {
    return {
      getSourceFile: (name) => (name === main.fileName ? main : (virtual(name) ?? onDisk(name))),
      getDefaultLibFileName: () => join(library, 'lib.esnext.d.ts'),
      getDefaultLibLocation: () => library,
      getCurrentDirectory: () => root,
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists,
      readFile: () => undefined,
      directoryExists,
      getDirectories: () => [],
      writeFile: () => undefined,
      resolveModuleNameLiterals: (literals, containing) =>
        literals.map(({ text }) => ({ resolvedModule: moduleAt(text, containing) })),
    }
  }

  function moduleAt(specifier: string, containing: string): ts.ResolvedModuleFull | undefined {
    const dialect = /^hookbench:contract\/([\w-]+)$/.exec(specifier)?.[1]
    if (dialect !== undefined) return contract(dialect)
    const published = /^hookbench\/([\w-]+)$/.exec(specifier)?.[1]
    // Whether the package is installed or not, its types are the contract's.
    if (published !== undefined) return contract(published)
    // Packages have types of any size, and none of them is part of the contract.
    if (!/^\.\.?(\/|$)/.test(specifier)) return undefined
    const found = ts.resolveModuleName(specifier, containing, OPTIONS, resolution).resolvedModule
    return found === undefined || !isInside(found.resolvedFileName) ? undefined : found
  }

  // A separate tree, whose nodes have parents set.
  function localTree(specifier: string, from: string): ts.SourceFile | undefined {
    const name = /^\.\.?\//.test(specifier) ? moduleAt(specifier, from)?.resolvedFileName : undefined
    const stamp = name === undefined ? undefined : stampOf(name)
    if (name === undefined || stamp === undefined) return undefined
    const before = trees.get(name)
    if (before?.stamp === stamp) return before.file
    const file = readSafely(name, ts.JSDocParsingMode.ParseAll, true)
    if (file !== undefined) trees.set(name, { stamp, file })
    return file
  }

  function virtual(name: string): ts.SourceFile | undefined {
    const text = fixed.has(name) ? undefined : virtualText(name)
    if (text !== undefined) fixed.set(name, parsed(name, text))
    return fixed.get(name)
  }

  function onDisk(name: string): ts.SourceFile | undefined {
    if (dirname(name) === resolve(library)) {
      if (!fixed.has(name)) fixed.set(name, readSafely(name, ts.JSDocParsingMode.ParseNone))
      return fixed.get(name)
    }
    if (!isInside(name)) return undefined
    const stamp = stampOf(name)
    if (stamp === undefined) return undefined
    const before = local.get(name)
    if (before?.stamp === stamp) return before.file
    const file = readSafely(name, ts.JSDocParsingMode.ParseAll)
    if (file !== undefined) local.set(name, { stamp, file })
    return file
  }

  function isInside(path: string): boolean {
    return resolve(path).startsWith(resolve(root) + sep) && !path.includes(`${sep}node_modules${sep}`)
  }

  function fileExists(path: string): boolean {
    return isInside(path) && stampOf(path) !== undefined
  }

  function directoryExists(path: string): boolean {
    return isInside(join(path, '_')) && existsSync(path)
  }
}

/** Whether a package exists in a node_modules folder at or above a file. */
export function isInstalled(name: string, from: string): boolean {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', name))) return true
    if (folder === dirname(folder)) return false
  }
}

const OPTIONS: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  strict: true,
  noImplicitAny: false,
  noEmit: true,
  types: [],
  lib: ['lib.esnext.d.ts'],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  allowImportingTsExtensions: true,
  maxNodeModuleJsDepth: 0,
  skipLibCheck: true,
}

function contract(dialect: string): ts.ResolvedModuleFull {
  return { resolvedFileName: contractPath(dialect), extension: ts.Extension.Dts }
}

// The binder sets the parents of the nodes.
function parsed(name: string, text: string): ts.SourceFile {
  return createTree(name, text, sourceOptions(text), false)
}

const MAX_LOCAL = 1_000_000

function readSafely(
  name: string,
  jsDocParsingMode: ts.JSDocParsingMode,
  setParents = false,
): ts.SourceFile | undefined {
  try {
    const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode }
    return createTree(name, readText(name), options, setParents)
  } catch {
    return undefined
  }
}

function stampOf(path: string): string | undefined {
  try {
    const stat = statSync(path)
    return stat.isFile() && stat.size <= MAX_LOCAL ? `${stat.mtimeMs}:${stat.size}` : undefined
  } catch {
    return undefined
  }
}
