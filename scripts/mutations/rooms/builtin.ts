// Mutations of runtime/builtin/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

const logging = { file: 'runtime/builtin/logging.ts', test: 'test/builtin/logging.test.ts' }

export const builtin: readonly Mutation[] = [
  {
    behaviour: 'the logging hook prints a line for an event',
    ...logging,
    from: 'say(`[',
    to: 'void (`[',
    name: 'level INFO: 1 lines',
  },
  {
    behaviour: 'the logging hook prints nothing at level WARNING',
    ...logging,
    from: "logging.level === 'WARNING' || ",
    to: '',
    name: 'level WARNING: 0 lines',
  },
  {
    behaviour: 'the logging hook prints the payload at level DEBUG',
    ...logging,
    from: "logging.level === 'DEBUG' ?",
    to: 'false ?',
    name: 'level DEBUG: 1 lines',
  },
  {
    behaviour: 'the logging hook runs where it is switched on',
    file: 'runtime/builtin/builtins.ts',
    from: 'if (!rehearsal) logEvent(call, now, say)',
    to: '',
    test: logging.test,
    name: 'level INFO: 1 lines',
  },
]
