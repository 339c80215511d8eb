// Resolves the arguments of `replay`: recordings, or a case.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Case } from '../contract/case.ts'
import { didYouMean } from '../contract/suggest.ts'
import { findRecording, recordingsFolder } from '../recordings/folder.ts'
import { caseName, casesFolder, loadCase, loadCases, problemOf } from '../replay/cases.ts'
import { UsageError } from './usage.ts'

export type RecordingOrCase =
  | { readonly kind: 'recording'; readonly path: string }
  | { readonly kind: 'case'; readonly path: string; readonly case: Case }

/** The recordings, or the single case, that the arguments name. */
export async function targets(wanted: readonly string[], root: string): Promise<readonly RecordingOrCase[]> {
  const found = wanted.map((one) => targetOf(one, root))
  if (found.length > 1 && found.some(({ kind }) => kind === 'case')) {
    throw new UsageError('a case is replayed alone; `hookbench test` runs many.')
  }
  return found
}

function targetOf(wanted: string, root: string): RecordingOrCase {
  const path = resolve(wanted)
  if (wanted.endsWith('.json') && existsSync(path)) return readCase(path)
  const recording = findRecording(recordingsFolder(root), wanted)
  if ('path' in recording) return { kind: 'recording', path: recording.path }
  const loaded = loadCases(casesFolder(root))
  const { cases } = loaded
  const named = cases.find((one) => caseName(one.path) === wanted || one.case.name === wanted)
  if (named !== undefined) return { kind: 'case', ...named }
  const broken = problemOf(loaded, wanted)
  if (broken !== undefined) throw new UsageError(`${broken}.`)
  const hint = didYouMean(
    wanted,
    cases.map((one) => caseName(one.path)),
  )
  throw new UsageError(
    hint === '' ? `${recording.problem}.` : `there is no recording or case "${wanted}".${hint}`,
  )
}

function readCase(path: string): RecordingOrCase {
  const read = loadCase(path)
  if ('problem' in read) throw new UsageError(read.problem)
  return { kind: 'case', path, case: read.case }
}
