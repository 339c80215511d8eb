// The programs that run scripts, by their names.

/** A shell, whose code may be an argument. */
export const SHELLS = /^(?:ba|da|k|z|a)?sh$/

const INTERPRETERS =
  /^(?:(?:ba|da|k|z|a|fi)?sh|(?:python|pypy)[\d.]*|py|node|nodejs|bun|tsx|ts-node|jiti|vite-node|zx|deno|ruby|perl|php|lua|pwsh|powershell)(?:\.exe)?$/

/** Whether a program of this name runs the script that is its first argument. */
export function isProgramOfScripts(name: string): boolean {
  return INTERPRETERS.test(name)
}

/** Whether this is an interpreter or runner that scripts commonly rely on. */
export function isInterpreter(name: string): boolean {
  return INTERPRETERS.test(name) || /^(?:uvx?|npx|pnpm|yarn)$/.test(name)
}
