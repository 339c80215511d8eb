// Starts programs in a network namespace with only loopback, or reports why that is not possible.

import { spawnSync } from 'node:child_process'

type Entered = { readonly command: readonly string[] } | { readonly missing: string }

/** The command prefix that enters the namespace, tested before it is returned; with a mount namespace if requested. */
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
