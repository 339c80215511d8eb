// Does docs/seeds.md say of every line of the seed texts which test proves it? Every named test must exist, and of each
// row's tests one must run on this machine. Without the texts at hand it checks against the lines noted when they last
// were; `--update` notes them anew, and writes the texts' code blocks anew.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BLOCKS_FOLDER, readBlocksPage } from './seeds/blocks.ts'
import { readTable, type Section, written } from './seeds/table.ts'
import { readText, type SeedText, seedsFolder, TEXTS } from './seeds/texts.ts'
import { readTitles, skipOf, type Titles } from './seeds/titles.ts'

const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'docs', 'seeds.md')

export type SeedsWorld = {
  readonly markdown: string
  /** A seed text by name, where it is at hand. */
  text(name: string): SeedText | undefined
  /** The page of its code blocks that the repository keeps. */
  blocks(name: string): string | undefined
  /** The tests of a file, where there is one. */
  titles(file: string): Titles | undefined
}

/** What is wrong, a line each; nothing when all is well. */
export function checkSeeds({ markdown, text, blocks, titles }: SeedsWorld): readonly string[] {
  const { sections, complaints } = readTable(markdown)
  const missing = TEXTS.filter((name) => sections.every((section) => section.text !== name))
  return [
    ...missing.map((name) => `docs/seeds.md has no section \`${name}\``),
    ...complaints,
    ...sections.flatMap((section) => checkSection(section, text(section.text))),
    ...TEXTS.flatMap((name) => checkBlocks(name, text(name), blocks(name))),
    ...sections.flatMap((section) => checkProofs(section, titles)),
  ]
}

function checkSection({ text, mark, places, rows }: Section, now: SeedText | undefined): string[] {
  if (now !== undefined && (now.mark !== mark || written(now.places) !== written(places))) {
    return [`${text} is another text than docs/seeds.md was written for: \`node scripts/seeds.ts --update\``]
  }
  if (places.length === 0) return [`${text}: no lines are noted: \`node scripts/seeds.ts --update\``]
  const covered = new Set(rows.flatMap((row) => row.places))
  const left = places.filter((place) => !covered.has(place))
  const known = new Set(places)
  const strange = rows.filter((row) => !known.has(row.places[0] ?? '') || !known.has(row.places.at(-1) ?? ''))
  return [
    ...left.map((place) => `${text}:${place} has no row`),
    ...strange.map(({ at, places: [first], places: all }) => {
      return `docs/seeds.md:${at}: ${first} to ${all.at(-1)} begins or ends where ${text} says nothing`
    }),
  ]
}

function checkBlocks(name: string, now: SeedText | undefined, kept: string | undefined): string[] {
  if (now === undefined || now.blocks === kept) return []
  return [`${BLOCKS_FOLDER}/${name} has not the code blocks of ${name}: \`node scripts/seeds.ts --update\``]
}

function checkProofs({ rows }: Section, titles: SeedsWorld['titles']): string[] {
  return rows.flatMap(({ at, proofs }) => {
    const tests = proofs.filter((proof) => proof.kind === 'test')
    const skips = tests.map(({ file, name }) => {
      const found = titles(file)
      return { file, name, exists: found !== undefined, skip: found && skipOf(found, name) }
    })
    const missing = skips.flatMap(({ file, name, exists, skip }) => {
      if (!exists) return [`docs/seeds.md:${at}: there is no ${file}`]
      return skip === undefined ? [`docs/seeds.md:${at}: ${file} has no test "${name}"`] : []
    })
    if (missing.length > 0 || tests.length === 0 || skips.some(({ skip }) => skip === false)) return missing
    const reasons = [...new Set(skips.map(({ skip }) => skip))].join('; ')
    return [
      `docs/seeds.md:${at}: a test that proves it must run, and this machine skips them all: ${reasons}`,
    ]
  })
}

/** The world as it is: the repository, and the texts where they are at hand. */
export function realWorld(root = ROOT): SeedsWorld {
  const markdown = readFileSync(FILE, 'utf8')
  let known: ReadonlyMap<string, Titles> | undefined
  return {
    markdown,
    text: (name) => readText(seedsFolder(root), name),
    blocks: (name) => readBlocksPage(root, name),
    titles(file) {
      known ??= readTitles(root, namedFiles(markdown))
      return known.get(file)
    },
  }
}

function namedFiles(markdown: string): readonly string[] {
  const proofs = readTable(markdown).sections.flatMap(({ rows }) => rows.flatMap((row) => row.proofs))
  return [...new Set(proofs.flatMap((proof) => (proof.kind === 'test' ? [proof.file] : [])))]
}

/** The table with the lines of these texts noted in it. */
export function noted(markdown: string, text: SeedsWorld['text']): string {
  return TEXTS.reduce((soFar, name) => {
    const now = text(name)
    if (now === undefined) return soFar
    const heading = `## \`${name}\`\n`
    const [before, after] = soFar.split(heading)
    if (before === undefined || after === undefined) return soFar
    const rest = after.replace(/^\n?<!-- read .* -->\n/, '')
    return `${before}${heading}\n<!-- read ${now.mark}: ${written(now.places)} -->\n${rest}`
  }, markdown)
}

if (import.meta.main) {
  const world = realWorld()
  if (process.argv.includes('--update')) {
    writeFileSync(FILE, noted(world.markdown, world.text))
    for (const name of TEXTS) {
      const blocks = world.text(name)?.blocks
      if (blocks !== undefined) writeFileSync(join(ROOT, BLOCKS_FOLDER, name), blocks)
    }
  }
  const wrong = checkSeeds(realWorld())
  for (const line of wrong) console.log(line)
  const at = TEXTS.filter((name) => world.text(name) !== undefined).length
  console.log(`${wrong.length} complaints; ${at} of ${TEXTS.length} texts at hand`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
