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
  {
    behaviour: 'a hook is looked for in the dialect that is named',
    file: 'runtime/cli/find.ts',
    from: 'dialect === undefined ? hook.listedAs === undefined : hook.dialect === dialect',
    to: 'hook.listedAs === undefined',
    test: 'test/cli/stumbling.test.ts',
    name: 'the same for an entry of a file of another host, gate by gate',
  },
  {
    behaviour: 'a run in which no hook can run is no success',
    file: 'runtime/cli/run.ts',
    from: 'broken.includes(true) || ',
    to: '',
    test: 'test/cli/stumbling.test.ts',
    name: 'run of an entry whose script is missing is no success',
  },
  {
    behaviour: 'a configuration file that does not parse is named by who asks for its hooks',
    file: 'runtime/cli/explain.ts',
    from: '        complainOfFiles(unreadFiles(workspace, dialects))\n',
    to: '',
    test: 'test/cli/stumbling.test.ts',
    name: 'explain names the file with a comma too many, and where',
  },
  {
    behaviour: 'the hook server says in sentences in what agents differ',
    file: 'runtime/cli/showMethods.ts',
    from: 'differencesIn(outcomesOf(agents), opened)',
    to: '[]',
    test: 'test/sessions/methods.test.ts',
    name: 'compare says in sentences what `run --all` prints below its table',
  },
]
