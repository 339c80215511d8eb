// A process of its own for test/server/memory.test.ts: sets the process up as the language server does, makes a view of
// each of many versions of a file, and prints by how many bytes the old generation grew. No full collection runs while
// it does, so this is what minor collections kept.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import type { OpenTexts } from '../../runtime/project/texts.ts'

// The limit of the old generation at which V8 would start a full collection.
setFlagsFromString('--initial-old-space-size=1024')

const { createConnection } = await import('../../server/connection.ts')
const { openProject } = await import('../../runtime/project/project.ts')

const [path = '', marked = '', count = ''] = process.argv.slice(2)
const at = marked.indexOf('$0')
const text = marked.replace('$0', '')
const root = mkdtempSync(join(tmpdir(), 'hookbench-memory-'))
const CONFIGURATION = '.claude/settings.json'
const ENTRIES = Array.from({ length: 100 }, (_, index) => ({
  matcher: 'Bash',
  hooks: [{ type: 'command', command: `node guard.mjs ${index}` }],
}))
for (const [name, written] of [
  [CONFIGURATION, JSON.stringify({ hooks: { PreToolUse: ENTRIES } })],
  [path, text],
] as const) {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), written)
}
const file = join(root, path)
let version = 0
const texts = {
  get: (one: string) => (one === file ? { text: written(version), version } : undefined),
  paths: () => [file],
} as OpenTexts
createConnection(new PassThrough(), new PassThrough())
const project = openProject({ root, home: join(root, 'home'), ownHome: true, texts })
await project.looked(60_000)

const before = await grown(Number(count) / 4)
const after = await grown(Number(count))
console.log(after - before)
rmSync(root, { recursive: true, force: true })
process.exit(0)

function written(version: number): string {
  return text.slice(0, at) + (version % 2 === 0 ? '' : 't') + text.slice(at)
}

async function grown(strokes: number): Promise<number> {
  for (let stroke = 0; stroke < strokes; stroke++) {
    version++
    project.edited(file)
    const view = await project.view(file)
    if (view === undefined) throw new Error('there is no view')
    await view.embedded()
  }
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
}
