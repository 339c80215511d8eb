// The types of the public surface, `dist/types`. A type error does not stop a build: `npm run types` is there to say so.

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Writes the declarations of runtime/index.ts and client/api.ts, and of all they export; says so when there are none. */
export async function declarations(root: string, folder: string): Promise<readonly string[]> {
  const entry = 'runtime/index.ts'
  if (!existsSync(join(root, entry)))
    return [`the public types are left out, because ${entry} does not exist yet`]
  const scratch = mkdtempSync(join(root, 'build/types-'))
  try {
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: join(folder, 'types'),
    }
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions,
      // The API of the extension: types only, for other extensions.
      files: [join(root, entry), join(root, 'client/api.ts')],
      include: ['../../runtime/**/*.d.ts'],
    }
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config))
    await run(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', scratch])
    return []
  } catch (error) {
    const { stdout = String(error) } = error as { stdout?: string }
    return [`the public types have errors; \`npm run types\` shows them: ${stdout.split('\n', 1)[0]}`]
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
