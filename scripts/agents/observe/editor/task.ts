// Messages between the observer and its extension in the editor window, and the name of the environment variable with
// the observer's address.

/** One prompt in a new chat. */
export type EditorTask = {
  readonly prompt: string
  /** Address of the scripted model. */
  readonly model: string
  readonly modelId: string
  /** User settings while the prompt is answered. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** How the agent's answer ended; `type` is set if it returned early because the user is being asked. */
export type EditorOutcome = { readonly type?: string; readonly error?: string }

export const OBSERVER = 'HOOKBENCH_OBSERVER'
