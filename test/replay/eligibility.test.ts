// Which events replay in bulk: the state of a hook file must stay in one place.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hook } from '../../runtime/contract/hook.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { bulkEligibility } from '../../runtime/replay/bulk/eligibility.ts'

type Row = Pick<Hook, 'name' | 'runner' | 'events'> & Partial<Hook> & { readonly untrusted?: true }

const module = (name: string, ...events: readonly string[]): Row => ({ name, runner: 'module', events })

const rows: readonly {
  readonly title: string
  readonly hooks: readonly Row[]
  readonly bulk: readonly string[]
  readonly ordinary: readonly string[]
  readonly any: boolean
}[] = [
  { title: 'no hooks at all', hooks: [], bulk: ['a'], ordinary: [], any: false },
  { title: 'modules alone', hooks: [module('m', 'a', 'b')], bulk: ['a', 'b', 'c'], ordinary: [], any: true },
  {
    title: 'a program beside a module takes all events of that module along, and of its neighbours',
    hooks: [
      { name: 'p', runner: 'executable', events: ['a'] },
      module('m', 'a', 'b'),
      module('n', 'b', 'c'),
      module('o', 'd'),
    ],
    bulk: ['d', 'e'],
    ordinary: ['a', 'b', 'c'],
    any: true,
  },
  {
    title: 'hooks that do not run change nothing',
    hooks: [
      { name: 'p', runner: 'executable', events: ['a'], state: 'disabled' },
      { name: 'q', runner: 'python', events: ['a'], state: 'untrusted', untrusted: true },
      module('m', 'a'),
    ],
    bulk: ['a'],
    ordinary: [],
    any: true,
  },
  {
    title: 'a handler of this process is no module',
    hooks: [{ name: 'h', runner: 'in-process', events: ['a'] }, module('m', 'a')],
    bulk: ['b'],
    ordinary: ['a'],
    any: false,
  },
]

for (const { title, hooks, bulk, ordinary, any } of rows) {
  test(title, () => {
    const list = hooks.map(({ untrusted: _, ...hook }, order): Hook => {
      const id = `secureyeoman:workspace:${hook.name}`
      const path = hook.runner === 'in-process' ? '' : `/w/${hook.name}`
      const rest = { source: 'workspace', dialect: 'secureyeoman', state: 'active', timeoutMs: 7 } as const
      return { id, path, order, files: [], ...rest, ...hook }
    })
    const active = list.filter(({ runner, state }) => runner === 'module' && state === 'active')
    const fit = bulkEligibility({
      root: '/w',
      settings: defaultSettings,
      failOpen: {},
      hooks: list,
      snapshots: new Map(active.map(({ id }) => [id, { files: new Map(), hash: '', hashes: [] }])),
      untrusted: new Map(list.filter((_, i) => hooks[i]?.untrusted).map(({ id }) => [id, 'no'])),
    })
    const takes = (event: string) => fit.takes({ dialect: 'secureyeoman', event })
    assert.deepEqual(bulk.filter(takes), bulk)
    assert.deepEqual(ordinary.filter(takes), [])
    assert.equal(fit.any, any)
    assert.equal(fit.timeoutMs, any ? 7 : 0)
  })
}
