// Converts errors to JSON-RPC errors: a code and one line. Internal errors are also reported on standard error.

import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node'
import { refusedByDisk } from '../contract/diskRefusals.ts'
import { joinLines } from '../contract/printable.ts'
import { visible } from '../contract/visible.ts'
import { Unreadable } from '../files/read.ts'
import { BadRecording } from '../recordings/header.ts'
import { Refusal } from '../workspace/admission.ts'

/** The client has sent no session token, or a wrong one. */
export const UNAUTHORIZED = -32_001

/** Whether an error is the caller's: a request that cannot be fulfilled as it was made. */
export type IsRefusal = (error: unknown) => boolean

/** The error of a request. `fault` receives internal errors. */
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

// An unreadable file is not an internal error.
function isUnreadable(error: unknown): boolean {
  return error instanceof Unreadable || error instanceof BadRecording
}

function oneLine(text: string): string {
  return visible(joinLines(text))
}
