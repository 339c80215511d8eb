// Errors as other extensions get them: a code to tell them apart, a line for a person.

import * as vscode from 'vscode'
import type { HookbenchError, HookbenchErrorCode } from '../api.ts'

/** The error of `HookbenchApi`; others see only its type, so they look at `name` and `code`. */
export class ApiError extends Error implements HookbenchError {
  override readonly name = 'HookbenchError'
  readonly code: HookbenchErrorCode

  constructor(code: HookbenchErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What a request to the runtime failed with. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ApiError(codeOf(error), message)
}

// JSON-RPC's own numbers: cancelled by the client, parameters that cannot be.
function codeOf(error: unknown): HookbenchErrorCode {
  if (error instanceof vscode.CancellationError) return 'cancelled'
  const { code } = error as { readonly code?: unknown }
  if (code === -32_800) return 'cancelled'
  return code === -32_602 || code === -32_601 ? 'refused' : 'runtime'
}
