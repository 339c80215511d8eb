// The environment of one run: a temporary folder with a copy of the examples, a separate HOME and the fixture hooks, so
// that no data of the user is read or changed.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { SuiteName } from './product.ts'

export type EditorStage = {
  readonly folder: string
  readonly workspace: string
  readonly home: string
  /** The editor's data folder: settings, extensions, state. */
  readonly data: string
  readonly extensions: string
  /** The environment of the editor, inherited by the extension and by hooks. */
  readonly env: NodeJS.ProcessEnv
  remove(): void
}

const root = join(import.meta.dirname, '../..')

/**
 * Creates the environment; `settings` are the editor's. `holds` selects the contents of workspace and home: the
 * examples, entries of one host or of all hosts, or nothing.
 */
export function setStage(
  settings: Readonly<Record<string, unknown>>,
  holds: 'examples' | 'entries' | 'hosts' | 'nothing' = 'examples',
): EditorStage {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-editor-')))
  const at = (name: string) => join(folder, name)
  for (const name of ['workspace', 'home']) {
    mkdirSync(at(name))
    if ((holds === 'entries' || holds === 'hosts') && name === 'workspace')
      cpSync(join(root, 'test/editor/fixtures', holds), at(name), { recursive: true })
    if (holds !== 'examples') continue
    cpSync(join(root, 'examples', name), at(name), { recursive: true, filter: (path) => !isLitter(path) })
    cpSync(join(root, 'test/editor/fixtures', name), at(name), { recursive: true })
  }
  mkdirSync(join(at('data'), 'User'), { recursive: true })
  mkdirSync(at('extensions'))
  writeFileSync(join(at('data'), 'User', 'settings.json'), JSON.stringify(settings, undefined, 2))
  return {
    folder,
    workspace: at('workspace'),
    home: at('home'),
    data: at('data'),
    extensions: at('extensions'),
    env: environment(at('home')),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}

/**
 * What the editor opens: the workspace, or a workspace file with a second folder that contains only the fixture hooks.
 */
export function opened(
  { folder, workspace }: Pick<EditorStage, 'folder' | 'workspace'>,
  suite: SuiteName,
): string {
  if (suite !== 'folders') return workspace
  const other = join(folder, 'other')
  cpSync(join(root, 'test/editor/fixtures/workspace'), other, { recursive: true })
  const file = join(folder, 'several.code-workspace')
  writeFileSync(file, JSON.stringify({ folders: [{ path: workspace }, { path: other }] }))
  return file
}

/** Trusts the hooks and records the example session, except for suites that must start without it. */
export function prepare({ workspace, home, env }: EditorStage, suite: SuiteName): void {
  if (suite === 'restricted' || suite === 'installed' || suite === 'folders') return
  if (suite === 'entries' || suite === 'hosts') return
  const script = join(import.meta.dirname, 'record.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, workspace, home], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the example session could not be recorded: ${stderr.trim()}`)
}

// Removed, so that an editor started from an editor's terminal does not consider itself its child.
function environment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(HOOKBENCH_|XDG_|VSCODE_|ELECTRON_|NODE_OPTIONS|NODE_TEST|npm_|SLACK_)/.test(name),
  )
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, SHELL: '/bin/sh' }
}

function isLitter(path: string): boolean {
  return ['__pycache__', 'node_modules', '.hookbench', '.cache', '.local'].includes(basename(path))
}
