// Checks that docs/seeds.md names a test for every line of the seed texts: every named test must exist, and for each
// row at least one must run on this machine. If the texts are not available, uses the line numbers recorded earlier;
// `--update` records them again and rewrites the texts' code blocks.

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
  /** A seed text by name; undefined if it is not available. */
  text(name: string): SeedText | undefined
  /** The page of its code blocks kept in the repository. */
  blocks(name: string): string | undefined
  /** The tests of a file; undefined if it does not exist. */
  titles(file: string): Titles | undefined
}

/** Errors, one line each. */
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

/** Reads the repository, and the texts if they are available. */
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

/** The table with the current lines of the texts recorded. */
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
