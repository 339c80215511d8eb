// The code blocks of the seed texts: extracts them from a text, and keeps them with their line numbers in
// `test/seeds/fixtures` for tests without access to the texts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type CodeBlock = {
  /** Heading of the section that contains it. */
  readonly heading: string
  /** Its first and last line in the text, including the fences. */
  readonly lines: readonly [number, number]
  readonly language: string
  readonly code: string
}

/** Folder of the blocks, one page per text. */
export const BLOCKS_FOLDER = 'test/seeds/fixtures'

/** The blocks of a text that specify a language, in order. */
export function codeBlocks(text: string): readonly CodeBlock[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
    ({ index, 0: whole, 1: language = '', 2: code = '' }) => {
      const before = text.slice(0, index)
      const first = before.split('\n').length
      // Other blocks are removed first, since a comment in them looks like a heading.
      const headings = [...before.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm)]
      const heading = headings.at(-1)?.[1] ?? ''
      return { heading, lines: [first, first + whole.split('\n').length - 1], language, code }
    },
  )
}

/** The page with the blocks of a text; undefined if it has none. */
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

/** The stored page; undefined if there is none. */
export function readBlocksPage(root: string, name: string): string | undefined {
  try {
    return readFileSync(join(root, BLOCKS_FOLDER, name), 'utf8')
  } catch {
    return undefined
  }
}
