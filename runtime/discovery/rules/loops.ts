// Reports hooks that refuse the end of a turn again and again. Only what is plain from the text is reported.

import { defined } from '../../contract/defined.ts'
import { trial } from '../../contract/hosts/trial.ts'
import { isObject } from '../../contract/json.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import type { Raw } from '../../contract/verdict.ts'
import { type Exit, type HookLanguage, programIn, refusalsIn, textsOf } from './refusals.ts'
import { commandAt, type RuleInput, rangeWithin } from './rule.ts'
import { shellCode } from './shellText.ts'

export function loopProblems(input: RuleInput): readonly Problem[] {
  const { file, entry } = input
  if (entry.kind !== 'command') return []
  const isAware = tellsOfRepeats(input)
  // A host that counts ends the loop by itself, unless the entry takes its limit away.
  if (isAware === undefined || (isAware.name === 'loop_count' && entry.fields.loop_limit !== null)) return []
  const { command } = entry
  const isGivenWords = entry.args !== undefined || GIVES_WORDS.test(command)
  const placed = ({ start, end }: Range): Range =>
    rangeWithin(file, commandAt(entry), command.slice(start, end))
  const own = textsOf(input).flatMap(({ text, language, path }) =>
    loops(text, language, isAware, path ?? file.path, path === undefined ? placed : (range) => range),
  )
  const program = entry.args === undefined && !AWARE.test(command) ? programIn(command) : undefined
  if (own.length > 0 || program === undefined) return own
  const { text, language, at } = program
  const inLine = ({ start, end }: Range) => placed({ start: start + at, end: end + at })
  return loops(text, language, isAware, file.path, inLine, command.slice(0, at))

  function refuses(raw: Raw, blocksInARow?: number): boolean {
    const end = trial(input.dialect, entry, raw, undefined, defined({ blocksInARow }))
    return end?.effect.operation?.fate === 'continued'
  }

  function endedBy({ raws }: Exit): string {
    if (isAware?.name === 'loop_count') return 'without a "loop_limit" nothing'
    return raws.some((raw) => refuses(raw, VERY_OFTEN)) ? 'nothing' : 'only a limit of the host'
  }

  function loops(
    text: string,
    language: HookLanguage,
    isAware: Awareness,
    path: string,
    placed: (range: Range) => Range,
    lineBefore = '',
  ): readonly Problem[] {
    if (AWARE.test(text.replaceAll(DECLARED, ''))) return []
    const exits = refusalsIn(text, language)
    const isReached = ({ range }: Exit) => !(isGivenWords && isUsage(text.slice(0, range.start), language))
    const refusal = exits.find((exit) => isReached(exit) && exit.raws.some((raw) => refuses(raw)))
    if (refusal === undefined) return []
    const isAlways = !BRANCHES.test(shellCode(lineBefore)) && isUnconditional(text, refusal, language)
    if (!isAlways && COUNTS.test(text) && KEEPS.test(text)) return []
    const message = isAlways
      ? `The end of every turn is blocked, even after an earlier block: ${endedBy(refusal)} ends the loop.`
      : `The end of a turn can be blocked forever: the hook does not check "${isAware.name}".`
    return [
      {
        ...problem('entry.loop', path, message, {
          range: placed(refusal.range),
          fix: `Do not block when "${isAware.name}" of the payload is ${isAware.when}.`,
        }),
        ...(isAlways ? {} : { severity: 'info' as const }),
      },
    ]
  }
}

/** A script with words behind it. */
const GIVES_WORDS = /\.(?:ba)?sh["']?[ \t]+[^\s|&;<>]/

// In the branch of a shell script for a wrong number of arguments, near its test.
function isUsage(before: string, language: HookLanguage): boolean {
  const near = before.slice(-300)
  const at = near.lastIndexOf('$#')
  return language === 'shell' && at !== -1 && !/\bfi\b|\bdone\b|\}/.test(near.slice(at))
}

const AWARE = /stop_?hook_?active|loop_?count/i
/** In a type of TypeScript, which reads nothing: `stop_hook_active: boolean`. */
const DECLARED = /\b(?:stop_?hook_?active|loop_?count)\??:\s{0,9}(?:boolean|number)\b/gi

/** The comparison of a number; a counter that the hook keeps somewhere may end the loop. */
const COUNTS =
  /(?:count|iter|attempt|cycle|retries|round|blocks)\w{0,40}\}?"?\s*(?:-[gl][et]\b|[<>]=?\s*["$\w])/i

