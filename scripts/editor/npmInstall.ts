// Installs one npm package into its own folder as if by hand, unaffected by the npm run that started this script. On
// failure, npm's output is shown and the line with the reason becomes the error.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { defined } from '../../runtime/contract/defined.ts'

/** Installs a package: `name@version` or any other spec that npm accepts. */
export function npmInstall(spec: string, folder: string, env: NodeJS.ProcessEnv = process.env): void {
  // An explicit prefix, so that npm does not install into the repository.
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
 * The environment of an npm started by hand. An npm that runs a script passes its user agent, log level, prefix and
 * flags as `npm_*`, and a nested npm would adopt them; only options for reaching the registry are kept. The npm runs on
 * this Node, and native modules are built with its headers if available.
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

// Variables that npm sets for its scripts, and those of them that are options for reaching the registry.
const OF_SCRIPTS = /^(npm_.*|INIT_CWD|NODE)$/i
const OF_THE_REGISTRY =
  /^npm_config_(registry|proxy|https?_proxy|noproxy|ca|cafile|strict_ssl|local_address|maxsockets|fetch_\w+|cache|offline|prefer_offline|prefer_online|userconfig|globalconfig)$/i

// `include` is beside `bin` in Node's archives, from which npm's package `node` takes its program.
function headersOf(node: string): string | undefined {
  const root = dirname(dirname(node))
  const folders = [root, join(root, 'node_modules', `node-${process.platform}-${process.arch}`)]
  return folders.find((folder) => existsSync(join(folder, 'include', 'node', 'node.h')))
}

/**
 * The line of npm's output with the reason of the failure, preferring messages of scripts and compilers over npm's own.
 */
export function failureOf(output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/^(npm (error|ERR!) ?)+/, '').trim())
  for (const reason of REASONS) {
    const line = lines.find((one) => reason.test(one))
    if (line !== undefined) return line.replace(/^gyp ERR! stack /, '')
  }
  // npm starts with its error code, the path and the command.
  const ofNpm = output.split('\n').filter((line) => /^npm (error|ERR!) \S/.test(line))
  const first = ofNpm.find((line) => !/^npm \S+ (code|errno|syscall|path|dest|command)\b/.test(line))
  return first?.replace(/^npm \S+ /, '') ?? 'npm gave no reason'
}

const REASONS = [/\bfatal error: /, /^ERROR: /, /^gyp ERR! stack Error: /]
