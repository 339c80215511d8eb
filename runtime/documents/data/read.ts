// Reads data files: settings, configurations, cases, recordings, payloads. Every text gets a result, in time
// proportional to its length; each parser is loaded when the first text needs it.

import type { Claim } from '../../contract/claim.ts'
import { defined } from '../../contract/defined.ts'
import type { DataKind } from '../../contract/files.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import type { Spot, SpottedDocument } from '../spots.ts'

export type DataInput = { readonly path: string; readonly text: string }

/** What a reader of data makes of a text. */
export type DataDocument = {
  readonly spots: readonly Spot[]
  readonly problems: readonly Problem[]
  readonly claim?: Claim
}

/** Reads a file of data with its spots. Half-typed text gives what can be understood of it. */
export async function readData(kind: DataKind, { path, text }: DataInput): Promise<SpottedDocument> {
  const document = { path, language: 'other', shape: 'none', sites: [], imports: [], tools: [] } as const
  if (text.length > LARGEST[kind]) {
    const size = `${LARGEST[kind] / 1024} KiB`
    const message = `Larger than ${size}, so it is not looked into here; Hookbench itself may still read it.`
    return {
      ...document,
      spots: [],
      problems: [{ ...problem('file.too-large', path, message), severity: 'info' }],
    }
  }
  try {
    // A mark of the encoding is no part of JSON; a blank in its place leaves everything where it stands.
    const plain = kind === 'extensions' ? text : text.replace(/^\uFEFF/, ' ')
    const { spots, problems, claim } = await read(kind, { path, text: plain })
    return {
      ...document,
      problems: problems
        .toSorted((one, two) => (one.range?.start ?? 0) - (two.range?.start ?? 0))
        .slice(0, MOST_PROBLEMS),
      spots: [...spots].sort(
        (one, two) => one.range.start - two.range.start || one.range.end - two.range.end,
      ),
      ...defined({ claim }),
    }
  } catch (error) {
    // Text nested deeper than the stack. Anything else is a fault of ours.
    if (!(error instanceof RangeError)) throw error
    const message = 'The text is nested too deeply to be read.'
    return { ...document, spots: [], problems: [problem('syntax.error', path, message)] }
  }
}

async function read(kind: DataKind, input: DataInput): Promise<DataDocument> {
  switch (kind) {
    case 'settings':
      return (await import('./settings.ts')).readSettingsData(input)
    case 'extensions':
      return (await import('./extensions.ts')).readExtensionsData(input)
    case 'case':
      return (await import('./case.ts')).readCaseData(input)
    case 'recording':
      return (await import('./recording.ts')).readRecordingData(input)
    case 'payload-file':
      return (await import('./payload.ts')).readPayloadFile(input)
  }
}

// More than anybody reads.
const MOST_PROBLEMS = 1000

// In UTF-16 units; of a recording the reader itself takes the beginning. YAML is slow to parse, and nobody writes a configuration that is longer.
const LARGEST: Readonly<Record<DataKind, number>> = {
  settings: 2 ** 18,
  extensions: 2 ** 17,
  case: 2 ** 22,
  'payload-file': 2 ** 22,
  recording: Number.POSITIVE_INFINITY,
}
