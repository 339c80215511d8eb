// Reports arguments that a hook reads although none are passed: hosts pass the payload on standard input. Nothing is
// reported where the text tests for the argument, unless it only leaves then, or has a default, or where the entry passes
// arguments.

import { basename } from 'node:path'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import { commandsOf } from '../simpleCommands.ts'
import { commandAt, languageOf, type RuleInput, rangeWithin, type Script, scriptsOf } from './rule.ts'
import { liveShell } from './shellText.ts'

type Read = { readonly written: string; readonly start: number }

export function argumentProblems(input: RuleInput): readonly Problem[] {
  const { file, entry, dialect } = input
  if (entry.kind !== 'command') return []
  const at = commandAt(entry)
  const isShell =
    entry.args === undefined && at.at(-1) !== 'powershell' && entry.fields.shell !== 'powershell'
  const [inline] = isShell ? shellReads(entry.command) : []
  const inCommand =
    inline === undefined ? [] : [finding(file.path, rangeWithin(file, at, inline.written), inline)]
  const inScripts = scriptsOf(input).flatMap((script) => {
    if (isGivenSome(input, script)) return []
    const [first] = readsOf(script)
    if (first === undefined) return []
    return [finding(script.path, { start: first.start, end: first.start + first.written.length }, first)]
  })
  return [...inCommand, ...inScripts]

  function finding(path: string, range: Range, { written }: Read): Problem {
    return problem(
      'entry.variable',
      path,
      `${dialect.title} passes no arguments to this hook, so ${written.replace(/argv$/, 'argv[2]')} is empty: the payload is on standard input.`,
      { range, fix: 'Read the payload from standard input.' },
    )
  }
}

