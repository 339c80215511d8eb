// Completion and messages in the configuration of each host: every row is a text with its cursor. `offers` are the
// first labels, in order; `puts` is the file after one of them was accepted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../../runtime/contract/settings.ts'
import { complete } from '../../../server/features/completion/complete.ts'
import type { CompletionGround } from '../../../server/features/completion/item.ts'
import { aboutPlace } from '../../../server/features/hover.ts'
import { HOME, inMemory, ROOT } from '../../support/project.ts'

const CLAUDE = '.claude/settings.json'

/** The folders that paths are completed from, and their contents. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  [ROOT]: ['scripts/', 'package.json'],
  [`${ROOT}/scripts`]: ['guard.sh', 'audit.py', 'lib/'],
  [`${ROOT}/.claude/hooks`]: ['guard.sh'],
}

const ground: CompletionGround = {
  hooks: async () => [],
  settings: defaultSettings,
  variables: [],
  root: ROOT,
  home: HOME,
  list: (folder) =>
    (FOLDERS[folder] ?? []).map((name) =>
      name.endsWith('/') ? { name: name.slice(0, -1), kind: 'folder' } : { name, kind: 'file' },
    ),
}

type Row = {
  readonly what: string
  readonly file?: string
  readonly text: string
  /** All labels if there are no more, otherwise the first ones. */
  readonly offers?: readonly string[]
  readonly also?: readonly string[]
  readonly never?: readonly string[]
  /** Label -> the text after accepting it, without the snippet's placeholders. */
  readonly puts?: readonly [label: string, text: string]
}

const entry = (inner: string, event = 'PreToolUse') =>
  `{ "hooks": { "${event}": [{ "matcher": "Bash", "hooks": [{ ${inner} }] }] } }`

const SKILL = '.claude/skills/tidy/SKILL.md'
const TOML = '.codex/config.toml'
const GUARDED = '[[hooks.PreToolUse]]\nmatcher = "^Bash$"\n\n[[hooks.PreToolUse.hooks]]\n'

