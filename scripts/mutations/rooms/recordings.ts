// Mutations of runtime/recordings/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

export const recordings: readonly Mutation[] = [
  {
    behaviour: 'names of passwords in other languages are known',
    file: 'runtime/recordings/keys.ts',
    from: "return foreignAnswer(key) ?? 'harmless'",
    to: "return 'harmless'",
    test: 'test/recordings/shapes.test.ts',
    name: 'of 600 shapes in five channels each, 98 of 100 are masked',
  },
  {
    behaviour: 'a secret that was seen once is masked where it stood before',
    file: 'runtime/recordings/redact.ts',
    from: 'known.size === before ? first :',
    to: 'true ? first :',
    test: 'test/recordings/redact.test.ts',
    name: 'a secret that was seen once is masked in later mentions',
  },
  {
    behaviour: 'the value beside a secret name is masked',
    file: 'runtime/recordings/redact.ts',
    from: '(named && VALUE.test(key))',
    to: 'false',
    test: 'test/recordings/redact.test.ts',
    name: 'the value of a secret field is masked, whatever it looks like',
  },
  {
    behaviour: 'hooks of an event stand in firing order',
    file: 'runtime/recordings/rebuild.ts',
    from: 'if (runs.length > 1) runs.sort',
    to: 'if (false) runs.sort',
    test: 'test/recordings/read.test.ts',
    name: 'hooks stand in firing order, whichever finished first',
  },
  {
    behaviour: 'recordings are listed newest first',
    file: 'runtime/recordings/folder.ts',
    from: 'two.changedAt - one.changedAt',
    to: 'one.changedAt - two.changedAt',
    test: 'test/recordings/folder.test.ts',
    name: 'recordings are listed newest first, and a file that is none says why',
  },
  {
    behaviour: 'a pattern that can match in too many ways masks nothing',
    file: 'runtime/recordings/patterns.ts',
    from: 'return longestTried(source) < SHORTEST',
    to: 'return false',
    test: 'test/recordings/redact.test.ts',
    name: 'a pattern that is wrong or could take exponential time is refused by name, the others work',
  },
  {
    behaviour: 'a secret in the command that a hook is named by is not recorded',
    file: 'runtime/recordings/format.ts',
    from: "'dialect', 'event', 'hook', 'id', 'source'",
    to: "'dialect', 'event', 'hook', 'id', 'name', 'source'",
    test: 'test/recordings/recorder.test.ts',
    name: 'a hook path is written relative to its place, and no secret is written at all',
  },
]
