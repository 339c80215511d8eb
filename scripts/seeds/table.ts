// Parses docs/seeds.md: one section per text with the version it was read from, and one row per promise. Checks only
// the format.

/** A test, or the reason why there is none. */
export type Proof =
  | { readonly kind: 'test'; readonly file: string; readonly name: string }
  | { readonly kind: 'reason'; readonly reason: string }

export type SeedRow = {
  /** Line number in docs/seeds.md. */
  readonly at: number
  readonly places: readonly string[]
  readonly proofs: readonly Proof[]
}

export type Section = {
  readonly text: string
  readonly mark: string
  /** The places of the text that need a row, as recorded when the section was written. */
  readonly places: readonly string[]
  readonly rows: readonly SeedRow[]
}

/** Most lines that one row may cover. */
export const LONGEST = 40

/** The sections, and errors in their format. */
export function readTable(markdown: string): {
  readonly sections: readonly Section[]
  readonly complaints: readonly string[]
} {
  const sections: { text: string; mark: string; places: readonly string[]; rows: SeedRow[] }[] = []
  const complaints: string[] = []
  for (const [index, line] of markdown.split('\n').entries()) {
    const at = index + 1
    const section = sections.at(-1)
    const heading = /^## `(.+)`$/.exec(line)?.[1]
    if (heading !== undefined) sections.push({ text: heading, mark: '', places: [], rows: [] })
    else if (line.startsWith('## ') || section === undefined) continue
    else if (line.startsWith('<!-- read ')) {
      const [, mark = '', places = ''] = /^<!-- read (\w+): (.*) -->$/.exec(line) ?? []
      section.mark = mark
      section.places = placesOf(places)
    } else if (line.startsWith('| ') && !line.startsWith('| Line ') && !/^\|[\s|-]+$/.test(line)) {
      const row = readRow(line, at)
      if (typeof row === 'string') complaints.push(`docs/seeds.md:${at}: ${row}`)
      else section.rows.push(row)
    }
  }
  return { sections, complaints }
}

function readRow(line: string, at: number): SeedRow | string {
  const cells = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
  const [place = '', promise = '', proof = ''] = cells
  if (cells.length !== 3 || promise === '') return 'expected three cells: line, promise, proof'
  const places = placesOf(place)
  if (places.length === 0) return `"${place}" is no line, no range and no name`
  if (places.length > LONGEST) return `${place} is more than ${LONGEST} lines; one row holds one promise`
  const proofs = proof.split('<br>').map(proofOf)
  const wrong = proofs.find((one) => typeof one === 'string')
  if (typeof wrong === 'string') return wrong
  return { at, places, proofs: proofs as Proof[] }
}

/** The test named in a cell, or an error message. */
export function proofOf(cell: string): Proof | string {
  const [, file, name] = /^`(.+?)` › (.+)$/.exec(cell.trim()) ?? []
  if (file !== undefined && name !== undefined) return { kind: 'test', file: `test/${file}.test.ts`, name }
  const reason = /^why not: (.{10,})$/.exec(cell.trim())?.[1]
  if (reason !== undefined) return { kind: 'reason', reason }
  return `"${cell.trim().slice(0, 60)}" is neither \`file\` › test name nor why not: and a reason`
}

/** Expands `3-5, 9` or `HookContext, .sessionId` to single places. */
export function placesOf(written: string): readonly string[] {
  let owner = ''
  return written.split(',').flatMap((part) => {
    const one = part.trim()
    const [, first, last] = /^(\d+)-(\d+)$/.exec(one) ?? []
    if (first !== undefined && last !== undefined) {
      const length = Number(last) - Number(first) + 1
      return Array.from({ length: Math.max(0, length) }, (_, index) => String(Number(first) + index))
    }
    if (/^[.:]/.test(one)) return [owner + one]
    owner = /^\w+/.exec(one)?.[0] ?? ''
    return /^\w+([.:]\w+)?$/.test(one) ? [one] : []
  })
}

/** The shortest notation for these places. */
export function written(places: readonly string[]): string {
  const parts: string[] = []
  let [first, last] = [Number.NaN, Number.NaN]
  const end = () => {
    if (!Number.isNaN(first)) parts.push(first === last ? `${first}` : `${first}-${last}`)
  }
  for (const place of places) {
    const number = Number(place)
    if (Number.isNaN(number)) parts.push(place)
    else if (number === last + 1) last = number
    else {
      end()
      first = last = number
    }
  }
  end()
  return parts.join(', ')
}
