// A project that uses the package as its users do: outside the repository, in strict mode, with only the package
// installed, and without `skipLibCheck`.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { npmManifest } from '../../scripts/package/manifests.ts'

const root = join(import.meta.dirname, '../..')

export type Consumer = {
  /** Compiles this text as `agent.ts`. */
  readonly compile: (text: string, resolution: keyof typeof RESOLUTIONS) => ts.Program
  readonly remove: () => void
}

/** The module resolutions that programs find a package's types with. */
export const RESOLUTIONS = {
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
} as const

/** A consumer of the build in `dist`. The editor's types are installed, because extensions have them. */
export function consumerOf(dist: string): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'hookbench-consumer-'))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  copy(join(dist, 'types'), 'node_modules/hookbench/dist/types')
  copy(join(root, 'types'), 'node_modules/hookbench/types')
  copy(join(root, 'node_modules/@types/vscode'), 'node_modules/@types/vscode')
  write('node_modules/hookbench/package.json', JSON.stringify(npmManifest(manifest)))
  write('package.json', JSON.stringify({ type: 'module' }))
  // The declarations of the language are read only once, for all programs.
  const library = new Map<string, ts.SourceFile | undefined>()

  return { compile, remove: () => rmSync(folder, { recursive: true, force: true }) }

  function compile(text: string, resolution: keyof typeof RESOLUTIONS): ts.Program {
    write('agent.ts', text)
    const options: ts.CompilerOptions = {
      ...RESOLUTIONS[resolution],
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
    }
    const host = ts.createCompilerHost(options)
    const read = host.getSourceFile
    host.getSourceFile = (name, ...rest) => {
      if (!/\/lib\.[\w.]+\.d\.ts$/.test(name)) return read(name, ...rest)
      if (!library.has(name)) library.set(name, read(name, ...rest))
      return library.get(name)
    }
    host.getCurrentDirectory = () => folder
    return ts.createProgram([join(folder, 'agent.ts')], options, host)
  }

  function copy(from: string, to: string): void {
    cpSync(from, join(folder, to), { recursive: true })
  }

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** The compiler's messages about a program, one per line. */
export function complaints(program: ts.Program): readonly string[] {
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
}
