// Rediscovery of a thousand unchanged executable hooks in a process that has only the cache file, against spawning each
// for its type, one after the other. Forty are spawned and the time is scaled.

import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { openCache } from '../../runtime/discovery/cache.ts'
import { discover } from '../../runtime/discovery/discover.ts'
import { inFolder } from '../fixtures.ts'
import { atLeast, type BenchRow, paired } from '../measure.ts'

const HOOKS = 1000
const SPAWNED = 40

export function discovery(): Promise<BenchRow[]> {
  return inFolder(async (folder) => {
    const [root, home] = [join(folder, 'workspace'), join(folder, 'home')]
    const hooks = join(root, '.kodelet', 'hooks')
    mkdirSync(hooks, { recursive: true })
    const paths = Array.from({ length: HOOKS }, (_, n) => join(hooks, `hook-${n}`))
    for (const [n, path] of paths.entries()) writeFileSync(path, script(n), { mode: 0o755 })
    // The cache does not rely on the timestamps of files that were changed a moment ago.
    await sleep(150)
    const look = async () => {
      const start = performance.now()
      const cache = openCache({ file: join(folder, 'cache.json') })
      const found = await discover({ root, home, settings: defaultSettings, cache })
      const known = found.hooks.filter(({ events }) => events[0] === 'before_tool_call').length
      if (known !== HOOKS) throw new Error(`found ${known} of ${HOOKS} hooks`)
      return { ms: performance.now() - start, read: cache.counts.kept }
    }
    const first = await look()
    const again = async () => {
      const { ms, read } = await look()
      if (read > 0) throw new Error(`${read} unchanged files were read again`)
      return ms * 1e6
    }
    const ask = async () => {
      const start = performance.now()
      for (const path of paths.slice(0, SPAWNED)) await inspected(path)
      return ((performance.now() - start) * 1e6 * HOOKS) / SPAWNED
    }
    const name = `discovery, ${HOOKS} hooks, nothing changed (the first look took ${first.ms.toFixed(0)} ms)`
    const against = `spawning each for its type (${SPAWNED} spawned, scaled)`
    return [atLeast({ name, against, budget: 100 }, await paired(again, ask, 9))]
  })
}

// Each script differs, so that the cache cannot reuse the entry of another with the same content.
function script(n: number): string {
  return `#!/bin/sh
# hook number ${n}
case "$1" in
  hook) echo before_tool_call ;;
  run) echo '{"blocked":false}' ;;
esac
`
}

function inspected(path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(path, ['hook'], { stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout.resume()
  child.once('error', reject)
  child.once('close', () => resolve())
  return promise
}
