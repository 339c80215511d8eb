// Parses the values of a TOML text that is being typed, with the holes in arrays and inline tables. A half-typed value
// is parsed as far as it is written.

import type { Quote } from '../spots.ts'
import { scanToml } from './tomlScan.ts'
import { emptyObject, type Member, type Tree, type WrittenNode } from './tree.ts'

const DEEPEST = 50
const STATEMENT = /^[ \t]*(?:\[\[?[\w"' -]|[\w"'.-]+[ \t]*=)/

/** Returns a function that reads the value at an offset in a line ending at `end`, and the offset after it. */
export function tomlValues(text: string): (start: number, end: number) => readonly [Tree, number] {
  const { blanks, lineEnd, keyAt } = scanToml(text)
  return (start, end) => valueAt(start, end, 0)

  function valueAt(start: number, end: number, depth: number): readonly [Tree, number] {
    const sign = text[start]
    if (depth > DEEPEST) return [scalar(start, end, text.slice(start, end), 'bare'), end]
    if (sign === '[') return arrayAt(start, depth)
    if (sign === '{') return inlineAt(start, end, depth)
    if (sign === '"' || sign === "'") return stringAt(start, end, sign)
    const [word = ''] = /^[^,\]}#\r\n]*/.exec(text.slice(start, end)) ?? []
    const bare = word.trimEnd()
    const value =
      bare === 'true' ? true : bare === 'false' ? false : /^[+-]?\d/.test(bare) ? Number(bare) : bare
    // A bare word that is not a TOML value is a text whose quotes are not typed yet.
    const isText = typeof value === 'string' || Number.isNaN(value)
    return [
      scalar(start, start + bare.length, Number.isNaN(value) ? bare : value, isText ? '"' : 'bare'),
      start + bare.length,
    ]
  }

  function stringAt(start: number, end: number, quote: '"' | "'"): readonly [Tree, number] {
    const mark = quote.repeat(3)
    if (text.startsWith(mark, start)) {
      const close = text.indexOf(mark, start + 3)
      const stop = close === -1 ? end : close + 3
      return [scalar(start, stop, text.slice(start + 3, close === -1 ? end : close), quote), stop]
    }
    let at = start + 1
    while (at < end && text[at] !== quote) at += quote === '"' && text[at] === '\\' ? 2 : 1
    const stop = Math.min(at, end)
    const inner = text.slice(start + 1, stop)
    const value = quote === '"' ? inner.replaceAll(/\\(["\\])/g, '$1') : inner
    const isClosed = text[stop] === quote && stop < end
    return [scalar(start, isClosed ? stop + 1 : stop, value, quote), isClosed ? stop + 1 : stop]
  }

  // An unclosed array ends before the next statement.
  function arrayAt(start: number, depth: number): readonly [Tree, number] {
    const tree: Tree & { kind: 'array' } = {
      kind: 'array',
      range: { start, end: start },
      items: [],
      holes: [],
    }
    let at = start + 1
    let isOpen = true
    for (;;) {
      const sign = text[at]
      if (sign === undefined || (sign === '\n' && STATEMENT.test(text.slice(at + 1, at + 200)))) break
      if (sign === ']') {
        if (isOpen) tree.holes.push({ index: tree.items.length, written: textAt(at) })
        at++
        break
      }
      if (sign === '#') at = lineEnd(at)
      else if (sign === ',') {
        isOpen = true
        at++
      } else if (/\s/.test(sign)) {
        if (isOpen) tree.holes.push({ index: tree.items.length, written: textAt(at) })
        at++
      } else {
        const [item, after] = valueAt(at, lineEnd(at), depth + 1)
        tree.items.push(item)
        isOpen = false
        at = Math.max(after, at + 1)
      }
    }
    tree.range = { start, end: at }
    return [tree, at]
  }

  function inlineAt(start: number, lineStop: number, depth: number): readonly [Tree, number] {
    const tree = emptyObject({ start, end: start })
    let at = start + 1
    let isOpen = true
    while (at < lineStop && text[at] !== '}') {
      const sign = text[at] as string
      if (sign === ',' || /\s/.test(sign)) {
        if (sign === ',') isOpen = true
        else if (isOpen) tree.holes.push(emptyAt(at))
        at++
        continue
      }
      const key = keyAt(at, lineStop)
      if (key.text === '') break
      isOpen = false
      const one: Member = { key, value: undefined, holes: [] }
      tree.members.push(one)
      at = blanks(key.range.end, lineStop)
      if (text[at] !== '=') continue
      const from = blanks(at + 1, lineStop)
      if (from === lineStop || text[from] === ',' || text[from] === '}') {
        for (let hole = at + 1; hole <= from; hole++) one.holes.push(textAt(hole))
        at = from
        continue
      }
      const [value, after] = valueAt(from, lineStop, depth + 1)
      one.value = value
      at = Math.max(after, from + 1)
    }
    if (isOpen && at <= lineStop) tree.holes.push(emptyAt(at))
    const stop = text[at] === '}' ? at + 1 : at
    tree.range = { start, end: stop }
    return [tree, stop]
  }
}

/** A hole for a key. */
export function emptyAt(at: number): WrittenNode {
  return { range: { start: at, end: at }, text: '', quote: 'bare' }
}

/** A hole for a value; quoted, because most values are texts. */
export function textAt(at: number): WrittenNode {
  return { range: { start: at, end: at }, text: '', quote: '"' }
}

function scalar(start: number, end: number, value: string | number | boolean, quote: Quote): Tree {
  return { kind: 'scalar', range: { start, end }, value, quote }
}
