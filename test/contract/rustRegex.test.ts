// Matchers as Rust's regex crate reads them: which are rejected, and what the others match.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rustRegex } from '../../runtime/contract/hosts/rustRegex.ts'
import { processorMs } from '../support/processorTime.ts'

const rows: readonly (readonly [pattern: string, matched: readonly string[], others: readonly string[]])[] = [
  ['Ba.h', ['Bash', 'xBashy'], ['Bah', 'Ba\nh']],
  ['^(Bash|apply_patch)$', ['Bash', 'apply_patch'], ['Bash2', 'bash']],
  ['\\bBash\\b', ['Bash', 'a Bash b'], ['Bashy']],
  ['(?i)bash', ['Bash', 'BASH'], ['Bas']],
  ['B(?i)ASH', ['Bash'], ['bash']],
  ['(?i)B(?-i:ash)', ['bash', 'Bash'], ['BASH']],
  ['(?i)[b]ash', ['Bash'], ['ash']],
  ['(?x) B a s h # the shell', ['Bash'], ['B a s h']],
  ['(?s).', ['\n'], ['']],
  ['^a$', ['a'], ['a\n', 'b\na']],
  ['(?m)^a$', ['b\na\nc'], ['ba']],
  ['(?P<name>B)ash', ['Bash'], ['ash']],
  ['mcp__.*__ping$', ['mcp__demo__ping'], ['mcp__demo__ping2']],
  ['a**', ['', 'aa'], []],
  ['^a{2}$', ['aa'], ['a']],
  ['^a{1,}?$', ['a', 'aa'], ['']],
  ['[[:upper:]]ash', ['Bash'], ['bash']],
  ['^[A-C&&[^A]]$', ['B', 'C'], ['A', 'D']],
  ['^[a-f--[bc]]$', ['a', 'd'], ['b', 'c', 'g']],
  ['^[]a]$', [']', 'a'], ['b']],
  ['^\\p{Lu}$', ['B', 'É'], ['b']],
  ['^\\p{Greek}$', ['α'], ['a']],
  ['^\\x{1F600}$', ['😀'], ['x']],
  ['^é😀$', ['é😀'], ['é']],
  ['\\Aa\\z', ['a'], ['a\n']],
  ['a|', ['', 'x'], []],
  ['()', ['', 'x'], []],
  ['Bash(git *)', ['Bashgit'], ['Bash(git status)', 'Bash']],
  ['^\\w+$', ['é_1'], ['a-b']],
  ['^\\W[^\\d\\s]$', ['-é'], ['é-', '-٣']],
  ['a\\B', ['ab'], ['a', 'a-']],
  ['\\b{start}a\\b{end}', ['a', '-a-'], ['ab', 'ba']],
  ['a\\b{start-half}', [], ['a', 'a-']],
  ['^\\p{alphabetic}\\p{uppercase letter}\\p{isGreek}\\p{script=Latin}\\p{any}$', ['aAαaé'], ['aaαaé']],
  ['^\\p{ L u }\\p{L-u}\\p{UPPERCASELETTER}\\p{xid_start}\\p{wb=ALetter}$', ['AAAaa'], ['aAAaa']],
  ['^[b--]$', ['b'], ['a']],
  ['^[b~~]$', ['b'], ['a']],
  ['^[--b]$', ['b', '-'], ['a']],
  ['^(?<é>b)$', ['b'], ['a']],
  ['^\\P{sc!=Greek}$', ['α'], ['a']],
  ['^[b-d~~d-e]$', ['b', 'c', 'e'], ['a', 'd']],
  ['(?i)^baſh$', ['Bash'], ['Bath']],
  ['^\\pl\\p{ID_Start}\\p{UppercaseLetter}$', ['abC'], ['abc']],
  ['^[--a]$', ['-', 'a'], ['b']],
  ['^[[:nope:]]$', [':', 'n'], ['a']],
  ['^[a&&b[:alpha:]]$', ['a'], ['b', ':']],
  ['Bash, Edit', ['Bash, Edit'], ['Bash', 'Edit']],
]

for (const [pattern, matched, others] of rows) {
  test(`${pattern} matches ${JSON.stringify(matched)} and not ${JSON.stringify(others)}`, () => {
    const regex = rustRegex(pattern)
    for (const value of matched) assert.equal(regex?.test(value), true, value)
    for (const value of others) assert.equal(regex?.test(value), false, value)
  })
}

for (const pattern of [
  ...[
    '[',
    '(',
    ')',
    '**',
    '(?P<x>a)(?<x>b)',
    '(?ii)a',
    '(?i-i)a',
    '\\p{nope}Bash',
    '\\p{^Greek}',
    'a{,2}',
    '*Bash',
    '+',
    'a|*',
    'a{',
    'a{x}',
    'a{2',
    '[b-a]',
    '[a',
    '\\',
    '(?q)a',
    '[\\w-.]',
    '\\p{Basic_Emoji}',
  ],
  // JavaScript accepts these.
  ...['^(?!Bash)', '(?=B)', '(?<=B)', '(?<!B)', '(B)\\1', '\\e', '\\p{Nope}', '\\x{110000}', '\\uD800'],
]) {
  test(`${pattern} is no regular expression of Rust`, () => assert.equal(rustRegex(pattern), undefined))
}

test('a pattern of nothing but sets of signs is compiled in an instant', () => {
  const took = processorMs(() => {
    assert.equal(rustRegex('\\w'.repeat(10_000))?.test('Bash'), false)
    assert.equal(rustRegex(`[${'\\w'.repeat(10_000)}]`)?.test('Bash'), true)
    assert.equal(rustRegex('[\\pL~~b~~c~~d~~e~~f~~g~~h~~i]'.repeat(400))?.test('Bash'), false)
  })
  assert.ok(took < 1000, `${took} ms`)
})
