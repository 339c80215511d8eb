// The declarations of the seeds' managers for authors, at the end of a dialect's type file. The classes in
// runtime/managers implement these declarations, so that the two stay consistent.

import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { compilrManager } from './managers/compilr.ts'
import { kaizenManager } from './managers/kaizen.ts'
import { kodeletManager } from './managers/kodelet.ts'
import { secureyeomanManager } from './managers/secureyeoman.ts'

const MANAGERS: { readonly [D in DialectId]?: string } = {
  secureyeoman: secureyeomanManager,
  kodelet: kodeletManager,
  kaizen: kaizenManager,
  compilr: compilrManager,
}

/** The manager's declarations, if the dialect has a manager. */
export function managerText(id: DialectId): readonly string[] {
  const text = MANAGERS[id]
  return text === undefined ? [] : [text]
}
