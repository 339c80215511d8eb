// The role of a file, from its path alone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAbovePlaces, ledTo, roleOf } from '../../runtime/project/role.ts'
import { viewOf } from '../../runtime/project/viewOf.ts'

const ground = {
  root: '/ws',
  home: '/home/ada',
  directories: { secureyeoman: ['~/shared', 'tools/agent', '.agent/hooks', '/opt/yeoman'] },
  repository: '/repo',
  environment: { CLAUDE_CONFIG_DIR: '/conf' },
}
const plugin = { scope: 'plugin', base: 'system', format: 'json' } as const
const led = ledTo(
  {
    'claude-code': ['/plugins/acme/hooks/hooks.json', '/ws/.claude/settings.json'].map((path) => ({
      path,
      place: { ...plugin, path },
    })),
  },
  ground,
)

const roles: readonly (readonly [string, string])[] = [
  ['/ws/extensions/_10_guard.ts', 'secureyeoman shared'],
  ['/home/ada/.secureyeoman/extensions/_10_guard.mjs', 'secureyeoman'],
  ['/home/ada/shared/guard.js', 'secureyeoman shared'],
  ['/ws/tools/agent/guard.js', 'secureyeoman shared'],
  ['/ws/.agent/hooks/guard.js', 'secureyeoman'],
  ['/opt/yeoman/guard.js', 'secureyeoman shared'],
  ['/ws/extensions/lib/guard.ts', '-'],
  ['/ws/extensions/guard.d.ts', '-'],
  ['/ws/extensions/guard.py', '-'],
  ['/ws/src/extensions/guard.ts', '-'],
  ['/ws/.kodelet/hooks/guard', 'kodelet'],
  ['/ws/.kodelet/hooks/guard.py', 'kodelet'],
  ['/ws/.kodelet/hooks/guard.disable', 'kodelet'],
  ['/ws/.kodelet/hooks/.guard.swp', '-'],
  ['/ws/.kodelet/hooks/guard~', '-'],
  ['/ws/.kodelet/plugins/acme@review/hooks/guard', 'kodelet'],
  ['/ws/.kodelet/plugins/acme@review/guard', '-'],
  ['/ws/.kodelet/plugins/acme@review/hooks/lib/guard', '-'],
  ['/ws/.kodelet/plugins/.git/hooks/pre-commit', '-'],
  ['/ws/.kodelet/plugins/hooks/guard', '-'],
  ['/home/ada/.kodelet/hooks/guard', 'kodelet'],
  ['/ws/.kaizen/hooks/audit.py', 'kaizen'],
  ['/ws/.kaizen/hooks/audit.ts', 'kaizen'],
  ['/ws/.kaizen/hooks/__init__.py', '-'],
  ['/ws/.compilr/hooks/rules.ts', 'compilr'],
  ['/ws/.hookbench/settings.json', 'settings'],
  ['/ws/sub/.hookbench/settings.json', '-'],
  ['/ws/secureyeoman.yaml', 'extensions'],
  ['/home/ada/.secureyeoman/config.yaml', 'extensions'],
  ['/ws/.hookbench/recordings/2026-s1.ndjson', 'recording'],
  ['/ws/.hookbench/recordings/.gitignore', '-'],
  ['/ws/.hookbench/cases/no-sudo.json', 'case'],
  ['/ws/.hookbench/payloads/p.json', 'payload-file'],
  ['/ws/test/before_tool_call.payload.json', 'payload-file before_tool_call kodelet'],
  ['/ws/test/kaizen.pre_tool_use.payload.json', 'payload-file pre_tool_use kaizen'],
  ['/ws/package.json', '-'],
  ['/ws/.claude/settings.json', 'configuration claude-code,copilot'],
  ['/ws/.claude/settings.local.json', 'configuration claude-code,copilot'],
  ['/ws/.claude/skills/review/SKILL.md', 'configuration claude-code'],
  ['/ws/.claude/skills/review/notes/SKILL.md', '-'],
  ['/ws/.claude/skills/.hidden/SKILL.md', '-'],
  ['/ws/.claude/agents/review.md', 'configuration claude-code'],
  ['/ws/.claude/agents/team/review.md', 'configuration claude-code'],
  ['/ws/.claude/agents/review.txt', '-'],
  ['/ws/.claude/hooks/guard.sh', '-'],
  ['/ws/.claude/projects/x/1.jsonl', '-'],
  ['/ws/pkg/.claude/settings.json', '-'],
  ['/repo/.claude/settings.local.json', 'configuration claude-code,copilot'],
  ['/repo/.claude/settings.json', 'configuration copilot'],
  ['/conf/settings.json', 'configuration claude-code'],
  ['/home/ada/.claude/settings.json', '-'],
  ['/plugins/acme/hooks/hooks.json', 'configuration claude-code'],
  ['/elsewhere/extensions/_10_guard.ts', '-'],
]

test('the place of a file says what it is', () => {
  const found = roles.map(([path]) => {
    const role = roleOf(path, { ...ground, led })
    if (role === undefined) return [path, '-']
    if (role.kind === 'configuration')
      return [path, `configuration ${role.readers.map(({ dialect }) => dialect.id)}`]
    if (role.kind === 'hook') return [path, `${role.dialect.id}${role.shared === true ? ' shared' : ''}`]
    if (role.kind !== 'payload-file') return [path, role.kind]
    return [path, [role.kind, role.event, role.dialect?.id].filter((one) => one !== undefined).join(' ')]
  })
  assert.deepEqual(found, roles)
})

test('what is no extension in a shared folder gets no finding, whatever is wrong with it', async () => {
  const problems = async (path: string, text: string) => {
    const role = roleOf(path, ground)
    assert.ok(role !== undefined)
    return (await viewOf({ path, text, role })).document.problems.map(({ code }) => code)
  }
  const text = 'export function activate() { enum Wrong { A }'
  assert.deepEqual(await problems('/ws/extensions/main.ts', text), [])
  assert.notDeepEqual(await problems('/ws/.compilr/hooks/main.ts', text), [])
})

const folders: readonly (readonly [string, boolean])[] = [
  ['/ws/.claude', true],
  ['/ws/.claude/skills', true],
  ['/ws/.claude/skills/review', true],
  ['/ws/.claude/skills/review/deep', false],
  ['/ws/.claude/agents/team', true],
  ['/ws/.claude/projects', false],
  ['/ws/.claude/projects/x', false],
  ['/ws/.claude/history.jsonl', false],
  ['/ws/.claude/hooks', false],
  ['/conf', true],
  ['/conf/projects', false],
  ['/home/ada/.claude', false],
]

test('a folder of a host matters only where configuration may lie in it', () => {
  assert.deepEqual(
    folders.map(([path]) => [path, isAbovePlaces(path, ground)]),
    folders,
  )
})
