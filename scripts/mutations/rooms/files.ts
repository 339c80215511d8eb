// Mutations of runtime/files/: each removes one behavior and names the test that must then fail.

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
    from: "return way !== '..' && ",
    to: 'return true || ',
    test: 'test/files/write.test.ts',
    name: 'every way of writing and deleting refuses what leads out, and leaves it as it was',
  },
  {
    behaviour: 'a link at the name of a temporary file is not written through',
    file: 'runtime/files/write.ts',
    from: "openSync(temporary, 'wx'",
    to: "openSync(temporary, 'w'",
    test: 'test/files/write.test.ts',
    name: 'a link at the name of the temporary file is not written through, and the name is another each time',
  },
  {
    behaviour: 'a report is not written through a link out of the workspace',
    file: 'runtime/files/write.ts',
    from: 'base !== undefined && isBelow(base, full)',
    to: 'base === undefined && isBelow(full, full)',
    test: 'test/files/write.test.ts',
    name: 'a file that a person named below the workspace is not written through a link out of it',
  },
  {
    behaviour: 'the environment of this process is not read through a link',
    file: 'runtime/files/read.ts',
    from: 'statfsSync(path).type === PROC',
    to: 'false',
    test: 'test/files/read.test.ts',
    name: 'a state of the system, the environment of this process for one, is no file, by every way of reading',
  },
  {
    behaviour: 'what is no UTF-8 is not written over',
    file: 'runtime/files/read.ts',
    from: 'if (isUtf8(bytes))',
    to: 'if (true)',
    test: 'test/hostile/existing.test.ts',
    name: 'a file with a letter of Latin-1 is left as it is, and no hook is written',
  },
  {
    behaviour: 'what another program wrote meanwhile is not written over',
    file: 'runtime/files/newHook.ts',
    from: 'configurationText(path, file) !== before',
    to: 'false',
    test: 'test/hostile/existing.test.ts',
    name: 'a file that another program has changed since it was read is not written over',
  },
]
