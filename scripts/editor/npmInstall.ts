// One package from npm, installed in a folder of its own as if by hand: nothing of the npm run that started this script
// reaches that installation. What npm prints is shown when it fails, and the line of it that says why is the error.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { defined } from '../../runtime/contract/defined.ts'

/** Installs a package, `name@version` or whatever else npm takes. */
export function npmInstall(spec: string, folder: string, env: NodeJS.ProcessEnv = process.env): void {
  // A prefix of its own: npm must not take the repository for the package it installs into.
  const argv = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, spec]
  const { status, stdout, stderr, error } = spawnSync('npm', argv, {
    cwd: folder,
    env: npmEnvironment(env),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (error !== undefined) throw new Error(`npm does not run: ${error.message}`)
  if (status === 0) return
  const output = `${stdout}${stderr}`.trimEnd()
  console.error(output)
  throw new Error(failureOf(output))
}

/**
 * The environment of an npm that is started by hand. An npm that runs a script hands down its user agent, log level,
 * prefix and flags as `npm_*`, and an npm in that script takes them for its own; of these, only how to reach the registry
 * stays. That npm runs on this very Node, and native modules are built with its headers, where they came with it.
 */
export function npmEnvironment(env: NodeJS.ProcessEnv, node: string = process.execPath): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !OF_SCRIPTS.test(name) || OF_THE_REGISTRY.test(name))
  const headers = headersOf(node)
  return {
    ...Object.fromEntries(kept),
    PATH: [dirname(node), env.PATH ?? ''].join(delimiter),
    ...defined({ npm_config_nodedir: headers }),
  }
}

// What npm sets for the scripts that it runs, and what of it, by option, says how to reach the registry.
const OF_SCRIPTS = /^(npm_.*|INIT_CWD|NODE)$/i
const OF_THE_REGISTRY =
  /^npm_config_(registry|proxy|https?_proxy|noproxy|ca|cafile|strict_ssl|local_address|maxsockets|fetch_\w+|cache|offline|prefer_offline|prefer_online|userconfig|globalconfig)$/i

// `include` stands beside `bin` in Node's archives; npm's package `node` takes its program from such a one.
function headersOf(node: string): string | undefined {
  const root = dirname(dirname(node))
  const folders = [root, join(root, 'node_modules', `node-${process.platform}-${process.arch}`)]
  return folders.find((folder) => existsSync(join(folder, 'include', 'node', 'node.h')))
}

/** The line of what npm printed that says why it failed: a script's or a compiler's own word before npm's. */
export function failureOf(output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/^(npm (error|ERR!) ?)+/, '').trim())
  for (const reason of REASONS) {
    const line = lines.find((one) => reason.test(one))
    if (line !== undefined) return line.replace(/^gyp ERR! stack /, '')
  }
  // npm begins with its code, where it stopped and what it ran.
  const ofNpm = output.split('\n').filter((line) => /^npm (error|ERR!) \S/.test(line))
  const first = ofNpm.find((line) => !/^npm \S+ (code|errno|syscall|path|dest|command)\b/.test(line))
  return first?.replace(/^npm \S+ /, '') ?? 'npm gave no reason'
}

const REASONS = [/\bfatal error: /, /^ERROR: /, /^gyp ERR! stack Error: /]
