// `npm run package`: builds the extension as `build/hookbench-<version>.vsix` and the npm package as a tarball beside
// it, checks both and prints their sizes. Publishes nothing.

import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../runtime/version.ts'
import { filesNamed, type PackedManifest } from './package/manifests.ts'
import { manifestProblems, packNpm, typeProblems } from './package/npm.ts'
import { stage } from './package/stage.ts'
import { packVsix, strays, VSIX_BUDGET } from './package/vsix.ts'

const root = join(import.meta.dirname, '..')

export type Packaged = { readonly path: string; readonly bytes: number; readonly problems: readonly string[] }

/** Builds the VSIX in `folder`. */
export async function packageVsix(folder: string): Promise<Packaged> {
  mkdirSync(folder, { recursive: true })
  const staged = join(folder, 'vsix')
  const unbuilt = await stage(root, 'vsix', staged)
  const { path, bytes, files } = await packVsix(staged, join(folder, `hookbench-${version}.vsix`))
  const tooBig =
    bytes > VSIX_BUDGET ? [`${path} has ${megabytes(bytes)}; ${megabytes(VSIX_BUDGET)} are promised`] : []
  const manifest = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8')) as PackedManifest
  return { path, bytes, problems: [...unbuilt, ...strays(files, filesNamed(manifest)), ...tooBig] }
}

/** Builds the npm tarball in `folder`. */
async function packageNpm(folder: string): Promise<Packaged> {
  mkdirSync(folder, { recursive: true })
  const staged = join(folder, 'npm')
  const unbuilt = await stage(root, 'npm', staged)
  const { path, bytes } = await packNpm(staged, folder)
  const problems = [...(await manifestProblems(staged)), ...(await typeProblems(path))]
  return { path, bytes, problems: [...unbuilt, ...problems] }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`
}

if (import.meta.main) {
  const folder = join(root, 'build')
  for (const make of [packageVsix, packageNpm]) {
    const { path, bytes, problems } = await make(folder)
    console.log(`${path.slice(root.length + 1)}  ${megabytes(statSync(path).size || bytes)}`)
    for (const problem of problems) {
      console.error(`package: ${problem}`)
      process.exitCode = 1
    }
  }
}
