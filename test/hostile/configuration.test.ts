// Hostile configuration of a host: malformed, huge, cyclic, not a regular file, misleading. Each results in one clear
// line or in nothing, quickly, and nothing is run.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { located } from '../../runtime/cli/finding.ts'
import { findingText } from '../../runtime/cli/findingText.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { regexAnywhere } from '../../runtime/contract/hosts/matcher.ts'
import type { Problem } from '../../runtime/contract/problems.ts'
import { longestTried } from '../../runtime/contract/regexLength.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { discover } from '../../runtime/discovery/discover.ts'
import { type Disk, disk as realDisk } from '../../runtime/discovery/disk.ts'
import { sharedProblems } from '../../runtime/discovery/rules/shared.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { openProject } from '../../runtime/project/project.ts'
import { exactEntry } from '../../runtime/trust/decide.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { processorMs } from '../support/processorTime.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const posix = { skip: process.platform === 'win32' ? 'named pipes and devices are not files there' : false }

/** Generous, for a busy machine; the point is to fail at minutes. */
const QUICK_MS = 20_000

const PROJECT = '/ws/.claude/settings.json'
const SKILL = '/ws/.claude/skills/deploy/SKILL.md'

/** Files of configuration that a host reads. */
const PLACES = [
  PROJECT,
  '/ws/.claude/settings.local.json',
  '/home/.claude/settings.json',
  '/ws/.claude-plugin/plugin.json',
  '/ws/.claude-plugin/marketplace.json',
  '/home/.claude/plugins/installed_plugins.json',
  '/home/.claude/plugins/known_marketplaces.json',
  SKILL,
  '/ws/.claude/agents/deep/er/reviewer.md',
  '/ws/.claude/commands/ship.md',
] as const

const TOUCH = 'touch /tmp/hookbench-hostile-ran'

const guard = { type: 'command', command: TOUCH }
const settings = (hooks: unknown) => JSON.stringify({ hooks })
const onStop = (handler: object = guard) => settings({ Stop: [{ hooks: [handler] }] })

type Row = {
  readonly it: string
  readonly files: Readonly<Record<string, string>>
  readonly links?: Readonly<Record<string, string>>
  /** The messages of the problems, in order; a pattern where a library words the message. */
  readonly problems: readonly (string | RegExp)[]
  /** The number of entries found; 0 by default. */
  readonly hooks?: number
}

const dropped = (name: string, why: string) => new RegExp(`^${why}. Claude Code drops the whole ${name}\\.$`)

