// Finds the node at a place of a file.

import ts from 'typescript'

// The innermost node that starts at or before a place and ends after it, without comments and spaces.
function innermostAt(file: ts.SourceFile, position: number): ts.Node {
  let at: ts.Node = file
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(at, (child) =>
      child.getStart(file) <= position && position < child.end ? child : undefined,
    )
    if (inner === undefined) return at
    at = inner
  }
}

/** The name or string at a place, or right before it. */
export function nodeAt(file: ts.SourceFile, position: number, before: number): ts.Node {
  const node = innermostAt(file, position)
  return isName(node) ? node : innermostAt(file, before)
}

/** The innermost node that contains a place or ends there, including half-typed text. */
export function around(file: ts.SourceFile, position: number): ts.Node {
  let at: ts.Node = file
  for (;;) {
    let inner: ts.Node | undefined
    ts.forEachChild(at, (child) => {
      if (child.getStart(file) <= position && position <= child.end && child.end > child.pos) inner = child
    })
    if (inner === undefined) return at
    at = inner
  }
}

function isName(node: ts.Node): boolean {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node)
}
