// Lenses above the entries of a host's configuration and above the scripts that they run; and the editor's findings in
// such a file equal those of `hookbench check`.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkFolder } from '../../../runtime/checks/check.ts'
import { fileFindings, findings } from '../../../runtime/checks/findings.ts'
import { type OpenProject, openProject } from '../../../runtime/project/project.ts'
import type { OpenText } from '../../../runtime/project/texts.ts'
import { lensesOf } from '../../../server/features/codeLens.ts'
import { entryLenses, scriptLenses } from '../../../server/features/entryLens.ts'
import { type Tree, writeTree } from '../../support/tree.ts'

const ends: (() => void)[] = []
after(() => {
  for (const end of ends.splice(0).reverse()) end()
})

const GUARD = '{ "type": "command", "command": "python3 \\"$CLAUDE_PROJECT_DIR/scripts/guard.py\\"" }'
const SCRIPT = '//- /ws/scripts/guard.py\nimport sys\n'

function settings(hooks: string): string {
  return `//- /home/\n//- /ws/.claude/settings.json\n{ "permissions": {},\n"hooks": ${hooks} }\n`
}

function open(files: string, trusting = true) {
  const tree = writeTree(files)
  const texts = new Map<string, OpenText>()
  const project = openProject({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    ownHome: true,
    trusting,
    texts: { get: (path) => texts.get(path), paths: () => texts.keys() },
  })
  ends.push(tree.remove, () => project.close())
  return { tree, project, texts }
}

const CAN = { replay: true, debug: true }

async function lenses(
  { tree, project }: { tree: Tree; project: OpenProject },
  path = '/ws/.claude/settings.json',
) {
  const view = await project.view(tree.at(path))
  const hooks = await project.hooks()
  if (view === undefined) throw new Error(`${path} is none of ours`)
  assert.deepEqual(lensesOf(view, hooks, CAN), [])
  const scripts = await scriptLenses(tree.at(path), view, project, hooks, CAN)
  return [...(await entryLenses(view, hooks, CAN)), ...scripts]
}

const titles = (found: Awaited<ReturnType<typeof lenses>>) => found.map(({ title, kind }) => title ?? kind)

type Row = readonly [what: string, hooks: string, expected: readonly (string | RegExp)[], trusting?: boolean]

const rows: readonly Row[] = [
  [
    'an entry says on what it fires, what it last came to, and what can be done',
    `{ "PreToolUse": [{ "matcher": "Bash|Edit", "hooks": [${GUARD}] }] }`,
    ['fires on Bash, Edit', 'last', '▶ Replay', 'Debug'],
  ],
  [
    'one without a matcher fires each time, and so does one whose matcher is not looked at',
    `{ "PreToolUse": [{ "hooks": [${GUARD}] }], "Stop": [{ "matcher": "x", "hooks": [${GUARD}] }] }`,
    [
      ...['fires on every PreToolUse', 'last', '▶ Replay', 'Debug'],
      ...['fires on every Stop', 'last', '▶ Replay', 'Debug'],
    ],
  ],
  [
    'a condition is told',
    `{ "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "true", "if": "Bash(git *)" }] }] }`,
    ['fires on Bash, if Bash(git *)', 'last', '▶ Replay'],
  ],
  [
    'a matcher that matches no tool: never, and nothing is offered',
    `{ "PreToolUse": [{ "matcher": "Bahs", "hooks": [${GUARD}] }] }`,
    ['never fires: Claude Code has no tool "Bahs"'],
  ],
  [
    'a regular expression stays one, and what is none never fires',
    `{ "PreToolUse": [{ "matcher": "mcp__.*__get", "hooks": [${GUARD}] }, { "matcher": "(", "hooks": [${GUARD}] }] }`,
    [
      'fires on mcp__.*__get',
      'last',
      '▶ Replay',
      'Debug',
      'never fires: "(" is not a valid regular expression',
    ],
  ],
  [
    'what turns the writing round in a matcher is shown as an escape',
    `{ "PreToolUse": [{ "matcher": "(\u202e", "hooks": [${GUARD}] }] }`,
    ['never fires: "(\\u202e" is not a valid regular expression'],
  ],
  [
    'one that waits for trust can be replayed, which asks for it',
    `{ "PreToolUse": [{ "matcher": "Bash", "hooks": [${GUARD}] }] }`,
    ['fires on Bash', /^untrusted: /, '▶ Replay', 'Debug'],
    false,
  ],
  [
    'a file that the host rejects says so at each of its entries',
    `{ "PreToolUse": [{ "matcher": "Bash", "hooks": [${GUARD}, { "type": "comand", "command": "x" }] }] }`,
    [/^broken: /, /^broken: /],
  ],
  [
    'what only the host can run is not offered',
    `{ "Stop": [{ "hooks": [{ "type": "prompt", "prompt": "Is it done?" }] }] }`,
    ['fires on every Stop'],
  ],
  [
    'a compiled program, or one behind a pipe of others, has no debugger',
    `{ "Stop": [{ "hooks": [{ "type": "command", "command": "jq -r .cwd" }] }] }`,
    ['fires on every Stop', 'last', '▶ Replay'],
  ],
]

for (const [what, hooks, expected, trusting = true] of rows)
  test(what, async () => {
    const found = titles(await lenses(open(settings(hooks) + SCRIPT, trusting)))
    assert.equal(found.length, expected.length, found.join(' | '))
    for (const [at, title] of found.entries()) {
      const wanted = expected[at] as string | RegExp
      if (typeof wanted === 'string') assert.equal(title, wanted)
      else assert.match(title, wanted)
    }
  })