function readsOf(script: Script): readonly Read[] {
  const language = languageOf(script)
  const { text } = script
  const only = onlyPayload(text, language)
  if (only !== undefined) return [only]
  if (language === 'sh' || language === 'bash') return shellReads(text)
  if (language === 'python') {
    if (/len\(\s*(?:sys\.)?argv|argparse|\bclick\b|\btyper\b|IndexError|argv\[1:/.test(text)) return []
    return undoubted(text, /(?:\bsys\.)?\bargv\[1\]/g, '#')
  }
  if (language === 'node') {
    if (/argv\.length|argv\.slice|parseArgs|yargs|commander|minimist/.test(text)) return []
    const first = undoubted(text, NODE_ARGUMENT, '//')
    return first.length > 0 ? first : leftAtOnce(text, LEFT_BY_NODE, MAY_READ_INPUT)
  }
  if (language === 'powershell') return parsedArguments(text)
  return []
}

// `$args[0] | ConvertFrom-Json`, or a parameter of the script that nothing else sets, where nothing reads standard input.
function parsedArguments(text: string): readonly Read[] {
  if (PS_READS_INPUT.test(text)) return []
  const [start = '', parameters = ''] = PS_PARAMETERS.exec(text) ?? []
  const rest = text.slice(start.length)
  const hasBlocks = PS_BLOCKS.test(rest)
  const set = new Set(
    [...rest.matchAll(hasBlocks ? PS_SET_OR_TAKEN : PS_SET)].map(([, name]) => nameOf(name)),
  )
  const names = [...parameters.matchAll(/\$(\w+)\s*(?=,|$)/g)].map(([, name]) => nameOf(name))
  const free = names.filter((name) => !set.has(name)).map((name) => `\\$${name}\\b`)
  const all = hasBlocks ? free : ['\\$args\\[0\\]', ...free]
  if (all.length === 0) return []
  const given = `(?:${all.join('|')})`
  const before = `(?<=\\bConvertFrom-Json\\s+(?:-InputObject\\s+)?${given})`
  const parsed = undoubted(
    text,
    new RegExp(`${given}(?:(?=\\s*\\|\\s*ConvertFrom-Json\\b)|${before})`, 'gi'),
    '#',
  )
  return parsed.length > 0 || hasBlocks || free.length === 0
    ? parsed
    : matchedParameters(rest, start.length, free)
}

// `if ($Path -match '…')`, where nothing in the code behind the parameters allows for an empty one.
function matchedParameters(code: string, offset: number, free: readonly string[]): readonly Read[] {
  const all = `(?:${free.join('|')})`
  if (
    PS_OTHERWISE.test(code) ||
    new RegExp(`(?:-not|!|IsNullOr\\w+\\(|-(?:n?eq))\\s*(?:\\(\\s*)?${all}|\\(\\s*${all}\\s*\\)`, 'i').test(
      code,
    )
  )
    return []
  const found = new RegExp(`^(?![ \\t]*#).*?\\bif\\s*\\(\\s*(${all})\\s+-[ic]?(?:match|like)\\b`, 'im').exec(
    code,
  )
  const [line = '', written = ''] = found ?? []
  return found === null ? [] : [{ written, start: offset + found.index + line.lastIndexOf(written) }]
}

/** Other places that the script may get the payload from. */
const PS_OTHERWISE = /\$env:|Get-Content|ReadAllText/i

const PS_READS_INPUT =
  /\[(?:System\.)?Console\]::(?:In\b|Read|OpenStandardInput)|\$input\b|stdin|Read-Host|ValueFrom|^[ \t]*\.[ \t]|Import-Module|using module/im
const PS_PARAMETERS = /^(?:\s|#[^\n]*\n|\[CmdletBinding\(\)\])*param\s*\(([^)]{0,2000})\)/i

/** Code with parameters and `$args` of its own. */
const PS_BLOCKS = /\b(?:function|filter)\s|[=&(]\s*\{|ScriptBlock\s*\{/i
const PS_SET = /\$(\w+)(?=\s*(?:[-+*/%?]*=|in\b))/gi
const PS_SET_OR_TAKEN = /\$(\w+)(?=\s*(?:[-+*/%?]*=|in\b|[,)]))/gi
const nameOf = (written = '') => written.toLowerCase()

const EMPTY = /(["'`])(?:\{\s*\}|null|)\1/.source
const PAYLOAD_ARGUMENT = {
  node: new RegExp(
    `(?<=^(?!\\s*//).*\\bJSON\\.parse\\(\\s*)process\\.argv\\[2\\](?=\\s*(?:\\?\\?|\\|\\|)\\s*${EMPTY}\\s*\\))|process\\.argv\\[2\\](?=\\s*\\?\\s*JSON\\.parse\\(\\s*process\\.argv\\[2\\]\\s*\\)\\s*:\\s*(?:\\{\\s*\\}|null))`,
    'm',
  ),
  python: new RegExp(
    `(?<=^(?!\\s*#).*\\bjson\\.loads\\(\\s*)sys\\.argv\\[1\\](?=\\s+if\\s+len\\(sys\\.argv\\)\\s*>=?\\s*[12]\\s+else\\s+${EMPTY}\\s*\\))`,
    'm',
  ),
} as const

// An argument that is parsed as the payload, with an empty default, in a script that never reads standard input.
function onlyPayload(text: string, language: ReturnType<typeof languageOf>): Read | undefined {
  if (language !== 'node' && language !== 'python') return undefined
  if (MAY_READ_INPUT.test(text)) return undefined
  const found = PAYLOAD_ARGUMENT[language].exec(text)
  return found === null ? undefined : { written: found[0], start: found.index }
}

/** In Node or Python, by itself or in a module that it loads. */
const MAY_READ_INPUT =
  /stdin|\breadFileSync\(\s*0|\bopen\(\s*0|\binput\(|\bfd\/0|\brequire\(\s*["']\.|\bfrom\s+["']?\.|^[ \t]*from\s/m

function shellReads(text: string): readonly Read[] {
  if (/\bset\s+--|\bgetopts?\b|\bshift\b|\$#|\$\{[1@*]?:?[-=?+]|\bcase\s+"?\$\{?1\b/.test(text)) return []
  const body = liveShell(text)
    .replaceAll(/^[ \t]*(?:function\s+)?[\w-]+\s*(?:\(\s*\)\s*)?\{[\s\S]{0,5000}?^[ \t]*\}/gm, (one) =>
      ' '.repeat(one.length),
    )
    .replaceAll(/(?<![\w-])[\w-]+\s*\(\s*\)\s*\{[^\n]*\}/g, (one) => ' '.repeat(one.length))
  if (/\w\s*\(\s*\)/.test(body)) return []
  const first = undoubted(body, /(?<!\\)\$(?:1(?!\d)|\{1\})/g, '#')
  if (first.length > 0) return first
  const left = leftAtOnce(body, LEFT_AT_ONCE, READS_INPUT)
  return left.length > 0 ? left : searchedAll(body)
}

// `file=$1`, and the script ends at once if it is empty, in a script that nowhere reads standard input.
function leftAtOnce(body: string, pattern: RegExp, readsInput: RegExp): readonly Read[] {
  const found = pattern.exec(body)
  if (found === null || readsInput.test(body)) return []
  const [written] = /\$(?:1|\{1\})|process\.argv(?:\[2\])?/.exec(found[0]) ?? ['']
  return [{ written, start: found.index + found[0].indexOf(written) }]
}

/** The second form: `const [, , file] = process.argv`. */
const NODE_ARGUMENT =
  /\bprocess\.argv\[2\]|(?<=\[\s{0,9},\s{0,9},\s{0,9}\w{1,99}\s{0,9}\]\s{0,9}=\s{0,9})process\.argv\b(?![.[])/g

const LEFT_BY_NODE =
  /^[ \t]*(?:const|let|var)[ \t]+(?:(\w+)[ \t]*=[ \t]*process\.argv\[2\]|\[\s*,\s*,\s*(\w+)\s*\][ \t]*=[ \t]*process\.argv);?[ \t]*\n\s*if[ \t]*\([ \t]*!(?:\1|\2)[ \t]*\)[ \t]*(?:\{\s*)?(?:console\.\w+\([^\n]*\n\s*)?(?:process\.exit|return)\b/m

const LEFT_AT_ONCE =
  /^[ \t]*(\w+)="?\$(?:1|\{1\})"?[ \t]*\n\s*(?:if[ \t]+\[\[?[ \t]+-z[ \t]+"?\$\{?\1\}?"?[ \t]+\]\]?[ \t]*[;\n]\s*then\s+(?:(?:echo|printf)\b[^\n]*\n\s*)*|\[\[?[ \t]+-z[ \t]+"?\$\{?\1\}?"?[ \t]+\]\]?[ \t]*&&[ \t]*)exit\b/m

// All arguments, if their text is searched, in a script that nowhere reads standard input.
function searchedAll(body: string): readonly Read[] {
  const found = SEARCHED_ALL.exec(body)
  if (
    found === null ||
    READS_INPUT.test(body.slice(0, found.index) + body.slice(found.index + found[0].length))
  )
    return []
  const [written] = /\$[*@]/.exec(found[0]) ?? ['']
  return [{ written, start: found.index + found[0].indexOf(written) }]
}

const SEARCHED_ALL =
  /^(?![ \t]*#).*?(?:\b(?:echo|printf(?:[ \t]+(?:'[^'\n]*'|"[^"\n]*"))?)[ \t]+"?\$[*@]"?[ \t]*\|[ \t]*[ef]?grep\b|grep\b[^\n|;]*<<<[ \t]*"?\$[*@]|\[\[[ \t]+"?\$[*@]"?[ \t]+(?:==?|=~))/m
const READS_INPUT =
  /\b(?:cat|jq|read|mapfile|readarray|stdin|tee|xargs|python[\d.]*|node|perl|ruby|source|fd\/0)\b|^[ \t]*\.[ \t]/m

/** Each read costs a pass over the text. */
const MOST_READS = 50

/** In characters. Text further before a read in the same line belongs to other statements. */
const LONGEST_BEFORE = 500

// All reads of a text; none where there are too many, where one of them is in a comment, or where its line or a variable
// that holds it is tested.
function undoubted(text: string, pattern: RegExp, comment: string): readonly Read[] {
  const found = [...text.matchAll(pattern)].map(({ 0: written, index }) => ({ written, start: index }))
  if (found.length > MOST_READS) return []
  const isDoubted = found.some(({ start, written }) => {
    const begin = text.lastIndexOf('\n', start - 1) + 1
    const [line = ''] = /^[^\n]*/.exec(text.slice(begin)) ?? []
    const rest = line.slice(start - begin + written.length)
    if (line.trimStart().startsWith(comment)) return true
    if (
      /\b(?:if|elif|while|test|else|try|in)\b|\[\[?\s|\|\||&&|\?|!/.test(line.replace(/["'][^"'$]*["']/g, ''))
    )
      return true
    const name =
      /(?:^|\s)(?:const|let|var|local|export)?\s*(?:\[\s*,\s*,\s*)?([A-Za-z_]\w*)\s*(?:\]\s*)?=\s*["']?$/.exec(
        line.slice(Math.max(0, start - begin - LONGEST_BEFORE), start - begin),
      )?.[1]
    const used = name === undefined ? '' : withoutParsing(text, name)
    return name !== undefined && !/^\s*[,)]/.test(rest) && (isTested(used, name) || allowsForNone(used, name))
  })
  return isDoubted ? [] : found
}

// That jq parses the variable is no test of whether it is empty: `if echo "$input" | jq -r .prompt | grep -q sudo`.
function withoutParsing(text: string, name: string): string {
  const given = `"?\\$(?:${name}\\b|\\{${name}\\})"?`
  const echoed = `\\b(?:echo|printf[ \\t]+["']%s(?:\\\\n)?["'])[ \\t]+${given}[ \\t]*\\|[ \\t]*(?=jq\\b)`
  const redirected = `(?<=\\bjq\\b[^\\n|;<]{0,300})<<<[ \\t]*${given}`
  return text.replaceAll(new RegExp(`${echoed}|${redirected}`, 'g'), '')
}

function isTested(text: string, name: string): boolean {
  return new RegExp(
    `\\$\\{${name}:?[-=?+]|-[nzefdrsx]\\s+"?\\$\\{?${name}\\b|"\\$\\{?${name}\\}?"\\s*(?:=|!|\\])|\\b(?:if|elif|while)\\b[^\\n]*\\b${name}\\b|\\b(?:not|or|and)\\s+${name}\\b|!${name}\\b|\\b${name}\\s*(?:\\?|\\|\\||&&|or\\b|and\\b)`,
  ).test(text)
}

// `case "$file" in *.py) …`: nothing is done with an empty text where its patterns are those of files.
function allowsForNone(text: string, name: string): boolean {
  const at = new RegExp(`\\bcase\\s+"?\\$\\{?${name}\\b[^\\n]*`).exec(text)
  if (at === null) return false
  const from = at.index + at[0].length
  const end = text.indexOf('esac', from)
  const body = text.slice(from, end === -1 ? undefined : end)
  const isOfFiles = /\*[./]\w/.test(body) && new RegExp(`\\$\\{?${name}\\b`).test(body)
  return !isOfFiles || READS_INPUT.test(text) || /(?:^|[\n;|(])\s{0,99}(?:\*|""|'')\s{0,9}[|)]/.test(body)
}

// Whether the command passes words after the script; true as well where that is not known (`xargs`, several commands).
function isGivenSome({ entry }: RuleInput, { path }: Script): boolean {
  const name = basename(path)
  if (entry.args !== undefined) return !(entry.args.at(-1) ?? entry.command).endsWith(name)
  if (/\bxargs\b|-exec\b|\bparallel\b|\|\s*while\b/.test(entry.command)) return true
  const commands = commandsOf(entry.command).filter((words) => words.some((word) => word.includes(name)))
  return commands.length !== 1 || !(commands[0]?.at(-1) ?? '').endsWith(name)
}
