// Quick fixes for configuration entries and the scripts they run: `«written→mended»` marks the edit, after which the
// finding is gone. A row without a mark has a finding that cannot be fixed automatically.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProblemCode } from '../../runtime/contract/problemCodes.ts'
import type { Repair } from '../../runtime/contract/problems.ts'
import { findingsIn, type SeededFiles } from '../support/seeded.ts'

type Row = readonly [what: string, code: ProblemCode, files: SeededFiles]

const MARK = /«([^→»]*)→([^»]*)»/g

/** A Claude Code configuration with one group of one entry. */
const group = (event: string, matcher: string, entry: string): string =>
  `{ "hooks": { ${event}: [{ "matcher": ${matcher}, "hooks": [{ "type": "command", ${entry} }] }] } }\n`
const claude = (event: string, matcher: string, entry: string, more: SeededFiles = {}): SeededFiles => ({
  '.claude/settings.json': group(event, matcher, entry),
  ...more,
})
const RUN = '"command": "true"'
const script = (text: string, mode = '755') => ({ text, mode })

const ROWS: readonly Row[] = [
  // Paths
  [
    'a path of Windows without quotes',
    'entry.script',
    {
      '.cursor/hooks.json':
        '{ "version": 1, "hooks": { "stop": [{ "command": "node «.cursor\\\\hooks\\\\end.js→.cursor/hooks/end.js» now" }] } }',
      '.cursor/hooks/end.js': 'process.exitCode = 0\n',
    },
  ],
  // Matchers
  [
    'a rule as the matcher',
    'entry.matcher',
    {
      '.claude/settings.json':
        '{ "hooks": { "PreToolUse": [{ "matcher": «"Bash(git *)"→"Bash"», "hooks": [{«→ "if": "Bash(git *)",» "type": "command", "command": "true" }] }] } }\n',
    },
  ],
  [
    'a rule as the matcher of an entry with a condition',
    'entry.matcher',
    {
      '.claude/settings.json':
        '{ "hooks": { "PreToolUse": [{ "matcher": "Bash(git *)", "hooks": [{ "type": "command", "command": "true", "if": "Bash(git push *)" }] }] } }\n',
    },
  ],
  // Events
  ['the case of an event', 'configuration.rejected', claude('«"preToolUse"→"PreToolUse"»', '"Bash"', RUN)],
  [
    'a misspelt event',
    'configuration.rejected',
    claude('«"PostTooluseFailur"→"PostToolUseFailure"»', '"Bash"', RUN),
  ],
  ["another host's event", 'configuration.rejected', claude('«"BeforeTool"→"PreToolUse"»', '"Bash"', RUN)],
  [
    'an event of Gemini',
    'configuration.rejected',
    {
      '.gemini/settings.json':
        '{ "hooks": { «"PreToolUse"→"BeforeTool"»: [{ "hooks": [{ "type": "command", "command": "true" }] }] } }',
    },
  ],
  [
    'an event of Codex in TOML, where a bare word stays bare',
    'configuration.rejected',
    {
      '.codex/config.toml':
        '[[hooks.«PreTooluse→PreToolUse»]]\nmatcher = "Bash"\n[[hooks.«PreTooluse→PreToolUse».hooks]]\ntype = "command"\ncommand = "true"\n',
    },
  ],
  [
    'an event of Cursor, which drops the file',
    'configuration.rejected',
    {
      '.cursor/hooks.json':
        '{ "version": 1, "hooks": { «"beforeShellExecutions"→"beforeShellExecution"»: [{ "command": "true" }] } }',
    },
  ],
  [
    'an event that stands there under its own name as well',
    'configuration.rejected',
    {
      '.claude/settings.json':
        '{ "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "true" }] }], "preToolUse": [{ "hooks": [{ "type": "command", "command": "false" }] }] } }',
    },
  ],
  ['an event that could be anything', 'configuration.rejected', claude('"Whenever"', '"Bash"', RUN)],
  // Keys
  ['a misspelt key', 'entry.key', claude('"PreToolUse"', '"Bash"', `${RUN}, «"timout"→"timeout"»: 5`)],
  [
    'a key in another unit, with its number',
    'entry.key',
    claude('"PreToolUse"', '"Bash"', `${RUN}, «"timeoutMs"→"timeout"»: «5000→5»`),
  ],
  [
    'a key in another unit whose number is no whole one',
    'entry.key',
    claude('"PreToolUse"', '"Bash"', `${RUN}, "timeoutMs": 1500`),
  ],
  [
    'a key in seconds where milliseconds count',
    'entry.key',
    {
      '.gemini/settings.json':
        '{ "hooks": { "BeforeTool": [{ "hooks": [{ "type": "command", "command": "true", «"timeoutSec"→"timeout"»: «30→30000» }] }] } }',
    },
  ],
  [
    'a misspelt key beside the right one',
    'entry.key',
    claude('"PreToolUse"', '"Bash"', `${RUN}, "timout": 5, "timeout": 6`),
  ],
  [
    'another word for hooks',
    'entry.key',
    {
      '.claude/settings.json':
        '{ «"hook"→"hooks"»: { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }',
    },
  ],
  // Matchers
  ['the case of a tool', 'entry.matcher', claude('"PreToolUse"', '«"bash"→"Bash"»', RUN)],
  ['a list of tools', 'entry.matcher', claude('"PreToolUse"', '«"edit|wirte"→"Edit|Write"»', RUN)],
  ["a server's tools", 'entry.matcher', claude('"PreToolUse"', '«"mcp__git"→"mcp__git__.*"»', RUN)],
  [
    "another host's tool",
    'entry.matcher',
    {
      '.gemini/settings.json':
        '{ "hooks": { "BeforeTool": [{ "matcher": «"Bash"→"run_shell_command"», "hooks": [{ "type": "command", "command": "true" }] }] } }',
    },
  ],
  ['a matcher that could be anything', 'entry.matcher', claude('"PreToolUse"', '"/src/.*"', RUN)],
  // Timeouts
  [
    'milliseconds where seconds count',
    'entry.timeout',
    claude('"PreToolUse"', '"Bash"', `${RUN}, "timeout": «30000→30»`),
  ],
  [
    'seconds where milliseconds count',
    'entry.timeout',
    {
      '.gemini/settings.json':
        '{ "hooks": { "BeforeTool": [{ "hooks": [{ "type": "command", "command": "true", "timeout": «30→30000» }] }] } }',
    },
  ],
  // Scripts
  [
    'a script without its bit',
    'entry.script',
    claude('"PreToolUse"', '"Bash"', '"command": "$CLAUDE_PROJECT_DIR/guard.sh"', {
      'guard.sh': script('#!/bin/sh\nexit 0\n', '«644→755»'),
    }),
  ],
  [
    'a first line in CRLF',
    'entry.script',
    claude('"PreToolUse"', '"Bash"', '"command": "$CLAUDE_PROJECT_DIR/guard.sh"', {
      'guard.sh': script('#!/bin/sh«\r→»\nexit 0«\r→»\n'),
    }),
  ],
  [
    'a script without a first line',
    'entry.script',
    claude('"PreToolUse"', '"Bash"', '"command": "$CLAUDE_PROJECT_DIR/guard.py"', {
      'guard.py': script('«→#!/usr/bin/env python3\n»print()\n'),
    }),
  ],
  [
    'a path with spaces',
    'entry.script',
    claude(
      '"PreToolUse"',
      '"Bash"',
      '"command": "«$CLAUDE_PROJECT_DIR/my hooks/guard.sh→\\"$CLAUDE_PROJECT_DIR/my hooks/guard.sh\\"» --strict"',
      {
        'my hooks/guard.sh': script('#!/bin/sh\nexit 0\n'),
      },
    ),
  ],
  // Variables
  [
    'a misspelt variable, wherever it stands in the command',
    'entry.variable',
    claude(
      '"PreToolUse"',
      '"Bash"',
      '"command": "cd \\"«$CLAUDE_PROJEKT_DIR→$CLAUDE_PROJECT_DIR»\\" && ls «${CLAUDE_PROJEKT_DIR}→${CLAUDE_PROJECT_DIR}»/src"',
    ),
  ],
  [
    'a misspelt variable in a script',
    'entry.variable',
    claude('"PreToolUse"', '"Bash"', '"command": "python3 guard.py"', {
      'guard.py': 'import os\nprint(«os.environ["CLAUDE_PROJET_DIR"]→os.environ["CLAUDE_PROJECT_DIR"]»)\n',
    }),
  ],
  [
    "a misspelt variable of a plugin's, where no plugin is",
    'entry.variable',
    claude('"PreToolUse"', '"Bash"', '"command": "ls $CLAUD_PLUGIN_ROOT"'),
  ],
  [
    'a script that is nowhere',
    'entry.script',
    claude('"PreToolUse"', '"Bash"', '"command": "$CLAUDE_PROJECT_DIR/guard.sh"'),
  ],
]

