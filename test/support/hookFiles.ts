// One entry of Claude Code in a workspace of its own: which files trust covers for it, and what it lists as not covered.

import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TestContext } from 'node:test'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from './tree.ts'

/** The hook of an entry with this command, beside these executable files; paths are relative to the workspace. */
export async function hookFiles(
  t: TestContext,
  command: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<{ readonly files: readonly string[]; readonly unseen: readonly string[] }> {
  const hooked = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] } }
  const place = writeTree(`//- /home/\n//- /ws/.claude/settings.json\n${JSON.stringify(hooked)}\n`)
  t.after(place.remove)
  for (const [name, text] of Object.entries(files)) {
    const path = place.at(`/ws/${name}`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    chmodSync(path, 0o755)
  }
  const workspace = await openWorkspace({
    root: place.at('/ws'),
    home: place.at('/home'),
    dialects: ['claude-code'],
  })
  t.after(() => workspace.close())
  const hook = workspace.list().find(({ entry }) => entry !== undefined)
  assert.ok(hook)
  return {
    files: hook.files.map((path) => path.slice(place.at('/ws/').length)),
    unseen: hook.unseen ?? [],
  }
}
