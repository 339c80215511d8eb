// Copies a payload into a new payload file of the workspace, so that it can be edited. Never overwrites a file.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeNew } from '../../runtime/files/write.ts'
import type { ChosenHook } from '../commandArgument.ts'
import { type Payload, payloadsFolder, payloadValue } from './payloads.ts'

/** Writes the copy and returns its path. */
export async function copyPayload({ folder, hook }: ChosenHook, payload: Payload): Promise<string> {
  const at = payloadsFolder(folder)
  const name = hook.name.replaceAll(/[^\w-]+/g, '_')
  for (let n = 1; ; n++) {
    const path = join(at, `${name}${n === 1 ? '' : `-${n}`}.${hook.dialect}.${payload.event}.payload.json`)
    if (existsSync(path)) continue
    writeNew(folder.uri.fsPath, path, `${JSON.stringify(payloadValue(payload), undefined, 2)}\n`)
    return path
  }
}
