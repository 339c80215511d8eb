// Parses YAML text into the parser's document, its errors and the targets of its aliases. Takes linear time for any
// text: the parser's quadratic checks (unique keys, aliases) are replaced here.

import { type Alias, type Document, isScalar, type Node, parseDocument, visit } from 'yaml'
import type { Range } from '../contract/problems.ts'

export type Yaml = {
  readonly document: Document
  readonly errors: readonly { readonly range: Range; readonly message: string }[]
  /** The node an alias refers to; undefined where no such anchor precedes it. */
  resolve(alias: Alias): Node | undefined
  /** The range of a node, without what follows it. A node missing at the end is placed at the end of the text. */
  rangeOf(node: Node): Range
}

// `command: "guard.sh" --strict`: the parser's own messages name what it expects instead.
const AFTER_QUOTE = /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')[ \t]+[^\s#:,}\]]/

/** Larger than any real file, in UTF-16 units: parsing a larger text takes seconds. */
export const LARGEST_YAML = 2 ** 17

/** Parses the first document of a text. Throws a RangeError for a text that is nested too deeply. */
export function parseYaml(text: string): Yaml {
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false })
  // The parser's own patterns exhaust the stack before the parser does, and it reports that as an error in the text.
  if (document.errors.some(({ message }) => /stack overflow|call stack size/i.test(message)))
    throw new RangeError('nested too deeply')
  const errors = document.errors.map(({ pos: [start, end], message }) => ({
    range: within(start, end),
    message: isAfterQuote(message, start)
      ? 'There is text after the closing quote of a value'
      : (message.split('\n', 1)[0] ?? '').replace(/[:.]$/, ''),
  }))
  const anchors = new Map<string, Node>()
  const targets = new Map<Alias, Node>()
  visit(document, {
    Alias(_, alias) {
      const target = anchors.get(alias.source)
      if (target !== undefined) targets.set(alias, target)
    },
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node as Node)
    },
    Map(_, map) {
      if (map.anchor !== undefined) anchors.set(map.anchor, map)
      const names = new Set<unknown>()
      for (const { key } of map.items) {
        if (!isScalar(key)) continue
        if (names.has(key.value) && key.value !== '<<')
          errors.push({ range: rangeOf(key), message: 'Map keys must be unique' })
        names.add(key.value)
      }
    },
  })
  errors.sort((one, two) => one.range.start - two.range.start)
  return {
    document,
    errors,
    resolve: (alias) => targets.get(alias),
    rangeOf,
  }

  // The error is at the quoted part, or at the text after it.
  function isAfterQuote(message: string, start: number): boolean {
    if (AFTER_QUOTE.test(text.slice(start, start + 2000))) return true
    return (
      /^Unexpected scalar at node end/.test(message) && /["'][ \t]+$/.test(text.slice(0, start).slice(-80))
    )
  }

  function rangeOf({ range }: Node): Range {
    const [start, end] = range ?? [0, 0]
    return within(start, end)
  }

  // The parser reports single units, which may be half of a character or of a line end.
  function within(start: number, end: number): Range {
    const [from, to] = [Math.min(start, text.length), Math.min(end, text.length)]
    const isHalf = (at: number): boolean =>
      /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(text.slice(at - 1, at + 1))
    return {
      start: from > 0 && isHalf(from) ? from - 1 : from,
      end: to > 0 && isHalf(to) ? to + (text[to] === '\n' ? -1 : 1) : to,
    }
  }
}

/** A value in YAML notation, on one line. */
export function yamlText(value: string | number | boolean): string {
  const isPlain = typeof value !== 'string' || (/^[A-Za-z_][\w.-]*$/.test(value) && !RESERVED.test(value))
  return isPlain ? String(value) : JSON.stringify(value)
}

// YAML 1.1, which other readers of the file may implement, has more words for true and false.
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i
