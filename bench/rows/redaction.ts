// The speed of masking recordings, beside secretlint's recommended rules on the same texts, and the number of places
// masked in the installed dependencies' text files although they hold no secret.

import { defaultSettings } from '../../runtime/contract/settings.ts'
import { createRedactor } from '../../runtime/recordings/redact.ts'
import { differences, installedTexts } from '../installed.ts'
import { atMost, type BenchRow, paired } from '../measure.ts'

const MEGABYTES = 4
const ROUNDS = 5

type Linted = { readonly messages: readonly unknown[] }
type LintSource = (options: object) => Promise<Linted>

export async function redaction(): Promise<BenchRow[]> {
  const texts = [...installedTexts(41, MEGABYTES)].map(({ text }) => text)
  const size = texts.reduce((sum, text) => sum + text.length, 0) / 1e6
  const lint = await secretlint()
  const speed = (ms: number) => `${((size * 1000) / ms).toFixed(1)} MB/s`
  const ours = () =>
    timed(() => {
      for (const text of texts) createRedactor(defaultSettings.redaction, {}).redact(text)
    })
  const theirs = () =>
    timed(async () => {
      for (const text of texts) await lint(text)
    })
  const name = 'masking text of dependencies'
  const against = 'secretlint, recommended rules'
  return [atMost({ name, against, show: speed }, await paired(ours, theirs, ROUNDS)), falseMasks()]
}

function falseMasks(): BenchRow {
  let places = 0
  let size = 0
  for (const { text } of installedTexts(7, 40)) {
    const seen = String(createRedactor(defaultSettings.redaction, {}).redact(text).value)
    places += differences(text, seen).length
    size += text.length / 1e6
  }
  return {
    name: 'places masked without a secret',
    against: 'text files of the dependencies',
    budget: '≤ 1 in 1 MB',
    ours: `${places} in ${size.toFixed(0)} MB`,
    theirs: '',
    ok: places <= size,
  }
}

async function secretlint(): Promise<(text: string) => Promise<Linted>> {
  const { lintSource } = (await import('@secretlint/core')) as unknown as { lintSource: LintSource }
  const { creator } = (await import('@secretlint/secretlint-rule-preset-recommend')) as { creator: unknown }
  const id = '@secretlint/secretlint-rule-preset-recommend'
  const options = { config: { rules: [{ id, rule: creator, options: {} }] } }
  return (content) =>
    lintSource({ source: { content, filePath: '/a.txt', ext: '.txt', contentType: 'text' }, options })
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
