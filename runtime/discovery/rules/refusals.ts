// Finds where the text of a command or script refuses something: its exit codes, or the answers that it writes.

import type { Range } from '../../contract/problems.ts'
import type { Raw } from '../../contract/verdict.ts'
import { languageOf, type RuleInput, type ScriptLanguage, scriptsOf } from './rule.ts'
import { shellCode } from './shellText.ts'

export type HookLanguage = 'shell' | Exclude<ScriptLanguage, 'sh' | 'bash'>
/** A place where a program may refuse, and the exit code and output it may have there. */
export type Exit = { readonly raws: readonly Raw[]; readonly range: Range }

/** The command line of an entry, and the scripts that it runs; only scripts have a `path`. */
export function textsOf(
  input: RuleInput,
): readonly { readonly text: string; readonly language: HookLanguage; readonly path?: string }[] {
  const { entry } = input
  const scripts = scriptsOf(input).flatMap((script) => {
    const known = languageOf(script)
    const language = known === 'sh' || known === 'bash' ? ('shell' as const) : known
    return language === undefined ? [] : [{ text: script.text, language, path: script.path }]
  })
  return entry.args === undefined ? [{ text: entry.command, language: 'shell' }, ...scripts] : scripts
}

const PROGRAM =
  /(?<![\w-])(?:(?:ba|z|da)?(sh)|(python)[\d.]*|(node)(?:js)?)\s+-(?:\w*c|e|-eval)\s+(?:'([^']*)'|"((?:[^"\\]|\\.)*)")/g

/** A program as an argument, with its offset in the line. */
export type LineProgram = { readonly text: string; readonly language: HookLanguage; readonly at: number }

/** The program whose output and exit code are those of the command line: `bash -c '…'`, `python3 -c "…"` at its end. */
export function programIn(command: string): LineProgram | undefined {
  const found = [...command.matchAll(PROGRAM)].at(-1)
  if (found === undefined) return undefined
  const { 0: all, 1: shell, 2: python, 4: single, 5: double, index } = found
  const end = index + all.length
  if (CHANGES_END.test(command.slice(end)) || /!\s*$/.test(command.slice(0, index))) return undefined
  const text = single ?? double ?? ''
  const language = shell !== undefined ? 'shell' : python !== undefined ? 'python' : 'node'
  return { text, language, at: end - 1 - text.length }
}

