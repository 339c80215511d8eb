// A network namespace in which only loopback can be reached: how a program is started in one, or why none can be had.

import { spawnSync } from 'node:child_process'

type Entered = { readonly command: readonly string[] } | { readonly missing: string }

/** The command line in front of a program's own; tried before it is returned. With mounts of its own where asked. */
export function loopbackOnly(withMounts = false): Entered {
  const asRoot = process.getuid?.() === 0 ? [['-n']] : []
  const mounts = withMounts ? ['-m'] : []
  let why = ''
  for (const options of [...asRoot, ['-r', '-n']]) {
    const command = [
      'unshare',
      ...options,
      ...mounts,
      'sh',
      '-c',
      'ip link set lo up && exec "$@"',
      'sh',
    ] as const
    const [program, ...rest] = command
    const { status, error, stderr } = spawnSync(program, [...rest, 'true'], { encoding: 'utf8' })
    if (status === 0) return { command }
    why = error?.message ?? stderr.trim().split('\n').at(-1) ?? ''
  }
  return { missing: `no network namespace (unshare, ip): ${why}` }
}
