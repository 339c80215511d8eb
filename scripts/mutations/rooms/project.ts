// Mutations of runtime/project/: each removes one behavior and names the test that must then fail.

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
  {
    behaviour: 'a script whose modes are words is not followed through another command',
    file: 'runtime/project/embedded.ts',
    from: '&& !READS_WORDS.test(own())',
    to: '',
    test: 'test/checks/recall.test.ts',
    name: 'mistakes in configuration of claude-code are found, and clean files are left alone',
  },
]
