// The code blocks of the seed texts at run time, read from the pages kept in the repository.

import { join } from 'node:path'
import { BLOCKS_FOLDER, codeBlocks, readBlocksPage } from '../../scripts/seeds/blocks.ts'

const root = join(import.meta.dirname, '..', '..')

/** The one code block of a text that contains these words, verbatim. */
export function codeBlock(text: string, words: string): string {
  const found = codeBlocks(readBlocksPage(root, text) ?? '').filter(({ code }) => code.includes(words))
  const [block] = found
  if (block === undefined || found.length !== 1)
    throw new Error(`${found.length} code blocks in ${BLOCKS_FOLDER}/${text} hold ${JSON.stringify(words)}`)
  return block.code
}
