// Behaviours of runtime/executors/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

const here = 'runtime/executors/module/openModulesHere.ts'
const module = 'test/executors/module.test.ts'

export const executors: readonly Mutation[] = [
  {
    behaviour: 'without isolation a class hears of its own failures',
    file: here,
    from: 'await found.onError?.(error, payload)',
    to: '',
    test: module,
    name: 'without isolation, too, a class hears of its own failures',
  },
]
