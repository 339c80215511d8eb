// Mutations of runtime/managers/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

const kaizen = { file: 'runtime/managers/kaizen.ts', test: 'test/managers/kaizen.test.ts' }

export const managers: readonly Mutation[] = [
  {
    behaviour: 'a Kaizen hook has five seconds where its trigger says none',
    ...kaizen,
    from: 'timeout: number = SECONDS',
    to: 'timeout: number = 2 * SECONDS',
    name: 'without a time-out of its trigger a hook has five seconds',
  },
  {
    behaviour: 'the duration of a Kaizen result is the measured one',
    ...kaizen,
    from: ', duration_ms: durationMs }',
    to: ' }',
    name: 'the duration of a result is measured, whatever the hook says it was',
  },
  {
    behaviour: 'the failure of a Kaizen hook is logged',
    ...kaizen,
    from: 'this.#log(`$' + '{event}: ',
    to: 'void (`$' + '{event}: ',
    name: 'each failure is logged with event, hook and reason',
  },
  {
    behaviour: 'of several answers to an error in compilr the last one counts',
    file: 'runtime/managers/compilr.ts',
    from: 'outcome.hooks.findLast(',
    to: 'outcome.hooks.find(',
    test: 'test/managers/compilr.test.ts',
    name: 'of several hooks that exchange an error the last has the last word, of those that recover too',
  },
  {
    behaviour: 'enabled: false registers no webhook with the manager',
    file: 'runtime/managers/secureyeoman.ts',
    from: 'extensions.enabled ? extensions.webhooks : []',
    to: 'extensions.webhooks',
    test: 'test/managers/secureyeoman.test.ts',
    name: 'enabled: false tells no webhook of the configuration',
  },
]
