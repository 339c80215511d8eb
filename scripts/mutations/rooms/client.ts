// Mutations of client/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

const timeline = 'test/client/timeline.test.ts'

export const client: readonly Mutation[] = [
  {
    behaviour: 'bars of the timeline that touch share a row',
    file: 'client/timeline/layout/lanes.ts',
    from: '<= bar.from',
    to: '< bar.from',
    test: timeline,
    name: 'bars that touch share a row, bars that overlap do not',
  },
  {
    behaviour: 'a runtime that keeps dying is given up on',
    file: 'client/backOff.ts',
    from: 'deaths.length > most ? undefined :',
    to: 'false ? undefined :',
    test: 'test/client/pure.test.ts',
    name: 'each death is waited for longer, and the fifth within three minutes is the last',
  },
  {
    behaviour: 'words of hooks make no link of a message',
    file: 'client/plain.ts',
    from: "replaceAll(']('",
    to: "replaceAll(']]('",
    test: 'test/client/pure.test.ts',
    name: 'words of hooks and files make no link of a message',
  },
  {
    behaviour: 'nothing that turns the writing is shown',
    file: 'client/plain.ts',
    from: '{TURNS}',
    to: "{''}",
    test: 'test/client/pure.test.ts',
    name: 'no control character and no change of the writing direction is shown',
  },
  {
    behaviour: 'a filter wants each of its words',
    file: 'client/timeline/layout/matching.ts',
    from: 'words.every((word)',
    to: 'words.some((word)',
    test: 'test/client/timeline.test.ts',
    name: 'a filter leaves the events that hold all of its words',
  },
  {
    behaviour: 'what ran beside a longer hook is not on the critical path',
    file: 'client/timeline/layout/critical.ts',
    from: 'run.end > until + HAIR_MS ||',
    to: 'false ||',
    test: timeline,
    name: 'the critical path, side by side: the longest alone',
  },
  {
    behaviour: 'of two sessions only what differs is shown',
    file: 'client/recordings/compare/sessions.ts',
    from: 'if (before !== undefined && after !== undefined && saysSame(before, after)) return []',
    to: 'if (before === undefined && after === undefined) return []',
    test: 'test/client/sessions.test.ts',
    name: 'how long something took is no difference, and neither are ids of a session',
  },
  {
    behaviour: 'an operation that goes ahead as given is drawn as a pass',
    file: 'client/signs.ts',
    from: "(fate === 'ran' && changed)",
    to: "fate === 'ran'",
    test: 'test/client/entries.test.ts',
    name: 'an outcome of a host is described and drawn by its effect, never as a bare pass',
  },
]
