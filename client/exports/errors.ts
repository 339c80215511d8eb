// Errors of the API for other extensions: a code for programs, a one-line message for people.

import * as vscode from 'vscode'
import type { HookbenchError, HookbenchErrorCode } from '../api.ts'

/** The error class behind `HookbenchError`. Other extensions see only the type, so they check `name` and `code`. */
export class ApiError extends Error implements HookbenchError {
  override readonly name = 'HookbenchError'
  readonly code: HookbenchErrorCode

  constructor(code: HookbenchErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Converts the error of a failed runtime request. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ApiError(codeOf(error), message)
}

// JSON-RPC error codes: canceled by the client; invalid parameters; method not found.
function codeOf(error: unknown): HookbenchErrorCode {
  if (error instanceof vscode.CancellationError) return 'cancelled'
  const { code } = error as { readonly code?: unknown }
  if (code === -32_800) return 'cancelled'
  return code === -32_602 || code === -32_601 ? 'refused' : 'runtime'
}
