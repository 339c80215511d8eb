// Packs the npm package and runs two checkers on it: publint for the manifest, and attw for the types under each kind
// of module resolution.

import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const run = promisify(execFile)

export type Tarball = { readonly path: string; readonly bytes: number; readonly files: readonly string[] }

/** Packs a staged folder into a tarball in `into`. */
export async function packNpm(folder: string, into: string): Promise<Tarball> {
  const argv = ['pack', '--json', '--ignore-scripts', '--pack-destination', into]
  const { stdout } = await run('npm', argv, { cwd: folder, maxBuffer: 16 * 1024 * 1024 })
  const answer: unknown = JSON.parse(stdout)
  // Newer versions of npm return an object keyed by name.
  const [packed] = Object.values(answer as object) as readonly Packed[]
  if (packed === undefined) throw new Error('npm packed nothing')
  const { filename, size, files } = packed
  return { path: join(into, filename), bytes: size, files: files.map(({ path }) => path).toSorted() }
}

type Packed = {
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

/** Problems of a staged folder's manifest. */
export async function manifestProblems(folder: string): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pkgDir: folder, level: 'warning', strict: true, pack: false })
  return messages.map(
    (message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`,
  )
}

/** Problems of a tarball's types. The package is ESM only, and is checked as such. */
export async function typeProblems(tarball: string): Promise<readonly string[]> {
  const { resolve } = createRequire(import.meta.url)
  const attw = join(dirname(resolve('@arethetypeswrong/cli/package.json')), 'dist', 'index.js')
  const argv = [attw, tarball, '--profile', 'esm-only', '--format', 'json', '--no-definitely-typed']
  const stdout = await run(process.execPath, argv, { maxBuffer: 64 * 1024 * 1024 }).then(
    (done) => done.stdout,
    (error: { stdout?: string; message: string }) => error.stdout || Promise.reject(error),
  )
  const { problems = {} } = JSON.parse(stdout) as { problems?: Readonly<Record<string, readonly Wrong[]>> }
  return Object.values(problems)
    .flat()
    .filter(({ resolutionKind }) => resolutionKind === undefined || WATCHED.includes(resolutionKind))
    .map(({ kind, entrypoint, resolutionKind }) =>
      ['attw:', kind, entrypoint, resolutionKind].filter((word) => word !== undefined).join(' '),
    )
}

/** Module resolutions of programs that can load ES modules. */
const WATCHED = ['node16-esm', 'bundler']

type Wrong = { readonly kind: string; readonly entrypoint?: string; readonly resolutionKind?: string }
