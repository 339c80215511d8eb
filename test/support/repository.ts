// Git repositories made from a tree of files, for tests that fetch.

import { execFileSync } from 'node:child_process'
import { devNull } from 'node:os'

/** Runs git in a folder, without this machine's git configuration; returns its output. */
export function git(folder: string, ...args: readonly string[]): string {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Mia',
    GIT_AUTHOR_EMAIL: 'mia@example.com',
    GIT_COMMITTER_NAME: 'Mia',
    GIT_COMMITTER_EMAIL: 'mia@example.com',
  }
  return execFileSync('git', args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

/** Makes a folder a repository with all of its files committed; returns the commit. */
export function makeRepository(folder: string): string {
  git(folder, 'init', '--quiet', '--initial-branch=main')
  return commitAll(folder, 'first')
}

/** Commits all changes; returns the commit. */
export function commitAll(folder: string, message: string): string {
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', message)
  return git(folder, 'rev-parse', 'HEAD')
}
