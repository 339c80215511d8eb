// Cost of a keystroke in a host's settings file with 200 entries, beside VS Code's own JSON server with our schema on
// the same file in the same run. The JSON server comes with code-server; without it there is no row.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../../scripts/editor/cache.ts'
import { keystrokes, type Pair, pairAt } from '../editors/keystrokes.ts'
import { openLsp } from '../editors/lsp.ts'
import { cursorIn } from '../editors/workspace.ts'
import type { BenchRow } from '../measure.ts'

const product = join(import.meta.dirname, '../..')
const ENTRIES = 200
const KEYSTROKES = 120
/** One frame at 60 Hz: a delay below it is not noticeable, so it passes even if the peer is much faster. */
const FRAME_MS = 16

const FILE = '.claude/settings.json'
const SCHEMA = join(product, 'schemas/claude-code/configuration.schema.json')

/** Measures a keystroke in the file. */
export async function configuration(folder: string): Promise<readonly BenchRow[]> {
  const json = join(
    ...[cacheFolder(), 'node_modules/code-server/lib/vscode/extensions/json-language-features'],
    'server/dist/node/jsonServerMain.js',
  )
  if (!existsSync(json)) return []
  const root = join(folder, 'configured')
  const { text, at: cursor } = cursorIn(settings())
  const path = join(root, FILE)
  mkdirSync(dirname(path), { recursive: true })
  mkdirSync(join(root, 'scripts'))
  writeFileSync(path, text)
  writeFileSync(join(root, 'scripts/guard.sh'), 'jq -r .tool_input.command | grep -q rm && exit 2\nexit 0\n')
  const schema: unknown = JSON.parse(readFileSync(SCHEMA, 'utf8'))
  const ours = await openLsp([join(product, 'dist/server.js')], root, path, text, {}, { languageId: 'json' })
  const theirs = await openLsp(
    [json],
    root,
    path,
    text,
    {},
    {
      languageId: 'json',
      initializationOptions: { handledSchemaProtocols: ['file'] },
      notifications: [['json/schemaAssociations', [{ fileMatch: [FILE], uri: 'schema://hooks', schema }]]],
    },
  )
  try {
    // Without the schema the peer would be fast and offer no completions.
    if ((await theirs.complete(cursor)) === 0) throw new Error('the JSON server offers nothing here')
    const typed = await keystrokes(ours, theirs, KEYSTROKES, cursor)
    const completed = typed.map(({ complete }) => complete)
    const found = typed.map(({ diagnose }) => diagnose)
    return [0.5, 0.95].flatMap((quantile) => [
      row('completion', completed, quantile),
      row('findings', found, quantile),
    ])
  } finally {
    await ours.close()
    await theirs.close()
  }
}

function row(what: string, pairs: readonly Pair[], quantile: number): BenchRow {
  const { ours, theirs, ratio } = pairAt(pairs, quantile)
  return {
    name: `language server: ${what} after a keystroke in a settings file of ${ENTRIES} entries, p${quantile * 100}`,
    against: "VS Code's JSON server, same file",
    budget: `≤ 2 × or ${FRAME_MS} ms`,
    ours: `${ours.toFixed(1)} ms`,
    theirs: `${theirs.toFixed(1)} ms`,
    ratio,
    ok: ours <= Math.max(2 * theirs, FRAME_MS),
  }
}

// The key is typed in an entry in the middle.
function settings(): string {
  const entries = Array.from({ length: ENTRIES }, (_, index) => {
    const half = index === ENTRIES / 2 ? '"ti$0": 5, ' : ''
    return `    { "matcher": "Bash|Edit", "hooks": [{ "type": "command", ${half}"command": "sh scripts/guard.sh ${index}" }] }`
  })
  return `{ "permissions": { "allow": [] },\n  "hooks": { "PreToolUse": [\n${entries.join(',\n')}\n  ] } }\n`
}
