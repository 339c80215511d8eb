// Scripts that entries call, and commands in configuration files: completion at the cursor for exactly the hosts,
// events and tools that call them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProject } from '../../../runtime/project/project.ts'
import { complete } from '../../../server/features/completion/complete.ts'
import { aboutPlace } from '../../../server/features/hover.ts'
import { cutCursor } from '../../support/marked.ts'
import { writeTree } from '../../support/tree.ts'

const entry = (event: string, matcher: string, command: string) =>
  JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command }] }] } })

const BASH = 'command timeout description run_in_background dangerouslyDisableSandbox'

const VARIABLES =
  'CLAUDE_CODE_CHILD_SESSION CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_REMOTE CLAUDE_CODE_SESSION_ID CLAUDE_EFFORT CLAUDE_PID CLAUDE_PROJECT_DIR'

type Row = readonly [what: string, configuration: string, text: string, script: string, expected: string]

const rows: readonly Row[] = [
  [
    'shell, by the matcher',
    '.claude/settings.json',
    entry('PreToolUse', 'Bash', 'bash h.sh'),
    '//- /ws/h.sh\njq -r .tool_input.$0\n',
    BASH,
  ],
  [
    'shell, after a comparison',
    '.claude/settings.json',
    entry('PreToolUse', '*', 'bash h.sh'),
    '//- /ws/h.sh\ni=$(cat)\nif [ "$(jq -r .tool_name <<<"$i")" = Bash ]; then jq -r .tool_input.$0 <<<"$i"; fi\n',
    BASH,
  ],
  [
    'Python, after a comparison',
    '.claude/settings.json',
    entry('PreToolUse', 'Bash|Write', 'python3 h.py'),
    '//- /ws/h.py\nimport json, sys\nd = json.load(sys.stdin)\nif d["tool_name"] == "Write":\n    d["tool_input"]["$0"]\n',
    'file_path content',
  ],
  [
    'JavaScript, after a comparison',
    '.claude/settings.json',
    entry('PreToolUse', '*', 'node h.js'),
    "//- /ws/h.js\nconst d = JSON.parse(require('fs').readFileSync(0, 'utf8'))\nif (d.tool_name === 'Write') console.error(d.tool_input.$0)\n",
    'file_path content',
  ],
  [
    'TypeScript, another host',
    '.codex/hooks.json',
    entry('PreToolUse', 'Bash', 'npx tsx h.ts'),
    "//- /ws/h.ts\nimport { readFileSync } from 'node:fs'\nconst d = JSON.parse(readFileSync(0, 'utf8'))\nconsole.error(d.tool_input.$0)\n",
    'command',
  ],
  [
    'JavaScript, of a payload that a local module reads',
    '.claude/settings.json',
    entry('PreToolUse', 'Bash', 'node h.mjs'),
    "//- /ws/h.mjs\nimport { read } from './lib.mjs'\nconsole.error(read().tool_input.$0)\n//- /ws/lib.mjs\nimport { readFileSync } from 'node:fs'\nexport const read = () => JSON.parse(readFileSync(0, 'utf8'))\n",
    BASH,
  ],
  [
    'PowerShell, of the piped input',
    '.claude/settings.json',
    entry('PreToolUse', 'Bash', 'pwsh -NoProfile -File h.ps1'),
    '//- /ws/h.ps1\n$payload = $input | Out-String | ConvertFrom-Json\n$command = $payload.tool_input.$0\nexit 0\n',
    BASH,
  ],
  [
    'PowerShell, of all that is read, after a comparison in another case',
    '.claude/settings.json',
    entry('PreToolUse', 'Bash|Write', 'pwsh h.ps1'),
    "//- /ws/h.ps1\n$p = [Console]::In.ReadToEnd() | ConvertFrom-Json\nif ($p.tool_name -eq 'write') {\n  $p.tool_input.$0\n}\n",
    'file_path content',
  ],
  [
    'PowerShell, a key of an answer',
    '.gemini/settings.json',
    entry('AfterTool', 'read_file', 'pwsh h.ps1'),
    '//- /ws/h.ps1\n@{\n  hookSpecificOutput = @{\n    a$0\n  }\n} | ConvertTo-Json\n',
    'hookEventName additionalContext tailToolCallRequest',
  ],
  [
    'PowerShell, a hash table without keys',
    '.gemini/settings.json',
    entry('AfterTool', 'read_file', 'pwsh h.ps1'),
    '//- /ws/h.ps1\n@{ hookSpecificOutput = @{ $0 } } | ConvertTo-Json\n',
    'hookEventName additionalContext tailToolCallRequest',
  ],
  [
    'PowerShell, a key on a line of its own after another',
    '.gemini/settings.json',
    entry('AfterTool', 'read_file', 'pwsh h.ps1'),
    "//- /ws/h.ps1\n@{\n  hookSpecificOutput = @{\n    hookEventName = 'AfterTool'\n    $0\n  }\n} | ConvertTo-Json\n",
    'additionalContext tailToolCallRequest',
  ],
  [
    'PowerShell, a key after a semicolon',
    '.gemini/settings.json',
    entry('AfterTool', 'read_file', 'pwsh h.ps1'),
    "//- /ws/h.ps1\n@{ hookSpecificOutput = @{ hookEventName = 'AfterTool'; $0} } | ConvertTo-Json\n",
    'additionalContext tailToolCallRequest',
  ],
  [
    'PowerShell in a configuration file',
    '.claude/settings.json',
    JSON.stringify({
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash',
            hooks: [
              { type: 'command', shell: 'powershell', command: '($input | ConvertFrom-Json).tool_input.$0' },
            ],
          },
        ],
      },
    }),
    '',
    BASH,
  ],
  [
    "PowerShell under a key of Copilot's, beside a shell's",
    '.github/hooks/h.json',
    JSON.stringify({
      version: 1,
      hooks: {
        agentStop: [{ type: 'command', bash: 'true', powershell: '$p = $input | ConvertFrom-Json; $p.$0' }],
      },
    }),
    '',
    'cwd sessionId stopReason timestamp transcriptPath stop_hook_active',
  ],
  [
    'an answer has the keys of its event',
    '.gemini/settings.json',
    entry('AfterTool', 'read_file', 'bash h.sh'),
    '//- /ws/h.sh\necho \'{"hookSpecificOutput": {"$0"}}\'\n',
    'hookEventName additionalContext tailToolCallRequest',
  ],
  [
    'a variable in a shell script',
    '.claude/settings.json',
    entry('PreToolUse', 'Bash', 'bash h.sh'),
    '//- /ws/h.sh\necho "$CLAUDE_$0"\n',
    VARIABLES,
  ],
  [
    'a variable that Python reads',
    '.claude/settings.json',
    entry('PreToolUse', 'Bash', 'python3 h.py'),
    '//- /ws/h.py\nimport os\nos.environ["CLAUDE$0"]\n',
    VARIABLES,
  ],
  [
    'Python, the first key of an answer',
    '.gemini/settings.json',
    entry('AfterTool', 'read_file', 'python3 h.py'),
    '//- /ws/h.py\nimport json\nprint(json.dumps({"$0"}))\n',
    'continue stopReason suppressOutput systemMessage decision reason hookSpecificOutput',
  ],
  [
    'Python, the first key of an object in an answer',
    '.gemini/settings.json',
    entry('AfterTool', 'read_file', 'python3 h.py'),
    '//- /ws/h.py\nimport json\nprint(json.dumps({"hookSpecificOutput": {"$0"}}))\n',
    'hookEventName additionalContext tailToolCallRequest',
  ],
  [
    'Python, the first key of an object in an answer, begun',
    '.gemini/settings.json',
    entry('AfterTool', 'read_file', 'python3 h.py'),
    '//- /ws/h.py\nimport json\nout = {"hookSpecificOutput": {"hook$0"}}\nprint(json.dumps(out))\n',
    'hookEventName additionalContext tailToolCallRequest',
  ],
  [
    'jq, the first key of an answer',
    '.gemini/settings.json',
    entry('AfterTool', 'read_file', 'bash h.sh'),
    "//- /ws/h.sh\njq -n '{hookSpecificOutput: {$0}}'\n",
    'hookEventName additionalContext tailToolCallRequest',
  ],
  [
    'jq, another key of an answer',
    '.gemini/settings.json',
    entry('AfterTool', 'read_file', 'bash h.sh'),
    '//- /ws/h.sh\njq -n \'{hookSpecificOutput: {hookEventName: "AfterTool", $0}}\'\n',
    'additionalContext tailToolCallRequest',
  ],
  [
    'a command in JSON',
    '.claude/settings.json',
    entry('PreToolUse', 'Bash', 'jq -r ".tool_input.$0" | tee log'),
    '',
    BASH,
  ],
  [
    'a program in a command in JSON',
    '.claude/settings.json',
    entry('PreToolUse', 'Bash', `python3 -c "import json, sys; json.load(sys.stdin)['tool_input']['$0']"`),
    '',
    BASH,
  ],
  [
    'a command in TOML',
    '.codex/config.toml',
    '[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "jq -r \\".tool_input.$0\\""\n',
    '',
    'command',
  ],
]