/** What follows a program and may change its exit code or where its output goes. */
const CHANGES_END = /[|;&)`\n]|(?<!2)>/

/** The places that may refuse something: answers if there are any, otherwise exits. */
export function refusalsIn(text: string, language: HookLanguage): readonly Exit[] {
  const refusals = answersIn(text, language)
  if (refusals.length > 0) return refusals
  // An answer in JSON may decide regardless of the exit code.
  return /hookSpecificOutput|permissionDecision|["']?(?:decision|permission|continue|behavior)\\?["']\s*[:,]/.test(
    text,
  )
    ? []
    : exitsIn(text, language)
}

const EXITS: Readonly<Record<HookLanguage, RegExp>> = {
  shell: /\bexit\s+(\d+)\b/g,
  python: /(?:\bsys\.exit|\bos\._exit|(?<![\w.])exit|(?<![\w.])quit|\bSystemExit)\(\s*(\d+)\s*\)/g,
  node: /\bprocess\.exit\(\s*(\d+)\s*\)|\bprocess\.exitCode\s*=\s*(\d+)/g,
  powershell: /(?<=^|[\s;{(])exit\s+(\d+)\b|\[(?:System\.)?Environment\]::Exit\(\s*(\d+)\s*\)/gi,
}

// `sys.exit(main())`: the exit code is what a function returns.
const GIVEN_BACK: Readonly<Partial<Record<HookLanguage, RegExp>>> = {
  python: /\b(?:exit|SystemExit)\(\s*(?:asyncio\.run\(\s*)?[A-Za-z_][\w.]*\(/,
  node: /\bprocess\.(?:exit\(|exitCode\s*=)\s*(?:await\s+)?[A-Za-z_][\w.]*\(/,
}
const RETURNS = /(?<=^[ \t]+)return\s+(\d+)\b(?!\s*[-+*/.,])/gm

/** The exit codes that a text ends with. */
export function exitsIn(text: string, language: HookLanguage): readonly Exit[] {
  const code = language === 'shell' ? shellCode(text) : withoutComments(text, language)
  const returned = GIVEN_BACK[language]?.test(code) === true ? [...code.matchAll(RETURNS)] : []
  const numbers = [...code.matchAll(EXITS[language]), ...returned].map((found) =>
    exitWith(found, found[1] ?? found[2] ?? ''),
  )
  // `exit "$BLOCK"`; in shell code, quotes are blank.
  const named = [...text.matchAll(NAMED_EXITS[language])].slice(0, MOST_NAMED).flatMap((found) => {
    const status = /^\s*$/.test(code.slice(found.index, found.index + 4))
      ? undefined
      : constantIn(code, found[1])
    return status === undefined ? [] : exitWith(found, status)
  })
  return [...numbers, ...named]
}

function exitWith({ 0: all, index }: RegExpExecArray, status: string): Exit {
  const raws = [{ exitCode: Number(status), stdout: '', stderr: 'refused' }]
  return { raws, range: { start: index, end: index + all.length } }
}

const NAMED_EXITS: Readonly<Record<HookLanguage, RegExp>> = {
  shell: /\bexit[ \t]+"?\$\{?([A-Za-z_]\w*)\}?"?(?=\s|;|$)/g,
  python: /(?:\bsys\.exit|\bos\._exit|(?<![\w.])exit|\bSystemExit)\(\s*([A-Za-z_]\w*)\s*\)/g,
  node: /\bprocess\.exit(?:\(|Code\s*=)\s*([A-Za-z_]\w*)\b(?!\s*[.(?])/g,
  powershell: /(?<=^|[\s;{(])exit[ \t]+\$([A-Za-z_]\w*)\b/gi,
}
const MOST_NAMED = 20

// The number that is the only value of a name: `BLOCK=2`, `const BLOCK = 2`.
function constantIn(code: string, name: string | undefined): string | undefined {
  const all = [...code.matchAll(new RegExp(`(?<![\\w.-])\\$?${name}\\s*[-+|]?=(?!=)\\s*(\\d*)`, 'g'))]
  const [only, ...others] = all
  return others.length > 0 || !only?.[1] || /[-+|]=/.test(only[0]) ? undefined : only[1]
}

// The answers that refuse; values of `decision` count only if nothing else than an answer's decision can be among them.
function answersIn(text: string, language: HookLanguage): readonly Exit[] {
  const code = withoutComments(text, language)
  const next = [...code.matchAll(/["']?\bfollowup_message\\?["']?\]?\s*(?::|=(?!=))/g)].map((found) =>
    exitAt(found, [{ followup_message: 'on' }]),
  )
  const all = [...code.matchAll(/["']?\bdecision\\?["']?\]?\s*(?::\s*str\s*=|[:=])\s*\\?["'](\w+)\\?["']/g)]
  if (all.some(([, value = '']) => !REFUSES.test(value) && !ALLOWS.test(value))) return next
  const isNested = code.includes('hookSpecificOutput')
  return [
    ...next,
    ...all.flatMap((found) => {
      if (!REFUSES.test(found[1] ?? '')) return []
      const answer = { decision: found[1], reason: 'refused' }
      return exitAt(found, [answer, ...(isNested ? [{ hookSpecificOutput: answer }] : [])])
    }),
  ]
}

const REFUSES = /^(?:block|deny)$/
const ALLOWS = /^(?:allow|approve)$/

function exitAt({ 0: written, index }: RegExpExecArray, answers: readonly object[]): Exit {
  const raws = answers.map((answer) => ({ exitCode: 0, stdout: JSON.stringify(answer), stderr: '' }))
  return { raws, range: { start: index, end: index + written.length } }
}

/** One that does not end reaches to the end of the text. */
const PS_COMMENT = /<#[\s\S]*?(?:#>|$)/g

function withoutComments(text: string, language: HookLanguage): string {
  const blank = (all: string) => ' '.repeat(all.length)
  if (language === 'powershell') return withoutComments(text.replaceAll(PS_COMMENT, blank), 'python')
  return language === 'python'
    ? text.replaceAll(/(?<=^|\s)#.*$/gm, blank)
    : language === 'shell'
      ? text.replaceAll(/^[ \t]*#.*$/gm, blank)
      : text.replaceAll(/(?<=^|\s)\/\/.*$/gm, blank)
}

/** The answers in a text that refuse a call, in the forms that hosts accept. */
export function answersWith(text: string): readonly Raw[] {
  const found = /\bpermissionDecision\\?["']?\s*[:=]\s*\\?["'](deny|ask)\b/.exec(text)
  const permission = /(?<!\w)permission\\?["']?\s*[:=]\s*\\?["'](deny|ask)\b/.exec(text)
  const decision = /(?<!\w)decision\\?["']?\s*[:=]\s*\\?["'](block|deny)\b/.exec(text)
  const named = (hookEventName: string): object => ({
    hookSpecificOutput: {
      hookEventName,
      permissionDecision: found?.[1],
      permissionDecisionReason: 'refused',
    },
  })
  const all = [
    ...(found === null ? [] : [named('PreToolUse')]),
    ...(found === null ? [] : [{ permissionDecision: found[1], permissionDecisionReason: 'refused' }]),
    ...(permission === null ? [] : [{ permission: permission[1], user_message: 'refused' }]),
    ...(decision === null ? [] : [{ decision: decision[1], reason: 'refused' }]),
  ]
  return all.map((answer) => ({ exitCode: 0, stdout: JSON.stringify(answer), stderr: '' }))
}
