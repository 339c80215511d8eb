// Does a test notice when what it proves is switched off? `npm run check:mutations` changes one line of a copy of the
// source at a time, and runs the one test that must fail then. The repository itself is not touched.

import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Switch, switches } from './seeds/switches.ts'

const ROOT = join(import.meta.dirname, '..')
const COPIED = ['package.json', 'tsconfig.json', 'runtime', 'scripts', 'test']
const LINKED = ['node_modules', 'dist', 'types', 'schemas', 'examples']

if (import.meta.main) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-switches-')))
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    for (const name of LINKED) symlinkSync(join(ROOT, name), join(copy, name))
    for (const one of switches) {
      const said = await tried(copy, one)
      console.log(
        `${said === undefined ? 'noticed' : 'FAILED '}  ${one.behaviour}${said === undefined ? '' : `: ${said}`}`,
      )
      if (said !== undefined) process.exitCode = 1
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Why switching this off proves nothing; undefined when its test notices. */
async function tried(copy: string, { file, from, to, proof }: Switch): Promise<string | undefined> {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2) return `${file} does not have \`${from}\` once`
  if ((await run(copy, proof)) !== 'passes') return `${proof.file} › ${proof.name} does not pass as it is`
  writeFileSync(path, source.replace(from, to))
  const without = await run(copy, proof)
  writeFileSync(path, source)
  return without === 'fails' ? undefined : `${proof.file} › ${proof.name} ${without} without it`
}

function run(folder: string, { file, name }: Switch['proof']): Promise<'passes' | 'fails' | 'does not run'> {
  const pattern = `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`
  const argv = [
    '--test',
    '--test-reporter=tap',
    '--test-timeout=30000',
    // What is switched off may leave a hook behind that never ends.
    '--test-force-exit',
    `--test-name-pattern=${pattern}`,
    file,
  ]
  const { promise, resolve } = Promise.withResolvers<'passes' | 'fails' | 'does not run'>()
  const child = spawn(process.execPath, argv, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  let tap = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    tap += text
  })
  child.on('close', (code) => {
    const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0)
    if (count('fail') === 1) resolve('fails')
    else resolve(code === 0 && count('pass') === 1 ? 'passes' : 'does not run')
  })
  return promise
}
