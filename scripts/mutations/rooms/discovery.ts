// Behaviours of runtime/discovery/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

const rank = { file: 'runtime/discovery/rank.ts', test: 'test/discovery/discover.test.ts' }

const repairs = { file: 'runtime/discovery/rules/repairs.ts', test: 'test/checks/entryRepairs.test.ts' }

export const discovery: readonly Mutation[] = [
  {
    behaviour: 'what a host complains of when it reads two files together is told',
    file: 'runtime/discovery/entries.ts',
    from: 'of combined.complaints ?? []',
    to: 'of []',
    test: 'test/checks/fixtures.test.ts',
    name: 'configuration.divided/disk.md fires: hooks in both files of one folder',
  },
  {
    behaviour: 'every agent that runs one script for the same moment is named',
    file: 'runtime/discovery/rules/shared.ts',
    from: '      const beside = byFile(others).map(',
    to: '      const beside = byFile(others.slice(0, 1)).map(',
    test: 'test/checks/severalHosts.test.ts',
    name: 'one script of four files',
  },
  {
    behaviour: 'a file that a variable makes run is pinned with the entry',
    file: 'runtime/discovery/entriesOfFile.ts',
    from: '...run.scripts, ...run.loads, ...named.scripts',
    to: '...run.scripts',
    test: 'test/hostile/unseen.test.ts',
    name: 'trust sees what a variable makes an entry run, or says that it does not: ENV of the settings',
  },
  {
    behaviour: 'a hook hides one of its name',
    ...rank,
    from: "if (dialect.wins === 'both') return new Map()",
    to: 'return new Map()',
    name: 'kodelet: the first place of a name wins; plugin names carry the plugin and never clash with plain ones',
  },
  {
    behaviour: 'extensions run by file name, whatever their folder',
    ...rank,
    from: "dialect.order === 'by-name'",
    to: 'false',
    name: 'secureyeoman: one merged order by file name in plain code units; the workspace wins a name',
  },
  {
    behaviour: 'a hook hides one of its whole name only, ending and plugin included',
    ...rank,
    from: 'draft.folder.namePrefix + draft.file',
    to: "draft.folder.namePrefix + draft.file.replace(/\\..*/, '')",
    name: 'secureyeoman: a name is the whole file name; with another ending it is another name',
  },
  {
    behaviour: 'what configuration puts into the process of an entry is part of its trust',
    file: 'runtime/discovery/entriesOfFile.ts',
    from: 'digestsWithin(env)',
    to: 'digestsWithin({})',
    test: 'test/trust/entries.test.ts',
    name: 'editing env takes it',
  },
  {
    behaviour: 'a key is not renamed to one that stands there already',
    ...repairs,
    from: ' || Object.hasOwn(around, replacement)',
    to: '',
    name: 'an event that stands there under its own name as well: configuration.rejected',
  },
  {
    behaviour: 'a time that gets the name of another unit is counted anew',
    ...repairs,
    from: 'unit === times.unit',
    to: 'unit !== undefined',
    name: 'a key in another unit, with its number: entry.key',
  },
  {
    behaviour: 'a misspelt variable is mended wherever it stands',
    file: 'runtime/discovery/rules/variables.ts',
    from: 'uses }]',
    to: 'uses: uses.slice(0, 1) }]',
    test: 'test/checks/entryRepairs.test.ts',
    name: 'a misspelt variable, wherever it stands in the command: entry.variable',
  },
  {
    behaviour: 'arguments that an entry gives its script are there',
    file: 'runtime/discovery/rules/arguments.ts',
    from: 'if (isGivenSome(input, script)) return []',
    to: '',
    test: 'test/checks/recall.test.ts',
    name: 'mistakes in configuration of claude-code are found, and clean files are left alone',
  },
  {
    behaviour: 'patterns of a case are no scripts',
    file: 'runtime/discovery/simpleCommands.ts',
    from: "if (sign === ')' && open === 0) {",
    to: 'if (open < 0) {',
    test: 'test/checks/recall.test.ts',
    name: 'mistakes in configuration of claude-code are found, and clean files are left alone',
  },
  {
    behaviour: 'a word keeps the quotes of its file',
    ...repairs,
    from: '/^["\']/.test(old) || ',
    to: 'true || ',
    name: 'an event of Codex in TOML, where a bare word stays bare: configuration.rejected',
  },
  {
    behaviour: "another host's event is told by this one's name for the moment",
    file: 'runtime/discovery/rules/rejections.ts',
    from: 'own.length === 1 ?',
    to: 'own.length === 0 ?',
    test: 'test/checks/entryRepairs.test.ts',
    name: "another host's event: configuration.rejected",
  },
  {
    behaviour: "an entry's shell line is read for what it runs beside its scripts",
    file: 'runtime/discovery/entryCode.ts',
    from: "if (entry.kind === 'command') {",
    to: 'if (false) {',
    test: 'test/discovery/lineParts.test.ts',
    name: 'what a line runs is part of the hook, or said: "echo $(./x.sh)"',
  },
]
