// Behaviours of runtime/documents/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

export const documents: readonly Mutation[] = [
  {
    behaviour: 'in shell, what was found empty on one way is forgotten where the ways meet',
    file: 'runtime/documents/shell/flow/state.ts',
    from: 'one.fallback = one.fallback.filter((read) => two.fallback.includes(read))',
    to: '',
    test: 'test/documents/shellPayload.test.ts',
    name: 'what is read after both ways have met again is sure, whatever one of them had found empty',
  },
  {
    behaviour: 'a first line that ends in CRLF is told',
    file: 'runtime/documents/shebang.ts',
    from: 'if (shebang.crlf) {',
    to: 'if (false) {',
    test: 'test/checks/fixtures.test.ts',
    name: 'executable.crlf/executables.md fires',
  },
  {
    behaviour: 'env with arguments and without -S is told',
    file: 'runtime/documents/shebang.ts',
    from: 'if (shebang.glued) {',
    to: 'if (false) {',
    test: 'test/documents/shebang.test.ts',
    name: 'env with arguments is a warning, because some systems split them',
  },
  {
    behaviour: 'a variable that is not set costs its value',
    file: 'runtime/documents/extensions.ts',
    from: 'if (missing === undefined) return',
    to: 'if (true) return',
    test: 'test/managers/configuration.test.ts',
    name: 'a missing variable: what is right counts, what is wrong is told with its line',
  },
  {
    behaviour: 'in PowerShell, a member is completed right behind its dot',
    file: 'runtime/documents/powershell/read.ts',
    from: 'return [...members, ...keys]',
    to: 'return [...keys]',
    test: 'test/server/features/called.test.ts',
    name: 'completed: PowerShell, of the piped input',
  },
  {
    behaviour: 'in PowerShell, texts are compared in any case',
    file: 'runtime/documents/powershell/read.ts',
    from: 'narrow(among, path, values, true)',
    to: 'narrow(among, path, values)',
    test: 'test/server/features/called.test.ts',
    name: 'completed: PowerShell, of all that is read, after a comparison in another case',
  },
]