const ONE = `{\n"PreToolUse": [\n{ "matcher": "Bash", "hooks": [\n${GUARD}\n] }] }`

test('a lens stands on the line of its entry, in the text as it is typed', async () => {
  const bench = open(settings(ONE) + SCRIPT)
  const path = bench.tree.at('/ws/.claude/settings.json')
  await bench.project.hooks()
  const text = `\n\n${(await bench.project.view(path))?.text}`
  bench.texts.set(path, { text, version: 2 })
  const [first] = await lenses(bench)
  assert.equal(text.slice(first?.range.start, first?.range.end), GUARD)
  // An entry that is no longer in the text has no lens, even before the next look.
  bench.texts.set(path, { text: '{ "hooks": { "PreToolUse": [] } }', version: 3 })
  assert.deepEqual(titles(await lenses(bench)), [])
})

test('a script says which entries run it, and leads to them', async () => {
  const bench = open(
    settings(
      `{ "PreToolUse": [{ "matcher": "Bash", "hooks": [${GUARD}] }], "Stop": [{ "hooks": [${GUARD}] }] }`,
    ) + SCRIPT,
  )
  const found = await lenses(bench, '/ws/scripts/guard.py')
  assert.deepEqual(titles(found), [
    ...['PreToolUse Bash in .claude/settings.json', '▶ Replay', 'Debug'],
    ...['Stop in .claude/settings.json', '▶ Replay', 'Debug'],
  ])
  for (const { in: file, range } of found) {
    assert.equal(file, bench.tree.at('/ws/.claude/settings.json'))
    assert.deepEqual(range, { start: 0, end: 0 })
  }
  assert.deepEqual(
    found.filter(({ kind }) => kind === 'replay').map(({ event, part }) => [event, part]),
    [
      ['PreToolUse', 'PreToolUse/Bash/scripts/guard.py'],
      ['Stop', 'Stop/*/scripts/guard.py'],
    ],
  )
})

test('lenses of a script stand on the function that answers', async () => {
  const hooks = `{ "PreToolUse": [{ "matcher": "Bash", "hooks": [${GUARD}] }] }`
  const script = `import json, sys

def deny(reason):
    print(json.dumps({"decision": "block", "reason": reason}))

def main():
    data = json.load(sys.stdin)
    if "rm" in data["tool_input"]["command"]:
        deny("no rm here")

main()
`
  const bench = open(`${settings(hooks)}//- /ws/scripts/guard.py\n${script}`)
  const [first] = await lenses(bench, '/ws/scripts/guard.py')
  assert.equal(script.slice(first?.range.start, first?.range.end), 'def main():')
})

const FAULTS: readonly (readonly [string, string])[] = [
  [
    'a matcher and a script',
    `{ "PreToolUse": [{ "matcher": "Bahs", "hooks": [${GUARD.replace('guard', 'gone')}] }] }`,
  ],
  ['an unknown kind', `{ "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "comand" }] }] }`],
  ['an event that there is not', `{ "PreTolUse": [{ "hooks": [${GUARD}] }] }`],
  ['no JSON', `{ "PreToolUse": [ }`],
  ['nothing', `{ "PreToolUse": [{ "matcher": "Bash", "hooks": [${GUARD}] }] }`],
]

for (const [what, hooks] of FAULTS)
  test(`the editor says of a configuration what check says: ${what}`, async () => {
    const files = `${settings(hooks)}${SCRIPT}//- /ws/.claude/notes.json\n{ nothing of ours\n//- /ws/.claude/settings.json.bak\n{\n`
    const { tree, project } = open(files)
    const path = tree.at('/ws/.claude/settings.json')
    const view = await project.view(path)
    assert.ok(view !== undefined)
    const shown = await findings(view, project)
    const checked = await checkFolder({
      root: tree.at('/ws'),
      home: tree.at('/home'),
      ownHome: true,
      only: [],
    })
    assert.deepEqual(
      checked.flatMap(({ problems }) => problems),
      shown,
    )
    assert.deepEqual(new Set(shown.map((one) => one.path)), new Set(shown.length === 0 ? [] : [path]))
    assert.equal(shown.length > 0, what !== 'nothing')
    assert.ok(shown.every(({ range }) => range !== undefined))
    for (const other of ['/ws/.claude/notes.json', '/ws/.claude/settings.json.bak'])
      assert.deepEqual(await fileFindings(tree.at(other), project), [])
  })

test('where entries of several agents answer one point, what they make of it can be compared', async () => {
  const hooks = `{ "PreToolUse": [{ "hooks": [${GUARD}] }], "SessionEnd": [{ "hooks": [${GUARD}] }] }`
  const codex = `//- /ws/.codex/hooks.json\n{"hooks":{"PreToolUse":[{"hooks":[${GUARD}]}]}}\n`
  const compared = async (files: string) => {
    const { tree, project } = open(files)
    const view = await project.view(tree.at('/ws/.claude/settings.json'))
    assert.ok(view)
    const can = { ...CAN, compare: true }
    const found = await entryLenses(view, await project.hooks(), can)
    const without = await entryLenses(view, await project.hooks(), CAN)
    assert.ok(without.every(({ kind }) => kind !== 'compare'))
    return found.flatMap(({ kind, event, title }) => (kind === 'compare' ? [`${event} ${title}`] : []))
  }
  assert.deepEqual(await compared(settings(hooks) + SCRIPT + codex), ['PreToolUse Compare Agents'])
})
