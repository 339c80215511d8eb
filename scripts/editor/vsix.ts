// `npm run test:vsix`: the extension as it ships, installed into a clean editor with an empty folder and no repository in
// sight, and used as somebody new would. The last line says how many tests passed and failed.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packageVsix } from '../package.ts'
import { runInCodeServer } from './inCodeServer.ts'
import { bundleSuite } from './product.ts'
import { counts, type Report, reportLines } from './report.ts'

const root = join(import.meta.dirname, '../..')
// Whoever tests an extension must bring one under development: this one does nothing.
const NOBODY = { name: 'nobody', publisher: 'hookbench', version: '0.0.0', engines: { vscode: '*' } }

/** Packs, installs and runs; answers with the report and the size of what was installed. */
export async function runInstalled(
  only: string | undefined,
  theme: 'light' | 'dark',
): Promise<{ readonly report: Report; readonly bytes: number }> {
  mkdirSync(join(root, 'build'), { recursive: true })
  const folder = mkdtempSync(join(root, 'build', 'installed-'))
  const atExit = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', atExit)
  try {
    const { path, bytes, problems } = await packageVsix(folder)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    const extension = join(folder, 'nobody')
    mkdirSync(extension)
    writeFileSync(join(extension, 'package.json'), JSON.stringify(NOBODY))
    const suite = join(folder, 'suite.cjs')
    await bundleSuite(suite)
    const shots = process.env.HOOKBENCH_SHOTS || join(root, 'build', 'screenshots')
    const report = await runInCodeServer(
      { extension, suite, remove: () => {} },
      { suite: 'installed', theme, shots, only, patienceMs: 240_000, vsix: path },
    )
    return { report, bytes }
  } finally {
    process.off('exit', atExit)
    atExit()
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, theme: { type: 'string', default: 'dark' } },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const { report, bytes } = await runInstalled(values.only, values.theme === 'light' ? 'light' : 'dark')
  console.log(`Installed, ${(bytes / 1024 / 1024).toFixed(2)} MB:`)
  for (const line of reportLines(report)) console.log(line)
  const { passed, failed } = counts(report)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}
