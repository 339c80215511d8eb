// The data files: Hookbench's own and a dialect's configuration. Maps each path to its kind and each kind to its shape.
// Does not parse text.

import Type, { type TSchema } from 'typebox'
import { Case, Expected, Matcher } from './case.ts'
import type { Claim } from './claim.ts'
import { defined } from './defined.ts'
import { dialectIds, recordOf } from './dialects/index.ts'
import { ExtensionsFile } from './extensions.ts'
import { RecordingLine } from './recording.ts'
import { SettingsFile } from './settings.ts'
import type { WalkedShape } from './walk.ts'

export type DataKind = 'settings' | 'extensions' | 'recording' | 'case' | 'payload-file'

/** The kind of a file, by its path within the workspace (`/` between folders); undefined for any other file. */
export function dataKindOf(relativePath: string): DataKind | undefined {
  if (relativePath === '.hookbench/settings.json') return 'settings'
  if (relativePath === 'secureyeoman.yaml' || relativePath === '.secureyeoman/config.yaml')
    return 'extensions'
  if (/^\.hookbench\/recordings\/[^/]+\.ndjson$/.test(relativePath)) return 'recording'
  if (/^\.hookbench\/cases\/[^/]+\.json$/.test(relativePath)) return 'case'
  if (/\.payload\.jsonc?$|^\.hookbench\/payloads\/.+\.jsonc?$/.test(relativePath)) return 'payload-file'
  return undefined
}

/**
 * The shape of a file of this kind, for the walk: `shapeAt(dataShape(kind, document.claim), spot.path)`. Undefined
 * where it cannot be determined (a payload that claims no event). In addition to what validation checks, it includes
 * the places where a matcher is allowed in a case, and the place of the extensions configuration in its file; a
 * recording is the list of its lines.
 */
export function dataShape(kind: DataKind, claim?: Claim): WalkedShape | undefined {
  switch (kind) {
    case 'settings':
      return SettingsFile as WalkedShape
    case 'extensions':
      return EXTENSIONS
    case 'recording':
      return RECORDING
    case 'case':
      return caseShape(claim)
    case 'payload-file':
      return payloadShape(claim)
  }
}

const EXTENSIONS = Type.Object(
  { extensions: Type.Optional(ExtensionsFile) },
  { additionalProperties: true },
) as TSchema as WalkedShape

const RECORDING = Type.Array(RecordingLine) as TSchema as WalkedShape

const SCHEMA: WalkedShape = { type: 'string', description: 'The schema of this file, for editors.' }
const MATCHER = Matcher as TSchema as WalkedShape

function payloadShape(claim: Claim | undefined): WalkedShape | undefined {
  const payload = recordOf(claim?.dialect ?? '', claim?.event ?? '')?.payload as WalkedShape | undefined
  if (payload?.properties === undefined) return payload
  return { ...payload, properties: { $schema: SCHEMA, ...payload.properties } }
}

// The type of each outcome field that has a single type.
const OUTCOME: Readonly<Record<string, WalkedShape>> = {
  reason: { type: 'string' },
  by: { type: 'string', format: 'hook' },
  context: { type: 'array', items: { type: 'string' } },
  notes: { type: 'array', items: { type: 'string' } },
  followUps: { type: 'array', items: { type: 'string' } },
}

// Any value, including a matcher.
const ANYTHING: WalkedShape = { ...MATCHER, additionalProperties: true }

function caseShape(claim: Claim | undefined): WalkedShape {
  const record = recordOf(claim?.dialect ?? '', claim?.event ?? '')
  const payload = (record?.payload ?? {}) as WalkedShape
  const expect = Expected as TSchema as WalkedShape
  const outcome = Object.fromEntries(
    Object.entries(expect.properties ?? {}).map(([name, shape]) => {
      if (!['reason', 'by', 'payload', 'answer', 'error', 'context', 'notes', 'followUps'].includes(name))
        return [name, shape]
      const inner = name === 'payload' && record !== undefined ? payload : (OUTCOME[name] ?? ANYTHING)
      const { description } = shape
      return [name, { ...matchable(inner), ...defined({ description }) }]
    }),
  )
  const { failures: _, ...named } = expect.properties ?? {}
  const heads = Object.fromEntries(
    Object.entries(named).map(([name, { description }]) => [
      name,
      description === undefined ? MATCHER : { ...MATCHER, description },
    ]),
  )
  const { properties = {}, ...rest } = Case as TSchema as WalkedShape
  const { dialect, payload: anything, matchers } = properties
  return {
    ...rest,
    properties: {
      ...properties,
      dialect: { ...dialect, enum: dialectIds },
      payload: record === undefined ? (anything ?? {}) : payload,
      expect: { ...expect, properties: outcome },
      matchers: { ...matchers, properties: heads, patternProperties: { '': MATCHER } },
    },
  }
}

// A matcher may replace any part of an expected value.
function matchable(shape: WalkedShape): WalkedShape {
  if (shape === ANYTHING) return shape
  const { properties, items, anyOf, ...rest } = shape
  const inner: WalkedShape = {
    ...rest,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(matchable) }),
    ...(typeof items === 'object' && !Array.isArray(items) ? { items: matchable(items as WalkedShape) } : {}),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [name, matchable(field)]),
          ),
        }),
  }
  return { anyOf: [inner, MATCHER] }
}
