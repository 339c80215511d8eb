// The schema of SecureYeoman's own configuration, the `extensions:` block of ADR 035, and its defaults.
// Shapes and defaults only; documents/extensions.ts reads a file's text.

import Type, { type Static, type TSchema } from 'typebox'
import { defined } from './defined.ts'

const text = (description: string, format?: string) => Type.String({ description, ...defined({ format }) })
const milliseconds = (maximum: number, description: string) =>
  Type.Integer({ minimum: 1, maximum, format: 'milliseconds', description })

/** One webhook in the configuration. */
export const ConfiguredWebhook = Type.Object(
  {
    hook: text('The hook point, or the custom event, whose firings are told.', 'event'),
    url: text('Where they are told: an http or https URL.', 'uri'),
    secret: Type.Optional(text('Signs every delivery: HMAC-SHA256 in the X-Signature header.')),
    timeout: Type.Optional(milliseconds(600_000, 'Milliseconds one delivery may take.')),
  },
  { additionalProperties: false, description: 'An outbound webhook.' },
)

// Keys that the shipped SecureYeoman reads and ADR 035 does not have: accepted, because both may read the same file.
const passedOver = (what: string) => ({
  description: `${what} of the shipped SecureYeoman; passed over here.`,
  deprecated: true,
})

const shipped = {
  directory: Type.Optional(
    Type.String({
      format: 'folder',
      description:
        'A further folder of extensions, as the shipped SecureYeoman names its one; counts as one of `directories`.',
    }),
  ),
  allowWebhooks: Type.Optional(Type.Boolean(passedOver('A switch'))),
  webhookTimeout: Type.Optional(Type.Integer({ minimum: 1, ...passedOver('A time-out') })),
  maxHooksPerPoint: Type.Optional(Type.Integer({ minimum: 1, ...passedOver('A limit') })),
}

/** The `extensions:` block as a file may write it. */
export const ExtensionsFile: TSchema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'False switches every extension off.' })),
    directories: Type.Optional(
      Type.Array(Type.String({ format: 'folder' }), {
        description: 'Further folders of extensions, beside the built-in places; `~` is the home.',
      }),
    ),
    hotReload: Type.Optional(Type.Boolean({ description: 'Watch the directories for changes.' })),
    webhooks: Type.Optional(Type.Array(ConfiguredWebhook, { description: 'Outbound webhooks.' })),
    maxExecutionTime: Type.Optional(
      milliseconds(2 ** 31 - 1, 'Milliseconds one extension may take in one hook.'),
    ),
    failOpen: Type.Optional(
      Type.Boolean({ description: 'Whether the pipeline goes on when an extension fails.' }),
    ),
    ...shipped,
  },
  { additionalProperties: false, description: 'Settings of the SecureYeoman extensions.' },
)

export type ConfiguredWebhook = Readonly<Static<typeof ConfiguredWebhook>>

/** A webhook as a file states it, with the variables of its address replaced. */
export type StatedWebhook = ConfiguredWebhook & {
  /** The address as it is written, without query and fragment; only where it has variables in it. */
  readonly shown?: string
  /** The names of the environment variables whose values are part of the address. */
  readonly variables?: readonly string[]
}

/** What one file states; a key that it leaves out is taken from another file or a default. */
export type StatedExtensions = {
  readonly enabled?: boolean
  readonly directories?: readonly string[]
  readonly hotReload?: boolean
  readonly webhooks?: readonly StatedWebhook[]
  readonly maxExecutionTime?: number
  readonly failOpen?: boolean
}

/** A webhook, and the file that configures it: it is delivered only if that file is trusted. */
export type FoundWebhook = StatedWebhook & {
  readonly file: string
  /** Why it may not be delivered; absent when its file is trusted. */
  readonly untrusted?: string | undefined
}

/** The configuration in force. A value that no file states stays undefined where Hookbench's own settings decide. */
export type ExtensionsConfig = {
  /**
   * What applies to the user's own hooks while the workspace's file is not trusted: only what the user's file states.
   */
  readonly own?: { readonly enabled: boolean; readonly maxExecutionTime: number | undefined } | undefined
  readonly enabled: boolean
  readonly directories: readonly string[]
  readonly hotReload: boolean
  readonly webhooks: readonly FoundWebhook[]
  readonly maxExecutionTime?: number | undefined
  readonly failOpen?: boolean | undefined
}

/** The configuration where no file states anything. */
export const silentExtensions: ExtensionsConfig = {
  enabled: true,
  directories: [],
  hotReload: true,
  webhooks: [],
}
