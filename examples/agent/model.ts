// A scripted model that stands in for a real one: its text and its tool calls depend only on the last message.

export type ToolUse = { readonly id: string; readonly name: string; readonly input: Record<string, unknown> }
export type Reply = { readonly text: string; readonly tools: readonly ToolUse[] }
export type Model = (messages: readonly { readonly content: string }[]) => Reply

const use = (id: string, name: string, input: Record<string, unknown>): ToolUse => ({ id, name, input })

/** Responds according to the last message. */
export const model: Model = (messages) => {
  const lastMessage = messages.at(-1)?.content ?? ''
  if (lastMessage.startsWith('Tidy')) {
    const tools = [
      use('t1', 'read', { path: 'notes.txt' }),
      use('t2', 'bash', { command: 'rm -rf /srv/notes' }),
      use('t3', 'fetch', { url: 'https://example.org/style' }),
      use('t4', 'delegate', { profile: 'proofreader', task: 'Proofread notes.txt.' }),
    ]
    return { text: 'I will read the notes first.', tools }
  }
  if (lastMessage.startsWith('Proofread')) return { text: 'Two typos, both mended.', tools: [] }
  if (lastMessage.includes('summary')) return { text: 'Summary: two typos mended, nothing deleted.', tools: [] }
  return { text: 'The notes are tidy.', tools: [] }
}
