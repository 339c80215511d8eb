// The state of a hook as a hover describes it: for terminals, and for editors with buttons.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hook } from '../../../runtime/contract/hook.ts'
import { stateLine, withoutCommands } from '../../../server/features/stateLine.ts'

type Row = readonly [hook: Pick<Hook, 'state' | 'why'>, everywhere: string, withButtons: string]

const rows: readonly Row[] = [
  [{ state: 'active' }, 'State: active.', 'State: active.'],
  [
    { state: 'untrusted', why: 'not trusted yet; run `hookbench trust guard`' },
    'State: untrusted: not trusted yet; run `hookbench trust guard`.',
    'State: untrusted: not trusted yet.',
  ],
  [
    {
      state: 'untrusted',
      why: "changed since it was trusted; look at it, then run `hookbench trust 'a:b#`c`'`",
    },
    "State: untrusted: changed since it was trusted; look at it, then run ``hookbench trust 'a:b#`c`'``.",
    'State: untrusted: changed since it was trusted.',
  ],
  [
    { state: 'broken', why: 'no *such* file' },
    'State: broken: no \\*such\\* file.',
    'State: broken: no \\*such\\* file.',
  ],
]

for (const [hook, everywhere, withButtons] of rows) {
  test(`${hook.state}, ${hook.why}`, () => {
    assert.equal(stateLine(hook), everywhere)
    assert.equal(withoutCommands(`${stateLine(hook)}\n\nMore.`), `${withButtons}\n\nMore.`)
  })
}
