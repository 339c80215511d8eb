// The schema of `.hookbench/settings.json`, and the defaults of every setting.
// Shapes and defaults only; documents/settings.ts reads a file's text.

import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { BuiltinSettings, noBuiltins } from './builtin.ts'
import { defined } from './defined.ts'
import { PROBLEMS } from './problemCodes.ts'
import { noSandbox, SandboxSettings } from './sandbox.ts'

const MiB = 1024 * 1024

const texts = (description: string, format?: string) =>
  Type.Array(Type.String(defined({ format })), { description })
const patterns = (description: string) => Type.Array(Type.String({ format: 'regex' }), { description })

const severities = Type.Record(
  Type.String(),
  Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('info'), Type.Literal('off')]),
  {
    description: 'Severity of a problem code, where the usual one does not suit.',
    propertyNames: { enum: Object.keys(PROBLEMS) },
  },
)

// One table with two uses: the settings in force, and the file, in which every field is optional.
const table = {
  failOpen: Type.Boolean({
    description: 'Whether a hook that fails counts as its event says (true) or stops the operation (false).',
    default: true,
  }),
  maxExecutionTime: Type.Optional(
    Type.Integer({
      format: 'milliseconds',
      description: 'Milliseconds one hook may take in one firing; left out, each dialect has its own.',
      minimum: 1,
      maximum: 2 ** 31 - 1,
    }),
  ),
  // A longer glob makes no regular expression.
  disabled: Type.Array(Type.String({ format: 'hook', maxLength: 4096 }), {
    description: 'Hooks that never run: ids, or globs of ids such as `kodelet:plugin:**`.',
  }),
  builtin: BuiltinSettings,
  redaction: section('How secrets are masked before anything is written to disk.', {
    enabled: Type.Boolean({ description: 'Whether secrets are masked.', default: true }),
    keys: texts('Further names of fields whose values are secret; letter case does not count.'),
    patterns: patterns('Further regular expressions whose matches are secret.'),
    allow: texts('Dotted payload paths that are never masked.'),
  }),
  recording: section('How much is recorded and kept.', {
    maxBytes: Type.Integer({
      description: 'Size of one recording; the next part begins beyond it.',
      minimum: 4096,
      default: 64 * MiB,
    }),
    keep: Type.Integer({
      description: 'How many recordings stay; the oldest go first.',
      minimum: 1,
      default: 100,
    }),
  }),
  severities,
  environment: section('What executables see of the environment.', {
    // A process would take what follows a `=` in a name as the value of another variable.
    set: Type.Record(Type.String({ pattern: '^[^=\\u0000]+$' }), Type.String(), {
      description: 'Variables that are set.',
    }),
    drop: texts('Names of variables that are not passed on.', 'variable'),
  }),
  sandbox: SandboxSettings,
  workers: Type.Integer({
    description:
      'Worker threads that module hooks of one source share; those that may deny have as many of their own.',
    minimum: 1,
    maximum: 64,
    default: 2,
  }),
  maxPayloadBytes: Type.Integer({
    description: 'Largest payload that is fired, as JSON text.',
    minimum: 1024,
    default: 64 * MiB,
  }),
  outputCap: Type.Integer({
    description: 'Bytes kept of each output stream of an executable; the rest is thrown away.',
    minimum: 1024,
    default: 32 * MiB,
  }),
}

/** The settings in force: every field is present. */
export const Settings = Type.Object(table, { additionalProperties: false })
export type Settings = Frozen<Static<typeof Settings>>

/** The settings file: every field is optional. Published as a schema for editors. */
export const SettingsFile: TSchema = {
  ...loose(
    Type.Object(
      { $schema: Type.String({ description: 'The schema of this file, for editors.' }), ...table },
      { additionalProperties: false },
    ),
  ),
  title: 'Hookbench settings',
  description: 'Settings of one workspace, read from `.hookbench/settings.json`.',
}

/** The value of each setting that the file leaves out. */
export const defaultSettings: Settings = {
  failOpen: true,
  disabled: [],
  builtin: noBuiltins,
  redaction: { enabled: true, keys: [], patterns: [], allow: [] },
  recording: { maxBytes: 64 * MiB, keep: 100 },
  severities: {},
  environment: { set: {}, drop: [] },
  sandbox: noSandbox,
  workers: 2,
  maxPayloadBytes: 64 * MiB,
  outputCap: 32 * MiB,
}

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

function section<P extends TProperties>(description: string, properties: P): TObject<P> {
  return Type.Object(properties, { description, additionalProperties: false })
}

// The same shape with nothing required, recursively.
function loose(schema: TSchema): TSchema {
  const { required: _required, properties, anyOf, ...rest } = schema as LooseSchema
  return {
    ...rest,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(loose) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, loose(property)]),
          ),
        }),
  }
}

type LooseSchema = TSchema & {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly anyOf?: readonly TSchema[]
}
