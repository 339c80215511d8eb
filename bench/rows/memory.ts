// Heap held per hook, with a thousand hooks. For module hooks the peer is two plain workers that import the same files:
// the difference is our overhead.

import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inFolder } from '../fixtures.ts'
import { type BenchRow, bytes, median } from '../measure.ts'

const HOOKS = 1000
const MOST = 10_000
const run = promisify(execFile)

export function memory(): Promise<BenchRow[]> {
  return inFolder(async (folder) => {
    writeModules(join(folder, 'workspace'), HOOKS)
    writeModules(join(folder, 'first'), 1)
    const handlers = await measured('handlers.ts')
    const ours = await measured('modules.ts', folder)
    const theirs = await measured('modules.ts', folder, 'bare')
    return [
      row('in-process hooks', 'nothing but the limit', handlers, 0),
      row('module hooks', 'two plain workers importing the same files', ours, theirs),
    ]
  })
}

function row(kind: string, against: string, ours: number, theirs: number): BenchRow {
  return {
    name: `memory per hook, ${HOOKS} ${kind}`,
    against,
    budget: `≤ ${bytes(MOST)}${theirs === 0 ? '' : ' more'}`,
    ours: bytes(ours),
    theirs: theirs === 0 ? '' : bytes(theirs),
    ok: ours - theirs <= MOST,
  }
}

/** The median of the numbers that three processes print. */
async function measured(script: string, ...args: string[]): Promise<number> {
  const path = join(import.meta.dirname, '..', 'heap', script)
  const values: number[] = []
  for (let i = 0; i < 3; i++) {
    const { stdout } = await run(process.execPath, ['--expose-gc', path, ...args])
    values.push(Number(stdout))
  }
  return median(values)
}

function writeModules(root: string, count: number): void {
  const folder = join(root, 'extensions')
  mkdirSync(folder, { recursive: true })
  for (const one of ['a', 'b']) {
    writeFileSync(
      join(folder, `_00_measure_${one}.mjs`),
      `export const tool_execute_before = (payload) => {
  gc()
  gc()
  const { heapUsed, external } = process.memoryUsage()
  return { ...payload, input: { held: heapUsed + external } }
}
`,
    )
  }
  for (let n = 0; n < count; n++) {
    writeFileSync(
      join(folder, `hook_${n}.mjs`),
      `export const tool_execute_before = async (payload) => ({ ...payload, toolName: 'tool-${n}' })\n`,
    )
  }
}
