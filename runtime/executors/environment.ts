// The environment a hook inherits: the person's own, without what the editor or this runtime put there for itself.

const OURS = [
  /^HOOKBENCH_(EVENT|DIALECT|RUNTIME|GROUPS)$/,
  /^ELECTRON_/,
  /^NODE_(OPTIONS|CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID|TEST_CONTEXT)$/,
  // The terminal's `code` command and Git's password prompt stay usable.
  /^VSCODE_(?!GIT_|IPC_HOOK_CLI$)/,
  /^CHROME_CRASHPAD_PIPE_NAME$/,
]

/** A copy of `env` without the variables that are ours or the editor's. */
export function inherited(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const copy: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !OURS.some((pattern) => pattern.test(name))) copy[name] = value
  }
  return copy
}
