// Behaviours of runtime/documents/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

export const documents: readonly Mutation[] = [
  {
    behaviour: 'in shell, what was found empty on one way is forgotten where the ways meet',
    file: 'runtime/documents/shell/flow/state.ts',
    from: 'one.fallback = one.fallback.filter((read) => two.fallback.includes(read))',
    to: '',
    test: 'test/documents/shellPayload.test.ts',
    name: 'what is read after both ways have met again is sure, whatever one of them had found empty',
  },
]
