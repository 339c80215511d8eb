// Reports syntax that only bash supports, in a line or script that `sh` runs: where sh is dash, a test is never true,
// or the whole text is a syntax error with exit code 2.

import { basename } from 'node:path'
import { consequence } from '../../contract/hosts/trial.ts'
import { type Problem, problem, type Repair } from '../../contract/problems.ts'
import { commandAt, languageOf, type RuleInput, rangeWithin, type Script, scriptsOf } from './rule.ts'
import { shellCode } from './shellText.ts'

type Bashism = { readonly pattern: RegExp; readonly breaks: boolean; readonly comesTo?: string }

const START = String.raw`(?<=^|[\n;&|({\x60!]|\b(?:if|then|elif|else|while|until|do)\s)\s*`

const PIPEFAIL = /\bset\s+(?:-\w+\s+)*-\w*o\s+pipefail\b/g
/** `set -o pipefail` in a subshell, or where the shell is known. */
const TRIES_PIPEFAIL = /\(\s*set\s+-\w*o\s+pipefail\b|\bBASH_VERSION\b/
/** `[ -n "$BASH_VERSION" ] || exec bash "$0" "$@"`: sh reads a script command by command, and bash what follows. */
const STARTS_AGAIN =
  /\bexec\s+(?:\S{0,80}\/)?(?:env\s+)?(?:bash|zsh|ksh)\b[^\n]{0,80}\$\{?(?:0|BASH_SOURCE)\b/

/** `breaks`: dash stops with exit code 2. Otherwise the command is not found (127), and the script continues. */
const BASHISMS: readonly Bashism[] = [
  { pattern: /<<</g, breaks: true },
  { pattern: /(?<=\s)[<>]\((?=\S)/g, breaks: true },
  { pattern: /(?<=^|[\s;&|(])[A-Za-z_]\w*\+?=\(/gm, breaks: true },
  {
    pattern: new RegExp(`${START}function\\s+[A-Za-z_][\\w-]*\\s*(?:\\(\\s*\\))?\\s*\\{?`, 'gm'),
    breaks: true,
  },
  { pattern: /\$\{[A-Za-z_]\w*(?:,,?|\^\^?|\/[^}]|:\d|\[)[^}]*\}/g, breaks: true },
  { pattern: /\bfor\s*\(\(/g, breaks: true },
  { pattern: /\|&/g, breaks: true },
  { pattern: PIPEFAIL, breaks: true },
  { pattern: new RegExp(`${START}\\[\\[(?=\\s)`, 'gm'), breaks: false, comesTo: 'the test is never true' },
  { pattern: new RegExp(`${START}\\(\\((?!\\()`, 'gm'), breaks: false, comesTo: 'it is never true' },
  {
    pattern: new RegExp(`${START}(?:source|declare|mapfile|readarray|shopt|let|pushd|popd)(?=\\s)`, 'gm'),
    breaks: false,
    comesTo: 'it does nothing',
  },
]

export function bashismProblems(input: RuleInput): readonly Problem[] {
  const { dialect, host, file, entry } = input
  const found: Problem[] = []
  const isLine = entry.kind === 'command' && entry.args === undefined && entry.fields.shell !== 'powershell'
  if (isLine && host.rules.shell === 'sh') {
    const [first] = bashismsIn(entry.command)
    if (first !== undefined) {
      const { written, bashism } = first
      const at = commandAt(entry)
      found.push(
        problem(
          'entry.shell',
          file.path,
          message(`${dialect.title} runs commands in sh, and`, written, bashism),
          {
            range: rangeWithin(file, at, written),
            fix: 'Move it to a script with "#!/usr/bin/env bash", or write it as bash -c \'…\'.',
          },
        ),
      )
    }
  }
  for (const script of scriptsOf(input)) {
    if (!isForSh(script, host.rules.shell)) continue
    const [first] = bashismsIn(script.text)
    if (first === undefined) continue
    const { written, start, bashism } = first
    const by = script.by === undefined ? 'The first line runs it with sh, and' : `${script.by} runs this, and`
    const repairs = script.by === undefined ? bashLine(script) : undefined
    found.push(
      problem(
        'entry.shell',
        script.path,
        message(
          script.shebang.length === 0 && script.by === undefined
            ? 'Without a "#!" line, sh runs this, and'
            : by,
          written,
          bashism,
        ),
        {
          range: { start, end: start + written.length },
          fix:
            script.by === undefined
              ? 'Start the file with "#!/usr/bin/env bash".'
              : 'Run it with bash in the entry.',
          ...(repairs === undefined ? {} : { repairs: [repairs] }),
        },
      ),
    )
  }
  return found

  function message(who: string, written: string, { breaks, comesTo = '' }: Bashism): string {
    const [word = ''] = written.split('\n')
    if (!breaks)
      return `${who} "${word}" is a bash feature: where sh is dash, it is not found, so ${comesTo}.`
    const so = consequence(dialect, entry, { exitCode: 2, stdout: '', stderr: 'sh: Syntax error' })
    return `${who} "${word}" is a bash feature: where sh is dash, it fails with exit code 2, so ${so ?? 'the hook does nothing'}.`
  }
}

const LONGEST = 32_000

function bashismsIn(text: string): readonly { written: string; start: number; bashism: Bashism }[] {
  // Longer texts are generated, or made to take very long to search.
  if (text.length > LONGEST) return []
  const code = shellCode(text)
  const again = STARTS_AGAIN.exec(text)?.index
  // Not in a comment.
  const end = again !== undefined && code.startsWith('exec', again) ? again : text.length
  const isTried = TRIES_PIPEFAIL.test(text)
  const found = BASHISMS.filter(({ pattern }) => !isTried || pattern !== PIPEFAIL).flatMap((bashism) =>
    [...code.slice(0, end).matchAll(bashism.pattern)].map(({ 0: all, index }) => {
      const start = index + all.length - all.trimStart().length
      return { written: text.slice(start, index + all.length), start, bashism }
    }),
  )
  // What stops the whole text comes before what only fails itself.
  return found.sort(
    (one, two) => Number(two.bashism.breaks) - Number(one.bashism.breaks) || one.start - two.start,
  )
}

function isForSh(script: Script, shell: 'sh' | 'bash' | undefined): boolean {
  if (script.by !== undefined || script.shebang.length > 0) return languageOf(script) === 'sh'
  return shell === 'sh' && /\.sh$/.test(basename(script.path))
}

function bashLine({ text, shebang }: Script): Repair | undefined {
  if (shebang.length === 0) return undefined
  const end = text.indexOf('\n')
  const range = { start: 0, end: end === -1 ? text.length : end }
  return { kind: 'edit', title: 'Run it with bash', edits: [{ range, text: '#!/usr/bin/env bash' }] }
}
