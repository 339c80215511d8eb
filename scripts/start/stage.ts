// A copy of the examples in a temporary folder, with a HOME of its own, so that nothing of the person's is touched.

import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type DemoStage = {
  readonly folder: string
  /** A project with hooks of Claude Code. */
  readonly shop: string
  /** Hooks of the four systems whose hooks are files, and the home beside it. */
  readonly workspace: string
  readonly home: string
}

const examples = fileURLToPath(new URL('../../examples/', import.meta.url))

/** Copies the examples and moves this process there; unless kept, the folder goes when the process does. */
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

// Hooks inherit this process's environment. The examples send nothing anywhere without the variable removed here.
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
