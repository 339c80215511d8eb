// Converts the answers of one script to another host: notes on each entry that calls it, and its text with the answers
// replaced that can be converted with certainty. Writes only on request.

import { relative, resolve } from 'node:path'
import { type ConvertedEntry, stateOf } from '../contract/convert/conversion.ts'
import { convertScript } from '../contract/convert/convert.ts'
import type { NamedText } from '../contract/convert/rewording.ts'
import { defined } from '../contract/defined.ts'
import { sourceFiles } from '../discovery/conversionSources.ts'
import { writeChanged } from '../files/newHook.ts'
import { isAbsent, readUtf8, whyUnreadable } from '../files/read.ts'
import { checkInside } from '../files/write.ts'
import {
  type Converted,
  type ConvertRequest,
  checkSeen,
  host,
  orMistake,
  report,
  textsOf,
} from './convert.ts'
import { UsageError } from './usage.ts'

/** Converts one script of the workspace; `file` of the request is ignored. */
export async function convertAnswersOf(
  request: ConvertRequest & { readonly script: string },
): Promise<Converted & { readonly lines: readonly string[] }> {
  const { root, home } = request
  const [from, to] = [host(request.from), host(request.to)]
  if (from === to)
    throw new UsageError(`${from.title} is both source and target: name another host to convert to.`)
  const path = resolve(root, request.script)
  const script: NamedText = { name: relative(root, path), text: textOf(path, request.script) }
  const sources = await sourceFiles(from, to, { root, ...defined({ home }) })
  const answers = new Map<string, string | undefined>()
  const entries: ConvertedEntry[] = []
  for (const file of sources.files)
    for (const found of from.host.entries(file, process.platform).entries) {
      if (!sources.runs(found, path)) continue
      const converted = convertScript(from, { found, file }, to, script)
      // An answer that two entries need replaced differently is kept.
      for (const [written, other] of converted.answers)
        answers.set(written, !answers.has(written) || answers.get(written) === other ? other : undefined)
      const about = { file: relative(root, file.path), at: found.at, event: found.event, text: script.name }
      entries.push({ ...about, notes: converted.notes, made: [] })
    }
  if (entries.length === 0)
    throw new UsageError(`no hook entry of ${from.title} in this workspace runs ${script.name}.`)
  let after = script.text
  for (const [written, other] of answers)
    if (other !== undefined) after = after.replaceAll(written, () => other)
  const change = after === script.text ? undefined : { file: script.name, path, before: script.text, after }
  const isWritten = request.write === true && change !== undefined
  if (isWritten) {
    checkSeen(change, request.seen)
    checkInside(root, path)
    await orMistake(() => writeChanged(root, change))
  }
  const converted: Converted = {
    ...{ from: from.id, to: to.id, file: script.name },
    entries: entries.map(({ made: _, notes, ...entry }) => ({
      ...entry,
      notes,
      state:
        notes.length === 0
          ? 'kept'
          : stateOf({ made: [{ event: '', matcher: undefined, value: {} }], notes }),
      into: [],
    })),
    remarks:
      change === undefined
        ? []
        : [`${from.title} still runs ${script.name} and does not understand the new answers.`],
    ...{ there: 0, thereIn: [], value: null, wrote: isWritten },
    ...(change === undefined || request.preview !== true ? {} : { change: textsOf(change) }),
  }
  return { ...converted, lines: scriptReport(converted, change !== undefined) }
}

function scriptReport(converted: Converted, changes: boolean): readonly string[] {
  const { file, wrote } = converted
  const last = wrote
    ? `Wrote the answers of ${file}.`
    : changes
      ? `Nothing was written to ${file}.`
      : `${file} has no answer that can be converted with certainty.`
  return [...report(converted).slice(0, -1), last]
}

function textOf(path: string, named: string): string {
  try {
    return readUtf8(path)
  } catch (error) {
    throw new UsageError(
      isAbsent(error) ? `there is no file ${named}.` : `cannot read ${named}: ${whyUnreadable(error)}.`,
    )
  }
}