const ROWS: readonly Row[] = [
  ...PLACES.filter((path) => path.endsWith('.json')).flatMap((path): Row[] => [
    {
      it: `${path} that ends in the middle`,
      files: { [path]: '{"hooks": {"Stop": [' },
      problems: [dropped('file', '[^\\n]+')],
    },
    {
      it: `${path} that is empty`,
      files: { [path]: '' },
      problems: [dropped('file', 'It is empty')],
    },
    {
      it: `${path} nested 5,000 deep`,
      files: { [path]: `{"hooks":${'['.repeat(5000)}${']'.repeat(5000)}}` },
      problems: [dropped('file', 'It is nested too deeply to be read')],
    },
    {
      it: `${path} of 3 MB`,
      files: { [path]: JSON.stringify({ more: 'x'.repeat(3 * 1024 * 1024) }) },
      problems: [/ is larger than 2 MiB and is not read, so its hooks for Claude Code are unknown\.$/],
    },
  ]),
  {
    it: 'a settings file that holds a list',
    files: { [PROJECT]: '[]' },
    problems: ['The file is not an object, so Claude Code drops the whole file, permissions included.'],
  },
  {
    it: 'binary in place of a settings file',
    files: { [PROJECT]: '\u0000\u0001\u0002PNG\r\n' },
    problems: [dropped('file', '[^\\n\\p{Cc}]+')],
  },
  {
    it: 'frontmatter with anchors that multiply: no further than the limit, and that is said',
    files: {
      [SKILL]: `---\na: &a [${'x,'.repeat(9)}x]\n${'bcdefghij'
        .split('')
        .map((name, n) => `${name}: &${name} [${`*${'abcdefghi'[n]},`.repeat(9)}*${'abcdefghi'[n]}]`)
        .join('\n')}\nhooks: *j\n---\n`,
    },
    problems: ['Its frontmatter is too large, so its hooks are not analyzed; the agent still reads it.'],
  },
  {
    it: 'frontmatter with an anchor that holds itself: an object, where an array is expected',
    files: { [SKILL]: '---\nhooks: &h\n  Stop: *h\n---\n' },
    problems: ['"Stop" is not an array, so Claude Code ignores this event.'],
  },
  {
    it: 'frontmatter of two megabytes: it is not parsed, and that is said',
    files: {
      [SKILL]: `---\nhooks:\n  Stop:\n${'    - hooks: [{ type: command, command: "true" }]\n'.repeat(40_000)}---\n`,
    },
    problems: ['Its frontmatter is too large, so its hooks are not analyzed; the agent still reads it.'],
  },
  {
    it: 'frontmatter that is no YAML',
    files: { [SKILL]: '---\nhooks: {Stop: [\n---\n' },
    problems: [dropped('frontmatter', '[^\\n]+')],
  },
  {
    it: 'events named as what every object has',
    files: {
      [PROJECT]: `{"hooks":{"__proto__":[{"hooks":[${JSON.stringify(guard)}]}],"constructor":[{"hooks":[${JSON.stringify(guard)}]}],"toString":[]}}`,
    },
    problems: [
      'Claude Code has no event "__proto__", so its entries never run.',
      'Claude Code has no event "constructor", so its entries never run.',
      'Claude Code has no event "toString", so its entries never run.',
    ],
    hooks: 2,
  },
  {
    it: 'keys named as what every object has, in entries, env and plugins',
    files: {
      [PROJECT]: `{"__proto__":{"disableAllHooks":true},"env":{"__proto__":"x","constructor":"y"},"enabledPlugins":{"__proto__@constructor":true,"constructor@__proto__":true},"hooks":{"Stop":[{"__proto__":1,"hooks":[{"__proto__":{"type":"http"},"type":"command","command":"true"}]}]}}`,
      '/home/.claude/plugins/installed_plugins.json': '{"plugins":{"__proto__":[{}]}}',
      '/home/.claude/plugins/known_marketplaces.json': '{"__proto__":{"installLocation":"/"}}',
    },
    problems: [],
    hooks: 1,
  },
  {
    it: 'control characters and terminal escapes in matcher and command',
    files: {
      [PROJECT]: settings({
        PreToolUse: [
          { matcher: '\u001b[2J\u0007bash\nfake: all is well\u202e', hooks: [guard] },
          { matcher: 'Bash', hooks: [{ type: 'command', command: './\u001b]0;title\u0007\ngone.sh' }] },
        ],
        'Stop\u001b[31m\nx': [],
      }),
    },
    problems: [/has no event/, /is not a valid regular expression/, /There is no file/],
    hooks: 2,
  },
  {
    it: 'a plugin that leads out of its folder by `..`',
    files: {
      '/ws/.claude-plugin/plugin.json': '{"name":"p","hooks":"../../out/hooks.json"}',
      '/out/hooks.json': onStop(),
    },
    problems: [],
  },
  {
    it: 'a marketplace that points outside',
    files: {
      '/ws/.claude-plugin/marketplace.json': JSON.stringify({
        name: 'm',
        plugins: ['../out', './../out', '/out', './a/../../out', '.\\..\\out', 5, null, {}].map((source) => ({
          name: 'x',
          source,
        })),
      }),
      '/out/hooks/hooks.json': onStop(),
    },
    problems: [],
  },
  {
    it: 'a registry of marketplaces whose plugins lie outside of them',
    files: {
      '/home/.claude/settings.json': '{"enabledPlugins":{"x@m":true}}',
      '/home/.claude/plugins/known_marketplaces.json':
        '{"m":{"source":{"source":"directory"},"installLocation":"%ROOT%/market"}}',
      '/market/.claude-plugin/marketplace.json': '{"plugins":[{"name":"x","source":"./../out"}]}',
      '/out/hooks/hooks.json': onStop(),
    },
    problems: [],
  },
  {
    it: 'links that lead round in circles',
    files: {},
    links: {
      [PROJECT]: 'settings.json',
      '/ws/.claude/agents/a/loop': '..',
      '/ws/.claude/commands': 'commands',
    },
    problems: [
      /^\.claude\/settings\.json could not be read \(ELOOP\), so its hooks for Claude Code are unknown\.$/,
    ],
  },
  {
    it: 'a device in place of a settings file',
    files: {},
    links: { [PROJECT]: '/dev/zero' },
    problems: ['.claude/settings.json is not a regular file, so its hooks for Claude Code are unknown.'],
  },
]

