// Whether a workspace records its sessions: one small file, written atomically.

import { join } from 'node:path'
import { isObject } from '../contract/json.ts'
import { isAbsent, readText, whyUnreadable } from '../files/read.ts'
import { replaceFile } from '../files/write.ts'

export type RecordingState = {
  readonly on: boolean
  /** Time of the last change in ISO 8601; absent if recording was never turned on or off. */
  readonly since?: string
  /** Why the file is unusable; recording is then off. */
  readonly problem?: string
}

/** The content of `.hookbench/recording.json`; off if the file does not exist. */
export function recordingState(root: string): RecordingState {
  const path = fileOf(root)
  try {
    const state: unknown = JSON.parse(readText(path))
    if (!isObject(state) || state.v !== 1 || typeof state.on !== 'boolean') {
      return {
        on: false,
        problem: `${path}: expected { "v": 1, "on": true or false }; \`record on\` replaces it`,
      }
    }
    return { on: state.on, ...(typeof state.since === 'string' ? { since: state.since } : {}) }
  } catch (error) {
    if (isAbsent(error)) return { on: false }
    const why = whyUnreadable(error)
    return { on: false, problem: `${path}: ${why}; \`record on\` replaces it` }
  }
}

/** Turns recording on or off for a workspace. */
export function setRecording(root: string, on: boolean, now: Date = new Date()): RecordingState {
  const since = now.toISOString()
  replaceFile(root, fileOf(root), `${JSON.stringify({ v: 1, on, since }, undefined, 2)}\n`)
  return { on, since }
}

function fileOf(root: string): string {
  return join(root, '.hookbench', 'recording.json')
}
