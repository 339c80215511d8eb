// Stand-ins for programs that hooks of the table call and that need the network or are not installed everywhere:
// linters and the like succeed silently; runners (npx, uv, …) execute the hook's script.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SILENT = ['prettier', 'eslint', 'black', 'ruff', 'gh', 'aws', 'docker', 'notify-send', 'osascript']

const LAST_FILE = (runner: string, endings: string) => `#!/bin/sh
for word in "$@"; do
  shift
  case "$word" in
  --directory) cd "$1" ;;
  *.${endings.replaceAll('|', '|*.')}) exec ${runner} "$word" "$@" ;;
  esac
done
`

/** Puts the stand-ins first in the PATH of everything this process starts. */
export function standInPrograms(folder: string): void {
  const programs = join(folder, 'programs')
  mkdirSync(programs, { recursive: true })
  const write = (name: string, text: string) => {
    writeFileSync(join(programs, name), text)
    chmodSync(join(programs, name), 0o755)
  }
  for (const name of SILENT) write(name, '#!/bin/sh\n')
  const script = LAST_FILE(`'${process.execPath}' --disable-warning=ExperimentalWarning`, 'ts|mts|js|mjs')
  for (const name of ['npx', 'bun', 'deno', 'tsx']) write(name, script)
  write('uv', LAST_FILE('python3', 'py'))
  process.env.PATH = `${programs}:${process.env.PATH}`
}
