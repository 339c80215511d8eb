// How what goes wrong is told over the wire: a code and one line. Our own faults are told too, and go on standard error.

import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node'
import { refusedByDisk } from '../contract/diskRefusals.ts'
import { visible } from '../contract/visible.ts'
import { Unreadable } from '../files/read.ts'
import { BadRecording } from '../recordings/header.ts'
import { Refusal } from '../workspace/admission.ts'

/** The client has not presented the session token, or a wrong one. */
export const UNAUTHORIZED = -32_001

/** Says whether an error is the caller's: a request that cannot be done as it was made. */
export type IsRefusal = (error: unknown) => boolean

/** The error of a request. `fault` hears of those that are ours. */
export function responseError(
  error: unknown,
  isRefusal: IsRefusal,
  fault: (error: unknown) => void,
): ResponseError<void> {
  if (error instanceof ResponseError) return error
  const line = refusedByDisk(error) ?? oneLine(error instanceof Error ? error.message : String(error))
  if (error instanceof Refusal || isUnreadable(error) || isRefusal(error))
    return new ResponseError(ErrorCodes.InvalidParams, line)
  fault(error)
  return new ResponseError(ErrorCodes.InternalError, line)
}

// What a file is like is nobody's fault here.
function isUnreadable(error: unknown): boolean {
  return error instanceof Unreadable || error instanceof BadRecording
}

function oneLine(text: string): string {
  return visible(text.replaceAll(/\s*\n\s*/g, ' '))
}
