// What the observer and the extension in its window say to each other. Types, and the name of the variable with the
// address at which the extension asks.

/** One prompt in a new chat. */
export type EditorTask = {
  readonly prompt: string
  /** The address of the scripted model. */
  readonly model: string
  readonly modelId: string
  /** Settings of the user while the prompt is answered. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** How the agent's answer ended; `type` where it came before the end, because a person is asked. */
export type EditorOutcome = { readonly type?: string; readonly error?: string }

export const OBSERVER = 'HOOKBENCH_OBSERVER'
