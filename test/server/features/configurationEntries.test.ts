// Entries of hosts' configuration on a real disk: navigation to their scripts and back, their description in words, the
// outline of the file, and the explanation of timeouts.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openProject } from '../../../runtime/project/project.ts'
import { complete } from '../../../server/features/completion/complete.ts'
import { configurationHints } from '../../../server/features/configuration/hints.ts'
import { configurationSymbols } from '../../../server/features/configuration/outlineSymbols.ts'
import { callersOf, scriptLinks } from '../../../server/features/configuration/scripts.ts'
import { definitionsAt } from '../../../server/features/definition.ts'
import { aboutPlace } from '../../../server/features/hover.ts'
import { referencesAt } from '../../../server/features/references.ts'
import { cutCursor } from '../../support/marked.ts'
import { writeTree } from '../../support/tree.ts'

const ends: (() => void)[] = []
after(() => {
  for (const end of ends.splice(0).reverse()) end()
})

const SCRIPTS = '//- /home/\n//- /ws/scripts/guard.sh\ntrue\n//- /ws/scripts/audit.py\npass\n'

async function open(file: string, source: string) {
  const { text, offset } = source.includes('$0') ? cutCursor(source) : { text: source, offset: 0 }
  const tree = writeTree(`${SCRIPTS}//- /ws/${file}\n${text}`)
  const project = openProject({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    ownHome: true,
    trusting: true,
  })
  ends.push(tree.remove, () => project.close())
  const view = await project.view(tree.at(`/ws/${file}`))
  assert.ok(view !== undefined)
  return { tree, project, view, offset, hooks: await project.hooks() }
}

type Row = {
  readonly what: string
  readonly file: string
  /** Has the cursor in the path of the script. */
  readonly text: string
  readonly path: string
  readonly script: string
}

const ROWS: readonly Row[] = [
  {
    what: 'behind a quoted variable',
    file: '.claude/settings.json',
    text: `{ "permissions": { "allow": ["guard.sh"] },\n  "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [
    { "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/scripts/gu$0ard.sh --strict" }] }] } }\n`,
    path: '$CLAUDE_PROJECT_DIR\\"/scripts/guard.sh',
    script: '/ws/scripts/guard.sh',
  },
  {
    what: 'behind an interpreter, in a program with arguments',
    file: '.claude/settings.json',
    text: `{ "hooks": { "Stop": [{ "hooks": [
    { "type": "command", "command": "python3", "args": ["scripts/au$0dit.py"] }] }] } }\n`,
    path: 'scripts/audit.py',
    script: '/ws/scripts/audit.py',
  },
  {
    what: 'in TOML',
    file: '.codex/config.toml',
    text: '[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "sh ./scripts/gu$0ard.sh"\n',
    path: './scripts/guard.sh',
    script: '/ws/scripts/guard.sh',
  },
  {
    what: 'in the frontmatter of a skill',
    file: '.claude/skills/tidy/SKILL.md',
    text: '---\nname: tidy\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: scripts/gu$0ard.sh\n---\nguard.sh\n',
    path: 'scripts/guard.sh',
    script: '/ws/scripts/guard.sh',
  },
  {
    what: 'in an entry that two hosts read',
    file: '.github/hooks/hooks.json',
    text: '{ "version": 1, "hooks": { "PreToolUse": [{ "type": "command", "command": "./scripts/gu$0ard.sh" }] } }\n',
    path: './scripts/guard.sh',
    script: '/ws/scripts/guard.sh',
  },
]

for (const { what, file, text, path, script } of ROWS)
  test(`a script's path ${what} leads to the script, and the script to the path`, async () => {
    const { tree, project, view, offset, hooks } = await open(file, text)
    const at = (
      found: readonly { readonly path: string; readonly range: { start: number; end: number } }[],
    ) => found.map((one) => [one.path, view.text.slice(one.range.start, one.range.end)])
    assert.deepEqual(
      (await scriptLinks(view, hooks)).map((one) => [
        view.text.slice(one.range.start, one.range.end),
        one.file,
      ]),
      [[path, tree.at(script)]],
    )
    assert.deepEqual(
      (await definitionsAt(view, offset, project)).map((one) => one.path),
      [tree.at(script)],
    )
    assert.deepEqual(at(await callersOf(tree.at(script), project)), [[view.path, path]])
    assert.deepEqual(at(await referencesAt(view, offset, project)), [[view.path, path]])
  })