for (const [what, code, marked] of ROWS) {
  test(`${what}: ${code}`, async () => {
    const before = mapped(marked, (text) => text.replaceAll(MARK, '$1'))
    const after = mapped(marked, (text) => text.replaceAll(MARK, '$2'))
    const isMended = JSON.stringify(before) !== JSON.stringify(after)
    const reported = (await findingsIn(before)).filter((one) => one.code === code)
    assert.notEqual(reported.length, 0, 'it is found')
    const repairs = reported.flatMap(({ repairs = [], at, nameOf }) =>
      repairs.slice(0, 1).map((repair) => ({
        repair,
        at: repair.path === undefined ? at : nameOf(repair.path),
      })),
    )
    assert.equal(repairs.length > 0, isMended)
    const mended: Record<string, SeededFiles[string]> = { ...before }
    for (const { repair, at } of repairs) mended[at] = withRepair(mended[at] ?? '', repair)
    assert.deepEqual(mended, after)
    const left = (await findingsIn(mended)).filter((one) => one.code === code)
    if (isMended)
      assert.deepEqual(
        left.map(({ message }) => message),
        [],
      )
  })
}

function mapped(files: SeededFiles, change: (text: string) => string): SeededFiles {
  return Object.fromEntries(
    Object.entries(files).map(([path, file]) => [
      path,
      typeof file === 'string' ? change(file) : { text: change(file.text), mode: change(file.mode) },
    ]),
  )
}

function withRepair(file: SeededFiles[string], repair: Repair): SeededFiles[string] {
  const { text, mode } = typeof file === 'string' ? { text: file, mode: undefined } : file
  const made =
    repair.kind === 'edit'
      ? repair.edits
          .toSorted((one, two) => two.range.start - one.range.start)
          .reduce((now, { range, text: put }) => now.slice(0, range.start) + put + now.slice(range.end), text)
      : repair.kind === 'line-ends'
        ? text.replaceAll('\r\n', '\n')
        : text
  return mode === undefined ? made : { text: made, mode: repair.kind === 'make-executable' ? '755' : mode }
}
