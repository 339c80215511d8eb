// What one text can do to the grammars that all texts share: exhaust their memory, or keep V8 busy optimizing them.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parseTree, SlowText } from '../../runtime/documents/treeSitter.ts'
import { writeTree } from '../support/tree.ts'

const MEGABYTE = 1024 * 1024

test('a text that uses up the memory of a grammar is given up, and others keep their trees', async () => {
  const before = process.memoryUsage.rss()
  const hostile = parseTree('python', '/*\n'.repeat(8000))
  const beside = parseTree('bash', 'echo beside\n')
  await assert.rejects(hostile, SlowText)
  const grown = process.memoryUsage.rss() - before
  assert.ok(grown < 700 * MEGABYTE, `it took ${Math.round(grown / MEGABYTE)} MB`)
  assert.equal((await beside).children.length, 1)
  assert.equal((await parseTree('python', 'print(1)\n')).children.length, 1)
  assert.equal((await parseTree('bash', 'echo after\n')).children.length, 1)
  await assert.rejects(parseTree('python', '/*\n'.repeat(8000)), SlowText)
})

test('a language server that is busy with PowerShell does not take gigabytes to optimize its grammar', async () => {
  const documents = new URL('../../runtime/documents/', import.meta.url)
  const program = `
    const { ownProcess } = await import('${new URL('grammars.ts', documents).href}')
    const { parseTree } = await import('${new URL('treeSitter.ts', documents).href}')
    ownProcess()
    const line = 'if ($a -eq "b") { Write-Output "x $y" | ConvertFrom-Json }\\n'
    let peak = 0
    for (let round = 0; round < 1200; round++) {
      await parseTree('powershell', '# ' + round + '\\n' + line.repeat(40))
      peak = Math.max(peak, process.memoryUsage.rss())
    }
    console.log(peak)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  assert.ok(Number(stdout) < 600 * MEGABYTE, `it took ${Math.round(Number(stdout) / MEGABYTE)} MB`)
})

test('`hookbench check` of PowerShell does not take gigabytes to optimize its grammar', async (t) => {
  const place = writeTree('//- /home/\n')
  t.after(place.remove)
  place.write(`//- /ws/a.ps1\n${'<##>'.repeat(400_000)}\n//- /ws/b.ps1\n${'if ($a) { $b }\n'.repeat(8000)}`)
  const hooks = ['a', 'b'].map((name) => ({ type: 'command', command: `pwsh -File ./${name}.ps1` }))
  const settings = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks }] } })
  place.write(`//- /ws/.claude/settings.json\n${settings}\n`)
  const program = `
    const { main } = await import('${new URL('../../runtime/cli/program.ts', import.meta.url).href}')
    await main(['check', '--workspace', '${place.at('/ws')}', '--home', '${place.at('/home')}'])
    console.log(process.resourceUsage().maxRSS)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  const peak = Number(stdout.trim().split('\n').at(-1)) / 1024
  assert.ok(peak < 700, `it took ${Math.round(peak)} MB`)
})
