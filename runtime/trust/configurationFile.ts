// Represents a configuration file as a Hook, because it needs trust like one: a webhook URL can send data away, and a
// setting can run code. The ledger trusts its bytes like a hook's, with those of the files that its variables make
// every hook run. It is never fired and never listed.

import { basename, dirname } from 'node:path'
import { defined } from '../contract/defined.ts'
import type { Hook } from '../contract/hook.ts'
import type { Source } from '../contract/outcome.ts'
import { printable } from '../contract/printable.ts'
import type { Settings } from '../contract/settings.ts'
import type { Disk } from '../discovery/disk.ts'
import { filesOfVariables } from '../discovery/variableFiles.ts'

/** A configuration file in the form that the ledger accepts. */
export function configurationFile(path: string, source: Source, untrusted?: string): Hook {
  return {
    id: path,
    name: 'configuration',
    dialect: 'secureyeoman',
    events: [],
    source,
    path,
    runner: 'module',
    state: untrusted === undefined ? 'active' : 'untrusted',
    ...defined({ why: untrusted }),
    order: 0,
    timeoutMs: 0,
    files: [path],
  }
}

/** The settings file of a workspace, with the code that the variables in `environment.set` make hooks run. */
export function settingsAsHook(
  path: string,
  { environment }: Settings,
  ground: { readonly root: string; readonly home: string },
  disk: Disk,
): Hook {
  const { files, unseen } = codeOfVariables(environment.set, ground, disk)
  const file = configurationFile(path, 'workspace')
  return { ...file, files: [...new Set([path, ...files])], ...(unseen.length === 0 ? {} : { unseen }) }
}

// What the files load in turn is not followed: it depends on the program and the folder of each hook.
function codeOfVariables(
  variables: Readonly<Record<string, string>>,
  { root, home }: { readonly root: string; readonly home: string },
  disk: Disk,
): { readonly files: readonly string[]; readonly unseen: readonly string[] } {
  const files: string[] = []
  const unseen = new Set<string>()
  const around = { home, own: [root, home], variables: {}, unsure: new Set(Object.keys(variables)), disk }
  for (const [name, value] of Object.entries(variables)) {
    const one = { [name]: value }
    const { scripts, unseen: open } = filesOfVariables(one, { ...around, cwd: root })
    const elsewhere = new Set(filesOfVariables(one, { ...around, cwd: dirname(root) }).scripts)
    files.push(...scripts)
    for (const text of open) unseen.add(text)
    // A relative path names another file for a hook that starts in another folder.
    if (scripts.some((path) => !elsewhere.has(path))) unseen.add(`the code named by ${name}`)
    if (name === 'HOME') unseen.add('files that hooks find through HOME')
    for (const path of scripts) unseen.add(`files that ${basename(path)} loads`)
  }
  return { files, unseen: [...unseen].map(printable) }
}
