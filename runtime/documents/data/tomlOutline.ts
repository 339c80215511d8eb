// Parses TOML text that is being typed into an outline: invalid parts are skipped, and half-typed parts become holes.
// Reports no problems; the parser does (toml.ts).

import type { Heading, Outline } from './place.ts'
import { scanToml } from './tomlScan.ts'
import { emptyAt, textAt, tomlValues } from './tomlValues.ts'
import { emptyObject, type Member, type ObjectTree, type Tree, type WrittenNode } from './tree.ts'

/** The outline of a text, in linear time. */
export function tomlOutline(text: string): Required<Outline> {
  const { blanks, keyAt, lineEnd, nextLine } = scanToml(text)
  const valueAt = tomlValues(text)
  const root = emptyObject({ start: 0, end: text.length })
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
  // After the last line end another line may begin.
  if (text === '' || text.endsWith('\n')) table.holes.push(emptyAt(text.length))
  return { tree: root, headings }

  function reach(tree: Tree, end: number): void {
    if (tree.kind !== 'scalar') tree.range = { start: tree.range.start, end: Math.max(tree.range.end, end) }
  }

  // `[a.b]` or `[[a.b]]`, complete or not.
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

  // The table under a key; in an array of tables the last one, or a new one.
  function step(owner: ObjectTree, key: WrittenNode, isNew: boolean, start: number, end: number): ObjectTree {
    let known = owner.members.find((one) => one.key.text === key.text)
    if (known === undefined) {
      known = {
        key,
        value: isNew
          ? { kind: 'array', range: { start, end }, items: [], holes: [] }
          : emptyObject({ start, end }),
        holes: [],
      }
      owner.members.push(known)
    }
    reach(owner, end)
    const { value } = known
    if (value !== undefined) reach(value, text.length)
    if (value?.kind === 'object') return value
    if (value?.kind !== 'array') return emptyObject({ start, end })
    const last = value.items.at(-1)
    if (!isNew && last?.kind === 'object') return last
    const item = emptyObject({ start, end })
    value.items.push(item)
    return item
  }

  // Reads `a.b = value`; returns the offset where it ends.
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
    const [value, after] = valueAt(start, end)
    one.value = value
    return after
  }
}
