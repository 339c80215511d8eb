// Behaviours of runtime/contract/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

const flow = 'runtime/contract/flow.ts'
const inForce = {
  file: 'runtime/contract/extensionsInForce.ts',
  test: 'test/contract/extensionsInForce.test.ts',
}
const manager = 'test/managers/secureyeoman.test.ts'

export const contract: readonly Mutation[] = [
  {
    behaviour: 'answers that code puts together are no silent loss of a conversion',
    file: 'runtime/contract/convert/answers.ts',
    from: 'if (decidesLater(value)) return [unknown]',
    to: 'if (decidesLater(value)) return []',
    test: 'test/contract/convertBuilt.test.ts',
    name: 'a decision that only a run can tell, to gemini',
  },
  {
    behaviour: 'the first veto wins',
    file: flow,
    from: "endsAt: 'deny'",
    to: "endsAt: 'never'",
    test: manager,
    name: 'null cancels, and the first veto wins (none)',
  },
  {
    behaviour: 'observers run at the same time',
    file: flow,
    from: "observe: { run: 'parallel'",
    to: "observe: { run: 'sequential'",
    test: manager,
    name: 'observers run at the same time: each waits for the other (none)',
  },
  {
    behaviour: 'maxExecutionTime is the time of each extension',
    file: inForce.file,
    from: '{ ...hook, timeoutMs: maxExecutionTime }',
    to: 'hook',
    test: manager,
    name: 'maxExecutionTime ends a hook, and the pipeline goes on (none)',
  },
  {
    behaviour: 'the user’s failOpen counts where the workspace says none',
    ...inForce,
    from: '{ failOpen = user.failOpen }',
    to: '{ failOpen }',
    name: 'the user says failOpen, trusted',
  },
  {
    behaviour: 'the user’s maxExecutionTime counts where the workspace says none',
    ...inForce,
    from: 'workspace.maxExecutionTime ?? user.maxExecutionTime',
    to: 'workspace.maxExecutionTime',
    name: 'the user says maxExecutionTime, trusted',
  },
  {
    behaviour: 'the user’s hotReload counts where the workspace says none',
    ...inForce,
    from: '?? user.hotReload ??',
    to: '??',
    name: 'the user says hotReload, trusted',
  },
  {
    behaviour: 'the user’s directories count beside the workspace’s',
    ...inForce,
    from: '[user, workspace].flatMap',
    to: '[workspace].flatMap',
    name: 'the user says directories, trusted',
  },
  {
    behaviour: 'compilr’s observers run in order',
    file: 'runtime/contract/dialects/compilr.ts',
    from: "observe: { run: 'sequential' }",
    to: "observe: { run: 'parallel' }",
    test: 'test/managers/compilr.test.ts',
    name: 'hooks that only look run one after the other, too',
  },
  {
    behaviour: 'slips in spelling are seen through hyphens and capitals',
    file: 'runtime/contract/suggest.ts',
    from: "word.replaceAll(/[-_\\s]/g, '').toLowerCase()",
    to: 'word',
    test: 'test/contract/suggest.test.ts',
    name: '"BEFORE TOOL CALL" is taken for before_tool_call',
  },
  {
    behaviour: 'a path finds only what the value has itself',
    file: 'runtime/contract/json.ts',
    from: '|| !Object.hasOwn(at, key)',
    to: '',
    test: 'test/contract/json.test.ts',
    name: 'a path finds what the value has itself, and nothing else',
  },
  {
    behaviour: 'an undefined field is not another field’s absence',
    file: 'runtime/contract/json.ts',
    from: '(a !== b || a === undefined) &&',
    to: 'a !== b &&',
    test: 'test/contract/json.test.ts',
    name: 'a field that is undefined does not stand in for one that is not there',
  },
  {
    behaviour: 'equal entries run once',
    file: 'runtime/contract/dialects/claude-code.ts',
    from: 'if (before !== undefined)\n      return { run: false',
    to: 'if (false)\n      return { run: false',
    test: 'test/agents/predict.test.ts',
    name: 'claude-code.jsonl: every case is predicted as it was observed',
  },
  {
    behaviour: 'exit code 2 refuses',
    file: 'runtime/contract/dialects/claude-code.ts',
    from: "if (raw.exitCode === 2 && REFUSED_BY_EXIT.includes(name))\n    return { kind: 'verdict'",
    to: "if (false)\n    return { kind: 'verdict'",
    test: 'test/agents/predict.test.ts',
    name: 'claude-code.jsonl: every case is predicted as it was observed',
  },
  {
    behaviour: 'a matcher of names is a list',
    file: 'runtime/contract/hosts/matcher.ts',
    from: 'if (names.test(matcher)) {',
    to: 'if (false) {',
    test: 'test/agents/predict.test.ts',
    name: 'claude-code.jsonl: every case is predicted as it was observed',
  },
]