for (const row of ROWS) test(row.it, posix, (t) => check(t, row))

test(
  'frontmatter whose aliases stand for too much is reported, and no alias counts as an empty group',
  posix,
  (t) => {
    const groups = `${'*g, '.repeat(3000)}*g`
    return check(t, {
      it: 'thousands of groups by one anchor',
      files: {
        [SKILL]: `---\ng: &g {hooks: [{type: command, command: "true"}]}\nhooks:\n  Stop: [${groups}]\n---\n`,
      },
      problems: ['Its frontmatter is too large, so its hooks are not analyzed; the agent still reads it.'],
    })
  },
)

for (const path of PLACES) {
  const problems = [/ is not a regular file, so its hooks for Claude Code are unknown\.$/]
  test(`a pipe in place of ${path}`, posix, (t) => {
    const tree = writeTree(`//- /home/\n//- /ws/\n//- ${path} fifo\n`)
    return check(t, { it: '', files: {}, problems }, tree)
  })
  test(`a folder in place of ${path}`, posix, (t) => {
    const tree = writeTree(`//- /home/\n//- /ws/\n//- ${path}/\n`)
    return check(t, { it: '', files: {}, problems }, tree)
  })
}

test('20,000 entries, as many as fit in a file that is read, are listed in seconds', async (t) => {
  const groups = Array.from({ length: 20_000 }, (_, n) => ({
    hooks: [{ type: 'command', command: `: a${n}` }],
  }))
  const text = settings({ Stop: groups })
  assert.ok(text.length < 2 * 1024 * 1024)
  const problems = [/^It holds 20000 entries; only the first 1000 are analyzed/]
  await check(t, { it: '', files: { [PROJECT]: text }, problems, hooks: 20_000 })
})

test('100,000 bad entries are one problem for the file', async (t) => {
  const text = settings({ PreToolUse: [{ hooks: Array.from({ length: 100_000 }, () => ({})) }] })
  await check(t, {
    it: '',
    files: { [PROJECT]: text },
    problems: [/drops the whole file, permissions included\.$/],
    hooks: 1,
  })
})

for (const matcher of [
  '^(a+)+$',
  '(((.*)*)*)*#',
  '(.|.|.)'.repeat(20),
  `${'.*'.repeat(15)}#`,
  '(.|.){40}#',
  '.{200}(((a*)*)*)*#',
])
  test(`a matcher that takes for ever is bounded, and counts as matched where it cannot be tried: ${matcher.slice(0, 30)}`, async (t) => {
    const tree = stage(t, {
      it: '',
      files: { [PROJECT]: settings({ PreToolUse: [{ matcher, hooks: [guard] }] }) },
      problems: [],
    })
    const since = performance.now()
    const { workspace } = await look(t, tree)
    for (const length of [12, 20, 60, 300]) {
      const payload = { tool_name: `${'a'.repeat(length)}!`, tool_input: {} }
      const { hooks } = workspace.explain('PreToolUse', payload, { dialect: 'claude-code' })
      assert.deepEqual(
        hooks.map(({ run, host }) => [run, host]),
        [length > longestTried(matcher) ? [false, undefined] : [false, 'matcher']],
      )
    }
    assert.ok(performance.now() - since < QUICK_MS)
  })

