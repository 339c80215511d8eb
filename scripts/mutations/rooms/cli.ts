// Behaviours of runtime/cli/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

export const cli: readonly Mutation[] = [
  {
    behaviour: 'a hook that was not run is no call',
    file: 'runtime/cli/stats.ts',
    from: 'if (!wasRun(run)) return',
    to: '',
    test: 'test/cli/stats.test.ts',
    name: 'a hook that was not run, for want of trust or for another reason, is no call and no failure',
  },
  {
    behaviour: 'a folder above that has hooks is named',
    file: 'runtime/cli/noHooks.ts',
    from: 'FOLDERS.some((folder) => holdsFiles(join(at, folder))) ||',
    to: 'false ||',
    test: 'test/cli/noHooks.test.ts',
    name: 'list in /ws/sub',
  },
  {
    behaviour: 'SARIF points at files of the workspace from its root',
    file: 'runtime/cli/sarif.ts',
    from: "uriBaseId: '%SRCROOT%' }",
    to: "uriBaseId: '' }",
    test: 'test/server/check.test.ts',
    name: 'as SARIF it is what the standard asks for, and says the same',
  },
]
