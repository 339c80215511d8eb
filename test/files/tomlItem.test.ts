// Adding an entry to a TOML file: the rest is kept byte for byte, comments and line endings included, and the file
// reads like the old one with the entry at the end of its list; where that is not possible, nothing is written.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { holdsLists, tomlWithItem } from '../../runtime/files/tomlItem.ts'

const VALUE = { matcher: '^Bash$', hooks: [{ type: 'command', command: 'sh "x".sh\t# \u007F', timeout: 5 }] }
const TABLES = `[[hooks.PreToolUse]]
matcher = "^Bash$"

[[hooks.PreToolUse.hooks]]
type = "command"
command = "sh \\"x\\".sh\\t# \\u007F"
timeout = 5
`
const INLINE =
  '{ matcher = "^Bash$", hooks = [{ type = "command", command = "sh \\"x\\".sh\\t# \\u007F", timeout = 5 }] }'

/** A description, the file with `|` (removed) where text is inserted, and the inserted text. */
const ROWS: readonly (readonly [what: string, text: string, added: string])[] = [
  ['an empty file', '|', TABLES],
  ['a file without its last line end', 'model = "o3" # mine|', `\n\n${TABLES}`],
  [
    'tables of the same event, and another table behind them',
    '[[hooks.PreToolUse]]\n# mine\n[[hooks.PreToolUse.hooks]]\ncommand = "x"\n\n[tools]\nweb = true\n|',
    `\n${TABLES}`,
  ],
  ['a table of hooks', '[hooks] # mine\n|', `\n${TABLES}`],
  ['Windows line ends', 'a = 1\r\n|', `\r\n${TABLES.replaceAll('\n', '\r\n')}`],
  ['a byte order mark', '\uFEFFa = 1\n|', `\n${TABLES}`],
  ['another event in brackets', '[hooks]\nStop = [{ hooks = [] }]\n|', `\n${TABLES}`],
  ['a list in one line', '[hooks]\nPreToolUse = [{ hooks = [] }|]\nb = [1]\n', `, ${INLINE}`],
  ['an empty list', '[hooks]\nPreToolUse = [|]\n', ` ${INLINE}`],
  ['a list over lines', '[hooks]\nPreToolUse = [\n  { hooks = [] }|\n]\n', `,\n  ${INLINE}`],
  ['a list that ends with a comma', '[hooks]\nPreToolUse = [\n  { hooks = [] },|\n]\n', `\n  ${INLINE},`],
  [
    'a list that ends with a comment',
    '[hooks]\nPreToolUse = [\n  { hooks = [] } # ] last|\n]\n',
    `\n  , ${INLINE}`,
  ],
  ['hooks in braces', 'hooks = { PreToolUse = [{ hooks = [] }|], Stop = [] }\n', `, ${INLINE}`],
]

for (const [what, marked, added] of ROWS) {
  test(`${what}: one insertion`, async () => {
    const text = marked.replace('|', '')
    const after = await tomlWithItem(text, { file: 'x.toml', at: ['hooks', 'PreToolUse'], value: VALUE })
    assert.equal(
      after,
      marked.replace('|', () => added),
    )
    const read = (one: string) =>
      getStaticTOMLValue(parseTOML(one.replace(/^\uFEFF/, ''))) as { hooks: { PreToolUse: unknown[] } }
    assert.deepEqual(read(after).hooks.PreToolUse.at(-1), VALUE)
  })
}

for (const [what, text, why] of [
  ['a text that does not parse', 'a = ', /^x\.toml is not TOML: .*\. Fix it first; nothing was written\.$/],
  ['hooks that are no table', 'hooks = 3\n', /^"hooks" in x\.toml is not a table\. Fix it first/],
  ['groups that are no list', '[hooks]\nPreToolUse = 1\n', /^"hooks\.PreToolUse" in x\.toml is not a list/],
  [
    'braces that hold no list of the event',
    'hooks = { Stop = [] }\n',
    /Add it by hand; nothing was written\.$/,
  ],
] as const) {
  test(`${what} is refused`, async () => {
    await assert.rejects(tomlWithItem(text, { file: 'x.toml', at: ['hooks', 'PreToolUse'], value: VALUE }), {
      name: 'NotWritten',
      message: why,
    })
  })
}

test('entries are seen in lists, and in nothing else', async () => {
  for (const [text, holds] of [
    ['[[hooks.Stop]]\n', true],
    ['hooks = { Stop = [] }', true],
    ['[hooks.state]\na = 1\n', false],
    ['a = 1', false],
    ['a = ', false],
  ] as const)
    assert.equal(await holdsLists(text, 'hooks'), holds, text)
})
