// The text files of the installed dependencies: third-party code and documents that contain no secrets.

import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const TEXT = '{js,mjs,cjs,ts,mts,json,md,yml,yaml,txt,css,html,sh,py,map}'
const LARGEST = 1024 * 1024

export type InstalledText = { readonly path: string; readonly text: string }

/** Yields every n-th text file of up to a megabyte, until `megabytes` million characters are read. */
export function* installedTexts(every: number, megabytes: number): Generator<InstalledText> {
  const paths = globSync(`node_modules/**/*.${TEXT}`, { cwd: ROOT }).sort()
  let left = megabytes * 1e6
  for (let n = 0; n < paths.length && left > 0; n += every) {
    const path = paths[n] ?? ''
    const full = join(ROOT, path)
    const stat = statSync(full, { throwIfNoEntry: false })
    if (!stat?.isFile() || stat.size > LARGEST) continue
    const text = readFileSync(full, 'utf8')
    left -= text.length
    yield { path, text }
  }
}

/** The parts of a text that differ in its masked copy. Differences fewer than 24 characters apart count as one. */
export function differences(text: string, masked: string): readonly string[] {
  const found: string[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === masked[at]) continue
    let last = at
    for (let next = at; next < text.length && next - last < 24; next++) {
      if (text[next] !== masked[next]) last = next
    }
    found.push(text.slice(Math.max(0, at - 40), last + 1))
    at = last
  }
  return found
}
