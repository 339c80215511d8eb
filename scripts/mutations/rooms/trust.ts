// Mutations of runtime/trust/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

export const trust: readonly Mutation[] = [
  {
    behaviour: 'trust for edits is for a workspace’s own hooks',
    file: 'runtime/trust/decide.ts',
    from: "hook.source !== 'workspace' || ",
    to: '',
    test: 'test/trust/ledger.test.ts',
    name: 'trust for edits does not cover a user hook, not even inside the folder',
  },
  {
    behaviour: 'trust for edits ends where a file is outside the folder',
    file: 'runtime/trust/decide.ts',
    from: 'if (path === undefined) return',
    to: 'if (true) return',
    test: 'test/trust/ledger.test.ts',
    name: 'trust for edits does not cover a link that leaves the folder',
  },
  {
    behaviour: 'a ledger that its group may write to trusts nothing',
    file: 'runtime/trust/store.ts',
    from: '(mode & 0o020) === 0',
    to: 'true',
    test: 'test/trust/ledger.test.ts',
    name: 'a ledger that its group may write to trusts nothing',
  },
  {
    behaviour: 'a changed file is named',
    file: 'runtime/trust/decide.ts',
    from: '.filter(([path, hash]) => (before.get(path) ?? hash) !== hash)',
    to: '.filter(() => false)',
    test: 'test/trust/ledger.test.ts',
    name: 'exact trust holds for these bytes only, and the reason names the file that changed',
  },
]
