// Cost of a keystroke in scripts that a settings file with 200 entries calls, in the language server, beside
// TypeScript's own server on the JavaScript one. Shell and Python have no peer, so tsserver on that file shows the load
// of the machine.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { keystrokes, type Pair, pairAt } from '../editors/keystrokes.ts'
import { openLsp } from '../editors/lsp.ts'
import { openTsserver } from '../editors/tsserver.ts'
import { cursorIn } from '../editors/workspace.ts'
import { atMost, type BenchRow } from '../measure.ts'

const product = join(import.meta.dirname, '../..')
const ENTRIES = 200
const KEYSTROKES = 240

/** Measures a keystroke in each of the scripts. */
export async function calledScripts(folder: string): Promise<readonly BenchRow[]> {
  const root = join(folder, 'called')
  const place = (path: string) => join(root, path)
  const texts = SCRIPTS.map(({ marked }) => cursorIn(marked))
  const files = { '.claude/settings.json': settings() }
  const written = Object.fromEntries(SCRIPTS.map(({ path }, index) => [path, texts[index]?.text ?? '']))
  for (const [path, text] of Object.entries({ ...files, ...written })) {
    mkdirSync(dirname(place(path)), { recursive: true })
    writeFileSync(place(path), text)
  }
  const [first, ...others] = SCRIPTS
  const [own] = texts
  if (first === undefined || own === undefined) return []
  const options = { languageId: first.language }
  const server = [join(product, 'dist/server.js')]
  const ours = await openLsp(server, root, place(first.path), own.text, {}, options)
  const theirs = await openTsserver(root, place(first.path), own.text, {})
  try {
    const rows = [...rowsOf(first.title, await keystrokes(ours, theirs, KEYSTROKES, own.at))]
    for (const [index, { title, path, language }] of others.entries()) {
      const { text, at: behind } = texts[index + 1] as typeof own
      const requests = await ours.beside(place(path), language, text)
      rows.push(...rowsOf(title, await keystrokes(requests, theirs, KEYSTROKES, behind, own.at)))
    }
    return rows
  } finally {
    await ours.close()
    await theirs.close()
  }
}

function rowsOf(
  title: string,
  typed: readonly { readonly complete: Pair; readonly diagnose: Pair }[],
): readonly BenchRow[] {
  const requests = {
    completion: typed.map(({ complete }) => complete),
    findings: typed.map(({ diagnose }) => diagnose),
  }
  return Object.entries(requests).flatMap(([what, pairs]) =>
    [0.5, 0.95].map((quantile) => {
      const name = `language server: ${what} after a keystroke in a called script in ${title}, p${quantile * 100}`
      const named = {
        name,
        against: 'tsserver, the script in JavaScript',
        show: (ms: number) => `${ms.toFixed(1)} ms`,
      }
      const budget = quantile === 0.95 ? { budget: 1 } : {}
      return atMost({ ...named, ...budget }, pairAt(pairs, quantile))
    }),
  )
}

const SCRIPTS = [
  {
    language: 'javascript',
    title: 'JavaScript',
    path: 'scripts/guard.mjs',
    marked: `// Keeps commands away from the production database.
import { readFileSync } from 'node:fs'

const input = JSON.parse(readFileSync(0, 'utf8'))
const command = input.tool_input.command ?? ''
input.$0
if (command.includes('production')) {
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }))
}
`,
  },
  {
    language: 'shellscript',
    title: 'shell',
    path: 'scripts/guard.sh',
    marked: `#!/usr/bin/env bash
# Keeps commands away from the production database.
set -euo pipefail
input=$(cat)
command=$(jq -r '.tool_input.command // ""' <<<"$input")
jq -r '.$0' <<<"$input" >&2
if [[ $command == *production* ]]; then
  echo "Not in production" >&2
  exit 2
fi
`,
  },
  {
    language: 'python',
    title: 'Python',
    path: 'scripts/guard.py',
    marked: `# Keeps commands away from the production database.
import json
import sys

data = json.load(sys.stdin)
command = data["tool_input"].get("command", "")
print(data["$0"], file=sys.stderr)
if "production" in command:
    print("Not in production", file=sys.stderr)
    sys.exit(2)
`,
  },
] as const

function settings(): string {
  const entries = Array.from({ length: ENTRIES }, (_, index) => {
    const command = ['node scripts/guard.mjs', 'bash scripts/guard.sh', 'python3 scripts/guard.py'][index % 3]
    return `    { "matcher": "Bash", "hooks": [{ "type": "command", "command": "${command} ${index}" }] }`
  })
  return `{ "hooks": { "PreToolUse": [\n${entries.join(',\n')}\n  ] } }\n`
}
