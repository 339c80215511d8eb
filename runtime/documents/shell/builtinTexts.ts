// Texts that a shell runs because one of its builtins was given them: `alias ll='sh ./x'`, `compgen -C 'sh ./x'`.

import type { SyntaxNode } from '../treeSitter.ts'

type TextOf = (word: SyntaxNode) => string | undefined

type BuiltinText =
  | { readonly kind: 'line'; readonly text: SyntaxNode }
  | { readonly kind: 'unseen'; readonly called: SyntaxNode; readonly certain: true }

/** Whether it is a builtin that is given such texts. */
export function isTextBuiltin(name: string): boolean {
  return /^(?:alias|compgen|complete)$/.test(name)
}

/** The texts among the words of such a builtin that the shell runs, at once or later. */
export function textsOfBuiltin(
  name: string,
  args: readonly SyntaxNode[],
  textOf: TextOf,
): readonly BuiltinText[] {
  return name === 'alias' ? args.flatMap((word) => aliased(word, textOf)) : completed(args, textOf)
}

// The shell puts the text where the name stands.
function aliased(word: SyntaxNode, textOf: TextOf): readonly BuiltinText[] {
  const text = textOf(word)
  if (text === undefined) return word.text.includes('=') ? [unseen(word)] : []
  const [, value] = /^[^=]+=(.*)$/s.exec(text) ?? []
  return value === undefined ? [] : [line(word, value)]
}

// `-C` runs a command, and the words behind `-W` are expanded.
function completed(args: readonly SyntaxNode[], textOf: TextOf): readonly BuiltinText[] {
  return args.flatMap((word, at) => {
    const [, option, joined] = /^-[a-zA-Z]*?([CW])(.*)$/s.exec(textOf(word) ?? '') ?? []
    const given = joined === '' ? args[at + 1] : word
    if (option === undefined || given === undefined) return []
    const text = joined === '' ? textOf(given) : joined
    if (text === undefined) return [unseen(given)]
    if (option === 'C') return [line(given, text)]
    return /\$\(|`/.test(text) ? [unseen(given)] : []
  })
}

function line(word: SyntaxNode, text: string): BuiltinText {
  return { kind: 'line', text: { ...word, type: 'string_content', text, children: [] } }
}

function unseen(called: SyntaxNode): BuiltinText {
  return { kind: 'unseen', called, certain: true }
}
