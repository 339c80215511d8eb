// The code blocks of the seed texts: taken from a text, and kept in `test/seeds/fixtures` with the lines they stand on, so
// that tests have them where the texts are not at hand.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type CodeBlock = {
  /** What the text calls the part in which it stands. */
  readonly heading: string
  /** Its first and last line there, fences included. */
  readonly lines: readonly [number, number]
  readonly language: string
  readonly code: string
}

/** Where the blocks are kept, one page per text. */
export const BLOCKS_FOLDER = 'test/seeds/fixtures'

/** The blocks of a text that name their language, in order. */
export function codeBlocks(text: string): readonly CodeBlock[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
    ({ index, 0: whole, 1: language = '', 2: code = '' }) => {
      const before = text.slice(0, index)
      const first = before.split('\n').length
      // A comment in another block looks like a heading.
      const headings = [...before.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm)]
      const heading = headings.at(-1)?.[1] ?? ''
      return { heading, lines: [first, first + whole.split('\n').length - 1], language, code }
    },
  )
}

/** The page that keeps the blocks of a text; undefined where it has none. */
export function blocksPage(name: string, text: string): string | undefined {
  const blocks = codeBlocks(text)
  if (blocks.length === 0) return undefined
  const title = text.slice(0, text.indexOf('\n')).replace(/^# /, '')
  return [
    `# Code blocks of "${title}"`,
    `Source: \`${name}\`. Each block stands here as it stands there, under its lines and its heading in that text.\n\`node scripts/seeds.ts --update\` writes this page; the tests in \`test/seeds\` run what it holds.`,
    ...blocks.map(
      ({ heading, lines, language, code }) =>
        `## Lines ${lines.join('-')}: ${heading}\n\n\`\`\`${language}\n${code}\`\`\``,
    ),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}

/** The page that is kept; undefined where there is none. */
export function readBlocksPage(root: string, name: string): string | undefined {
  try {
    return readFileSync(join(root, BLOCKS_FOLDER, name), 'utf8')
  } catch {
    return undefined
  }
}
