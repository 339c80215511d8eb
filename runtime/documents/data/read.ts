// Reads data files: settings, configurations, cases, recordings, payloads. Every text gets a result, in time
// proportional to its length; each parser is loaded when the first text needs it.

import { defined } from '../../contract/defined.ts'
import type { DataKind } from '../../contract/files.ts'
import { problem } from '../../contract/problems.ts'
import { MOST_PROBLEMS } from '../settings.ts'
import type { SpottedDocument } from '../spots.ts'
import type { DataDocument, DataInput } from './document.ts'

/** Reads a data file with its spots. A half-typed text is understood as far as possible. */
export async function readData(kind: DataKind, { path, text }: DataInput): Promise<SpottedDocument> {
  const document = { path, language: 'other', shape: 'none', sites: [], imports: [], tools: [] } as const
  if (text.length > LARGEST[kind]) {
    const size = `${LARGEST[kind] / 1024} KiB`
    const message = `Larger than ${size}, so it is not analyzed here; Hookbench may still read it.`
    return {
      ...document,
      spots: [],
      problems: [{ ...problem('file.too-large', path, message), severity: 'info' }],
    }
  }
  try {
    // A byte order mark is not part of JSON; replacing it with a blank keeps all offsets.
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
    // The text is nested deeper than the stack allows. Any other error is a bug.
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

// Size limits in UTF-16 units; of a recording its reader uses only the beginning. YAML is slow to parse, and real
// configurations are smaller.
const LARGEST: Readonly<Record<DataKind, number>> = {
  settings: 2 ** 18,
  extensions: 2 ** 17,
  case: 2 ** 22,
  'payload-file': 2 ** 22,
  recording: Number.POSITIVE_INFINITY,
}
