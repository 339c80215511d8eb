// Permission rules against calls. What Claude Code itself does with conditions is in
// test/agents/cases/claude-code-conditions.jsonl.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionCovers, permissionRule, ruleCovers } from '../../runtime/contract/hosts/permissionRule.ts'

type Row = readonly [rule: string, value: string, covers: boolean | undefined]

const rows: readonly Row[] = [
  ['Edit(.env)', './.env', true],
  ['Edit(.env)', '/w//.env', true],
  ['Edit(.env)', '/w/./a/../.env', true],
  ['Edit(.env)', '../w/.env', true],
  ['Edit(.env)', '/.env', false],
  ['Edit(.env)', '/w/../.env', false],
  ['Edit(src/**)', '/w/x/../src/a', true],
  ['Edit(/src/**)', '/w/x/../src/a', true],
  ['Edit(//etc/**)', '/tmp/../etc/passwd', true],
  ['Edit(~/.ssh/**)', '~/.ssh/x', true],
  ['Edit(~/.ssh/**)', '/home/me/a/../.ssh/x', true],
  ['Edit(.env)', '/w/x', false],
  ['Edit(src//.env)', '/w/src/.env', true],
  ['Edit(**/id_rsa)', '/home/me/.ssh/id_rsa', true],
  ['Edit(*)', '/etc/hostname', true],
  ['Edit(*/**)', '/w/x', true],
  ['Edit(**/.ssh/)', '/home/me/.ssh/id_rsa', false],
  ['Edit(id_rsa)', '/home/me/.ssh/id_rsa', false],
  ['Edit(/**)', '/etc/hostname', false],
  ['Edit(src/**)', 'a/'.repeat(2500), undefined],
  ['WebFetch(domain:evil.com)', 'https://u:p@evil.com/x', true],
  ['WebFetch(domain:evil.com)', ' HTTPS:\\\\a.EVIL.com.', true],
  ['WebFetch(domain:evil.com)', 'https://evil.com.good.com', false],
  ['Bash(git push *)', 'ls; git push', true],
  ['Bash(git push *)', 'ls', false],
  ['Bash(git push *)', 'f() { git push; }; f', undefined],
  ['Bash(git push *)', 'cat <<E\n$(date)\nE', undefined],
  ['Bash(git push *)', 'git $X --force', undefined],
  ['Bash(git push:*)', 'ls $X', undefined],
  ['Bash(rm -rf \\*)', 'rm -rf *', undefined],
  ['Bash(rm -rf \\*)', 'ls', undefined],
  ['Edit(a\\*)', 'b', false],
  ['Bash(rm*)', 'ls $X', false],
  ['Bash(rm *)', 'ls $X', false],
  ['Bash(rm:*)', 'ls $(pwd)', false],
  ['Bash(pwd)', 'ls $(pwd)', true],
  ['Bash(make)', 'ls $X', undefined],
  ['Bash(* --force)', 'ls $X', undefined],
  ['Bash(rm *)', 'git $X; ls', undefined],
  ['Bash(git push *)', `${'a;'.repeat(5000)}git push`, undefined],
  ['PowerShell(git push *)', 'git push', true],
  ['PowerShell(git push *)', 'ls', undefined],
  ['Glob(*.ts)', '*.ts', true],
  ['Glob( x)', 'x', true],
  ['Glob(*.ts)', `${'a'.repeat(10_000)}.ts`, undefined],
]
const FIELDS = {
  Edit: 'file_path',
  WebFetch: 'url',
  Bash: 'command',
  PowerShell: 'command',
  Glob: 'pattern',
} as const

for (const [written, value, expected] of rows)
  test(`${written} covers ${JSON.stringify(value.slice(0, 40))}: ${expected ?? 'not known'}`, () => {
    const rule = permissionRule(written)
    assert.ok(rule)
    const field = FIELDS[rule.tool as keyof typeof FIELDS]
    const call = { tool: rule.tool, input: { [field]: value }, cwd: '/w' }
    assert.equal(ruleCovers(rule, call), expected)
    assert.equal(conditionCovers(rule, call), rule.tool === 'WebFetch' ? false : expected)
  })

test('without a working directory nothing is known of a path, and one with dots is the same', () => {
  const rule = permissionRule('Edit(.env)')
  assert.ok(rule)
  const covers = (cwd: string | undefined) =>
    ruleCovers(rule, { tool: 'Edit', input: { file_path: '/w/.env' }, cwd })
  assert.deepEqual([undefined, '/w/', '/w//', '/w/x/..'].map(covers), [undefined, true, true, true])
})

test('what Monitor runs is a command that rules for Bash cover', () => {
  const covers = (written: string) => {
    const rule = permissionRule(written)
    assert.ok(rule)
    return ruleCovers(rule, { tool: 'Monitor', input: { command: 'git push --force' }, cwd: '/w' })
  }
  const rules = ['Bash', 'Bash(git push *)', 'Monitor(git push *)', 'Bash(rm *)', 'Read(**)']
  assert.deepEqual(rules.map(covers), [true, true, true, false, false])
})
