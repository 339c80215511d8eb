// Behaviours of runtime/engine/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

export const engine: readonly Mutation[] = [
  {
    behaviour: 'a hook sees what the one before it made of the payload',
    file: 'runtime/engine/sequential.ts',
    from: 'sees ? books.payload : books.original',
    to: 'books.original',
    test: 'test/engine/firing.test.ts',
    name: 'each hook sees what the one before it made of the payload',
  },
  {
    behaviour: 'the late answer of a hook that was given up on is not another’s',
    file: 'runtime/engine/sequential.ts',
    from: '    this.#returned = undefined\n',
    to: '',
    test: 'test/engine/firing.test.ts',
    name: 'a late answer is not taken for that of the hook that runs now',
  },
  {
    behaviour: 'of parallel hooks only those over time are given up on',
    file: 'runtime/engine/parallel.ts',
    from: 'if (running.deadline <= now) ',
    to: '',
    test: 'test/engine/firing.test.ts',
    name: 'parallel hooks over time are given up on one by one',
  },
  {
    behaviour: 'an equal copy is no replacement',
    file: 'runtime/engine/judge.ts',
    from: 'sameJson(verdict.payload, payload)',
    to: 'false',
    test: 'test/engine/firing.test.ts',
    name: 'a copy that is equal is no replacement',
  },
  {
    behaviour: 'no timer is left when nothing runs',
    file: 'runtime/engine/watchdog.ts',
    from: 'if (this.#first === undefined) this.#timer?.unref()',
    to: '',
    test: 'test/engine/firing.test.ts',
    name: 'no timer is left when nothing runs',
  },
]
