// A workspace of many hooks, and the hooks in it that the benchmarks type in, each with a cursor position.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestPosition } from './editorRequest.ts'

const MARKED = `// Keeps tools away from the production database.
interface Note { readonly at: number; readonly text: string }
const notes: Note[] = []
function note(text: string): void {
  notes.push({ at: Date.now(), text })
}

export default {
  name: 'watch-the-database',
  hooks: {
    async tool_execute_before(ctx) {
      note(ctx.toolName)
      if (ctx.toolName === 'database' && notes.length > 3) return null
      ctx.$0
      return ctx
    },
    async before_llm_call(ctx) {
      return { ...ctx, messages: ctx.messages.filter(({ content }) => content !== '') }
    },
  },
}
`

const CURSOR = '$0'

/** Removes the cursor mark `$0` from a text and returns where it was. */
export function cursorIn(marked: string): {
  readonly text: string
  readonly at: RequestPosition
  readonly offset: number
} {
  const offset = marked.indexOf(CURSOR)
  const before = marked.slice(0, offset).split('\n')
  const at = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
  return { text: marked.replace(CURSOR, ''), at, offset }
}

/** The TypeScript hook in which the keystrokes are typed. */
export const TYPED = cursorIn(MARKED)

/** Hooks in languages that TypeScript's server does not know. */
export const OTHERS = [
  {
    language: 'python',
    title: 'Python',
    path: '.kaizen/hooks/hook_0.py',
    marked: `# Keeps tools away from the production database.
from kaizen.core.autonomy.hooks import BaseHook, HookResult


class Guard(BaseHook):
    events = ["pre_tool_use"]

    def __init__(self):
        super().__init__(name="guard", timeout=5.0)
        self.seen = []

    async def handle(self, context):
        name = context.data.get("tool_name")
        self.seen.append(name)
        if name == "database" and len(self.seen) > 3:
            return HookResult(success=False, error="not today")
        context.$0
        return HookResult(success=True)
`,
  },
  {
    language: 'shellscript',
    title: 'shell',
    path: '.kodelet/hooks/hook_0',
    marked: `#!/usr/bin/env bash
# Keeps tools away from the production database.
set -euo pipefail
if [ "$1" = hook ]; then
  echo before_tool_call
  exit 0
fi
payload=$(cat)
tool=$(jq -r .tool_name <<<"$payload")
command=$(jq -r '.tool_input.command // ""' <<<"$payload")
jq -r '.$0' <<<"$payload" >&2
if [ "$tool" = database ]; then
  echo '{"blocked": true, "reason": "not today"}'
  exit 0
fi
echo '{"blocked": false}'
`,
  },
] as const

/**
 * Writes `count` hooks, a quarter each in TypeScript, shell, Python and JavaScript, and returns the path of the one to
 * type in.
 */
export function workspaceOf(root: string, count: number): string {
  const folders = {
    extensions: '.ts',
    '.kodelet/hooks': '',
    '.kaizen/hooks': '.py',
    '.compilr/hooks': '.mjs',
  }
  for (const [folder, ending] of Object.entries(folders)) {
    mkdirSync(join(root, folder), { recursive: true })
    for (let n = 0; n < count / 4; n++) {
      writeFileSync(join(root, folder, `hook_${n}${ending}`), SOURCES[folder]?.(n) ?? '', { mode: 0o755 })
    }
  }
  const path = join(root, 'extensions', 'hook_0.ts')
  writeFileSync(path, TYPED.text)
  return path
}

const SOURCES: Readonly<Record<string, (n: number) => string>> = {
  extensions: (n) =>
    `export default { name: 'h${n}', hooks: { async tool_execute_before(ctx) { return ctx.toolName === 'x${n}' ? null : ctx } } }\n`,
  '.kodelet/hooks': (n) =>
    `#!/bin/sh\ncase "$1" in hook) echo before_tool_call ;; run) jq -r .tool_name > /dev/null; echo '{"blocked": false, "reason": "${n}"}' ;; esac\n`,
  '.kaizen/hooks': (n) =>
    `class H${n}:\n    events = ["pre_tool_use"]\n\n    async def handle(self, context):\n        return context.data.get("tool_name")\n`,
  '.compilr/hooks': (n) =>
    `export default { beforeTool: [async (context) => (context.toolName === 'x${n}' ? { skip: true } : undefined)] }\n`,
}
