// Finds the files that the package.json of a folder names as its `main`. Node looks for the key in the text and does not
// check the rest of it, so a text counts here that no parser of JSON accepts. Reads no code.

import { join, resolve } from 'node:path'
import { valueAt } from '../contract/json.ts'
import { LARGEST } from './cachedRead.ts'
import { type Disk, failed } from './disk.ts'

/** The paths that the package.json of a folder may name as `main`; more than one where they stand twice. */
export function mainsOf(folder: string, disk: Disk): readonly string[] {
  const path = join(folder, 'package.json')
  const stat = disk.stat(path)
  const bytes = failed(stat) || stat.kind !== 'file' ? undefined : disk.read(path, LARGEST)
  if (bytes === undefined || failed(bytes)) return []
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  const written = writtenMains(text)
  const named = [written.at(0), written.at(-1), valueAt(parsed(text), 'main')]
  const names = named.filter((one) => typeof one === 'string' && !one.includes('\0'))
  return [...new Set(names.map((one) => resolve(folder, String(one))))]
}

// To the end of the text where a string is not closed, so that no place is looked at twice.
const TOKEN = /"(?:\\.?|[^"\\])*(?:"|$)|[{}[\]]/gs

// The texts behind each key `main` of the outermost object, in their order. A key with escapes is another one to Node.
function writtenMains(text: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  let isValue = false
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (/^[[{]/.test(token)) depth++
    else if (/^[\]}]/.test(token)) depth--
    else if (isValue) {
      const main = parsed(token)
      if (typeof main === 'string') found.push(main)
    }
    isValue = !isValue && depth === 1 && token === '"main"' && isKeyOfText(text, index + token.length)
  }
  return found
}

function isKeyOfText(text: string, at: number): boolean {
  const colon = /\s*:\s*(?=")/y
  colon.lastIndex = at
  return colon.test(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