// Compiling or trying these takes all of the memory, the stack, or hours, so they are not tried at all.
for (const [what, open, close] of [
  ['groups that repeat in groups that repeat', '(a', ')+'],
  ['choices in choices', '(a|', ')*'],
  ['groups in groups', '(', ')'],
  ['optional groups in optional groups', '(?:', ')?'],
  ['classes in classes', '[a', ']'],
  ['looks ahead in looks ahead', '(?=', ')'],
  ['counted repetitions', 'a{1,100}', ''],
  ['repetitions in a row', 'a*', ''],
] as const)
  test(`a matcher of ${what} neither ends nor holds up who looks`, async (t) => {
    const matcher = `${open.repeat(8000)}x${close.repeat(8000)}`
    const begun = performance.now()
    const { hooks } = await lookAt(t, everywhere([matcher]))
    assert.ok(hooks.length >= 4)
    assert.ok(performance.now() - begun < QUICK_MS)
  })

test('hundreds of matchers that can match in very many ways are weighed once each', async (t) => {
  const begun = performance.now()
  const ways = ['(a{1,100}){1,100}', 'a*a*a*a*a*a*a*a*']
  await lookAt(t, everywhere(Array.from({ length: 200 }, (_, at) => `${ways[at % 2]}x${at}`)))
  assert.ok(performance.now() - begun < QUICK_MS)
})

test('thousands of different matchers are weighed once, and only for names as long as those of tools', () => {
  const begun = performance.now()
  const tests = Array.from({ length: 12_000 }, (_, at) => regexAnywhere(`(a|b${at})+.*x`))
  for (let pass = 0; pass < 4; pass++) for (const { matches } of tests) assert.equal(matches('Bash'), false)
  assert.ok(performance.now() - begun < QUICK_MS / 2)
})

function everywhere(matchers: readonly string[]): Record<string, string> {
  const groups = matchers.map((matcher) => ({ matcher, hooks: [guard] }))
  const of = (event: string) => settings({ [event]: groups })
  return {
    [PROJECT]: of('PreToolUse'),
    '/ws/.codex/hooks.json': of('PreToolUse'),
    '/ws/.gemini/settings.json': of('BeforeTool'),
    '/ws/.github/hooks/a.json': of('PreToolUse'),
  }
}

// Names of properties that every JavaScript object has are treated like any other word.
for (const word of ['constructor', 'toString', '__proto__'])
  test(`"${word}" as event, matcher, tool and variable is reported as an unknown word`, async (t) => {
    const entry = `{"type": "command", "command": "echo \${${word}}", "bash": "true"}`
    const group = `{"matcher": "${word}", "hooks": [${entry}]}`
    const of = (event: string) => `{"hooks": {"${word}": [${entry}], "${event}": [${group}, ${entry}]}}`
    const tree = stage(t, {
      it: '',
      files: {
        '/ws/.claude/settings.json': `{"hooks": {"${word}": [${group}], "PreToolUse": [${group}]}}`,
        '/ws/.codex/hooks.json': `{"hooks": {"${word}": [${group}], "PreToolUse": [${group}]}}`,
        '/ws/.gemini/settings.json': `{"hooks": {"${word}": [${group}], "BeforeTool": [${group}]}}`,
        '/ws/.cursor/hooks.json': `{"version": 1, "hooks": {"${word}": [${entry}]}}`,
        '/ws/.github/hooks/both.json': of('PreToolUse'),
        '/ws/.github/hooks/camel.json': of('preToolUse'),
      },
      problems: [],
    })
    const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home') })
    t.after(() => workspace.close())
    assert.ok(workspace.problems.some(({ message }) => message.includes(`no event "${word}"`)))
    for (const { message, fix = '' } of workspace.problems)
      assert.doesNotMatch(message + fix, /native code|object Object|undefined/)
    const payload = { tool_name: word, toolName: word, tool_input: { [word]: 'x' }, toolArgs: {} }
    for (const [dialect, event] of [
      ['claude-code', 'PreToolUse'],
      ['codex', 'PreToolUse'],
      ['vscode', 'PreToolUse'],
      ['copilot', 'PreToolUse'],
      ['copilot', 'preToolUse'],
      ['gemini', 'BeforeTool'],
      ['cursor', 'preToolUse'],
    ] as const)
      for (const { why = '' } of workspace.explain(event, payload, { dialect }).hooks)
        assert.doesNotMatch(why, /native code|object Object/)
  })

