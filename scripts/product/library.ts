// TypeScript's library in the built product: what hooks can use, which is everything but browsers, as one file without
// comments. Reading ninety files takes longer than reading what they say.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { LIBRARY, librarySource } from '../../runtime/documents/assets.ts'

/** The text of `lib.esnext.d.ts`, with all it refers to in its place. */
export function libraryText(): string {
  const header = '/// <reference no-default-lib="true"/>\n'
  return header + withReferences(LIBRARY, new Set()).map(withoutComments).join('')
}

// What a file refers to stands before it, as the compiler has it.
function withReferences(name: string, seen: Set<string>): readonly string[] {
  if (seen.has(name)) return []
  seen.add(name)
  const text = readFileSync(join(librarySource(), name), 'utf8')
  const before = [...text.matchAll(/^\/\/\/ <reference lib="([^"]+)"/gm)]
  return [...before.flatMap(([, lib]) => withReferences(`lib.${lib}.d.ts`, seen)), text]
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
