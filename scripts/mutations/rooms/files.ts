// Behaviours of runtime/files/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

export const files: readonly Mutation[] = [
  {
    behaviour: 'a file beyond the limit is not read',
    file: 'runtime/files/read.ts',
    from: 'if (size > limit) throw tooLarge(path, limit)',
    to: '',
    test: 'test/files/read.test.ts',
    name: 'a file larger than the limit is refused before it is read, however large',
  },
  {
    behaviour: 'nothing is written where a link leads out',
    file: 'runtime/files/write.ts',
    from: "return way === '..' || ",
    to: 'return false && ',
    test: 'test/files/write.test.ts',
    name: 'every way of writing and deleting refuses what leads out, and leaves it as it was',
  },
]
