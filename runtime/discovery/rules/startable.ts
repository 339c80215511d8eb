// Reports scripts of an entry that cannot be started: missing, not executable, without a `#!` line, or with CRLF line
// ends. What then happens at the event comes from the host's record.

import { basename, extname, join, resolve } from 'node:path'
import { defined } from '../../contract/defined.ts'
import { consequence } from '../../contract/hosts/trial.ts'
import { type Problem, problem, type Repair } from '../../contract/problems.ts'
import { textOfJson } from '../../contract/textOfJson.ts'
import { failed } from '../disk.ts'
import { within } from '../places.ts'
import { isThere } from '../variableFiles.ts'
import { partsRepair } from './repairs.ts'
import { commandAt, languageOf, type RuleInput, rangeWithin, type Script, scriptsOf } from './rule.ts'

export function startableProblems(input: RuleInput): readonly Problem[] {
  const { run, disk, entry, file, host, dialect, shown } = input
  const then = host.missingScript(entry.event, dialect.title)
  const at = commandAt(entry)
  // A file outside of the workspace is changed only for the user's own entry.
  const isChanged = (path: string) => entry.scope === 'user' || within(path, input.root) !== undefined
  const say = (path: string, wrong: string, fix?: string, repair?: Repair): Problem =>
    problem('entry.script', file.path, wrong.endsWith('.') ? wrong : `${wrong}, so ${then}`, {
      range: rangeOfScript(path),
      ...defined({ fix, repairs: repair !== undefined && isChanged(path) ? [repair] : undefined }),
    })
  const isTested = testedFiles(entry.command)
  const isFolderUnknown = /[$%]/.test(textOfJson(entry.fields.cwd ?? ''))
  const missing = run.scripts
    .filter((path) => !isThere(path, disk) && !isTested(path) && !isFolderUnknown)
    .map(
      (path) =>
        splitAtBlanks(path) ?? (isFolder(path) ? say(path, `${shown(path)} is a folder`) : absent(path)),
    )
  return [
    ...missing,
    ...folderFault(),
    ...homesInQuotes(),
    ...scriptsOf(input).flatMap((script) => [...faultOf(script), ...readFault(script)]),
  ]

  // The working directory of the entry does not exist.
  function folderFault(): readonly Problem[] {
    const { cwd } = entry.fields
    if (entry.kind !== 'command' || typeof cwd !== 'string' || cwd === '' || isFolderUnknown) return []
    if (!host.rules.entryKeys.includes('cwd')) return []
    const path = cwd.startsWith('~/') ? join(input.home, cwd.slice(2)) : resolve(input.root, cwd)
    if (!failed(disk.stat(path)) || within(path, input.root) === undefined || isMadeLater(path)) return []
    const wrong = `The working directory ${shown(path)} does not exist, so ${then}`
    return [problem('entry.script', file.path, wrong, { range: file.read.rangeOf([...entry.at, 'cwd']) })]
  }

  // A shell expands ~ to the home folder only outside quotes.
  function homesInQuotes(): readonly Problem[] {
    if (entry.args !== undefined || /(?:^|\s)-\w*c\s/.test(entry.command)) return []
    return [...entry.command.matchAll(/(?<=^|[\s;&|(])(["'])~\/([^"']+)\1/g)].flatMap(
      ({ 0: written, 2: way = '' }) => {
        if (!run.scripts.includes(join(input.home, way))) return []
        const replacement = `"$HOME/${way}"`
        const finding = say(
          join(input.home, way),
          `~ in quotes is not expanded: the shell looks for a folder named "~"`,
          `Write ${replacement}.`,
        )
        return [
          { ...finding, ...partsRepair(file, at, [[written, replacement]], `Change to ${replacement}`) },
        ]
      },
    )
  }

  // The script starts, but its interpreter cannot read it: it is written for another one, or has CRLF line ends.
  function readFault(script: Script): readonly Problem[] {
    const { path, text, by, shebang } = script
    const kind = kindOf(by)
    const own = KINDS[extname(path)]
    const name = shown(path)
    if (kind !== undefined && own !== undefined && kind !== own && kindOf(shebang[0]) !== kind)
      return [
        say(path, `${by} runs ${name}, which is written for ${own}`, `Run it with ${interpreterOf(path)}.`),
      ]
    const language = languageOf(script)
    const isShell = language === 'sh' || language === 'bash'
    if (!isShell || /^#![^\n]*\r/.test(by === undefined ? text : '') || !/^[ \t]*[^\s#][^\n]*\r$/m.test(text))
      return []
    return [
      say(
        path,
        `${name} has CRLF line endings, which ${by ?? 'the shell'} reads as part of the words`,
        'Save it with LF line endings, and keep them with "*.sh text eol=lf" in .gitattributes.',
        { kind: 'line-ends', title: `Change all line endings of ${name} to LF`, path },
      ),
    ]
  }

  // The missing path and the words after it form a path that exists: it has blanks and lacks quotes.
  function splitAtBlanks(path: string): Problem | undefined {
    const words = [...entry.command.matchAll(/[^\s"'\\;&|<>()]+/g)]
    for (const [index, { 0: word, index: start }] of words.entries()) {
      if (basename(word) !== basename(path)) continue
      for (const next of words.slice(index + 1, index + 5)) {
        const written = entry.command.slice(start, next.index + next[0].length)
        const whole = path + written.slice(word.length)
        if (/["'\\;&|<>()]/.test(written)) break
        if (!isThere(whole, disk) || isQuotedAt(entry.command, start)) continue
        const finding = say(
          path,
          `${shown(whole)} has spaces but no quotes, and ${shown(path)} does not exist`,
          'Quote the path.',
        )
        const repair = partsRepair(file, at, [[written, `"${written}"`]], 'Quote the path')
        return entry.args === undefined ? { ...finding, ...repair } : undefined
      }
    }
    return undefined
  }

  // Only an info for a file that a build may create, or that lies elsewhere and may exist on another machine.
  function absent(path: string): Problem {
    const written = writtenWithBackslashes(path)
    const wrong = `There is no file ${shown(path)}${endOf(path)}`
    const replacement = written?.replaceAll('\\', '/') ?? ''
    const finding =
      written === undefined
        ? say(path, wrong)
        : {
            ...say(path, wrong, `The shell removes the backslashes: write ${replacement}.`),
            ...partsRepair(file, at, [[written, replacement]], `Change to ${replacement}`),
          }
    const { scope, folders = {} } = file.place
    const own = [input.root, ...Object.values(folders), ...(scope === 'user' ? [input.home] : [])]
    return own.some((folder) => within(path, folder) !== undefined) && !isMadeLater(path)
      ? finding
      : { ...finding, severity: 'info' }
  }

  // A path of Windows without quotes.
  function writtenWithBackslashes(path: string): string | undefined {
    const words = entry.args === undefined ? (entry.command.match(/[^\s"';&|<>()]+/g) ?? []) : []
    return words.find((word) => /\w\\\w/.test(word) && basename(path) === basename(word.replaceAll('\\', '')))
  }

  function isMadeLater(path: string): boolean {
    return /\/(?:node_modules|dist|build|out|target|bin|\.?venv|vendor)(?:\/|$)/.test(
      path.slice(input.root.length),
    )
  }

  // For a missing script, Python, jq, and sh where it is dash, exit with 2, the status by which hooks refuse.
  function endOf(path: string): string {
    const by = run.runBy.get(path) ?? ''
    const isOthers = /^(?:(?:python|pypy)[\d.]*|jq)$/.test(by)
    if (!isOthers && by !== 'sh' && by !== 'dash') return ''
    const so = consequence(dialect, entry, { exitCode: 2, stdout: '', stderr: `${by}: no such file` })
    if (so === undefined) return ''
    return `, and ${by} exits with status 2${by === 'sh' ? ' where it is dash' : ''}: ${so}.`
  }

  function isFolder(path: string): boolean {
    const stat = disk.stat(path)
    return !failed(stat) && stat.kind === 'folder'
  }

  // The script's name in a command of several lines, otherwise the whole command.
  function rangeOfScript(path: string) {
    const whole = file.read.rangeOf(at)
    return entry.command.includes('\n') ? rangeWithin(file, at, basename(path)) : whole
  }

  function faultOf(script: Script): readonly Problem[] {
    const { path, text, mode, shebang } = script
    if (run.runBy.get(path) !== 'itself' || process.platform === 'win32') return []
    // PowerShell reads its own scripts itself.
    if (entry.fields.shell === 'powershell' && extname(path).toLowerCase() === '.ps1') return []
    const name = shown(path)
    if ((mode & 0o111) === 0 && host.rules.makesExecutable !== true)
      return [
        say(
          path,
          `${name} is not executable`,
          `Run chmod +x ${name}, and git update-index --chmod=+x ${name} if it is in git.`,
          { kind: 'make-executable', title: `Make ${name} executable`, path },
        ),
      ]
    if (/^#![^\n]*\r(?:\n|$)/.test(text))
      return [
        say(
          path,
          `The first line of ${name} ends in CRLF: there is no such interpreter`,
          'Save it with LF line endings, and keep them with "*.sh text eol=lf" in .gitattributes.',
          { kind: 'line-ends', title: `Change all line endings of ${name} to LF`, path },
        ),
      ]
    // Linux passes all words after the program as one; other systems split them.
    const [, program, more] = /^#![ \t]*\/(?:usr\/)?bin\/env[ \t]+([\w.+-]+)[ \t]+(\S[^\n]*)/.exec(text) ?? []
    if (
      process.platform === 'linux' &&
      program !== undefined &&
      !program.startsWith('-') &&
      more !== undefined
    )
      return [
        say(
          path,
          `Linux looks for a program named "${program} ${more.trimEnd()}" because of the first line of ${name}`,
          `Write "#!/usr/bin/env -S ${program} ${more.trimEnd()}".`,
        ),
      ]
    if (shebang.length > 0 || !/^\.(?:py|m?js|cjs|ts|rb|pl|php)$/.test(extname(path))) return []
    const line = `#!/usr/bin/env ${interpreterOf(path)}`
    return [
      problem(
        'entry.script',
        file.path,
        `${name} has no "#!" line, so a shell runs it as a shell script and fails.`,
        {
          range: rangeOfScript(path),
          fix: `Name its interpreter in the command, or start the file with "${line}".`,
          repairs: [
            {
              kind: 'edit',
              title: `Start ${name} with "${line}"`,
              path,
              edits: [{ range: { start: 0, end: text.startsWith('\uFEFF') ? 1 : 0 }, text: `${line}\n` }],
            },
          ],
        },
      ),
    ]
  }
}

const KINDS: Readonly<Record<string, string>> = {
  '.py': 'python',
  '.sh': 'a shell',
  '.bash': 'a shell',
  '.js': 'node',
  '.mjs': 'node',
  '.cjs': 'node',
  '.ts': 'node',
  '.ps1': 'PowerShell',
}

function kindOf(program: string | undefined): string | undefined {
  const name = basename(program ?? '')
  if (/^(?:python|pypy)[\d.]*$/.test(name)) return 'python'
  if (/^(?:ba|da|z|k|a)?sh$/.test(name)) return 'a shell'
  if (/^(?:node|nodejs|bun|deno|tsx|ts-node)$/.test(name)) return 'node'
  return /^(?:pwsh|powershell)(?:\.exe)?$/.test(name) ? 'PowerShell' : undefined
}

function interpreterOf(path: string): string {
  const ending = extname(path)
  if (/^\.(?:ba)?sh$/.test(ending)) return 'bash'
  if (ending === '.ps1') return 'pwsh'
  if (ending === '.py') return 'python3'
  if (ending === '.rb') return 'ruby'
  return ending === '.pl' ? 'perl' : ending === '.php' ? 'php' : 'node'
}

function isQuotedAt(command: string, at: number): boolean {
  return (command.slice(0, at).match(/(?<!\\)["']/g)?.length ?? 0) % 2 === 1
}

// A predicate for files that the command tests for (`[ -f x ]`, `ls x`) or sources: it may work without them.
function testedFiles(command: string): (path: string) => boolean {
  const starts = [...command.matchAll(ASKING)].map(({ 0: match, index }) => index + match.length)
  return (path) =>
    starts.some((start) => {
      const at = command.indexOf(basename(path), start)
      return at !== -1 && !/\s/.test(command.slice(start, at))
    })
}

const ASKING =
  /(?:(?:\btest|\[\[?)\s+(?:!\s+)?-[efrxs]|(?<=^|[\s;&|])(?:source|\.)|\b(?:ls|stat|command -v))\s+/g
