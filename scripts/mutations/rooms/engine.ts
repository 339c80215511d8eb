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
  {
    behaviour: 'of many unknown answers none is left out',
    file: 'runtime/engine/hostRuns.ts',
    from: 'if (others.length === 0) return all',
    to: 'if (others.length >= 0) return all',
    test: 'test/engine/hosts.test.ts',
    name: 'unknown: the last of many counts too',
  },
  {
    behaviour: 'what an unknown answer could be is told',
    file: 'runtime/engine/hostRuns.ts',
    from: "{ answer: 'exit 2', raw: { exitCode: 2, stdout: '', stderr: 'blocked by the hook' } },",
    to: '',
    test: 'test/engine/hosts.test.ts',
    name: 'an unknown answer has three futures, each with what the host then does',
  },
  {
    behaviour: 'a host that has its answer cuts off the others',
    file: 'runtime/engine/parallel.ts',
    from: 'if (this.#books.judgesUnknown) this.#cutOff(index, verdict)',
    to: '',
    test: 'test/engine/hosts.test.ts',
    name: 'parallel: an approval cuts off where any decision ends it',
  },
  {
    behaviour: 'an entry in the background is not cut off and ends nothing',
    file: 'runtime/engine/firingState.ts',
    from: 'if (!inSequence && !this.isAwaited(index)) return',
    to: 'if (false) return',
    test: 'test/engine/hosts.test.ts',
    name: 'an entry in the background decides nothing and ends nothing',
  },
]
