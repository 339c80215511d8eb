// Mutations of server/: each removes one behavior and names the test that must then fail.

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
  {
    behaviour: 'what is replaced with every keystroke stays in the young generation',
    file: 'server/connection.ts',
    from: '  setFlagsFromString(KEEP_YOUNG)',
    to: '',
    test: 'test/server/memory.test.ts',
    name: 'a settings file of 200 entries: minor collections keep no views of earlier versions',
  },
  {
    behaviour: 'a message of the protocol is one write',
    file: 'server/wholeMessages.ts',
    from: 'if (header === undefined && chunk.subarray(0, HEADER.length).equals(HEADER)) {',
    to: 'if (false) {',
    test: 'test/server/wholeMessages.test.ts',
    name: 'each message is one write',
  },
  {
    behaviour: 'files that are opened at once are told about one after the other',
    file: 'server/pushing.ts',
    from: 'turn = turn.then(() => setImmediate())',
    to: '',
    test: 'test/hostile/longTexts.test.ts',
    name: 'of 150 modules that are opened at once none delays a request until all are checked',
  },
]
