// `hookbench new` for a host: every event and language gets a script and an entry that are found and have no findings,
// and the rest of the configuration stays unchanged.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename } from 'node:path'
import { after, before, test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import { newHookLanguages, type TemplateLanguage, template } from '../../runtime/contract/templates.ts'
import { writeNewHook } from '../../runtime/files/newHook.ts'
import type { Workspace } from '../../runtime/index.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { openCli, spawnCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const HAS_POWERSHELL = spawnSync('pwsh', ['-NoProfile', '-Command', 'exit 0']).status === 0

const tree = writeTree('//- /ws/\n//- /home/\n//- /other/\n')
after(tree.remove)
const cli = openCli()
after(cli.close)
const at = (...args: readonly string[]) =>
  cli.run(['--workspace', tree.at('/other'), '--home', tree.at('/home'), ...args], { cwd: tree.at('/other') })

type Written = {
  readonly dialect: Dialect
  readonly event: string
  readonly record: EventRecord
  readonly language: TemplateLanguage
  readonly name: string
  readonly script: string
  readonly text: string
}
const written: Written[] = []
/** One folder for each dialect, because several dialects read the same file. */
const workspaces = new Map<string, Workspace>()
const workspaceOf = ({ id }: Pick<Dialect, 'id'>) => workspaces.get(id) as Workspace

before(async () => {
  for (const dialect of Object.values<Dialect>(dialects)) {
    if (dialect.host === undefined) continue
    const root = tree.at(`/ws/${dialect.id}`)
    mkdirSync(root)
    for (const [event, record] of Object.entries(dialect.events)) {
      for (const language of newHookLanguages(dialect)) {
        const file = template(dialect, event, language, `${dialect.id}-${event}-${language}`)
        const { path: script } = await writeNewHook(root, file)
        const name = basename(script)
        written.push({ dialect, event, record, language, name, script, text: readFileSync(script, 'utf8') })
      }
    }
    workspaces.set(dialect.id, await openWorkspace({ root, home: tree.at('/home'), trust: 'workspace' }))
  }
})
after(() => Promise.all([...workspaces.values()].map((one) => one.close())))

test('every written entry is an active hook of its event that runs its script, without findings', () => {
  assert.ok(written.length >= 550)
  for (const { dialect, event, script, name } of written) {
    // Another host may read the same file.
    const [hook, ...more] = workspaceOf(dialect)
      .list()
      .filter((one) => one.dialect === dialect.id && one.entry?.scripts.includes(script))
    assert.deepEqual(more, [], name)
    const { events, state, why, name: called } = hook ?? {}
    assert.deepEqual(
      { dialect: hook?.dialect, events, state, why, called },
      { dialect: dialect.id, events: [event], state: 'active', why: undefined, called: name },
    )
    assert.equal(statSync(script).mode & 0o111, 0o111, name)
  }
  // Problems that another host reports about the same file do not count, nor do programs that this machine lacks.
  for (const [id, { problems }] of workspaces) {
    const others = Object.values<Dialect>(dialects).filter((one) => one.id !== id)
    const own = problems.filter(
      ({ severity, message }) =>
        severity !== 'info' &&
        !message.includes('not installed on this computer') &&
        !others.some(({ title }) => message.includes(title)),
    )
    assert.deepEqual(own, [])
  }
})

test('every written entry would run on the example of its event', () => {
  for (const { dialect, event, record, name } of written) {
    const { hooks } = workspaceOf(dialect).explain(event, record.example, { dialect: dialect.id })
    const planned = hooks.find((one) => one.name === name)
    // Some events do not fire for the example at all; their entries do not run, whatever the matcher.
    if (planned?.run === false) assert.equal(planned.host, 'not-fired', `${name}: ${planned.why}`)
  }
})

test('every written script parses', () => {
  for (const { text, name } of written.filter(({ language }) => language === 'javascript'))
    assert.doesNotThrow(() => new Function(text.replace(/^#!.*/, '')), name)
  for (const { text, name } of written.filter(({ language }) => language === 'typescript'))
    assert.doesNotThrow(() => new Function(stripTypeScriptTypes(text.replace(/^#!.*/, ''))), name)
  const shell = written.filter(({ language }) => language === 'shell').map(({ text }) => text)
  const bash = spawnSync('bash', ['-n'], { input: shell.join('\n'), encoding: 'utf8' })
  assert.deepEqual([bash.status, bash.stderr], [0, ''])
  const python = written.filter(({ language }) => language === 'python').map(({ text }) => text)
  const parse = 'import ast, json, sys\nfor one in json.load(sys.stdin): ast.parse(one)'
  const run = spawnSync('python3', ['-c', parse], { input: JSON.stringify(python), encoding: 'utf8' })
  assert.deepEqual([run.status, run.stderr], [0, ''])
})

test('the refusal in a script is one for the record of its event, and events that refuse have one', () => {
  const refusing = new Set<string>()
  for (const { record, text, event, language } of written) {
    const json = /^ +echo '(\{.*\})'$/m.exec(text)?.[1]
    if (language !== 'shell' || json === undefined) continue
    refusing.add(event)
    const verdict = record.verdict(JSON.parse(json) as never, record.example as never)
    assert.equal('decision' in verdict && verdict.decision, 'deny', event)
  }
  for (const event of [
    'PreToolUse',
    'PermissionRequest',
    'PostToolUse',
    'UserPromptSubmit',
    'Stop',
    'PreCompact',
  ])
    assert.ok(refusing.has(event), event)
})

for (const [event, input, fate] of [
  ['PreToolUse', { tool_input: { command: 'rm -rf /' } }, 'blocked'],
  ['UserPromptSubmit', { prompt: 'something forbidden' }, 'blocked'],
  ['UserPromptSubmit', {}, 'sent'],
] as const) {
  test(`${event} with ${JSON.stringify(input)}: the scripts of all languages run, and the prompt or tool is ${fate}`, async () => {
    const { example } = written.find((one) => one.event === event)?.record ?? {}
    const workspace = workspaceOf(dialects['claude-code'])
    const payload = { ...(example as object), cwd: workspace.root, ...input }
    const { hooks, effect } = await workspace.fire(event, payload, { dialect: 'claude-code' })
    // A hook whose interpreter is not installed cannot return; test/cli/newRuns.test.ts reports where it skips it.
    const runnable = hooks.filter(({ name }) => HAS_POWERSHELL || !name.endsWith('.ps1'))
    for (const { status, why, name } of runnable) assert.equal(status, 'returned', `${name}: ${why}`)
    assert.equal(hooks.length, 5)
    assert.equal(effect?.operation?.fate, fate)
  })
}

/** A configuration before and after: what was there is kept byte for byte. */
const EDITS: readonly (readonly [what: string, before: string | undefined, after: string])[] = [
  [
    'no file',
    undefined,
    `{
  "hooks": {
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/NAME.sh"
          }
        ]
      }
    ]
  }
}
`,
  ],
  [
    'other keys, odd spacing, tabs and line ends of Windows',
    '{\r\n\t"permissions" : {"allow":[ "Read" ]},\r\n\t"hooks": {\r\n\t\t"Stop": [ ]\r\n\t}\r\n}',
    '{\r\n\t"permissions" : {"allow":[ "Read" ]},\r\n\t"hooks": {\r\n\t\t"Stop": [ \r\n\t\t\t{\r\n\t\t\t\t"hooks": [\r\n\t\t\t\t\t{\r\n\t\t\t\t\t\t"type": "command",\r\n\t\t\t\t\t\t"command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/NAME.sh"\r\n\t\t\t\t\t}\r\n\t\t\t\t]\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}',
  ],
]

const NEW = '{"hooks":[{"type":"command","command":"\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/NAME.sh"}]}'
const NEW_LINES = `      {
        "hooks": [
          {
            "type": "command",
            "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/NAME.sh"
          }
        ]
      }`
const BESIDE: typeof EDITS = [
  [
    'other entries on one line',
    '{"hooks":{"Stop":[ {"hooks":[]} ]}}',
    `{"hooks":{"Stop":[ {"hooks":[]}, ${NEW} ]}}`,
  ],
  [
    'other entries, a line each',
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [] },\n      { "hooks": [ ] }\n    ]\n  }\n}\n',
    `{\n  "hooks": {\n    "Stop": [\n      { "hooks": [] },\n      { "hooks": [ ] },\n${NEW_LINES}\n    ]\n  }\n}\n`,
  ],
]

for (const [index, [what, text, expected]] of [...EDITS, ...BESIDE].entries()) {
  test(`${what}: the entry is added, the rest stays to the byte`, async () => {
    const folder = `/edit${index}`
    tree.write(`//- ${folder}/\n`)
    if (text !== undefined) tree.write(`//- ${folder}/.claude/settings.json\n`)
    const settings = tree.at(`${folder}/.claude/settings.json`)
    if (text !== undefined) writeFileSync(settings, text)
    const claude = dialects['claude-code'] as Dialect
    await writeNewHook(tree.at(folder), template(claude, 'Stop', 'shell', 'NAME'))
    assert.equal(readFileSync(settings, 'utf8'), expected)
  })
}

for (const [what, text, why] of [
  [
    'a file that does not parse',
    '{ "hooks": {',
    /\.claude\/settings\.json does not parse: the error is at line 1, column \d+\. Fix it first; nothing was written\./,
  ],
  ['an empty file', '', /\.claude\/settings\.json does not parse/],
  [
    'hooks that are a list',
    '{ "hooks": [] }',
    /"hooks" in \.claude\/settings\.json is not an object\. Fix it first/,
  ],
  [
    'groups that are an object',
    '{ "hooks": { "Stop": {} } }',
    /"hooks\.Stop" in \.claude\/settings\.json is not a list/,
  ],
] as const) {
  test(`${what} is refused, and nothing is written`, async () => {
    tree.write('//- /other/.claude/settings.json\n')
    writeFileSync(tree.at('/other/.claude/settings.json'), text)
    const { code, stderr } = await at('new', 'claude-code', 'Stop', 'refused')
    assert.equal(code, 2)
    assert.match(stderr, why)
    assert.equal(readFileSync(tree.at('/other/.claude/settings.json'), 'utf8'), text)
    assert.ok(!existsSync(tree.at('/other/.claude/hooks/refused.sh')))
  })
}

test('a person reads what was written and what comes next; an existing script stays, and so does the configuration', async () => {
  tree.write('//- /other/.claude/settings.json\n{}\n')
  const { stdout } = await at('new', 'claude-code', 'PreToolUse')
  assert.match(
    stdout,
    /^Wrote \.claude\/hooks\/my_pre_tool_use\.sh, and its entry in \.claude\/settings\.json\.\nNext: hookbench .*trust \.claude\/hooks\/my_pre_tool_use\.sh, then hookbench .*explain PreToolUse\.\n$/,
  )
  const settings = readFileSync(tree.at('/other/.claude/settings.json'), 'utf8')
  const again = await at('new', 'claude-code', 'PreToolUse')
  assert.equal(again.code, 2)
  assert.match(again.stderr, /\.claude\/hooks\/my_pre_tool_use\.sh already exists; choose another name/)
  assert.equal(readFileSync(tree.at('/other/.claude/settings.json'), 'utf8'), settings)
  // A run that was killed before it wrote the entry leaves the script alone; the next one completes it.
  tree.write('//- /other/.claude/settings.json\n{}\n')
  const completed = await at('new', 'claude-code', 'PreToolUse')
  assert.deepEqual([completed.code, completed.stdout], [0, stdout], completed.stderr)
  assert.equal(readFileSync(tree.at('/other/.claude/settings.json'), 'utf8'), settings)
  const typed = await at('new', 'claude-code', 'PreToolUse', 'x', '--language', 'ruby')
  assert.match(
    typed.stderr,
    /hooks of claude-code are written in shell, python, javascript, typescript, powershell, not in "ruby"/,
  )
})

test('a hook in a language that is not installed here is written, and the output names what it needs', async () => {
  const { stdout } = await spawnCli(
    [
      ...['--workspace', tree.at('/other'), '--home', tree.at('/home')],
      ...['new', 'claude-code', 'PreToolUse', 'uninstalled', '--language', 'powershell'],
    ],
    { cwd: tree.at('/other'), env: { PATH: '' } },
  )
  assert.match(stdout, /^Wrote .*\nIt needs pwsh, which is not installed on this computer\.\nNext: /)
  assert.ok(existsSync(tree.at('/other/.claude/hooks/uninstalled.ps1')))
})

test('a file with comments takes an entry where its host reads comments, and they stay', async () => {
  tree.write('//- /comments/\n')
  tree.write('//- /comments/.cursor/hooks.json\n')
  const file = tree.at('/comments/.cursor/hooks.json')
  writeFileSync(file, '{\n  // ours\n  "version": 1,\n  "hooks": { "stop": [] }\n}\n')
  const { cursor } = dialects as { readonly cursor: Dialect }
  await writeNewHook(tree.at('/comments'), template(cursor, 'preToolUse', 'shell', 'NAME'))
  const after = readFileSync(file, 'utf8')
  assert.match(after, /^\{\n {2}\/\/ ours\n {2}"version": 1,\n/)
  assert.match(after, /"command":"\.cursor\/hooks\/NAME\.sh"/)
})

test('a new file holds what its host wants besides', async () => {
  tree.write('//- /fresh/\n')
  const { cursor } = dialects as { readonly cursor: Dialect }
  await writeNewHook(tree.at('/fresh'), template(cursor, 'stop', 'shell', 'NAME'))
  assert.deepEqual(JSON.parse(readFileSync(tree.at('/fresh/.cursor/hooks.json'), 'utf8')), {
    version: 1,
    hooks: { stop: [{ command: '.cursor/hooks/NAME.sh' }] },
  })
})
