// Mutations of runtime/tools/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

export const tools: readonly Mutation[] = [
  {
    behaviour: 'built-in hooks that are off are nobody’s news',
    file: 'runtime/tools/list.ts',
    from: "!(source === 'builtin' && state === 'disabled')",
    to: 'true',
    test: 'test/tools/tools.test.ts',
    name: 'built-in hooks that are off are not listed',
  },
  {
    behaviour: 'agents are told not to trust in a person’s place',
    file: 'runtime/tools/list.ts',
    from: 'if (untrusted.length === 0) return []',
    to: 'if (true) return []',
    test: 'test/tools/tools.test.ts',
    name: 'a hook that waits for trust is the person’s to look at',
  },
  {
    behaviour: 'a replay leaves out what is the same',
    file: 'runtime/tools/replay.ts',
    from: 'asks || !one.same',
    to: 'true',
    test: 'test/tools/tools.test.ts',
    name: 'a replay tells what changed, cut to what can be read, and leaves out what is the same',
  },
]