const DEEP = `/ws/p${'/d'.repeat(60)}`
const MARKET = JSON.stringify({ plugins: [{ name: 'p', source: './p' }] })
const manifest = (hooks: string) => JSON.stringify({ name: 'p', hooks })

/** What a manifest may name instead of a hook file. */
const NAMED = [
  ['folders upon folders', './**/**/**/hooks.json'],
  ['folders between folders', './**/*/**/*/**/hooks.json'],
  ['a pattern of a thousand steps', `./${'**/*/'.repeat(500)}hooks.json`],
] as const

for (const [it, named] of NAMED)
  test(`a plugin's manifest that names ${it} is looked up in no more steps than there are folders`, async (t) => {
    const tree = stage(t, {
      it: '',
      files: {
        '/ws/.claude-plugin/marketplace.json': MARKET,
        '/ws/p/.claude-plugin/plugin.json': manifest(named),
        '/ws/.codex-plugin/plugin.json': manifest(named),
        '/ws/.cursor-plugin/plugin.json': manifest(named),
        [`${DEEP}/other.json`]: '{}',
      },
      problems: [],
    })
    let looks = 0
    const disk: Disk = {
      ...realDisk,
      list(folder) {
        looks++
        return realDisk.list(folder)
      },
    }
    const hosts = [dialects['claude-code'], dialects.codex, dialects.cursor]
    await discover({
      ...{ root: tree.at('/ws'), home: tree.at('/home'), settings: defaultSettings, dialects: hosts, disk },
    })
    assert.ok(looks < 20_000, `${looks} looks`)
  })

test('a file that a manifest names is no manifest, however many name the next', async (t) => {
  const files: Record<string, string> = {
    '/ws/.claude-plugin/marketplace.json': MARKET,
    '/ws/p/.claude-plugin/plugin.json': manifest('./0.json'),
    '/ws/p/0.json': JSON.stringify({ hooks: './1.json' }),
    '/ws/p/1.json': onStop(),
  }
  await check(t, { it: '', files, problems: [], hooks: 0 })
})

async function check(t: TestContext, row: Row, given?: Tree): Promise<void> {
  const tree = stage(t, row, given)
  const { hooks, problems, ms } = await look(t, tree)
  const messages = problems.map(({ message }) => message.replaceAll(tree.folder, ''))
  assert.equal(messages.length, row.problems.length, JSON.stringify(messages.slice(0, 5)).slice(0, 2000))
  for (const [index, expected] of row.problems.entries()) {
    const message = messages[index] as string
    if (typeof expected === 'string') assert.equal(message, expected)
    else assert.match(message, expected)
    assert.doesNotMatch(message, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u, 'one clean line')
    assert.ok(message.length < 500, message)
  }
  assert.equal(hooks.length, row.hooks ?? 0)
  for (const { name, why = '' } of hooks) assert.doesNotMatch(name + why, /[\p{Cc}\u202a-\u202e]/u)
  assert.ok(ms < QUICK_MS, `took ${ms} ms`)
  assert.equal(existsSync('/tmp/hookbench-hostile-ran'), false, 'nothing is run')
}

function stage(t: TestContext, { files, links = {} }: Row, given?: Tree): Tree {
  const tree = given ?? writeTree('//- /home/\n//- /ws/\n')
  t.after(tree.remove)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(tree.at(path)), { recursive: true })
    writeFileSync(tree.at(path), text.replaceAll('%ROOT%', tree.folder))
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(tree.at(path)), { recursive: true })
    symlinkSync(target, tree.at(path))
  }
  return tree
}

async function look(t: TestContext, tree: Tree) {
  const since = performance.now()
  const workspace = await openWorkspace({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    dialects: ['claude-code'],
  })
  const ms = performance.now() - since
  t.after(() => workspace.close())
  const hooks: readonly Hook[] = workspace.list().filter(({ runner }) => runner === 'entry')
  const problems: readonly Problem[] = workspace.problems
  return { workspace, hooks, problems, ms }
}

