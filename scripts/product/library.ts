// TypeScript's library in the built product: everything that hooks can use, which excludes browsers, in one file
// without comments. Reading ninety files takes longer than parsing their contents.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { LIBRARY, librarySource } from '../../runtime/documents/assets.ts'

/** Text by file name: `lib.esnext.d.ts` with its references inlined, and the files that must stay separate. */
export function libraryTexts(): ReadonlyMap<string, string> {
  const all = [...withReferences(LIBRARY, new Map())]
  // A single export would turn the whole file into a module, and none of its declarations would be global.
  const modules = all.filter(([, text]) => /^export \{\}/m.test(text))
  const names = modules.map(([name]) => name.replace(/^lib\.|\.d\.ts$/g, ''))
  const references = names.map((name) => `/// <reference lib="${name}" />\n`)
  const rest = all.filter((one) => !modules.includes(one)).map(([, text]) => withoutComments(text))
  return new Map([
    [LIBRARY, [HEADER, ...references, ...rest].join('')],
    ...modules.map(([name, text]) => [name, HEADER + withoutComments(text)] as const),
  ])
}

const HEADER = '/// <reference no-default-lib="true"/>\n'

// Referenced files precede the file, as in the compiler.
function withReferences(name: string, seen: Map<string, string>): ReadonlyMap<string, string> {
  if (seen.has(name)) return seen
  const text = readFileSync(join(librarySource(), name), 'utf8')
  // Inserted before its references, so that cycles end; then moved after them.
  seen.set(name, text)
  for (const [, lib] of text.matchAll(/^\/\/\/ <reference lib="([^"]+)"/gm))
    withReferences(`lib.${lib}.d.ts`, seen)
  seen.delete(name)
  seen.set(name, text)
  return seen
}

function withoutComments(text: string): string {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, false, ts.LanguageVariant.Standard, text)
  let left = ''
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind > ts.SyntaxKind.LastTriviaToken) left += scanner.getTokenText()
    else if (/\n/.test(scanner.getTokenText())) left = `${left.trimEnd()}\n`
    else if (!/\s$/.test(left)) left += ' '
  }
  return left
}
