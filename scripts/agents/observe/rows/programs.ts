// Programs that hooks of the table call and that would be fetched from a network or are not part of a small machine: each
// stands there as one that finds nothing to say. What runs another file of the hook runs it.

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

/** Puts them first on the path of everything that this process starts. */
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