for (const [path, hosts] of [
  [PROJECT, 1],
  // Two hosts read it, and one of them has two names for the same event.
  ['/ws/.github/hooks/all.json', 2],
] as const)
  test(`of 50,000 unknown events in ${path} the first thousand are listed, with a message`, async (t) => {
    const keys = Array.from({ length: 50_000 }, (_, at) => `"event${at}": []`)
    const begun = performance.now()
    const { problems } = await lookAt(t, { [path]: `{"version": 1, "hooks": {${keys.join(', ')}}}` })
    const [large, others] = [true, false].map((is) =>
      problems.filter(({ code }) => (code === 'file.too-large') === is),
    )
    assert.ok(others !== undefined && others.length >= 1000 && others.length <= 1000 * hosts)
    assert.deepEqual(
      new Set(large?.map(({ message }) => message)),
      new Set(['50000 parts of it are rejected; only the first 1000 are listed.']),
    )
    assert.ok(performance.now() - begun < QUICK_MS, `${Math.round(performance.now() - begun)} ms`)
  })

test('of 100,000 names that stand twice in one line the first thousand are listed, and printed at once', async (t) => {
  const keys = Array.from({ length: 100_000 }, () => '"Stop":[]').join(',')
  const text = `{"hooks":{${keys}}}`
  const { problems } = await lookAt(t, { [PROJECT]: text })
  const own = problems.filter(({ severity }) => severity === 'warning')
  assert.equal(own.length, 1001)
  assert.match(own.at(-1)?.message ?? '', /^99999 of its keys are repeated further down; only the first 1000/)
  const begun = performance.now()
  for (const one of located(text, own)) findingText(one, 'settings.json', text)
  assert.ok(performance.now() - begun < QUICK_MS, `${Math.round(performance.now() - begun)} ms`)
})

test('frontmatter that is nested too deeply is reported, whatever the parser throws', async (t) => {
  const text = `---\nhooks: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n---\n`
  const { problems } = await lookAt(t, { '/ws/.claude/agents/x.md': text })
  assert.match(problems.map(({ message }) => message).join('\n'), /^it is nested too deeply to be read\. /i)
})

test('of 3,000 entries in one file all are listed and the first 1,000 analyzed, with one message', async (t) => {
  const groups = Array.from({ length: 3000 }, (_, at) => ({
    hooks: [{ type: 'command', command: `./gone${at}.sh | cat` }],
  }))
  const { hooks, problems } = await lookAt(t, { [PROJECT]: settings({ Stop: groups }) })
  const own = hooks.filter(({ dialect }) => dialect === 'claude-code')
  assert.equal(own.length, 3000)
  assert.ok(own.every(({ entry }) => entry?.scripts.length === 1))
  assert.deepEqual(
    problems.filter(({ code }) => code === 'file.too-large').map(({ message }) => message),
    [
      'It holds 3000 entries; only the first 1000 are analyzed. Of the others, only the scripts they name are known.',
    ],
  )
  assert.equal(problems.filter(({ code }) => code === 'entry.script').length, 1000)
  assert.equal(own.filter(({ unseen }) => unseen?.includes('a command that is not analyzed')).length, 2000)
})

test('one script that 2,000 entries run is looked at once, and kept once', async (t) => {
  const groups = Array.from({ length: 2000 }, (_, at) => ({
    hooks: [{ type: 'command', command: `./guard.sh ${at}` }],
  }))
  const tree = stage(t, {
    it: '',
    files: { [PROJECT]: settings({ Stop: groups }), '/ws/guard.sh': '#!/bin/sh\nexit 0\n' },
    problems: [],
  })
  // A file written a moment ago may change again, so it would be read each time.
  await sleep(150)
  const reads = new Map<string, number>()
  function counted<Rest extends unknown[], T>(name: string, ask: (path: string, ...rest: Rest) => T) {
    return (path: string, ...rest: Rest): T => {
      reads.set(`${name} ${path}`, (reads.get(`${name} ${path}`) ?? 0) + 1)
      return ask(path, ...rest)
    }
  }
  const disk: Disk = {
    ...realDisk,
    stat: counted('stat', realDisk.stat),
    real: counted('real', realDisk.real),
    read: counted('read', realDisk.read),
  }
  const { hooks } = await discover({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    settings: defaultSettings,
    dialects: [dialects['claude-code']],
    disk,
  })
  assert.equal(hooks.length, 2000)
  assert.deepEqual(
    [...reads].filter(([, count]) => count > 2),
    [],
  )
  const ledger = openLedger({ file: join(tree.folder, 'trust.json'), disk })
  reads.clear()
  const moment = ledger.moment()
  for (const hook of hooks) ledger.snapshot(hook, moment)
  assert.deepEqual(
    [...reads].filter(([, count]) => count > 1),
    [],
  )
})

