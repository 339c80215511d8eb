// Parses the address from which a plugin is installed, and derives the plugin's name. Uses the
// text and a check for existing folders; makes no connection.

import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nameFrom, type PluginName } from './name.ts'

export type PluginAddress = PluginName & {
  readonly from:
    | { readonly kind: 'git'; readonly url: string; readonly local: boolean }
    | { readonly kind: 'folder'; readonly path: string }
}

type Wrong = { readonly problem: string }

const EXPECTED =
  'expected org/repo (on GitHub), an https or ssh address of a git repository, or a folder such as ./my-plugin'

/** Parses an address. `org/repo` always means GitHub; a folder path with a slash must start with ./ or /. */
export function addressOf(given: string, cwd: string, ref?: string): PluginAddress | Wrong {
  const text = given.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach a command line.
  if (text === '' || /^-|[\u0000-\u001f\u007f]/.test(text)) {
    return { problem: `${JSON.stringify(given)} does not name a plugin; ${EXPECTED}.` }
  }
  const wrongRef = ref === undefined ? undefined : refProblem(ref)
  if (wrongRef !== undefined) return { problem: wrongRef }
  if (/^\w[\w+.-]*::/.test(text)) return strange(text)
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(text)) return ofUrl(text)
  const scp = /^[\w.-]+@[\w.-]+:(?!\/\/)(.+)$/.exec(text)
  if (scp !== null) return remote(text, scp[1] as string)
  if (/^[\w.-]+\/[\w.-]+$/.test(text) && !/^\.{1,2}\//.test(text)) {
    return remote(`https://github.com/${text.replace(/\.git$/, '')}`, text)
  }
  return ofFolder(resolve(cwd, text.replace(/^~(?=$|[/\\])/, homedir())), text, ref)
}

function ofUrl(text: string): PluginAddress | Wrong {
  const url = URL.parse(text)
  if (url === null) return { problem: `${JSON.stringify(text)} is not a valid URL; ${EXPECTED}.` }
  if (url.protocol === 'file:') {
    try {
      return ofRepository(fileURLToPath(url))
    } catch {
      return { problem: `${JSON.stringify(text)} names a folder on another machine; ${EXPECTED}.` }
    }
  }
  if (url.protocol !== 'https:' && url.protocol !== 'ssh:') return strange(text)
  return remote(text, url.pathname)
}

function strange(text: string): Wrong {
  const protocol = text.slice(0, text.indexOf(':') + 1)
  return { problem: `${protocol} is not a supported protocol; ${EXPECTED}.` }
}

// `https://host/group/org/repo.git` -> `org@repo`.
function remote(url: string, path: string): PluginAddress | Wrong {
  const parts = path
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .filter((part) => part !== '')
  const name = nameFrom(parts.slice(-2).join('/'))
  return 'problem' in name ? name : { ...name, from: { kind: 'git', url, local: false } }
}

function ofFolder(path: string, text: string, ref: string | undefined): PluginAddress | Wrong {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined)
    return { problem: `The folder ${JSON.stringify(text)} does not exist; ${EXPECTED}.` }
  if (!stat.isDirectory()) return { problem: `${text} is not a folder; ${EXPECTED}.` }
  // A bare repository has no files to copy, and only git can check out a revision.
  if (ref !== undefined || isBare(path)) return ofRepository(path)
  const name = nameFrom(basename(path))
  return 'problem' in name ? name : { ...name, from: { kind: 'folder', path } }
}

function ofRepository(path: string): PluginAddress | Wrong {
  if (!isAbsolute(path)) return { problem: `${path} is not an absolute path; ${EXPECTED}.` }
  const name = nameFrom(basename(path).replace(/\.git$/, ''))
  return 'problem' in name ? name : { ...name, from: { kind: 'git', url: path, local: true } }
}

function isBare(path: string): boolean {
  return ['HEAD', 'objects', 'refs'].every(
    (name) => statSync(resolve(path, name), { throwIfNoEntry: false }) !== undefined,
  )
}

function refProblem(ref: string): string | undefined {
  if (/^[A-Za-z0-9][\w./+-]*$/.test(ref) && !/\.\.|\/\/|\/$|\.lock$/.test(ref)) return undefined
  return `--ref ${JSON.stringify(ref)} is not a valid branch, tag or commit.`
}
