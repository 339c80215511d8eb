// Mutations of runtime/replay/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

export const replay: readonly Mutation[] = [
  {
    behaviour: 'a stack does not count in a comparison',
    file: 'runtime/replay/compare.ts',
    from: 'const { stack: _, cause, ...rest } = error',
    to: 'const { cause, ...rest } = error',
    test: 'test/replay/compare.test.ts',
    name: 'the stack of an error does not count, its message does',
  },
  {
    behaviour: 'a matcher stands for what may vary',
    file: 'runtime/replay/match.ts',
    from: "if (key === '$any') return (actual) => actual !== undefined",
    to: '',
    test: 'test/replay/cases.test.ts',
    name: 'a case checks what it names, and nothing else',
  },
  {
    behaviour: 'shards have each event once',
    file: 'runtime/replay/shard.ts',
    from: 'place % shard.n === shard.i - 1',
    to: 'place % shard.n === shard.i',
    test: 'test/replay/set.test.ts',
    name: 'all shards together are everything, each thing once, and alike every time',
  },
  {
    behaviour: 'a set field reaches no prototype',
    file: 'runtime/replay/set.ts',
    from: 'Object.hasOwn(fields, key) ? fields[key] : undefined',
    to: 'fields[key]',
    test: 'test/replay/set.test.ts',
    name: 'no path reaches a prototype',
  },
]
