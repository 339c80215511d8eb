// Declarations shared by several managers.

/** The error thrown with `failOpen: false`. */
export const HOOK_FAILURE = `/** A hook failed: a call rejects with this error under \`failOpen: false\`. */
export declare class HookFailure extends Error {
  constructor(message: string, facts: { readonly hook: string; readonly why: string })
  /** The hook's name. */
  readonly hook: string
  /** Why it failed: one line. */
  readonly why: string
}
`
