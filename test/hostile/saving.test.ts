// A guard that is saved again and again while events fire: it is never lost, and trust that was revoked stays revoked.

import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWorkspace } from '../../runtime/index.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { writeTree } from '../support/tree.ts'

const guard = (n: number) => `import { bad } from './lib/words.js'
// ${n}
export const tool_execute_before = (context) => (bad ? null : context)
`
const WORDS = 'export const bad = true\n'

async function open(t: TestContext) {
  const tree = writeTree(`
    //- /home/
    //- /ws/package.json
    { "type": "module" }
    //- /ws/extensions/guard.js
    ${guard(0)}
    //- /ws/extensions/lib/words.js
    ${WORDS}
  `)
  const where = { root: tree.at('/ws'), home: tree.at('/home') }
  const ledger = openLedger({ file: ledgerFile(where.home), ...where })
  await ledger.trustFolder(where.root, 'edits')
  const workspace = await openWorkspace({ ...where, watch: true })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  const decision = async () =>
    (await workspace.fire('tool_execute_before', {}, { dialect: 'secureyeoman' })).decision
  return {
    file: tree.at('/ws/extensions/guard.js'),
    words: tree.at('/ws/extensions/lib/words.js'),
    ledger,
    workspace,
    decision,
  }
}

type Opened = Awaited<ReturnType<typeof open>>

// What a program does to a file before it writes the text.
const SAVES: Readonly<Record<string, (opened: Opened) => void>> = {
  'is emptied': ({ file }) => writeFileSync(file, ''),
  'is half-written': ({ file }) => writeFileSync(file, 'import { bad } from'),
  'loads a file that is removed': ({ words }) => rmSync(words),
}

for (const [what, begin] of Object.entries(SAVES))
  test(`a guard that ${what} on each of many saves answers every call`, async (t) => {
    const opened = await open(t)
    const decisions: string[] = []
    let saving = true
    const firing = (async () => {
      while (saving) {
        decisions.push(await opened.decision())
        await sleep(3)
      }
    })()
    for (let n = 1; n <= 30; n++) {
      begin(opened)
      await sleep(5 + (n % 5) * 12)
      writeFileSync(opened.words, WORDS)
      writeFileSync(opened.file, guard(n))
      await sleep(30)
    }
    saving = false
    await firing
    assert.deepEqual([...new Set(decisions)], ['deny'])
  })

test('trust that was revoked while a guard was half-written stays revoked, however it is saved', async (t) => {
  const { file, ledger, workspace, decision } = await open(t)
  assert.equal(await decision(), 'deny')
  writeFileSync(file, '')
  await workspace.reload()
  assert.equal(await decision(), 'deny')
  const root = ledger.entries()[0] as { readonly root: string }
  await ledger.untrust(root.root)
  for (const text of ['import { bad } from', 'export const', '']) {
    writeFileSync(file, text)
    await workspace.reload()
    assert.equal(await decision(), 'pass')
    assert.ok(!workspace.list().some(({ path, state }) => path === file && state === 'active'))
  }
})
