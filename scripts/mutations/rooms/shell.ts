// Mutations of runtime/documents/shell/, a part of the room `documents`.

import type { Mutation } from '../mutation.ts'

export const shell: readonly Mutation[] = [
  {
    behaviour:
      'output that only one way of a shell script sends away may be an answer where the ways have met',
    file: 'runtime/documents/shell/flow/state.ts',
    from: "if (one.muted !== two.muted) one.muted = 'unknown'",
    to: 'one.muted ||= two.muted',
    test: 'test/checks/fixtures.test.ts',
    name: 'output.lost/shell.md silent: output that goes into a file in one branch only',
  },
  {
    behaviour: 'a trap whose function may end the script by itself is not known to replace the status',
    file: 'runtime/documents/shell/flow/traps.ts',
    from: '&& !mayLeave(before, functions, new Set())',
    to: '',
    test: 'test/checks/fixtures.test.ts',
    name: 'exit.ignored/shell.md silent: a trap whose function ends the script with its own status',
  },
  {
    behaviour: 'in shell, what was found empty on one way is forgotten where the ways meet',
    file: 'runtime/documents/shell/flow/state.ts',
    from: 'if (one.fallback !== two.fallback) one.fallback = onBoth(one.fallback, two.fallback, one.walk.script.budget)',
    to: '',
    test: 'test/documents/shellPayload.test.ts',
    name: 'what is read after both ways have met again is sure, whatever one of them had found empty',
  },
  {
    behaviour: 'of a script that goes to many folders it is said that not all are looked into',
    file: 'runtime/documents/shell/changedFolders.ts',
    from: 'return found.add(undefined)',
    to: 'return found',
    test: 'test/hostile/unseen.test.ts',
    name: 'what a program runs by its arguments is covered by trust or listed as not covered: a script in very many folders',
  },
  {
    behaviour: 'a default stands in the place of an argument of a shell script that no entry passes',
    file: 'runtime/documents/shell/flow/ways.ts',
    from: 'path[0] === ARGUMENT && isDefault',
    to: 'path[0] === ARGUMENT && !isDefault',
    test: 'test/checks/recall.test.ts',
    name: 'mistakes in configuration of claude-code are found, and clean files are left alone',
  },
  {
    behaviour: 'a pattern of the shell selects a mode by the words that entries pass',
    file: 'runtime/documents/shell/flow/ways.ts',
    from: "if (part?.kind !== 'data' || !isArgument(value)) return either(state)",
    to: 'return either(state)',
    test: 'test/checks/recall.test.ts',
    name: 'mistakes in configuration of claude-code are found, and clean files are left alone',
  },
  {
    behaviour: 'a word of the command line selects the function that it names',
    file: 'runtime/documents/shell/flow/calledByWord.ts',
    from: "if (data?.kind !== 'data' || before === undefined || after === undefined) return undefined",
    to: 'return undefined',
    test: 'test/checks/recall.test.ts',
    name: 'mistakes in configuration of claude-code are found, and clean files are left alone',
  },
  {
    behaviour: 'an option of sed that is joined to its file names a file of code',
    file: 'runtime/documents/shell/textPrograms.ts',
    from: 'if (files.includes(letter)) return word.slice(at + 1)',
    to: "if (files.includes(letter)) return ''",
    test: 'test/hostile/unseen.test.ts',
    name: 'what a program runs by its arguments is covered by trust or listed as not covered: sed -fz x of {"z":""}',
  },
  {
    behaviour: 'a pattern whose middle is in double quotes is compared as a whole',
    file: 'runtime/documents/shell/flow/conditions.ts',
    from: 'if (right === undefined || parts.length < 2) return right',
    to: 'if (parts.length < 100) return right',
    test: 'test/checks/recall.test.ts',
    name: 'mistakes in configuration of claude-code are found, and clean files are left alone',
  },
]
