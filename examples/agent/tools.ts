// The agent's tools. As this is an example, none of them reads or changes anything.

export type ExampleTool = { readonly description: string; run(input: Record<string, unknown>): string }

/** The inputs of the tools that really ran, as JSON. */
export const ran: string[] = []

const tool = (description: string, run: (input: Record<string, unknown>) => string): ExampleTool => ({
  description,
  run(input) {
    ran.push(JSON.stringify(input))
    return run(input)
  },
})

/** Name -> tool. `delegate` is the agent's own. */
export const tools: Readonly<Record<string, ExampleTool>> = {
  read: tool('Reads a file.', () => 'Teh notes of tehday.'),
  bash: tool('Runs a command.', ({ command }) => `ran ${command}`),
  fetch: tool('Fetches a page.', () => {
    throw new Error('no network here')
  }),
}
