// The text files of the installed dependencies: other people's code and documents, in which nothing is a secret.

import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const TEXT = '{js,mjs,cjs,ts,mts,json,md,yml,yaml,txt,css,html,sh,py,map}'
const LARGEST = 1024 * 1024

export type InstalledText = { readonly path: string; readonly text: string }

/** Every n-th text file of up to a megabyte, until so many megabytes are read. */
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

/** The stretches of a text that its masked copy has otherwise; those that are close together are one. */
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