const TWO = `{ "hooks": { "PreToolUse": [
  { "matcher": "Bash|Edit", "hooks": [
    { "type": "command", "command": "sh scripts/guard.sh", "timeout": 5 },
    { "type": "command", "com$0mand": "python3 scripts/audit.py" }] }] } }
`

test('an entry in words: what it runs, on what, how long, in which order, and who reads it', async () => {
  const { project, view, offset } = await open('.claude/settings.json', TWO)
  const about = await aboutPlace(view, offset, project)
  for (const sentence of [
    '**audit.py** fires on Bash, Edit',
    'Runs `python3 scripts/audit.py`; Claude Code waits 600 seconds at most.',
    'It is the 2nd of 2 entries of `PreToolUse`.',
    'A configuration file of Claude Code; Copilot CLI reads it as well.',
  ])
    assert.ok(about?.text.includes(sentence), `${sentence}\n\nin\n\n${about?.text}`)
})

test('the outline of a file: its events, each with what its entries run', async () => {
  const { view } = await open('.claude/settings.json', TWO.replace('$0', ''))
  const [event, ...more] = await configurationSymbols(view)
  assert.deepEqual(more, [])
  assert.equal(event?.name, 'PreToolUse')
  assert.deepEqual(
    event?.children.map(({ name, detail }) => [name, detail]),
    [
      ['sh scripts/guard.sh', 'Bash|Edit'],
      ['python3 scripts/audit.py', 'Bash|Edit'],
    ],
  )
})

test('behind a time its unit, behind an event what it may do', async () => {
  const claude = await open('.claude/settings.json', TWO.replace('$0', ''))
  const hinted = async ({ view }: typeof claude) =>
    (await configurationHints(view, { start: 0, end: view.text.length })).map(({ at, label }) => [
      /[\w".]+$/.exec(view.text.slice(0, at))?.[0],
      label,
    ])
  assert.deepEqual(await hinted(claude), [
    ['"PreToolUse"', 'veto'],
    ['5', 's'],
  ])
  const gemini = await open(
    '.gemini/settings.json',
    '{ "hooks": { "BeforeTool": [{ "hooks": [{ "type": "command", "command": "true", "timeout": 5000 }, { "type": "command", "command": "false", "timeout": 30 }] }] } }\n',
  )
  assert.deepEqual(await hinted(gemini), [
    ['"BeforeTool"', 'veto'],
    ['5000', 'ms = 5 s'],
    ['30', 'ms'],
  ])
})

const WHOLE: readonly (readonly [file: string, text: string])[] = [
  ['.claude/settings.json', TWO.replace('$0', '')],
  [
    '.github/hooks/hooks.json',
    '{ "version": 1, // mine\n "hooks": { "preToolUse": [{ "bash": "x", "matcher": "ba" }] } }',
  ],
  [
    '.codex/config.toml',
    '# mine\n[[hooks.PreToolUse]]\nmatcher = "^Bash$"\nhooks = [\n  { type = "command", command = \'x\' }, # last\n]\n[hooks.state."a:b"]\nenabled = false\n',
  ],
  [
    '.claude/agents/tidy.md',
    '---\nname: tidy\nhooks:\n  Stop:\n    - hooks: [{ type: command, command: "x" }]\n---\nText.\n',
  ],
]

for (const [file, whole] of WHOLE)
  test(`every beginning of ${file} has an answer at every place of it, and never a fault`, async () => {
    const { project } = await open(file, whole)
    const ground = { hooks: async () => [], settings: project.settings, variables: [] }
    for (let end = 0; end <= whole.length; end += 3) {
      const text = whole.slice(0, end)
      const view = { ...(await viewOf(file)), text }
      for (const at of [0, Math.floor(end / 2), end]) await complete(view, at, ground)
      await aboutPlace(view, end, { hooks: async () => [] })
      await configurationSymbols(view)
    }
  })

async function viewOf(file: string) {
  const { inMemory } = await import('../../support/project.ts')
  return inMemory({ [file]: '' }).view(file)
}
