// Refuses edits of files that contain secrets, and tells the model where settings belong.

import { basename } from 'node:path'

let text = ''
for await (const chunk of process.stdin) text += chunk
const { tool_input } = JSON.parse(text)

if (/^\.env(\.|$)/.test(basename(tool_input.file_path))) {
  const answer = {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'Secrets stay out of reach; add the name to src/settings.mjs instead.',
  }
  console.log(JSON.stringify({ hookSpecificOutput: answer }))
}
