// How what goes wrong is told over the wire: a code and one line. Our own faults are told too, and go on standard error.

import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node'
import { refusedByDisk } from '../contract/diskRefusals.ts'
import { Refusal } from '../workspace/door.ts'

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
  if (error instanceof Refusal || isRefusal(error)) return new ResponseError(ErrorCodes.InvalidParams, line)
  fault(error)
  return new ResponseError(ErrorCodes.InternalError, line)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
