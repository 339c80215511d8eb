// What the agent can do. None of it touches anything: it is an example.

export type ExampleTool = { readonly description: string; run(input: Record<string, unknown>): string }

/** What was really run, for whoever wants to know. */
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
