// Fetches one revision of a git repository into an empty folder without running any of its code: no hooks, no
// templates, no submodules, no remote helpers. Never prompts for a password.

import { devNull } from 'node:os'
import { inherited } from './environment.ts'
import { runTool, type ToolEnd } from './tool.ts'

export type Fetch = {
  /** https, ssh or `user@host:path`; with `local`, also a path or a file: URL. */
  readonly url: string
  /** A branch, a tag or a commit; default: the repository's HEAD. */
  readonly ref?: string | undefined
  /** An empty folder. */
  readonly into: string
  /** Whether the user named a repository on this machine. */
  readonly local: boolean
  readonly timeoutMs: number
  /** The user's data folder, where running processes are recorded. */
  readonly data: string
  readonly signal?: AbortSignal | undefined
}

/** Fetches the revision. Returns the error in one line, or undefined. */
export async function fetchRepository(fetch: Fetch): Promise<string | undefined> {
  const steps = [
    ['init', '--quiet', '--template='],
    [
      'fetch',
      '--quiet',
      '--depth',
      '1',
      '--no-tags',
      '--no-recurse-submodules',
      '--',
      fetch.url,
      fetch.ref ?? 'HEAD',
    ],
    ['checkout', '--quiet', '--detach', 'FETCH_HEAD'],
  ]
  const until = performance.now() + fetch.timeoutMs
  for (const step of steps) {
    const end = await runTool({
      file: 'git',
      argv: [...SAFE, ...step],
      cwd: fetch.into,
      env: environment(fetch.local),
      timeoutMs: Math.max(1, until - performance.now()),
      data: fetch.data,
      signal: fetch.signal,
    })
    const wrong = wrongWith(end, fetch)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

const SAFE = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['protocol.ext.allow', 'never'],
  ['gc.auto', '0'],
  ['advice.detachedHead', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])

// Only git variables about the connection are inherited; GIT_DIR and similar ones would redirect the work elsewhere.
const KEPT = /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM))$/

function environment(local: boolean): Record<string, string> {
  const own = Object.entries(inherited()).filter(([name]) => !name.startsWith('GIT_') || KEPT.test(name))
  return {
    // The user's own ssh command takes precedence; the default must not prompt.
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
    ...Object.fromEntries(own),
    GIT_ALLOW_PROTOCOL: local ? 'file' : 'https:ssh',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
    LC_ALL: 'C',
  }
}

function wrongWith(end: ToolEnd, { timeoutMs, ref }: Fetch): string | undefined {
  if (end.kind === 'stopped') {
    const limit = timeoutMs < 1000 ? `${timeoutMs} ms` : `${Math.round(timeoutMs / 1000)} s`
    return end.why === 'timeout' ? `git did not finish within ${limit}` : 'git was stopped'
  }
  if (end.kind === 'unstarted') {
    return end.code === 'ENOENT'
      ? 'git is not installed; install it'
      : `git could not be started (${end.code})`
  }
  if (end.exitCode === 0) return undefined
  if (/couldn't find remote ref|not our ref|unadvertised object/.test(end.stderr)) {
    return ref === undefined
      ? 'the repository is empty; it has nothing to install'
      : `the repository has no branch, tag or commit "${ref}"`
  }
  if (/terminal prompts disabled|could not read (Username|Password)/.test(end.stderr)) {
    return 'the repository does not exist, or asks for a password; use an ssh address, or set up a credential helper'
  }
  return `git says: ${lineOf(end.stderr) ?? `exit code ${end.exitCode}`}`
}

// The most informative line: if git's only error is "could not read", the line that ssh printed before it.
function lineOf(stderr: string): string | undefined {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const fatal = lines.find(
    (line) => line.startsWith('fatal:') && !line.includes('Could not read from remote'),
  )
  const line = fatal ?? lines.find((one) => !one.startsWith('Warning:')) ?? lines[0]
  return line === undefined
    ? undefined
    : withoutPasswords(line.replace(/^(fatal|error): /, '').replace(/\.$/, ''))
}

function withoutPasswords(line: string): string {
  return line.replaceAll(/(\w+:\/\/)[^\s/@']+@/g, '$1').slice(0, 300)
}
