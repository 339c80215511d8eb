// `npm run test:vsix`: tests the extension as shipped, installed into a clean editor with an empty folder: the first
// minutes of a new user, every entry by clicks, then a suite. The last line gives the numbers of passed and failed
// tests.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../options.ts'
import { packageVsix } from '../package.ts'
import { preferInterpreter } from '../test/python.ts'
import { clickAll } from './clicks/clicks.ts'
import { firstMinutes } from './firstMinutes.ts'
import { runInCodeServer } from './inCodeServer.ts'
import { bundleSuite } from './product.ts'
import { counts, reportLines, type SuiteReport } from './report.ts'

const root = join(import.meta.dirname, '../..')
// A test run requires an extension under development; this one is empty.
const NOBODY = { name: 'nobody', publisher: 'hookbench', version: '0.0.0', engines: { vscode: '*' } }

export type Installed = { readonly vsix: string; readonly bytes: number; readonly folder: string }

/** Packs the extension, calls `use` with it, and removes it again. */
export async function withPackaged<T>(use: (packaged: Installed) => Promise<T>): Promise<T> {
  mkdirSync(join(root, 'build'), { recursive: true })
  const folder = mkdtempSync(join(root, 'build', 'installed-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const { path, bytes, problems } = await packageVsix(folder)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return await use({ vsix: path, bytes, folder })
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** Runs the suite for installed extensions. */
export async function runInstalled(
  { vsix, folder }: Installed,
  { only, theme, shots }: { readonly only?: string | undefined; theme: 'light' | 'dark'; shots: string },
): Promise<SuiteReport> {
  const extension = join(folder, 'nobody')
  mkdirSync(extension)
  writeFileSync(join(extension, 'package.json'), JSON.stringify(NOBODY))
  const suite = join(folder, 'suite.cjs')
  await bundleSuite(suite)
  const product = { extension, suite, remove: () => {} }
  return runInCodeServer(product, { suite: 'installed', theme, shots, only, vsix })
}

if (import.meta.main) {
  const { values } = readOptions({
    options: { only: { type: 'string' }, theme: { type: 'string', default: 'dark' } },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const theme = values.theme === 'light' ? 'light' : 'dark'
  const shots = process.env.HOOKBENCH_SHOTS || join(root, 'build', 'screenshots')
  mkdirSync(shots, { recursive: true })
  const { only } = values
  preferInterpreter()
  const sum = { passed: 0, failed: 0 }
  await withPackaged(async (packaged) => {
    console.log(`Installed, ${(packaged.bytes / 1024 / 1024).toFixed(2)} MB:`)
    const parts = [
      ...(only === undefined || only === 'first' ? [() => firstMinutes(packaged.vsix, shots, theme)] : []),
      ...(only === undefined || only === 'clicks' ? [() => clickAll(packaged.vsix, shots, theme)] : []),
      ...(only === 'first' || only === 'clicks'
        ? []
        : [() => runInstalled(packaged, { only, theme, shots })]),
    ]
    for (const part of parts) {
      const report = await part()
      for (const line of reportLines(report)) console.log(line)
      const { passed, failed } = counts(report)
      sum.passed += passed
      sum.failed += failed
    }
  })
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1
}
