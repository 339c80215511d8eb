// Converts a thrown value to a message and a stack for the user. Never throws.

import { fileURLToPath } from 'node:url'
import { describeThrown } from '../../contract/errors.ts'
import { joinLines } from '../../contract/printable.ts'

export type Thrown = { readonly message: string; readonly stack: string }

/** `Name: message` and the stack, with file paths instead of internal URLs. */
export function describe(error: unknown): Thrown {
  const { message, stack } = describeThrown(error)
  return { message: clean(message), stack: clean(stack) }
}

/** Same for a file that fails to load: one line with the position, if Node reports one. */
export function describeLoad(error: unknown, path: string): Thrown {
  const { message, stack } = describe(error)
  const line = joinLines(message)
  const where = positionIn(stack)
  const known = where === undefined || line.includes(where)
  return {
    message: `does not load: ${line}${known ? '' : ` (at ${where})`}${remedy(line)}`,
    stack: stack || path,
  }
}

function remedy(message: string): string {
  if (/TypeScript enum/.test(message)) return '. Write a const object instead: types are only stripped'
  if (/not supported in strip-only mode/.test(message)) return '. Write it without: types are only stripped'
  return ''
}

// A SyntaxError's stack starts with the place, then source lines with a caret;
// other stacks have the file's own first frame.
function positionIn(stack: string): string | undefined {
  const lines = stack.split('\n', 12)
  if (/^\S.*:\d+$/.test(lines[0] ?? '')) {
    const caret = lines.find((line) => /^[ \t]*\^+\s*$/.test(line))
    return caret === undefined ? lines[0] : `${lines[0]}:${caret.indexOf('^') + 1}`
  }
  const frame = /\n\s+at (?:.*\()?((?:\/|[A-Za-z]:\\)[^\n]*?:\d+:\d+)\)?(?:\n|$)/.exec(stack)
  return frame?.[1]
}

function clean(text: string): string {
  return text.replaceAll(/(file:\/\/[^\s?)']*)\?hookbench=\d+/g, (_all, url: string) => {
    try {
      return fileURLToPath(url)
    } catch {
      return url
    }
  })
}
