// Behaviours of runtime/project/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

export const project: readonly Mutation[] = [
  {
    behaviour: 'hidden folders beside those of plugins hold no hooks',
    file: 'runtime/project/role.ts',
    from: "!first.startsWith('.') && ",
    to: '',
    test: 'test/project/role.test.ts',
    name: 'the place of a file says what it is',
  },
]
