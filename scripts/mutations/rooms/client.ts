// Behaviours of client/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

const timeline = 'test/client/timeline.test.ts'

export const client: readonly Mutation[] = [
  {
    behaviour: 'bars of the timeline that touch share a row',
    file: 'client/timeline/layout/lanes.ts',
    from: '<= bar.from',
    to: '< bar.from',
    test: timeline,
    name: 'bars that touch share a row, bars that overlap do not',
  },
]
