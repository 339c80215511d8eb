// Mutations of runtime/telemetry/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

export const telemetry: readonly Mutation[] = [
  {
    behaviour: 'a span ends at its hook’s own time',
    file: 'runtime/telemetry/spans.ts',
    from: 'timeOf(startedAt + run.durationMs)',
    to: 'timeOf(startedAt)',
    test: 'test/telemetry/traceWorkspace.test.ts',
    name: 'hooks that ran side by side keep their own times',
  },
  {
    behaviour: 'events without number are counted as one',
    file: 'runtime/telemetry/attributes.ts',
    from: "known ? event : '_OTHER'",
    to: 'event',
    test: 'test/telemetry/traceWorkspace.test.ts',
    name: 'events that the dialect does not have are counted as one',
  },
  {
    behaviour: 'a firing that a failed hook decided is an error',
    file: 'runtime/telemetry/spans.ts',
    from: 'if (outcome.by !== undefined && failed.has(outcome.by)) span.setStatus(error)',
    to: '',
    test: 'test/telemetry/traceWorkspace.test.ts',
    name: 'a hook that fails is an error, its firing too when failOpen is false',
  },
  {
    behaviour: 'a secret in the command that a hook is named by is in no span',
    file: 'runtime/telemetry/traceWorkspace.ts',
    from: 'spans.hear(masked(step))',
    to: 'spans.hear(step)',
    test: 'test/telemetry/traceWorkspace.test.ts',
    name: 'a secret in the command that a hook is named by is in no span',
  },
]
