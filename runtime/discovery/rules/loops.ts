// An end of the turn that is refused again and again. Only what the text makes plain is said.

import { trial } from '../../contract/hosts/trial.ts'
import { isObject } from '../../contract/json.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import type { Raw } from '../../contract/verdict.ts'
import { commandAt, languageOf, type RuleInput, rangeWithin, scriptsOf } from './rule.ts'
import { shellCode } from './shellText.ts'

type Language = 'shell' | 'python' | 'node'
/** An end that may refuse, and what the program leaves behind there. */
type Exit = { readonly raws: readonly Raw[]; readonly range: Range }

export function loopProblems(input: RuleInput): readonly Problem[] {
  const { file, entry } = input
  if (entry.kind !== 'command') return []
  const found: Problem[] = []
  if (entry.args === undefined) {
    const { command } = entry
    const at = commandAt(entry)
    found.push(
      ...problemsIn(command, 'shell', file.path, ({ start, end }) => {
        const written = command.slice(start, end)
        return rangeWithin(file, at, written)
      }),
    )
  }
  for (const script of scriptsOf(input)) {
    const language = languageOf(script)
    if (language === undefined) continue
    const kind = language === 'python' || language === 'node' ? language : 'shell'
    found.push(...problemsIn(script.text, kind, script.path, (range) => range))
  }
  return found

  function problemsIn(
    text: string,
    language: Language,
    path: string,
    placed: (range: Range) => Range,
  ): readonly Problem[] {
    const refusals = answersIn(text, language)
    if (refusals.length > 0) return loops(text, language, refusals, path, placed)
    // An answer in JSON may decide whatever the exit code.
    if (
      /hookSpecificOutput|permissionDecision|["']?(?:decision|permission|continue|behavior)\\?["']\s*[:,]/.test(
        text,
      )
    )
      return []
    return loops(text, language, exitsIn(text, language), path, placed)
  }

  function refuses(raw: Raw): boolean {
    return trial(input.dialect, entry, raw)?.effect.operation?.fate === 'continued'
  }

  function loops(
    text: string,
    language: Language,
    exits: readonly Exit[],
    path: string,
    placed: (range: Range) => Range,
  ): readonly Problem[] {
    if (/stop_?hook_?active|loop_?count/i.test(text)) return []
    const isAware = tellsOfRepeats(input)
    if (isAware === undefined) return []
    const refusal = exits.find(({ raws }) => raws.some(refuses))
    if (refusal === undefined) return []
    // A host that counts ends it some day.
    const isAlways =
      isUnconditional(text, refusal, language) &&
      (isAware.name === 'stop_hook_active' || entry.fields.loop_limit === null)
    const message = isAlways
      ? `The end of every turn is refused, also when it was refused before: only a host that counts ends it.`
      : `The end of a turn can be refused again and again: nothing looks at "${isAware.name}".`
    return [
      {
        ...problem('entry.loop', path, message, {
          range: placed(refusal.range),
          fix: `Let the turn end where "${isAware.name}" of the payload is ${isAware.when}.`,
        }),
        ...(isAlways ? {} : { severity: 'info' as const }),
      },
    ]
  }
}

// The field by which a payload tells that the end was refused before.
function tellsOfRepeats({
  dialect,
  entry,
}: RuleInput): { readonly name: string; readonly when: string } | undefined {
  const example: unknown = dialect.events[entry.event]?.example
  if (!isObject(example)) return undefined
  if ('stop_hook_active' in example) return { name: 'stop_hook_active', when: 'true' }
  return 'loop_count' in example ? { name: 'loop_count', when: 'above 0' } : undefined
}

const EXITS: Readonly<Record<Language, RegExp>> = {
  shell: /\bexit\s+(\d+)\b/g,
  python: /(?:\bsys\.exit|\bos\._exit|(?<![\w.])exit|(?<![\w.])quit|\bSystemExit)\(\s*(\d+)\s*\)/g,
  node: /\bprocess\.exit\(\s*(\d+)\s*\)|\bprocess\.exitCode\s*=\s*(\d+)/g,
}

function exitsIn(text: string, language: Language): readonly Exit[] {
  const code = language === 'shell' ? shellCode(text) : withoutComments(text, language)
  return [...code.matchAll(EXITS[language])].map(({ 0: all, 1: one, 2: two, index }) => ({
    raws: [{ exitCode: Number(one ?? two ?? ''), stdout: '', stderr: 'refused' }],
    range: { start: index, end: index + all.length },
  }))
}

// A refusal as an answer, where the program has no other.
function answersIn(text: string, language: Language): readonly Exit[] {
  const code = language === 'shell' ? text : withoutComments(text, language)
  const next = [...code.matchAll(/["']?\bfollowup_message\\?["']?\s*:/g)].map((found) =>
    exitAt(found, [{ followup_message: 'on' }]),
  )
  const all = [...code.matchAll(/["']?\bdecision\\?["']?\s*:\s*\\?["'](\w+)\\?["']/g)]
  if (all.some(([, value]) => value !== 'block' && value !== 'deny')) return next
  const isNested = code.includes('hookSpecificOutput')
  return [
    ...next,
    ...all.map((found) => {
      const answer = { decision: found[1], reason: 'refused' }
      return exitAt(found, [answer, ...(isNested ? [{ hookSpecificOutput: answer }] : [])])
    }),
  ]
}

function exitAt({ 0: written, index }: RegExpExecArray, answers: readonly object[]): Exit {
  const raws = answers.map((answer) => ({ exitCode: 0, stdout: JSON.stringify(answer), stderr: '' }))
  return { raws, range: { start: index, end: index + written.length } }
}

function withoutComments(text: string, language: Language): string {
  const blank = (all: string) => ' '.repeat(all.length)
  return language === 'python'
    ? text.replaceAll(/(?<=^|\s)#.*$/gm, blank)
    : text.replaceAll(/(?<=^|\s)\/\/.*$/gm, blank)
}

// The statement around it prints, and is none of a function's or of a branch.
function isPrinted(before: string, language: Language): boolean {
  const code = language === 'shell' ? shellCode(before) : before
  const [last = ''] = code.match(/^[^\s)\]}].*$/gm)?.slice(-1) ?? []
  return language === 'shell'
    ? /^(?:echo|printf|cat|jq)\b/.test(last)
    : /^(?:print|json\.dump|sys\.stdout\.write|console\.log|process\.stdout\.write)\b/.test(last)
}

function isUnconditional(text: string, { range }: Exit, language: Language): boolean {
  const before = text.slice(0, range.start)
  const isAnswer = /\b(?:decision|followup_message)\b/.test(text.slice(range.start, range.end))
  if (isAnswer && !isPrinted(before, language)) return false
  const line = isAnswer ? '' : before.slice(before.lastIndexOf('\n') + 1)
  if (language === 'shell')
    return (
      !/\b(?:if|case|while|for|until|exit|return|exec|trap)\b|&&|\|\||\(\)|\bset\s+-/.test(
        shellCode(before),
      ) && line.trim() === ''
    )
  if (line !== '') return false
  return (
    !/^(?:\s*(?:sys\.exit|process\.exit|return|raise|throw|exit)\b)/m.test(before) &&
    !/\bif\b|\?|\btry\b/.test(before)
  )
}
