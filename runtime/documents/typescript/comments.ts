// The comments of a module. Outside of strings, templates, regular expressions and JSX text, `//` and `/*` always begin
// a comment.

import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'
import type { Range } from '../../contract/problems.ts'
import { ofKinds } from './syntax.ts'

/** The ranges of the comments, markers included, in reading order. */
export const commentsOf = oncePer((file: ts.SourceFile): readonly Range[] => {
  const { text } = file
  if (!/\/[/*]/.test(text)) return []
  const literals = literalsOf(file)
  const found: Range[] = []
  const sign = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/g
  for (let next = 0, one = sign.exec(text); one !== null; one = sign.exec(text)) {
    const start = one.index
    while ((literals[next]?.end ?? text.length) <= start) next++
    const literal = literals[next]
    if (literal !== undefined && literal.start <= start) sign.lastIndex = literal.end
    else found.push({ start, end: sign.lastIndex })
  }
  return found
})

const literalsOf = oncePer((file: ts.SourceFile): readonly Range[] =>
  ofKinds(file, LITERALS).map((node) => ({ start: node.getStart(file), end: node.end })),
)

const LITERALS = [
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.JsxText,
]

/**
 * Where a script that is no module has a comment that TypeScript reads as code: `<!--`, and `-->` at the start of a line.
 * What follows the first of them may be read otherwise than it runs.
 */
export function htmlComments(file: ts.SourceFile): readonly Range[] {
  const { text } = file
  if (!/<!--|-->/.test(text)) return []
  const hidden = [
    ...literalsOf(file).map((range) => ({ ...range, sign: 'x' })),
    ...commentsOf(file).map((range) => ({ ...range, sign: ' ' })),
  ].sort((one, two) => one.start - two.start)
  let code = ''
  for (const { start, end, sign } of hidden) {
    // A line break within a comment begins a line, too.
    const shown = text.slice(start, end).replaceAll(sign === ' ' ? /[^\n]/g : /[\s\S]/g, sign)
    code += text.slice(code.length, start) + shown
  }
  const found = /<!--|^[ \t]*-->/m.exec(code + text.slice(code.length))
  return found === null ? [] : [{ start: found.index, end: found.index + found[0].length }]
}

/** Where a comment names a file, and not a package, that is loaded for the JSX of the module. */
export function jsxModules(file: ts.SourceFile): readonly Range[] {
  return [...file.text.matchAll(/@jsxImportSource\s+(?:[./#~]|@\/|\w+:)\S*/g)].map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
  }))
}
