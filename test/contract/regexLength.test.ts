// The maximum text length that a regular expression is tried on: large for the patterns people write, and for patterns
// built for exponential time no more than can be tried at once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestTried } from '../../runtime/contract/regexLength.ts'

/** The pattern, and the least text length that it must be tried on. */
const USUAL: readonly (readonly [source: string, least: number])[] = [
  ['Bash', 1_000_000],
  ['Bash|Edit|Write', 1_000_000],
  ['^(?!Write$)', 1_000_000],
  ['^(git|npm) (push|publish)( |$)', 100_000],
  ['(curl|cat|cp|chmod) (-s|-x)?', 100_000],
  ['mcp__.*', 10_000],
  ['mcp__.*__.*', 600],
  ['.*foo.*bar.*', 200],
  ['rm\\s+-rf\\s+.*', 200],
  ['(Bash|Edit)+', 10_000],
  ['^(\\w+_)*x$', 20],
  ['[A-Z]{4}-\\d{8}-\\w{16}', 100_000],
  [Array.from({ length: 5000 }, (_, at) => `tool_${at}`).join('|'), 12],
]

/** The pattern, and the greatest text length that it may be tried on. */
const ENDLESS: readonly (readonly [source: string, most: number])[] = [
  ['^(a+)+$', 24],
  ['(((.*)*)*)*#', 12],
  ['(a|a|.)*(.|..)*#', 16],
  ['(.|.|.)'.repeat(20), 16],
  ['(.|.){40}#', 20],
  ['.*'.repeat(15), 12],
  ['.{200}(.|.|.)*#', 128],
  ['(a{64,128}){64,128}', 128],
  ['(?<n>.*)*\\k<n>#', 24],
  ['('.repeat(5000), 16],
]

/** Patterns that are tried on no text, not even an empty one: compiling them may exhaust the memory. */
const NEVER = ['a*'.repeat(50_000), 'a*'.repeat(7000), `${'(a'.repeat(7000)}${')+'.repeat(7000)}`]

for (const [source, least] of USUAL)
  test(`${source.slice(0, 60)} is tried on texts of ${least} signs`, () =>
    assert.ok(longestTried(source) >= least))

for (const [source, most] of ENDLESS)
  test(`${source.slice(0, 30)} is tried on no text of more than ${most} signs, and at once`, () => {
    const longest = longestTried(source)
    assert.ok(longest <= most, String(longest))
    const since = performance.now()
    try {
      new RegExp(source).test('a'.repeat(longest))
    } catch (error) {
      assert.ok(error instanceof SyntaxError)
    }
    assert.ok(performance.now() - since < 5000)
  })

for (const source of NEVER)
  test(`${source.length} signs: ${source.slice(0, 30)} is tried on no text`, () =>
    assert.ok(longestTried(source) < 0))

test('what is counted for short texts decides as the full count does', () => {
  const sources = [...USUAL, ...ENDLESS].map(([source]) => `${source}z?`)
  const lengths = [0, 8, 12, 16, 20, 24, 28, 32, 33, 128]
  const decisions = () =>
    sources.map((source) => lengths.map((length) => length <= longestTried(source, length)))
  const short = decisions()
  for (const source of sources) longestTried(source)
  assert.deepEqual(short, decisions())
})