const HOSTS: readonly Row[] = [
  {
    what: 'events of the host in YAML',
    file: SKILL,
    text: '---\nname: tidy\nhooks:\n  PreTo$0\n---\nText.\n',
    puts: ['PreToolUse', '---\nname: tidy\nhooks:\n  PreToolUse:\n---\nText.\n'],
  },
  {
    what: 'a matcher in YAML, in quotes and without',
    file: SKILL,
    text: '---\nhooks:\n  PreToolUse:\n    - matcher: Ba$0\n---\n',
    puts: ['Bash', '---\nhooks:\n  PreToolUse:\n    - matcher: Bash\n---\n'],
  },
  {
    what: 'keys of an entry in YAML',
    file: SKILL,
    text: '---\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          $0\n---\n',
    also: ['command', 'timeout'],
    never: ['type', 'url'],
  },
  { what: 'beyond the frontmatter', file: SKILL, text: '---\nname: tidy\n---\nhooks:\n  $0\n', offers: [] },
  {
    what: 'frontmatter that is not closed yet',
    file: '.claude/agents/tidy.md',
    text: '---\nname: tidy\nhooks:\n  $0',
    also: ['PreToolUse'],
  },
  {
    what: 'a heading that is being typed',
    file: TOML,
    text: 'model = "x"\n\n[[hooks.Pre$0',
    offers: ['PreToolUse'],
    puts: ['PreToolUse', 'model = "x"\n\n[[hooks.PreToolUse'],
  },
  {
    what: 'the list of entries in a heading',
    file: TOML,
    text: '[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.$0]]\n',
    offers: ['hooks'],
  },
  {
    what: 'keys of a group, before more that is half typed',
    file: TOML,
    text: '[[hooks.PreToolUse]]\n$0\n\n[[hooks.PreToolUse.hooks]]\ntype = \n',
    also: ['matcher'],
  },
  {
    what: 'keys of an entry',
    file: TOML,
    text: `${GUARDED}type = "command"\ncom$0\n`,
    also: ['command', 'timeout', 'commandWindows'],
    never: ['type', 'server'],
    puts: ['command', `${GUARDED}type = "command"\ncommand = ""\n`],
  },
  {
    what: 'a value that is not there yet',
    file: TOML,
    text: `${GUARDED}type = $0`,
    offers: ['command', 'mcp_tool'],
    puts: ['mcp_tool', `${GUARDED}type = "mcp_tool"`],
  },
  {
    what: 'a matcher whose text is not closed',
    file: TOML,
    text: '[[hooks.PreToolUse]]\nmatcher = "Bash|app$0\n',
    also: ['apply_patch'],
    never: ['Bash'],
    puts: ['apply_patch', '[[hooks.PreToolUse]]\nmatcher = "Bash|apply_patch"\n'],
  },
  {
    what: 'an entry on one line',
    file: TOML,
    text: '[[hooks.Stop]]\nhooks = [{ type = "command", $0 }]\n',
    also: ['command', 'timeout'],
    never: ['type'],
  },
  {
    what: 'seconds',
    file: TOML,
    text: `${GUARDED}timeout = $0\n`,
    offers: ['5', '10', '30', '60', '600'],
  },
  {
    what: 'a whole hook where a line may begin one',
    file: TOML,
    text: 'model = "x"\n$0',
    also: ['[[hooks.PreToolUse]]', 'features'],
    puts: [
      '[[hooks.Stop]]',
      'model = "x"\n[[hooks.Stop]]\n\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = ""',
    ],
  },
  {
    what: 'no variable but in plugins',
    file: '.codex/hooks.json',
    text: entry('"type": "command", "command": "$$0"'),
    offers: [],
  },
  {
    what: 'tools by the names of the host',
    file: '.gemini/settings.json',
    text: '{ // mine\n "hooks": { "BeforeTool": [{ "matcher": "run$0" }] } }',
    also: ['run_shell_command', 'replace', 'mcp_.*'],
    never: ['Bash', 'Edit'],
  },
  {
    what: 'a time in milliseconds',
    file: '.gemini/settings.json',
    text: entry('"type": "command", "timeout": $0', 'BeforeTool'),
    offers: ['5000', '10000', '30000', '60000'],
  },
  {
    what: 'words of an event that is about no tool',
    file: '.gemini/settings.json',
    text: '{ "hooks": { "PreCompress": [{ "matcher": "$0" }] } }',
    offers: ['manual', 'auto'],
  },
  {
    what: 'events of both hosts that read the file',
    file: '.github/hooks/hooks.json',
    text: '{ "version": 1, "hooks": { $0 } }',
    offers: ['PreToolUse', 'preToolUse'],
    also: ['agentStop', 'Stop'],
  },
  {
    what: 'keys of an entry that stands in the list itself, of both hosts',
    file: '.github/hooks/hooks.json',
    text: '{ "version": 1, "hooks": { "PreToolUse": [{ "type": "command", $0 }] } }',
    also: ['command', 'bash', 'timeoutSec', 'osx', 'matcher'],
  },
  {
    what: 'a matcher of the one host that looks at it',
    file: '.github/hooks/hooks.json',
    text: '{ "version": 1, "hooks": { "preToolUse": [{ "matcher": "$0" }] } }',
    also: ['bash', 'view', 'create'],
    never: ['Bash'],
  },
  {
    what: 'tools by the names of the spelling of the event',
    file: '.github/hooks/hooks.json',
    text: '{ "version": 1, "hooks": { "PreToolUse": [{ "matcher": "$0" }] } }',
    also: ['Bash', 'Edit'],
    never: ['bash'],
  },
  {
    what: 'the file begins with its version',
    file: '.cursor/hooks.json',
    text: '{ $0 }',
    offers: ['version', 'hooks'],
  },
  {
    what: 'events of the host, and an entry without a group around it',
    file: '.cursor/hooks.json',
    text: '{ "version": 1, "hooks": { "before$0" } }',
    also: ['beforeShellExecution', 'beforeReadFile'],
    puts: [
      'beforeShellExecution',
      '{ "version": 1, "hooks": { "beforeShellExecution": [\n  {\n    "command": ""\n  }\n] } }',
    ],
  },
  {
    what: 'a key of two events alone',
    file: '.cursor/hooks.json',
    text: '{ "version": 1, "hooks": { "stop": [{ "command": "x", $0 }] } }',
    also: ['loop_limit', 'failClosed'],
  },
  {
    what: 'its tools',
    file: '.cursor/hooks.json',
    text: '{ "version": 1, "hooks": { "preToolUse": [{ "command": "x", "matcher": "Shell|$0" }] } }',
    offers: ['Read', 'Write', 'Grep', 'Delete', 'Task', 'MCP:tool'],
  },
]

