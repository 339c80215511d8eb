// The seed texts at run time, where they are at hand: nothing of them is kept in the repository.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedsFolder } from '../../scripts/seeds/texts.ts'

const folder = seedsFolder(join(import.meta.dirname, '..', '..'))

/** Why tests that read this text are skipped; false where it is at hand. */
export function without(text: string): string | false {
  try {
    readFileSync(join(folder, text))
    return false
  } catch {
    return `needs ${text}: name the folder of the seed texts in HOOKBENCH_SEEDS`
  }
}

/** The code block of a text in which these words stand, as it stands there. */
export function codeBlock(text: string, words: string): string {
  const whole = readFileSync(join(folder, text), 'utf8')
  const blocks = [...whole.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, code = '']) => code)
  const found = blocks.filter((code) => code.includes(words))
  if (found.length !== 1)
    throw new Error(`${found.length} code blocks of ${text} hold ${JSON.stringify(words)}`)
  return found[0] as string
}
