// TOML text -> outline, for a text that is being typed: what the parser would refuse is passed over, and what is half
// typed becomes a place where something could be. Judges nothing; the parser does (toml.ts).

import type { Range } from '../../contract/problems.ts'
import type { Quote } from '../spots.ts'
import type { Heading, Outline } from './place.ts'
import type { Member, Tree, WrittenNode } from './tree.ts'

type ObjectTree = Tree & { kind: 'object' }

/** The outline of a text, in time in proportion to it. */
export function tomlOutline(text: string): Required<Outline> {
  const root = objectAt(0, text.length)
  const headings: Heading[] = []
  let table = root
  let at = 0
  while (at < text.length) {
    const end = lineEnd(at)
    const start = blanks(at, end)
    const sign = text[start]
    if (sign === '[') {
      table = heading(start, end)
      at = nextLine(end)
    } else if (start === end || sign === '#') {
      for (let hole = at; hole <= start && sign !== '#'; hole++) table.holes.push(emptyAt(hole))
      at = nextLine(end)
    } else at = nextLine(member(table, start, end))
    reach(table, Math.min(at, text.length))
  }
  // Behind the last line end a further line may begin.
  if (text === '' || text.endsWith('\n')) table.holes.push(emptyAt(text.length))
  return { tree: root, headings }

  function reach(tree: Tree, end: number): void {
    if (tree.kind !== 'scalar') tree.range = { start: tree.range.start, end: Math.max(tree.range.end, end) }
  }

  // `[a.b]` or `[[a.b]]`, whole or not.
  function heading(start: number, end: number): ObjectTree {
    const isList = text[start + 1] === '['
    let place = start + (isList ? 2 : 1)
    let here = root
    const path: string[] = []
    for (;;) {
      const key = keyAt(blanks(place, end), end)
      path.push(key.text)
      headings.push({ path: [...path], written: key })
      const after = blanks(key.range.end, end)
      const isLast = text[after] !== '.'
      if (key.text !== '') here = step(here, key, isLast && isList, start, end)
      if (isLast) return here
      place = after + 1
    }
  }

  // The table under a key; of a list of tables the last, or a further one.
  function step(owner: ObjectTree, key: WrittenNode, isNew: boolean, start: number, end: number): ObjectTree {
    let known = owner.members.find((one) => one.key.text === key.text)
    if (known === undefined) {
      known = {
        key,
        value: isNew ? { kind: 'array', range: { start, end }, items: [], holes: [] } : objectAt(start, end),
        holes: [],
      }
      owner.members.push(known)
    }
    reach(owner, end)
    const { value } = known
    if (value !== undefined) reach(value, text.length)
    if (value?.kind === 'object') return value
    if (value?.kind !== 'array') return objectAt(start, end)
    const last = value.items.at(-1)
    if (!isNew && last?.kind === 'object') return last
    const item = objectAt(start, end)
    value.items.push(item)
    return item
  }

  // `a.b = value`; answers with where it ends.
  function member(owner: ObjectTree, start: number, end: number): number {
    let here = owner
    let place = start
    for (;;) {
      const key = keyAt(place, end)
      const after = blanks(key.range.end, end)
      if (text[after] === '.' && key.text !== '') {
        here = step(here, key, false, start, end)
        place = blanks(after + 1, end)
        continue
      }
      const one: Member = { key, value: undefined, holes: [] }
      if (key.text === '' && text[after] !== '=') return place === start ? end : after
      here.members.push(one)
      if (text[after] !== '=') return Math.max(after, key.range.end)
      return memberValue(one, after + 1, end)
    }
  }

  function memberValue(one: Member, from: number, end: number): number {
    const start = blanks(from, end)
    if (start === end || text[start] === '#') {
      for (let hole = from; hole <= start; hole++) one.holes.push(textAt(hole))
      return end
    }
    const [value, after] = valueAt(start, end, 0)
    one.value = value
    return after
  }

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
    // A bare word that is none of TOML's is a text whose quotes are still to come.
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

  // One that is not closed ends before the next statement.
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
    const tree = objectAt(start, start)
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

  function keyAt(start: number, end: number): WrittenNode {
    const quote = text[start]
    if (quote === '"' || quote === "'") {
      const close = text.indexOf(quote, start + 1)
      const stop = close === -1 || close >= end ? end : close + 1
      return {
        range: { start, end: stop },
        text: text.slice(start + 1, close === -1 || close >= end ? end : close),
        quote,
      }
    }
    const [word = ''] = /^[\w-]*/.exec(text.slice(start, end)) ?? []
    return { range: { start, end: start + word.length }, text: word, quote: 'bare' }
  }

  function blanks(from: number, end: number): number {
    let at = from
    while (at < end && (text[at] === ' ' || text[at] === '\t')) at++
    return at
  }

  function lineEnd(from: number): number {
    const end = text.indexOf('\n', from)
    if (end === -1) return text.length
    return end > from && text[end - 1] === '\r' ? end - 1 : end
  }

  function nextLine(from: number): number {
    const end = text.indexOf('\n', from)
    return end === -1 ? text.length : end + 1
  }
}

const DEEPEST = 50
const STATEMENT = /^[ \t]*(?:\[\[?[\w"' -]|[\w"'.-]+[ \t]*=)/

function scalar(start: number, end: number, value: string | number | boolean, quote: Quote): Tree {
  const range: Range = { start, end }
  return { kind: 'scalar', range, value, quote }
}

function emptyAt(at: number): WrittenNode {
  return { range: { start: at, end: at }, text: '', quote: 'bare' }
}

// Where a value could be: most are texts.
function textAt(at: number): WrittenNode {
  return { range: { start: at, end: at }, text: '', quote: '"' }
}

function objectAt(start: number, end: number): ObjectTree {
  return { kind: 'object', range: { start, end }, members: [], holes: [] }
}
