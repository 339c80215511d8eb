// The seed texts' code blocks at run time, from the pages that the repository keeps of them.

import { join } from 'node:path'
import { BLOCKS_FOLDER, codeBlocks, readBlocksPage } from '../../scripts/seeds/blocks.ts'

const root = join(import.meta.dirname, '..', '..')

/** The code block of a text in which these words stand, as it stands there. */
export function codeBlock(text: string, words: string): string {
  const found = codeBlocks(readBlocksPage(root, text) ?? '').filter(({ code }) => code.includes(words))
  const [block] = found
  if (block === undefined || found.length !== 1)
    throw new Error(`${found.length} code blocks in ${BLOCKS_FOLDER}/${text} hold ${JSON.stringify(words)}`)
  return block.code
}
