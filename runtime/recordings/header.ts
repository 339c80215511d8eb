// Parses the header line of a recording, or reports in one line why it is invalid.

import { isObject } from '../contract/json.ts'
import { parseJson } from '../contract/parseJson.ts'
import { textOfJson } from '../contract/textOfJson.ts'
import { type RecordingHeader, VERSION } from './format.ts'

/** A file that cannot be read as a recording; the message is meant for the user. */
export class BadRecording extends Error {
  override readonly name = 'BadRecording'
}

/** The header in `line`. Throws a BadRecording. */
export function parseHeader(line: string, path: string): RecordingHeader {
  const header = parsed(line)
  if (!isObject(header) || header.kind !== 'recording') {
    throw new BadRecording(
      `${path}: not a recording: its first line is not a header. \`recordings import\` takes payloads captured elsewhere`,
    )
  }
  if (header.v !== VERSION) {
    throw new BadRecording(
      `${path}: recording version ${JSON.stringify(header.v)}; this Hookbench reads version ${VERSION}. It was written by ${textOfJson(header.hookbench ?? 'an unknown version')}`,
    )
  }
  return {
    v: VERSION,
    kind: 'recording',
    hookbench: textOfJson(header.hookbench ?? ''),
    startedAt: textOfJson(header.startedAt ?? ''),
    session: textOfJson(header.session ?? ''),
    ...(typeof header.part === 'number' ? { part: header.part } : {}),
    ...(header.imported === true ? { imported: true } : {}),
  }
}

function parsed(line: string): unknown {
  try {
    return parseJson(line)
  } catch {
    return undefined
  }
}
