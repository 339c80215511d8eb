// Start of the shipped command line with `--version`, against a node process that does nothing.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atMost, type BenchRow, paired, perTurn } from '../measure.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const cli = join(root, 'dist', 'cli.js')

export async function startup(): Promise<BenchRow[]> {
  await run(process.execPath, [join(root, 'scripts', 'build.ts'), '--if-stale'], { cwd: root })
  const start = (...args: string[]) => run(process.execPath, args, { cwd: root })
  const measured = await paired(
    () => perTurn(1, () => start(cli, '--version')),
    () => perTurn(1, () => start('-e', '0')),
    31,
  )
  return [atMost({ name: 'hookbench --version', against: 'node -e 0', budget: 1.3 }, measured)]
}