const ROWS: readonly Row[] = [
  {
    what: 'an empty object of events: the one before a tool call first',
    text: '{ "hooks": { $0 } }',
    offers: ['PreToolUse'],
    also: ['Stop', 'SessionStart', 'FileChanged'],
  },
  {
    what: 'an event comes with what its host takes there',
    text: '{ "hooks": { "Sto$0" } }',
    puts: [
      'Stop',
      '{ "hooks": { "Stop": [\n  {\n    "hooks": [\n      {\n        "type": "command",\n        "command": ""\n      }\n    ]\n  }\n] } }',
    ],
  },
  {
    what: 'a name without its quotes yet',
    text: '{ "hooks": { Not$0 } }',
    also: ['Notification'],
  },
  {
    what: 'an event that is there already is not offered twice, its own name is',
    text: '{ "hooks": { "Stop": [], "PreTo$0": [] } }',
    also: ['PreToolUse'],
    never: ['Stop'],
    puts: ['PreToolUse', '{ "hooks": { "Stop": [], "PreToolUse": [] } }'],
  },
  {
    what: 'an event before another: the comma comes with it',
    text: '{ "hooks": {\n  $0\n  "Stop": []\n} }',
    puts: [
      'WorktreeRemove',
      '{ "hooks": {\n  "WorktreeRemove": [\n  {\n    "hooks": [\n      {\n        "type": "command",\n        "command": ""\n      }\n    ]\n  }\n],\n  "Stop": []\n} }',
    ],
  },
  {
    what: 'tools and patterns of MCP servers in a matcher',
    text: '{ "hooks": { "PreToolUse": [{ "matcher": "$0" }] } }',
    offers: ['Bash', 'Edit', 'Write', 'Read'],
    also: ['mcp__.*', 'mcp__server__.*'],
    puts: ['Bash', '{ "hooks": { "PreToolUse": [{ "matcher": "Bash" }] } }'],
  },
  {
    what: 'a further word of a list, without those that are there',
    text: '{ "hooks": { "PreToolUse": [{ "matcher": "Bash|Ed$0|Write" }] } }',
    also: ['Edit'],
    never: ['Bash', 'Write'],
    puts: ['Edit', '{ "hooks": { "PreToolUse": [{ "matcher": "Bash|Edit|Write" }] } }'],
  },
  {
    what: 'a word within a regular expression',
    text: '{ "hooks": { "PreToolUse": [{ "matcher": "^(Notebook$0|Bash)$" }] } }',
    puts: ['NotebookEdit', '{ "hooks": { "PreToolUse": [{ "matcher": "^(NotebookEdit|Bash)$" }] } }'],
  },
  {
    what: 'a matcher that is not closed, at the end of the text',
    text: '{ "hooks": { "PreToolUse": [{ "matcher": "Bash|$0',
    puts: ['Edit', '{ "hooks": { "PreToolUse": [{ "matcher": "Bash|Edit"'],
  },
  {
    what: 'a matcher without its quotes yet',
    text: '{ "hooks": { "SessionStart": [{ "matcher": $0 }] } }',
    offers: ['startup', 'resume', 'clear', 'compact', 'fork'],
    puts: ['startup', '{ "hooks": { "SessionStart": [{ "matcher": "startup" }] } }'],
  },
  {
    what: 'an event whose matcher is not looked at: none is offered',
    text: '{ "hooks": { "Stop": [{ $0 }] } }',
    offers: ['hooks'],
    never: ['matcher'],
  },
  {
    what: 'keys of an entry whose kind is not said yet: all, what has to be there first',
    text: '{ "hooks": { "PreToolUse": [{ "hooks": [{ $0 }] }] } }',
    offers: ['type'],
    also: ['command', 'url', 'prompt', 'timeout', 'if', 'async'],
  },
  {
    what: 'keys of one kind alone',
    text: entry('"type": "prompt", $0'),
    offers: ['prompt', 'model'],
    never: ['command', 'url', 'type', 'async'],
  },
  {
    what: 'kinds; what stands there is no reason to offer it alone',
    text: entry('"type": "com$0mand", "command": "x"'),
    also: ['command', 'http', 'mcp_tool', 'prompt', 'agent'],
  },
  {
    what: 'kinds that this event takes',
    text: entry('"type": "$0"', 'SessionStart'),
    offers: ['command', 'mcp_tool'],
    never: ['prompt', 'http'],
  },
  {
    what: 'a time in the unit that the host counts in, its default among them',
    text: entry('"type": "command", "timeout": $0'),
    offers: ['5', '10', '30', '60', '600'],
  },
  {
    what: 'a switch',
    text: entry('"type": "command", "async": $0'),
    offers: ['true', 'false'],
  },
  {
    what: 'words that a key can be',
    text: entry('"type": "command", "shell": "$0"'),
    offers: ['bash', 'powershell'],
  },
  {
    what: 'variables that the host sets; the brace is closed',
    text: entry('"type": "command", "command": "${CLAU$0"'),
    also: ['CLAUDE_PROJECT_DIR'],
    never: ['CLAUDE_PLUGIN_ROOT', 'CLAUDE_ENV_FILE'],
    puts: ['CLAUDE_PROJECT_DIR', entry('"type": "command", "command": "${CLAUDE_PROJECT_DIR}"')],
  },
  {
    what: 'a variable that is set at this event alone',
    text: entry('"type": "command", "command": "echo >> $$0"', 'SessionStart'),
    also: ['CLAUDE_ENV_FILE'],
  },
  {
    what: 'files of the folder that a path leads into',
    text: entry('"type": "command", "command": "python3 ./scripts/a$0"'),
    offers: ['guard.sh', 'audit.py', 'lib/'],
    puts: ['audit.py', entry('"type": "command", "command": "python3 ./scripts/audit.py"')],
  },
  {
    what: 'a path that begins with a quoted variable',
    text: entry('"type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/scripts/$0"'),
    also: ['guard.sh'],
  },
  {
    what: "an empty command: scripts of the host's own folder, called as a new hook calls them",
    text: entry('"type": "command", "command": "$0"'),
    puts: [
      '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh',
      entry('"type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/guard.sh"'),
    ],
  },
  {
    what: 'the file itself: what has to do with hooks',
    text: '{ $0 }',
    offers: ['hooks', 'disableAllHooks', 'env'],
  },
  ...HOSTS,
  { what: 'what the host has nothing to say of', text: '{ "permissions": { $0 } }', offers: [] },
]

