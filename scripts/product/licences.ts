// Generates LICENSES.txt: every bundled package with its license and its third-party notices.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Copyright holders of the grammars compiled into the grammars' package, which does not include their licenses. All are
 * under the MIT license.
 */
const GRAMMARS: Readonly<Record<string, string>> = {
  'tree-sitter': 'Copyright (c) 2018 Max Brunsfeld',
  'tree-sitter-bash': 'Copyright (c) 2017 Max Brunsfeld',
  'tree-sitter-powershell': 'Copyright (c) Airbus CERT',
  'tree-sitter-python': 'Copyright (c) 2016 Max Brunsfeld',
}

/** The text for the packages that these files belong to. */
export function licences(root: string, inputs: readonly string[]): string {
  const packages = inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  const names = [
    ...new Set([...packages.filter((name) => name !== undefined), '@vscode/tree-sitter-wasm']),
  ].sort()
  const texts = names.map((name) => `${name}\n\n${licence(join(root, 'node_modules', name))}`)
  const mit = readFileSync(join(root, 'LICENSE'), 'utf8')
    .replace(/^[\s\S]*?(?=Permission is)/, '')
    .trim()
  const grammars = Object.entries(GRAMMARS).map(
    ([name, holder]) => `${name}\n\nThe MIT License (MIT)\n\n${holder}\n\n${mit}`,
  )
  const all = [...texts, ...grammars].join('\n\n---\n\n')
  return `Hookbench is bundled with the following packages.\n\n${all}\n`
}

function licence(folder: string): string {
  const files = readdirSync(folder)
  const own = files.find((name) => /^licen[cs]e/i.test(name))
  const notices = files.filter((name) => /^(?:third-?party-?notice|notice)/i.test(name)).sort()
  if (own === undefined && notices.length === 0) {
    const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license?: string }
    return `Licence: ${license ?? 'not stated'}.`
  }
  return [own, ...notices]
    .flatMap((name) => (name === undefined ? [] : [readFileSync(join(folder, name), 'utf8').trim()]))
    .join('\n\n')
}
