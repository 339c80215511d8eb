// Generates the declarations of the public entries, `dist/types`: one self-contained file per entry. Type errors do not
// stop a build; `npm run types` reports them.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ConfiguredWebhook } from '../../runtime/contract/extensions.ts'
import { Settings } from '../../runtime/contract/settings.ts'
import type { Schema } from './documented.ts'
import { readDeclarations, rollUp } from './rollUp.ts'

const run = promisify(execFile)

/** Name in `dist/types` -> its source, and the packages that its users have anyway. */
const ENTRIES = {
  index: { source: 'runtime/index', has: [] },
  // The API of the extension, as types only, for other extensions.
  extension: { source: 'client/api', has: ['vscode'] },
} as const

// TypeBox does not carry a schema's descriptions into its type, so they are taken from the schemas.
const SCHEMAS = { Settings, ConfiguredWebhook } as Readonly<Record<string, Schema>>

/** Writes the declarations of the entries that are not generated; returns their problems. */
export async function declarations(root: string, folder: string): Promise<readonly string[]> {
  const entries = Object.entries(ENTRIES)
  // Inside the repository, so that packages used in types are resolved.
  const scratch = mkdtempSync(join(root, 'build/types-'))
  try {
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        stripInternal: true,
        rootDir: root,
        outDir: join(scratch, 'each'),
      },
      files: entries.map(([, { source }]) => join(root, `${source}.ts`)),
      include: ['../../runtime/**/*.d.ts'],
    }
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config))
    await run(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', scratch])
    mkdirSync(join(folder, 'types'), { recursive: true })
    const fileOf = (source: string) => join(scratch, 'each', `${source}.d.ts`)
    const program = readDeclarations(entries.map(([, { source }]) => fileOf(source)))
    return entries.flatMap(([name, { source, has }]) => {
      const { text, problems } = rollUp({ program, entry: fileOf(source), has, schemas: SCHEMAS })
      writeFileSync(join(folder, 'types', `${name}.d.ts`), text)
      return problems.map((problem) => `types/${name}.d.ts: ${problem}`)
    })
  } catch (error) {
    const { stdout = String(error) } = error as { stdout?: string }
    return [`the public types have errors; \`npm run types\` shows them: ${stdout.split('\n', 1)[0]}`]
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
