// The settings of built-in hooks: which are on, and their options.
// Shapes and defaults only; the room `builtin` contains the hooks.

import Type, { type Static, type TObject, type TProperties } from 'typebox'

const MiB = 1024 * 1024

const options = <P extends TProperties>(description: string, properties: P): TObject<P> =>
  Type.Object(properties, { description, additionalProperties: false })

const orOff = <P extends TProperties>(on: TObject<P>) =>
  Type.Union([Type.Literal(false), on], { default: false })

const perMillion = (what: string) =>
  Type.Number({ description: `US dollars for a million ${what}.`, minimum: 0 })

const Price = options('What a model costs.', {
  input: perMillion('tokens that the model reads'),
  output: perMillion('tokens that the model writes'),
  cached: Type.Optional(perMillion('tokens that it reads from a cache; the price of input unless given')),
})

/** The section `builtin` of the settings. */
export const BuiltinSettings = options('Built-in hooks; each is off unless named here.', {
  logging: orOff(
    options('Logs every event.', {
      level: Type.Union(
        [Type.Literal('DEBUG'), Type.Literal('INFO'), Type.Literal('WARNING'), Type.Literal('ERROR')],
        { description: 'The least important level that is logged.', default: 'INFO' },
      ),
    }),
  ),
  metrics: orOff(
    options('Counts every event.', {
      backend: Type.Literal('prometheus', {
        description: 'Who reads the counters; only Prometheus today.',
        default: 'prometheus',
      }),
    }),
  ),
  costTracking: orOff(
    options('Adds up what tools and models cost.', {
      prices: Type.Record(Type.String(), Price, {
        description:
          'Prices by the beginning of a model name; the longest that fits counts, before the built-in table.',
      }),
    }),
  ),
  auditTrail: orOff(
    options('Writes every event to a file, one JSON text a line, secrets masked.', {
      file: Type.String({
        description: 'Name of the file in `.hookbench/audit`.',
        pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]*$',
        maxLength: 100,
        default: 'audit.ndjson',
      }),
      maxBytes: Type.Integer({
        description:
          'Size of the file; beyond it, a new one begins and the one before is kept as `<file>.1`.',
        minimum: 4096,
        default: 64 * MiB,
      }),
    }),
  ),
  securityGuardrail: orOff(
    options('Denies tool calls with dangerous commands, before any other hook sees them.', {
      patterns: Type.Array(Type.String({ format: 'regex' }), {
        description: 'Regular expressions of what no command may hold, instead of the built-in ones.',
      }),
      tools: Type.Array(Type.String(), {
        description:
          'Names of the tools that are looked at, instead of the usual names of shells; letter case does not count. An empty list means every tool.',
      }),
    }),
  ),
})

export type BuiltinName = keyof Static<typeof BuiltinSettings>
type On = { readonly [N in BuiltinName]: Exclude<Static<typeof BuiltinSettings>[N], false> }

/** Every built-in hook is off. */
export const noBuiltins: Static<typeof BuiltinSettings> = {
  logging: false,
  metrics: false,
  costTracking: false,
  auditTrail: false,
  securityGuardrail: false,
}

// Words of one command line: options and files.
const WORDS = String.raw`(?:[^\s;&|]{1,4096}[ \t]{1,10}){0,12}?`
const RM = String.raw`\brm[ \t]{1,10}${WORDS}`

/** The options of a built-in hook that is switched on, where the settings leave them out. */
export const builtinDefaults: On = {
  logging: { level: 'INFO' },
  metrics: { backend: 'prometheus' },
  costTracking: { prices: {} },
  auditTrail: { file: 'audit.ndjson', maxBytes: 64 * MiB },
  securityGuardrail: {
    // ADR 021's guardrail blocks "rm -rf", "sudo", "curl | bash" and "wget | sh"; these patterns also match
    // `rm -fr` and `curl x | sh`. All repetitions are bounded, so that no command causes excessive backtracking.
    patterns: [
      String.raw`${RM}-(?=\w{0,20}[rR])(?=\w{0,20}f)\w+`,
      String.raw`${RM}(?:-\w{0,20}[rR]\w{0,20}|--recursive)[ \t]{1,10}${WORDS}(?:-\w{0,20}f|--force)\b`,
      String.raw`${RM}(?:-\w{0,20}f\w{0,20}|--force)[ \t]{1,10}${WORDS}(?:-\w{0,20}[rR]|--recursive)\b`,
      String.raw`\bsudo\b`,
      String.raw`\b(?:curl|wget)\b[^|\n]{0,2000}\|\s{0,10}(?:sudo\s{1,10})?(?:[^\s|]{0,200}/)?(?:ba|z|da|k)?sh\b`,
    ],
    tools: [
      'bash',
      'shell',
      'sh',
      'zsh',
      'terminal',
      'exec',
      'execute_command',
      'run_command',
      'run_shell_command',
    ],
  },
}
