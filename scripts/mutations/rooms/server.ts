// Behaviours of server/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

export const server: readonly Mutation[] = [
  {
    behaviour: 'a comment ignores a finding on its line only',
    file: 'server/findings/ignores.ts',
    from: '(line ?? lineOf(file.text, one)) === lineOf(file.text, one)',
    to: 'true',
    test: 'test/server/findings.test.ts',
    name: 'a comment ignores: another line',
  },
  {
    behaviour: 'severities of the settings hold',
    file: 'server/findings/findings.ts',
    from: 'settings?.severities[one.code] ?? one.severity',
    to: 'one.severity',
    test: 'test/server/findings.test.ts',
    name: 'settings say how severe a finding is, and what is off is not said',
  },
  {
    behaviour: 'what types and spots both see is said once',
    file: 'server/findings/findings.ts',
    from: 'if (seen.has(key) || ',
    to: 'if (',
    test: 'test/server/findings.test.ts',
    name: 'what types and spots both see is said once, what discovery knows is added, and all is in order',
  },
  {
    behaviour: 'a repair leaves the quotes',
    file: 'server/findings/repair.ts',
    from: "exec(text.slice(range.start, range.end))?.[1] ?? ''",
    to: "exec('')?.[1] ?? ''",
    test: 'test/server/findings.test.ts',
    name: 'a repair puts the name where the wrong one stood, and leaves the quotes',
  },
]
