// Determines how the one script that an entry runs can be debugged: its language, and the program that starts it.

import { basename } from 'node:path'
import type { EntryInspect, HookEntry } from '../contract/entry.ts'
import type { CommandFiles } from './commandContext.ts'
import { type Disk, failed } from './disk.ts'
import { isThere } from './variableFiles.ts'

/** Empty for several scripts, and for a program named by a path, which a stand-in on the PATH cannot replace. */
export function inspectOf({ scripts, runBy }: CommandFiles, disk: Disk): Pick<HookEntry, 'inspect'> {
  const [script, ...more] = scripts
  const by = script === undefined || more.length > 0 ? undefined : runBy.get(script)
  if (script === undefined || by === undefined || process.platform === 'win32') return {}
  if (!isThere(script, disk)) return {}
  const language = languageOf(by === 'itself' ? shebangOf(script, disk) : by)
  return language === undefined ? {} : { inspect: { language, by } }
}

function shebangOf(script: string, disk: Disk): string {
  const head = disk.head(script, 256)
  const line = failed(head) ? undefined : /^#!([^\n]*)/.exec(head.toString('utf8'))?.[1]
  const words = (line ?? '').trim().split(/\s+/)
  const rest =
    basename(words[0] ?? '') === 'env' ? words.slice(1).filter((word) => !/^-|=/.test(word)) : words
  return basename(rest[0] ?? '')
}

function languageOf(program: string): EntryInspect['language'] | undefined {
  if (/^node(js)?\d*$/.test(program)) return 'node'
  if (/^python[\d.]*$/.test(program)) return 'python'
  return program === 'bash' || program === 'sh' ? 'shell' : undefined
}