for (const [what, configuration, text, script, expected] of rows) {
  test(`completed: ${what}`, async () => {
    const source = `//- /home/\n//- /ws/${configuration}\n${text}\n${script}`
    const name = script === '' ? `/ws/${configuration}` : (/\/ws\/\S+/.exec(script)?.[0] as string)
    const { view, project, offset, end } = await opened(source, name)
    try {
      const items = await complete(view, offset, {
        hooks: () => project.hooks(),
        settings: project.settings,
        variables: [],
      })
      assert.deepEqual(items.map(({ label }) => label).sort(), expected.split(' ').sort())
    } finally {
      end()
    }
  })
}

test('a field in a command is explained where it stands, through the escapes', async () => {
  const text = entry('PreToolUse', 'Bash', 'jq -r ".tool_input.com$0mand"')
  const { view, project, offset, end } = await opened(
    `//- /home/\n//- /ws/.claude/settings.json\n${text}\n`,
    '/ws/.claude/settings.json',
  )
  try {
    const about = await aboutPlace(view, offset, project)
    assert.equal(view.text.slice(about?.range.start, about?.range.end), 'command')
    assert.match(about?.text ?? '', /The command line/)
  } finally {
    end()
  }
})

async function opened(source: string, name: string) {
  const tree = writeTree(source.replace('$0', ''))
  const start = source.indexOf(`//- ${name}\n`) + `//- ${name}\n`.length
  const { offset } = cutCursor(source.slice(start))
  const project = openProject({ root: tree.at('/ws'), home: tree.at('/home'), ownHome: true })
  const view = await project.view(tree.at(name))
  if (view === undefined) throw new Error(`${name} is none of ours`)
  return {
    view,
    project,
    offset,
    end() {
      project.close()
      tree.remove()
    },
  }
}
