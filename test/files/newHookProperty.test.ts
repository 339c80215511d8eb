// Adding an entry to any configuration: the file is kept byte for byte, whatever its comments, line endings, tabs and
// end; the entry is the last of its list, and nothing else reads differently.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'jsonc-parser'
import { writeNewHook } from '../../runtime/files/newHook.ts'
import { writeTree } from '../support/tree.ts'

const tree = writeTree('//- /ws/\n')
after(tree.remove)

const VALUE = { matcher: 'Bash', hooks: [{ type: 'command', command: 'sh "x".sh' }] }
const ROUNDS = 600

/** Random numbers that repeat with the same seed; each is below the argument. */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

/** A configuration with whitespace and comments wherever they are allowed. */
function configuration(random: (below: number) => number): string {
  const eol = random(2) === 0 ? '\n' : '\r\n'
  const gaps = [
    '',
    ' ',
    '\t',
    eol,
    `${eol}\t`,
    `${eol}  `,
    '/* [ { */',
    ` // "Stop": [],${eol}`,
    `${eol}${eol}    `,
  ]
  const gap = () => gaps[random(gaps.length)] as string
  const list = (items: readonly string[]) => {
    const trailing = items.length > 0 && random(3) === 0 ? `,${gap()}` : ''
    return items.map((one) => `${gap()}${one}${gap()}`).join(',') + trailing
  }
  const object = (members: readonly (readonly [string, string])[]) =>
    `{${list(members.map(([key, value]) => `"${key}"${gap()}:${gap()}${value}`))}${gap()}}`
  const array = (items: readonly string[]) => `[${list(items)}${gap()}]`
  const entry = () => object([['hooks', array([object([['command', '"a ] } // b"']])])]])
  const entries = () => array(Array.from({ length: random(3) }, entry))
  const events = [
    ...(random(2) === 0 ? [['PreToolUse', entries()] as const] : []),
    ...(random(3) === 0 ? [] : [['Stop', entries()] as const]),
    ...(random(2) === 0 ? [['x', 'null'] as const] : []),
  ]
  const members = [
    ...(random(2) === 0 ? [['permissions', object([['allow', array(['"é 𝄞"', '1.0'])]])] as const] : []),
    ...(random(4) === 0 ? [] : [['hooks', object(events)] as const]),
    ...(random(2) === 0 ? [['z', 'true'] as const] : []),
  ]
  return `${random(8) === 0 ? '\uFEFF' : ''}${gap()}${object(members)}${gap()}`
}

test(`${ROUNDS} configurations: an entry is put in, and every byte that was there is still there`, async () => {
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const text = configuration(randomOf(seed))
    const root = tree.at(`/ws/${seed}`)
    const file = join(root, 'hooks.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    await writeNewHook(root, {
      path: 'hook.sh',
      text: 'exit 0\n',
      executable: true,
      entry: { file: 'hooks.json', at: ['hooks', 'Stop'], value: VALUE, format: 'jsonc' },
    })
    const written = readFileSync(file, 'utf8')
    const details = `seed ${seed}:\n${JSON.stringify(text)}\n${JSON.stringify(written)}`
    // A single insertion: the text before and after it is the old file.
    let before = 0
    while (before < text.length && text[before] === written[before]) before++
    let behind = 0
    while (behind < text.length - before && text.at(-1 - behind) === written.at(-1 - behind)) behind++
    assert.equal(before + behind, text.length, details)
    const read = (one: string) =>
      parse(one.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }) as Configuration
    const expected = structuredClone(read(text))
    expected.hooks ??= {}
    expected.hooks.Stop = [...(expected.hooks.Stop ?? []), VALUE]
    assert.deepEqual(read(written), expected, details)
  }
})

type Configuration = { hooks?: Record<string, unknown[]> }