/**
 * A text that adds to something that it keeps, writes into a file, or looks for earlier blocks in the transcript. What
 * `>` writes is often only the output of a check.
 */
const KEEPS =
  /\+\+|[+-]=|[+-]\s{0,9}1\b|>>|\b(?:expr|append\w*|touch|mkdir|mktemp|tee|insert|update|write_\w+|writeFile\w*)\b|\bpush\(|(?:Add|Set)-Content|Out-File|transcript|["'][awx]b?\+?["']/i

/** Shell code after which the rest may not run. */
const BRANCHES = /\b(?:if|case|while|for|until|exit|return|exec|trap)\b|&&|\|\||\(\)|\bset\s+-/

/** More blocks than any host allows in a row. */
const VERY_OFTEN = 1000

// The payload field that shows that the end was refused before.
type Awareness = { readonly name: string; readonly when: string }

function tellsOfRepeats({ dialect, entry }: RuleInput): Awareness | undefined {
  const example: unknown = dialect.events[entry.event]?.example
  if (!isObject(example)) return undefined
  if ('stop_hook_active' in example) return { name: 'stop_hook_active', when: 'true' }
  return 'loop_count' in example ? { name: 'loop_count', when: 'above 0' } : undefined
}

// In a function that the code behind it calls, its body as if it stood in the function's place.
function ofMain(before: string, after: string, language: HookLanguage): string {
  const head = [...before.matchAll(HEADS[language])].at(-1)
  const [, one, name = one] = head ?? []
  if (head === undefined || name === undefined) return before
  const body = before.slice(head.index + head[0].length)
  const [indent = ''] = /^[ \t]+/.exec(body) ?? []
  const isWithin = indent !== '' && body.split('\n').every((line) => line === '' || line.startsWith(indent))
  const call = `(?:sys\\.exit\\(|raise SystemExit\\(|asyncio\\.run\\(|await |void )?${name}\\b`
  const called = new RegExp(`^${call}|^if __name__ == .{10,14}\\n[ \\t]+${call}`, 'm').exec(after)
  if (!isWithin || called === null || MAY_LEAVE.test(after.slice(0, called.index))) return before
  return before.slice(0, head.index) + body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
}

/** Code after which the function may not be called. */
const MAY_LEAVE =
  /\b(?:if|case|while|for|until|exit\w*|return|raise|throw|try|with|quit|abort)\b|&&|\|\||\?|\bset\s+-/

const HEADS: Readonly<Record<HookLanguage, RegExp>> = {
  shell: /^(?:function[ \t]+)?([A-Za-z_]\w*)[ \t]*\(\)[ \t]*\{[ \t]*\n/gm,
  python: /^(?:async )?def (\w+)\([^()\n]*\)[^\n:]*:[ \t]*\n/gm,
  node: /^(?:async )?function (\w+)\([^()\n]*\)[^\n{]*\{[ \t]*\n|^const (\w+) = (?:async )?\(\) => \{[ \t]*\n/gm,
  powershell: /^function ([\w-]+)[ \t]*\{[ \t]*\n/gim,
}

/** What follows a command whose status does not matter. */
const IGNORED = /\|\|\s{0,9}(?:true|:)(?=\s|;|$)/g

// Whether the statement around the answer prints it, and is not inside a function or branch.
function isPrinted(before: string, language: HookLanguage): boolean {
  const code = language === 'shell' ? shellCode(before) : before
  const [last = ''] = code.match(/^[^\s)\]}].*$/gm)?.slice(-1) ?? []
  return language === 'shell'
    ? /^(?:echo|printf|cat|jq)\b/.test(last)
    : /^(?:print|json\.dump|sys\.stdout\.write|console\.log|process\.stdout\.write)\b/.test(last)
}

function isUnconditional(text: string, { range }: Exit, language: HookLanguage): boolean {
  const written = ofMain(text.slice(0, range.start), text.slice(range.end), language)
  const before = language === 'shell' ? written.replaceAll(IGNORED, '') : written
  const isAnswer = /\b(?:decision|followup_message)\b/.test(text.slice(range.start, range.end))
  if (isAnswer && !isPrinted(before, language)) return false
  const line = isAnswer ? '' : before.slice(before.lastIndexOf('\n') + 1)
  if (language === 'shell') return !BRANCHES.test(shellCode(before)) && line.trim() === ''
  if (line !== '' && line !== 'raise ') return false
  return (
    !/^(?:[ \t]*(?:sys\.exit|process\.exit|return|raise|throw|exit)\b)/m.test(before) &&
    !/\bif\b|\?|\btry\b/.test(before)
  )
}
