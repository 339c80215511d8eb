// Mutations of runtime/checks/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

export const checks: readonly Mutation[] = [
  {
    behaviour: 'each value that a program chooses for an answer is held against what the agent does with it',
    file: 'runtime/checks/chosenAnswers.ts',
    from: 'return one.chosen === true && ',
    to: 'return one.chosen === undefined && ',
    test: 'test/checks/fixtures.test.ts',
    name: 'result.ignored/python.md fires: one of the decisions that it chooses from',
  },
  {
    behaviour: 'every agent that an answer problem holds for is named',
    file: 'runtime/checks/sentenceByHosts.ts',
    from: '  const same = Map.groupBy(first, ',
    to: '  const same = Map.groupBy(first.slice(0, 1), ',
    test: 'test/checks/severalHosts.test.ts',
    name: 'an end that stops nothing in two of three',
  },
  {
    behaviour: 'text for the model that one of several agents does not read is said at the answer',
    file: 'runtime/checks/ignoredAnswers.ts',
    from: '(isTaken ? one?.loses : one?.partial)',
    to: 'one?.partial',
    test: 'test/checks/severalHosts.test.ts',
    name: 'a text that one of three does not read',
  },
  {
    behaviour: 'a comment ignores a finding on its line only',
    file: 'runtime/checks/ignores.ts',
    from: '(line ?? lineOf(file.text, one)) === lineOf(file.text, one)',
    to: 'true',
    test: 'test/checks/findings.test.ts',
    name: 'a comment ignores: another line',
  },
  {
    behaviour: 'severities of the settings hold',
    file: 'runtime/checks/findings.ts',
    from: 'settings?.severities[one.code] ?? one.severity',
    to: 'one.severity',
    test: 'test/checks/findings.test.ts',
    name: 'settings determine the severity of a finding, and one that is off is not reported',
  },
  {
    behaviour: 'what types and spots both see is said once',
    file: 'runtime/checks/doubles.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text of the source
    from: 'seen.has(`${code} ${place}`) || ',
    to: '',
    test: 'test/checks/findings.test.ts',
    name: 'a problem of types and spots is reported once, those of discovery are added, and all are sorted',
  },
  {
    behaviour: 'a repair leaves the quotes',
    file: 'runtime/checks/repair.ts',
    from: "exec(text.slice(range.start, range.end))?.[1] ?? ''",
    to: "exec('')?.[1] ?? ''",
    test: 'test/checks/findings.test.ts',
    name: 'a repair puts the name where the wrong one stood, and leaves the quotes',
  },
  {
    behaviour: 'a field of another agent is reported with this agent, in every language',
    file: 'runtime/checks/fields.ts',
    from: "?.note ?? ''",
    to: " && ''",
    test: 'test/checks/wording.test.ts',
    name: 'the message names a field of another agent, by types',
  },
  {
    behaviour: 'a script that chooses among hosts by their names has no findings about the others',
    file: 'runtime/checks/hostChoices.ts',
    from: '(hostChoice(dialect)?.test(text) ?? false)',
    to: 'false',
    test: 'test/checks/recall.test.ts',
    name: 'mistakes in configuration of claude-code are found, and clean files are left alone',
  },
  {
    behaviour: 'a library that chooses the agent serves the script that loads it',
    file: 'runtime/checks/otherHosts.ts',
    from: "if (role.kind !== 'hook' || project === undefined) return false",
    to: 'return false',
    test: 'test/checks/recall.test.ts',
    name: 'mistakes in configuration of claude-code are found, and clean files are left alone',
  },
]
