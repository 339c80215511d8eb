// Reads a payload file: checks it against the event it claims to belong to (contract/claim.ts defines how). Without a
// claim only its syntax is checked.

import { type Claim, payloadClaim } from '../../contract/claim.ts'
import { defined } from '../../contract/defined.ts'
import { recordOf } from '../../contract/dialects/index.ts'
import { dataShape } from '../../contract/files.ts'
import type { Problem } from '../../contract/problems.ts'
import type { DataDocument, DataInput } from './document.ts'
import { parseJson } from './json.ts'
import { duplicateKeys, shapeProblems } from './shapeProblems.ts'
import { spotsOf } from './spots.ts'
import { syntaxProblems } from './syntax.ts'
import { plain, type Tree } from './tree.ts'

/** Reads a payload file. Only one whose name ends in `.jsonc` may have comments. */
export function readPayloadFile({ path, text }: DataInput): DataDocument {
  const { tree, errors } = parseJson(text, { lenient: path.endsWith('.jsonc') })
  const claim = payloadClaim(path, plain(tree))
  const syntax = syntaxProblems(errors, { path, text, code: 'syntax.error', ends: 'it cannot be fired' })
  return {
    spots: spotsOf(tree, { text, side: { of: 'payload-file' }, shape: dataShape('payload-file', claim) }),
    problems: [
      ...syntax,
      ...duplicateKeys(tree, 'payload.mismatch', path),
      ...(claim === undefined ? [] : payloadProblems(tree, claim, path, syntax.length > 0)),
    ],
    ...defined({ claim }),
  }
}

/** Fields of the claimed event that a payload lacks, and fields with the wrong value. */
export function payloadProblems(
  tree: Tree | undefined,
  { dialect, event }: Claim,
  path: string,
  broken: boolean,
): readonly Problem[] {
  const schema = recordOf(dialect, event)?.payload
  if (tree === undefined || schema === undefined) return []
  return shapeProblems({
    path,
    tree,
    schema,
    broken,
    code: 'payload.mismatch',
    say: ({ path: at, message, missing }) => {
      if (missing === undefined)
        return `${at === '' ? 'The payload' : at}: ${message}; ${event} never has that, so a hook may fail on it.`
      const it = message.startsWith('are ') ? 'them' : 'it'
      return `${at} ${message}, but ${event} always has ${it}: a hook may fail without ${it}.`
    },
  })
}
