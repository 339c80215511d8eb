// Behaviours that the seeds promise, each with the one line that makes it so and the test that notices when it is gone.

export type Switch = {
  readonly behaviour: string
  readonly file: string
  /** This text, once in the file, becomes that one. */
  readonly from: string
  readonly to: string
  readonly proof: { readonly file: string; readonly name: string }
}

const manager = 'test/managers/secureyeoman.test.ts'
const discovery = 'test/discovery/discover.test.ts'
const flow = 'runtime/contract/flow.ts'
const rank = 'runtime/discovery/rank.ts'

export const switches: readonly Switch[] = [
  {
    behaviour: 'maxExecutionTime',
    file: 'runtime/contract/extensionsInForce.ts',
    from: '{ ...hook, timeoutMs: maxExecutionTime }',
    to: 'hook',
    proof: { file: manager, name: 'maxExecutionTime ends a hook, and the pipeline goes on (none)' },
  },
  {
    behaviour: 'failOpen: false',
    file: 'runtime/workspace/open.ts',
    from: 'return options.settings?.failOpen ??',
    to: 'return true ??',
    proof: { file: manager, name: 'failOpen: false rejects and names hook and reason (none)' },
  },
  {
    behaviour: 'the first veto wins',
    file: flow,
    from: "endsAt: 'deny'",
    to: "endsAt: 'never'",
    proof: { file: manager, name: 'null cancels, and the first veto wins (none)' },
  },
  {
    behaviour: 'parallel observers that really overlap',
    file: flow,
    from: "observe: { run: 'parallel'",
    to: "observe: { run: 'sequential'",
    proof: { file: manager, name: 'observers run at the same time: each waits for the other (none)' },
  },
  {
    behaviour: 'shadowing',
    file: rank,
    from: "if (dialect.wins === 'both') return new Map()",
    to: 'return new Map()',
    proof: {
      file: discovery,
      name: 'kodelet: the first place of a name wins; plugin names carry the plugin and never clash with plain ones',
    },
  },
  {
    behaviour: 'numeric ordering',
    file: rank,
    from: "dialect.order === 'by-name'",
    to: 'false',
    proof: {
      file: discovery,
      name: 'secureyeoman: one merged order by file name in plain code units; the workspace wins a name',
    },
  },
]
