// Code that appears after the hooks were looked at, in a place from which a trusted hook would load it: it does not
// run, even in a workspace without a watcher. Files that the hook does not load may come and go.

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { writeTree } from '../support/tree.ts'

const windows = process.platform === 'win32' && 'shell scripts'

type Row = {
  readonly what: string
  /** The command of a Claude Code entry; without it the hook is Kodelet's `guard`. */
  readonly command?: string
  readonly files: Readonly<Record<string, string>>
  readonly appears: readonly [path: string, text: string]
  readonly runs: boolean
}

const PYTHON = 'import json\nimport sys\njson.dump({}, sys.stdout)\n'
const FOREIGN_PYTHON = 'import sys\nsys.stderr.write("foreign")\ndef dump(*_): pass\n'
const FOREIGN_SHELL = 'echo foreign >&2\n'
const FOREIGN_NODE = 'console.error("foreign")\n'
const asEntry = { command: 'python3 guard.py', files: { 'guard.py': PYTHON } }
const requiring = { command: 'node guard.cjs', files: { 'guard.cjs': 'try { require("./x") } catch {}\n' } }
const EXECUTABLE = `#!/usr/bin/env python3\nimport sys\nif sys.argv[1] == "hook":\n    print("before_tool_call")\n    sys.exit()\n${PYTHON}`
const asExecutable = { files: { '.kodelet/hooks/guard': EXECUTABLE } }

const ROWS: readonly Row[] = [
  { what: 'json.py beside a script', ...asEntry, appears: ['json.py', FOREIGN_PYTHON], runs: false },
  {
    what: 'json/__init__.py beside it',
    ...asEntry,
    appears: ['json/__init__.py', FOREIGN_PYTHON],
    runs: false,
  },
  {
    what: 'a package that a module of Python looks for',
    ...asEntry,
    files: { 'guard.py': `import copy\n${PYTHON}` },
    appears: ['org/python/core.py', FOREIGN_PYTHON],
    runs: false,
  },
  {
    what: 'data in a folder of such a name',
    ...asEntry,
    appears: ['org/python/data.json', '{}'],
    runs: true,
  },
  {
    what: 'other code in a folder of such a name',
    ...asEntry,
    appears: ['org/x.py', FOREIGN_PYTHON],
    runs: true,
  },
  { what: 'a file nobody imports', ...asEntry, appears: ['helper.py', FOREIGN_PYTHON], runs: true },
  { what: 'a log beside it', ...asEntry, appears: ['guard.log', 'a line'], runs: true },
  {
    what: 'the script itself',
    command: 'sh late.sh; true',
    files: {},
    appears: ['late.sh', FOREIGN_SHELL],
    runs: false,
  },
  { what: 'what it requires', ...requiring, appears: ['x.js', FOREIGN_NODE], runs: false },
  { what: 'what it requires, as a folder', ...requiring, appears: ['x/index.js', FOREIGN_NODE], runs: false },
  { what: 'what it requires, as an addon', ...requiring, appears: ['x.node', 'foreign'], runs: false },
  {
    what: 'a file before the one that a package.json names',
    ...requiring,
    files: { ...requiring.files, 'x/package.json': '{"main":"./b"}', 'x/b.js': '' },
    appears: ['x/b', FOREIGN_NODE],
    runs: false,
  },
  {
    what: 'a module with the name of a folder of modules',
    command: 'python3 guard.py',
    files: { 'guard.py': 'import lib.sub.x\n', 'lib/sub/x.py': '' },
    appears: ['lib.py', FOREIGN_PYTHON],
    runs: false,
  },
  {
    what: 'a module with the name of a folder in it',
    command: 'python3 guard.py',
    files: { 'guard.py': 'import lib.sub.x\n', 'lib/sub/x.py': '' },
    appears: ['lib/sub.py', FOREIGN_PYTHON],
    runs: false,
  },
  { what: 'another name', ...requiring, appears: ['y.js', FOREIGN_NODE], runs: true },
  {
    what: 'what a shell reads',
    command: 'bash guard.sh',
    files: { 'guard.sh': '[ -f ./lib.sh ] && . ./lib.sh\ntrue\n' },
    appears: ['lib.sh', FOREIGN_SHELL],
    runs: false,
  },
  {
    what: 'a file before the one that node found',
    command: 'node ./guard',
    files: { 'guard.js': '' },
    appears: ['guard', FOREIGN_NODE],
    runs: false,
  },
  {
    what: 'a package.json in the folder that node starts',
    command: 'node ./guard',
    files: { 'guard/index.js': '', 'x.js': FOREIGN_NODE },
    appears: ['guard/package.json', '{"main":"../x.js"}'],
    runs: false,
  },
  {
    what: 'a file in the folder that node starts',
    command: 'node ./guard',
    files: { 'guard/index.js': '' },
    appears: ['guard/x.js', FOREIGN_NODE],
    runs: true,
  },
  {
    what: 'json.py beside an executable',
    ...asExecutable,
    appears: ['.kodelet/hooks/json.py', FOREIGN_PYTHON],
    runs: false,
  },
]

for (const { what, command, files, appears, runs } of ROWS)
  test(`${what} appears: ${runs ? 'runs' : 'does not run'}`, { skip: windows }, async (t) => {
    const entry = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } }
    const all = command === undefined ? files : { ...files, '.claude/settings.json': JSON.stringify(entry) }
    const mode = (path: string) => (path.startsWith('.kodelet') ? ' 755' : '')
    const tree = writeTree(
      `//- /home/\n${Object.entries(all)
        .map(([path, text]) => `//- /ws/${path}${mode(path)}\n${text}`)
        .join('\n')}`,
    )
    const [root, home] = [tree.at('ws'), tree.at('home')]
    const dialect = command === undefined ? 'kodelet' : 'claude-code'
    const event = command === undefined ? 'before_tool_call' : 'PreToolUse'
    const one = await openWorkspace({ root, home, dialects: [dialect] })
    t.after(async () => {
      await one.close()
      tree.remove()
    })
    const own = one.list().filter(({ source }) => source === 'workspace')
    assert.equal(own.length, 1)
    assert.ok((await openLedger({ file: ledgerFile(home), root, home }).trust(own, 'exact')).ok)
    await one.reload()
    const [path, text] = appears
    mkdirSync(dirname(tree.at(`ws/${path}`)), { recursive: true })
    writeFileSync(tree.at(`ws/${path}`), text)
    const payload = { ...(recordOf(dialect, event)?.example as object), cwd: root }
    const [run] = (await one.fire(event, payload, { dialect, timeoutMs: 60_000 })).hooks
    assert.doesNotMatch(JSON.stringify(run), /foreign/)
    if (runs) assert.notEqual(run?.failure, 'untrusted', run?.why)
    else {
      assert.equal(run?.failure, 'untrusted', JSON.stringify(run))
      assert.match(String(run?.why), /it would load .*, which did not exist when the hook was trusted/)
    }
  })