test('two long lists of one event are compared in linear time', () => {
  const list = Array.from({ length: 40_000 }, (_, at) => ({ type: 'command', command: `x${at}` }))
  const place = { path: '.github/hooks/*.json', scope: 'project', base: 'workspace', format: 'json' } as const
  const value = { hooks: { PreToolUse: list, preToolUse: list } }
  const took = processorMs(() =>
    dialects.vscode.host?.entries({ path: '/ws/.github/hooks/a.json', place, value }, 'linux'),
  )
  assert.ok(took < 2000, `${took} ms`)
})

test('a package.json of which lines of entries run hundreds of scripts is read once', async (t) => {
  const scripts = Object.fromEntries(Array.from({ length: 8000 }, (_, at) => [`s${at}`, 'node guard.mjs']))
  const lines = ['npm run s1;', 'npm run absent;'].map((command) => command.repeat(600))
  const groups = lines.map((command) => ({ hooks: [{ type: 'command', command }] }))
  const tree = stage(t, {
    it: '',
    files: {
      [PROJECT]: settings({ PreToolUse: groups }),
      '/ws/package.json': JSON.stringify({ scripts }, null, 1),
    },
    problems: [],
  })
  const begun = performance.now()
  const { problems } = await discover({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    settings: defaultSettings,
    dialects: [dialects['claude-code']],
  })
  assert.ok(performance.now() - begun < QUICK_MS / 3)
  assert.equal(problems.filter(({ code }) => code === 'entry.script').length, 1)
})

test('a hook that is trusted among 10,000 rows of the ledger is found without looking through them', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'hookbench-ledger-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const row = (at: number) => ({ path: `/ws/hook${at}`, mode: 'exact', hash: 'x', files: [] })
  const file = join(folder, 'trust.json')
  const rows = Array.from({ length: 10_000 }, (_, at) => row(at))
  writeFileSync(file, JSON.stringify({ v: 2, entries: rows }), { mode: 0o600 })
  const entries = openLedger({ file }).entries()
  let touched = 0
  const watched = new Proxy(entries, {
    get(target, key) {
      touched++
      return Reflect.get(target, key)
    },
  })
  const hook = { path: '/ws/hook9999' } as Hook
  for (let at = 0; at < 100; at++) assert.equal(exactEntry(hook, watched, realDisk)?.mode, 'exact')
  assert.ok(touched < 3 * rows.length, `${touched}`)
})

test('entries of thousands of files that run one script are reported in linear time', () => {
  const hooks = Array.from({ length: 20_000 }, (_, at): Hook => {
    const path = `/ws/${at % 10_000}.json`
    return {
      ...{ id: `${at}`, name: 'x', dialect: 'codex', events: ['Stop'], source: 'workspace', path },
      ...{ part: `${at}`, runner: 'entry', state: 'active', order: at, timeoutMs: 1, files: [] },
      entry: {
        ...{ host: 'codex', event: 'Stop', kind: 'command', command: './one.sh', file: path },
        ...{
          matcher: `m${at % 7}`,
          scripts: ['/ws/one.sh'],
          at: [at],
          fields: {},
          group: {},
          scope: 'project',
        },
      } as unknown as HookEntry,
    }
  })
  let read = 0
  const counted = hooks.map(
    (hook) =>
      new Proxy(hook, {
        get(target, key) {
          read++
          return Reflect.get(target, key)
        },
      }),
  )
  const problems = sharedProblems(counted, new Map(Object.entries(dialects)), {
    shown: (path) => path,
    rangeOf: () => undefined,
  })
  assert.equal(problems.length, 20_000)
  assert.ok(read < 50 * hooks.length, `${read} reads of ${hooks.length} hooks`)
})

