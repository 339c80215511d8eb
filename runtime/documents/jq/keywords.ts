// Parses the terms of a jq program that begin with a word: keywords and calls.

import { defined } from '../../contract/defined.ts'
import type { Parsing } from './parsing.ts'
import { type Term, UNKNOWN } from './term.ts'

/** The term of a word that was just consumed and began at `start`. */
export function wordTerm(parser: Parsing, word: string, start: number): Term {
  const scan = parser.scan
  const range = { start, end: scan.at }
  switch (word) {
    case 'true':
    case 'false':
      return { kind: 'literal', value: word === 'true', range }
    case 'null':
      return { kind: 'literal', value: null, range }
    case 'if':
      return ifTerm(parser)
    case 'try': {
      const body = parser.postfix()
      return scan.word('catch') ? { kind: 'try', body, handler: parser.postfix() } : { kind: 'try', body }
    }
    case 'reduce':
    case 'foreach': {
      const source = parser.postfix()
      const names = scan.word('as') ? patterns(parser) : []
      return { kind: 'fold', source, names, parts: args(parser) }
    }
    case 'label':
      scan.match(/\$\w+/y)
      return scan.pipe() ? parser.pipe() : UNKNOWN
    case 'def':
      return define(parser, true)
    case 'then':
    case 'elif':
    case 'else':
    case 'end':
    case 'as':
    case 'and':
    case 'or':
    case 'catch':
      scan.at = start
      return { kind: 'unknown', missing: start }
    default:
      return { kind: 'call', name: word, args: args(parser), range }
  }
}

function args(parser: Parsing): readonly Term[] {
  const scan = parser.scan
  if (!scan.take('(')) return []
  const args = [parser.pipe()]
  while (scan.take(';')) args.push(parser.pipe())
  scan.take(')')
  return args
}

function ifTerm(parser: Parsing): Term {
  const scan = parser.scan
  const ways: { test: Term; body: Term }[] = []
  do {
    const test = parser.pipe()
    scan.word('then')
    ways.push({ test, body: parser.pipe() })
  } while (scan.word('elif'))
  const otherwise = scan.word('else') ? parser.pipe() : undefined
  scan.word('end')
  return { kind: 'if', ways, ...defined({ otherwise }) }
}

/** `def name(params): body; rest`, after the `def`. */
export function define(parser: Parsing, commas: boolean): Term {
  const scan = parser.scan
  scan.blanks()
  const name = scan.match(/\w+/y) ?? ''
  const params: string[] = []
  if (scan.take('(')) {
    do params.push(scan.match(/\$?\w+/y) ?? '')
    while (scan.take(';'))
    scan.take(')')
  }
  scan.take(':')
  const body = parser.pipe()
  scan.take(';')
  return { kind: 'define', name, params, body, rest: parser.pipe(commas) }
}

/** The names that `as` binds: `$x`, `[$a, $b]`, `{a: $x}`. An empty first name marks parts of the value. */
export function patterns(parser: Parsing): readonly string[] {
  const scan = parser.scan
  const start = scan.at
  const names: string[] = []
  let open = 0
  for (;;) {
    const name = scan.match(/\$\w+/y)
    if (name !== undefined) names.push(name.slice(1))
    else if (scan.match(/[[{(]/y) !== undefined) open++
    else if (open > 0 && scan.match(/[\]})]/y) !== undefined) open--
    else if (open === 0 || scan.match(/"(?:[^"\\]|\\.)*"|\w+|[:,.|]|\?\/\//y) === undefined) break
    if (open === 0 && scan.match(/\?\/\//y) === undefined) break
  }
  return scan.at === start || scan.text.slice(start, scan.at).trim() !== `$${names[0]}`
    ? ['', ...names]
    : names
}
