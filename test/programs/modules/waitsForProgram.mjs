import { execFileSync } from 'node:child_process'

export const tool_execute_before = () => {
  for (;;) {
    try {
      execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
    } catch {}
  }
}