for (const [what, matcher] of [
  ['a word', 'a'.repeat(1_500_000)],
  ['an open bracket', '['.repeat(1_500_000)],
] as const)
  test(`a matcher of a megabyte, ${what}, is reported in one readable line`, async (t) => {
    const { problems } = await lookAt(t, {
      [PROJECT]: settings({ PreToolUse: [{ matcher, hooks: [guard] }] }),
    })
    assert.ok(problems.length > 0)
    for (const { message, fix = '' } of problems) assert.ok(message.length + fix.length < 3000)
  })

test('thousands of tables of TOML, and of variables around thousands of entries, are read at once', async (t) => {
  const tables = Array.from({ length: 40_000 }, (_, at) => `[t${at}]\na = 1\n`).join('')
  const env = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`KEY_${at}`, 'value']))
  const hooks = { Stop: Array.from({ length: 1000 }, (_, at) => ({ hooks: [{ ...guard, timeout: at }] })) }
  const begun = performance.now()
  await lookAt(t, { '/ws/.codex/config.toml': tables, [PROJECT]: JSON.stringify({ env, hooks }) })
  assert.ok(performance.now() - begun < QUICK_MS, `${Math.round(performance.now() - begun)} ms`)
})

test('a command of excessive length is not followed, with a message', async (t) => {
  for (const part of ['${a-', '$(', 'cd a; ', '}', './x; ', '       ', '${A', 'test -f']) {
    const command = part.repeat(100_000)
    const begun = performance.now()
    const { hooks } = await lookAt(t, { [PROJECT]: onStop({ type: 'command', command }) })
    const [hook] = hooks.filter(({ entry }) => entry !== undefined)
    assert.deepEqual(hook?.unseen, [`a command of ${command.length} characters, which is not analyzed`])
    assert.ok(performance.now() - begun < QUICK_MS, part)
  }
})

test('long commands in one file are followed up to the limit, with a message', async (t) => {
  const long = Array.from({ length: 30 }, (_, at) => `${'a | '.repeat(2375)}bash ./gone${at}.sh`)
  const commands = [...long, './short.sh | cat']
  const groups = commands.map((command) => ({ hooks: [{ type: 'command', command }] }))
  const text = settings({ Stop: groups })
  const tree = stage(t, { it: '', files: { [PROJECT]: text }, problems: [] })
  const { hooks, problems } = await lookAt(t, { [PROJECT]: text })
  const own = hooks.filter(({ dialect }) => dialect === 'claude-code')
  const left = own.filter(({ unseen }) => unseen?.some((one) => one.endsWith('which is not analyzed')))
  assert.deepEqual(
    left.map(({ entry }) => entry?.command),
    long.slice(13),
  )
  assert.deepEqual(own.at(-1)?.entry?.scripts.length, 1)
  assert.deepEqual(
    problems.filter(({ code }) => code === 'file.too-large').map(({ message }) => message),
    ['Its commands are too long to analyze them all: 17 of its 31 entries are not analyzed.'],
  )
  const project = openProject({ root: tree.at('/ws'), home: tree.at('/home'), ownHome: true })
  t.after(() => project.close())
  const view = await project.view(tree.at(PROJECT))
  assert.equal((await view?.embedded())?.length, 14)
})

test('a matcher nested deeper than its host takes it is no fault of ours', async (t) => {
  for (const matcher of ['('.repeat(60_000), `${'(?:'.repeat(5000)}a${')'.repeat(5000)}`]) {
    const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks: [guard] }] } })
    const { hooks } = await lookAt(t, { '/ws/.codex/hooks.json': text })
    assert.equal(hooks.filter(({ entry }) => entry !== undefined).length, 1)
  }
})

async function lookAt(t: TestContext, files: Readonly<Record<string, string>>) {
  const tree = writeTree('//- /ws/\n//- /home/\n')
  t.after(tree.remove)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(tree.at(path)), { recursive: true })
    writeFileSync(tree.at(path), text)
  }
  const one = await openWorkspace({ root: tree.at('ws'), home: tree.at('home') })
  await one.close()
  return { hooks: one.list(), problems: one.problems }
}
