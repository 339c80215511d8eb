// A copy of the examples in a temporary folder with a separate HOME, so that no data of the user is changed.

import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type DemoStage = {
  readonly folder: string
  /** A project with hooks of Claude Code. */
  readonly shop: string
  /** Hooks of the four systems whose hooks are files, and their home folder. */
  readonly workspace: string
  readonly home: string
}

const examples = fileURLToPath(new URL('../../examples/', import.meta.url))

/** Copies the examples and sets this process's HOME to the copy; unless kept, the folder is removed at exit. */
export function setStage(keep: boolean): DemoStage {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-start-')))
  if (!keep) removeAtExit(folder)
  const at = (name: string) => join(folder, name)
  const stage = { folder, shop: at('claude-code'), workspace: at('workspace'), home: at('home') }
  for (const name of ['claude-code', 'workspace', 'home']) {
    cpSync(join(examples, name), at(name), { recursive: true, filter: (path) => !isLitter(path) })
  }
  inhabit(stage.home)
  return stage
}

// Hooks inherit this process's environment. Without SLACK_WEBHOOK_URL, which is removed here, the examples send
// nothing.
function inhabit(home: string): void {
  for (const name of Object.keys(process.env)) {
    if (/^(XDG_|HOOKBENCH_|SLACK_WEBHOOK_URL$)/.test(name)) delete process.env[name]
  }
  Object.assign(process.env, { HOME: home, USERPROFILE: home })
}

function removeAtExit(folder: string): void {
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}

function isLitter(path: string): boolean {
  return ['__pycache__', 'node_modules', '.hookbench', '.cache', '.local'].includes(basename(path))
}
