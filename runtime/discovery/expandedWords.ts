// Expands the words of a command: variables whose value is known, the home folder, the top of the checkout. Anything
// else that a shell would expand makes a word unknown.

import type { CommandContext } from './commandContext.ts'
import type { Disk } from './disk.ts'
import { repositoryOf } from './repository.ts'
import { quotedSigns } from './simpleCommands.ts'

/** A word that no shell reads: only the folders that the host fills in (`${NAME}`) are special, the rest is quoted. */
export function argument(word: string, { variables }: CommandContext): string {
  const parts = word.split(/(\$\{\w+\})/)
  return parts
    .map((part, at) =>
      at % 2 === 1 && Object.hasOwn(variables, part.slice(2, -1)) ? part : quotedSigns(part),
    )
    .join('')
}

/** A word with its variables expanded and its quoting marks kept; undefined where a part of it is unknown. */
export function expanded(
  word: string,
  { cwd, home, variables, unsure, disk }: CommandContext,
): string | undefined {
  if (/^~(?:\/|$)/.test(word) && unsure?.has('HOME')) return undefined
  const placed = withCheckout(
    word.replace(/^~(?=\/|$)/, () => quotedSigns(home)).replace(/^~\+(?=\/)/, () => quotedSigns(cwd)),
    cwd,
    disk,
  )
  let known = true
  const text = placed.replaceAll(
    /\$(?:\{(\w+)(?::?-([^}]*))?\}|(\w+))/g,
    (_, braced: string | undefined, fallback: string | undefined, bare: string | undefined) => {
      const name = braced ?? bare ?? ''
      if (unsure?.has(name)) known = false
      const own = Object.hasOwn(variables, name) ? variables[name] : undefined
      const value = own ?? (name === 'HOME' ? home : name === 'PWD' ? cwd : fallback)
      if (value === undefined) known = false
      return quotedSigns(value ?? '')
    },
  )
  return known && !/^~|[$`]/.test(text) ? text : undefined
}

/** The text with the top of the checkout in place of the command that prints it. */
export function withCheckout(text: string, cwd: string, disk: Disk): string {
  return text.replaceAll(CHECKOUT, () => repositoryOf(cwd, disk) ?? cwd)
}

// How commands name the top of the checkout they are run in.
const CHECKOUT =
  /\$\(\s*git rev-parse --show-toplevel(?:\s+2>\s*\/dev\/null)?(?:\s*\|\|\s*(?:pwd|echo \.|echo "?\$PWD"?))?\s*\)/g
