// Translates .NET members that hooks call: reading input, printing, ending the script, searching a text.

import { call, made, says, unknown } from '../flow/translatedNodes.ts'
import type { SyntaxNode } from '../treeSitter.ts'

type Method = (given: readonly SyntaxNode[], at: SyntaxNode) => SyntaxNode

/** .NET members that matter to a hook, matched by the text before the parenthesis. */
export const METHODS: readonly (readonly [RegExp, Method])[] = [
  [
    /^\[(?:system\.)?console\]::(?:in\.read\w*|openstandardinput)$/i,
    (_, at) => call('sys.stdin.read', [], at),
  ],
  [/^\[(?:system\.)?console\]::error\.write(?:line)?$|^\$host\.ui\.writeerrorline$/i, says],
  [/^\[(?:system\.)?console\]::(?:out\.)?write(?:line)?$/i, (given, at) => call('print', given, at)],
  [/streamreader\]::new$/i, ([stream], at) => stream ?? unknown(at)],
  [/^\[(?:system\.)?environment\]::exit$/i, (given, at) => call('sys.exit', given, at)],
  [/\[(?:system\.)?environment\]::getenvironmentvariable$/i, (given, at) => call('os.getenv', given, at)],
  [/^\[(?:[\w.]+\.)?regex\]::(?:is)?match(?:es)?$/i, ([of, pattern], at) => searched(pattern, of, at)],
  [/^\[string\]::isnullor\w+$/i, ([argument], at) => made('not_operator', at, { argument })],
]

/** Whether a text has a pattern. */
export function searched(
  pattern: SyntaxNode | undefined,
  text: SyntaxNode | undefined,
  at: SyntaxNode,
): SyntaxNode {
  return call('re.search', [pattern ?? unknown(at), text ?? unknown(at)], at)
}

/** Methods, by their names in lower case, and those of the tree that `flow` follows. */
export const MEMBERS = new Map([
  ['readtoend', 'read'],
  ['readline', 'read'],
  ['trim', 'strip'],
  ['tostring', 'strip'],
  ['add', 'setdefault'],
  ['remove', 'pop'],
])
