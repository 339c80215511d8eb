// Behaviours of server/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

export const server: readonly Mutation[] = [
  {
    behaviour: 'positions of one text are made once',
    file: 'server/positions.ts',
    from: 'oncePer(({ text }',
    to: '(({ text }',
    test: 'test/server/positions.test.ts',
    name: 'one text has one set of positions',
  },
]
