// The program without which a shell line of an entry fails, and the lines in which there is no such program.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shellCode } from '../../runtime/discovery/rules/shellText.ts'
import { startedProgram } from '../../runtime/discovery/startedPrograms.ts'

const lines: readonly (readonly [line: string, program: string | undefined])[] = [
  ['pwsh -NoProfile -File x.ps1', 'pwsh'],
  ['guard', 'guard'],
  ['/opt/tools/guard --strict', '/opt/tools/guard'],
  ['"guard" 2>/dev/null', 'guard'],
  ['guard > log 2>&1', 'guard'],
  ['guard # or not || true', 'guard'],
  ['cd "$(git rev-parse --show-toplevel)" && uv run x.py', 'uv'],
  ['export A=1; cd x\nbun x.ts', 'bun'],
  ['guard && echo done', 'guard'],
  ['jq -r ".tool_input | .command" | guard', 'guard'],
  ['A=1 exec env B=2 timeout 5 guard', 'guard'],
  ['A="x || y" guard "a; b"', 'guard'],
  ['guard || true', undefined],
  ['guard; exit 0', undefined],
  ['guard &', undefined],
  ['command -v guard && guard', undefined],
  ['which guard && guard', undefined],
  ['[ -x guard ] && guard', undefined],
  ['! guard', undefined],
  ['if guard; then :; fi', undefined],
  ['(guard)', undefined],
  ['guard() { :; }; guard', undefined],
  ['. ./env.sh && guard', undefined],
  ['export PATH=$PATH:/x && guard', undefined],
  ['PATH=/x guard', undefined],
  ['alias guard=true\nguard', undefined],
  ['$TOOL x', undefined],
  ['"$TOOLS"/guard', undefined],
  ['~/bin/guard', undefined],
  ['./guard', undefined],
  ['{{guard}}', undefined],
  ['echo guard', undefined],
  ['sudo guard', 'sudo'],
  ['# guard', undefined],
  ['', undefined],
]

for (const [line, program] of lines)
  test(`the program that ${JSON.stringify(line)} needs: ${program ?? 'none'}`, () => {
    assert.equal(startedProgram(line, shellCode(line)), program)
  })

test('substitutions may be nested deeper than the call stack', () => {
  const line = `guard ${'"$(echo '.repeat(20_000)}a${')"'.repeat(20_000)}`
  assert.match(shellCode(line), /^guard /)
})