/** The offered labels, and the file after accepting one; snippets keep their tab stops. */
async function offered({ file = CLAUDE, text }: Row) {
  const { view, offset } = await inMemory({ [file]: text }).cursor()
  const items = await complete(view, offset, ground)
  const taken = (label: string) => {
    const item = items.find((one) => one.label === label)
    if (item === undefined) return `"${label}" is not offered`
    return view.text.slice(0, item.range.start) + item.insert + view.text.slice(item.range.end)
  }
  return { labels: items.map(({ label }) => label), taken }
}

for (const row of ROWS)
  test(`completion in ${row.file ?? CLAUDE}: ${row.what}`, async () => {
    const { labels, taken } = await offered(row)
    const { offers = [], also = [], never = [], puts } = row
    assert.deepEqual(
      offers.length === 0 && row.offers !== undefined ? labels : labels.slice(0, offers.length),
      offers,
    )
    assert.deepEqual(
      also.filter((one) => !labels.includes(one)),
      [],
      'missing',
    )
    assert.deepEqual(
      never.filter((one) => labels.includes(one)),
      [],
      'not to be offered',
    )
    if (puts !== undefined) assert.equal(taken(puts[0]), puts[1])
  })

test('keys that the client completes by schemas are left to it, what stands within a text is not', async () => {
  const labels = async (file: string, text: string) => {
    const { view, offset } = await inMemory({ [file]: text }).cursor()
    return (await complete(view, offset, { ...ground, schemas: true })).map(({ label }) => label)
  }
  assert.deepEqual(await labels(CLAUDE, '{ "hooks": { $0 } }'), [])
  assert.deepEqual(await labels(CLAUDE, entry('"type": "$0"')), [])
  assert.ok((await labels(CLAUDE, '{ "hooks": { "PreToolUse": [{ "matcher": "$0" }] } }')).includes('Bash'))
  assert.ok((await labels(CLAUDE, entry('"type": "command", "timeout": $0'))).includes('600'))
  assert.ok((await labels(TOML, '[[hooks.$0')).includes('PreToolUse'))
})

type Hover = {
  readonly what: string
  readonly file?: string
  readonly text: string
  readonly says: readonly (string | RegExp)[]
}

const HOVERS: readonly Hover[] = [
  {
    what: 'an event: what it is for, what its hooks may do, who reads the file',
    text: '{ "hooks": { "PreTo$0olUse": [] } }',
    says: [
      '**PreToolUse**: veto event of Claude Code',
      'Runs before a tool call.',
      'A configuration file of Claude Code; Copilot CLI reads it as well.',
    ],
  },
  {
    what: 'a tool in a matcher',
    text: '{ "hooks": { "PreToolUse": [{ "matcher": "Bash|Ed$0it" }] } }',
    says: ['`Edit`: Replaces text in a file.', 'are compared whole'],
  },
  {
    what: 'a matcher of something else',
    text: '{ "hooks": { "SessionStart": [{ "matcher": "resu$0me" }] } }',
    says: ['`resume`: A session is gone on with.', 'What `source` has to be.'],
  },
  {
    what: 'a time with its unit and its default',
    text: entry('"type": "command", "time$0out": 5'),
    says: ['in seconds', 'Default: `600`'],
  },
  {
    what: 'a matcher that is not looked at',
    text: '{ "hooks": { "Stop": [{ "mat$0cher": "x" }] } }',
    says: ['ignores matchers of Stop'],
  },
]

for (const { what, file = CLAUDE, text, says } of HOVERS)
  test(`hover in ${file}: ${what}`, async () => {
    const { view, offset } = await inMemory({ [file]: text }).cursor()
    const about = await aboutPlace(view, offset, { hooks: async () => [] })
    for (const one of says)
      if (typeof one === 'string') assert.ok(about?.text.includes(one), `${one}\n\nin\n\n${about?.text}`)
      else assert.match(about?.text ?? '', one)
  })
