// Comments that silence findings of their own line, the next one or the whole file. They count in the document's
// comments or, where no reader reports those, after any comment marker. An unknown or unused code in them is a problem.

import { PROBLEMS } from '../contract/problemCodes.ts'
import { evidenceOf, type Problem, problem, type Range } from '../contract/problems.ts'
import type { HookDocument } from '../documents/document.ts'
import { suggestion } from './repair.ts'

type Ignore = {
  readonly code: string
  readonly range: { readonly start: number; readonly end: number }
  /** The line it is about, counted from 0; undefined for the whole file. */
  readonly line: number | undefined
}

/**
 * Whether all checks have run. An ignore of a code that needs the disk, other files or a run cannot be called unused if
 * only the text was checked.
 */
export type IgnoreExtent = 'everything' | 'the text alone'

/**
 * The findings that no comment silences, and the problems of the comments themselves. Examples of comments:
 *
 *     payload["extra"]  # hookbench-ignore field.unknown
 *     // hookbench-ignore-next-line field.unknown, value.impossible
 *     # hookbench-ignore-file executable.tool
 */
export function withIgnores(
  file: { readonly path: string; readonly text: string; readonly document: Pick<HookDocument, 'comments'> },
  found: readonly Problem[],
  scope: IgnoreExtent,
): readonly Problem[] {
  if (!file.text.includes('hookbench-ignore')) return found
  const { comments } = file.document
  const isComment = (at: number): boolean =>
    comments?.some(({ start, end }) => start <= at && at < end) !== false
  const ignores = ignoresIn(file.text, isComment)
  const bare = bareIn(file).filter(({ range }) => range === undefined || isComment(range.start))
  const used = new Set<Ignore>()
  const left = found.filter((one) => {
    const by = ignores.filter(
      ({ code, line }) => code === one.code && (line ?? lineOf(file.text, one)) === lineOf(file.text, one),
    )
    for (const ignore of by) used.add(ignore)
    return by.length === 0
  })
  const idle = ignores.filter((one) => !used.has(one))
  return [...left, ...bare, ...idle.flatMap((one) => faultOf(one, file, scope))]
}

// A comment without a code: ignoring everything is not possible.
const BARE = /(?:\/\/|\/\*|#|<!--)[ \t]*(hookbench-ignore(?:-next-line|-file)?)[ \t]*(?:\*\/|-->)?[ \t\r]*$/gm

function bareIn({ path, text }: { readonly path: string; readonly text: string }): readonly Problem[] {
  return [...text.matchAll(BARE)].map(({ 0: all, 1: word = '', index }) => {
    const start = index + all.indexOf(word)
    return problem('ignore.unknown', path, 'It has no code, so nothing is ignored.', {
      range: { start, end: start + word.length },
      fix: `Add a code, as in "${word} field.unknown".`,
    })
  })
}

// Every code contains a dot; a word without one is prose about these comments.
const COMMENT =
  /(?:\/\/|\/\*|#|<!--|^\s*\*)[^\n]*?\bhookbench-ignore(-next-line|-file)?[ \t]+((?:[\w-]+\.[\w.-]+)(?:[ \t]*,[ \t]*[\w-]+\.[\w.-]+)*)/g

function ignoresIn(text: string, isComment: (at: number) => boolean): readonly Ignore[] {
  const ignores: Ignore[] = []
  let offset = 0
  for (const [index, line] of text.split('\n').entries()) {
    for (const { 0: all, 1: where, 2: codes = '', index: at } of line.matchAll(COMMENT)) {
      const first = offset + at + all.length - codes.length
      if (!isComment(first)) continue
      for (const { 0: code, index: at } of codes.matchAll(/[\w.-]+/g)) {
        const range = { start: first + at, end: first + at + code.length }
        ignores.push({
          code,
          range,
          line: where === '-file' ? undefined : index + (where === undefined ? 0 : 1),
        })
      }
    }
    offset += line.length + 1
  }
  return ignores
}

function faultOf(
  { code, range, line }: Ignore,
  file: { path: string; text: string },
  scope: IgnoreExtent,
): readonly Problem[] {
  if (!Object.hasOwn(PROBLEMS, code)) {
    const more = suggestion(file, range, code, Object.keys(PROBLEMS))
    return [
      problem('ignore.unknown', file.path, `There is no code "${code}", so nothing is ignored.`, {
        fix: 'See docs/diagnostics.md.',
        range,
        ...more,
      }),
    ]
  }
  if (evidenceOf(code) === 'run' || (scope === 'the text alone' && needsDisk(code))) return []
  const where = line === undefined ? 'in this file' : 'there'
  return [
    problem('ignore.unused', file.path, `There is no ${code} ${where}, so nothing is ignored.`, {
      range,
      fix: `Remove ${code} from the comment.`,
      ...without(code, range, file.text),
    }),
  ]
}

// Removes the code with its comma; the whole comment if it names no other code, and its line if nothing else is on it.
function without(code: string, { start, end }: Range, text: string): Pick<Problem, 'repairs'> {
  const repairs = (title: string, range: Range): Pick<Problem, 'repairs'> => ({
    repairs: [{ kind: 'edit', title, edits: [{ range, text: '' }] }],
  })
  const title = `Remove ${code} from the comment`
  const [next] = /^[ \t]*,[ \t]*/.exec(text.slice(end)) ?? []
  if (next !== undefined) return repairs(title, { start, end: end + next.length })
  const line = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(line, start)
  const [comma] = /[ \t]*,[ \t]*$/.exec(before) ?? []
  if (comma !== undefined) return repairs(title, { start: start - comma.length, end })
  const [comment] = /[ \t]*(?:\/\/|#)[ \t]*hookbench-ignore[\w-]*[ \t]+$/.exec(before) ?? []
  if (comment === undefined) return {}
  const stop = text.indexOf('\n', end)
  const isAlone = comment === before
  const last = stop === -1 ? text.length : isAlone ? stop + 1 : stop - (text[stop - 1] === '\r' ? 1 : 0)
  return repairs('Remove the comment', { start: start - comment.length, end: last })
}

/** True for codes whose evidence is the disk, other files or a run, not the text. */
export function needsDisk(code: string): boolean {
  return evidenceOf(code) !== 'text'
}

function lineOf(text: string, { range }: Problem): number {
  return range === undefined ? 0 : text.slice(0, range.start).split('\n').length - 1
}
