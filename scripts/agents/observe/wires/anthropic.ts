// Anthropic's Messages API, as far as the agents use it: streamed and whole replies, texts and tool calls.

import type { ServerResponse } from 'node:http'
import type { CaseObject } from '../case.ts'
import type { MockReply, ModelWire, RequestPart } from '../mockModel.ts'

export const anthropicMessages: ModelWire = {
  answers: (path) => path.endsWith('/messages'),
  offersTools: (body) => Array.isArray(body.tools) && body.tools.length > 0,
  reply,
  parts,
}

type Block = {
  readonly type: string
  readonly text?: string
  readonly content?: string | readonly Block[]
  readonly tool_use_id?: string
  readonly is_error?: boolean
}
type Message = { readonly role: 'user' | 'assistant' | 'system'; readonly content: string | readonly Block[] }

function parts(body: CaseObject): readonly RequestPart[] {
  const messages = (body.messages ?? []) as readonly Message[]
  return messages.flatMap(({ role, content }) =>
    blocks(content).flatMap((block): RequestPart[] => {
      if (block.type === 'text') return [{ role, text: block.text ?? '' }]
      if (block.type !== 'tool_result') return []
      const text = blocks(block.content ?? '')
        .map((inner) => inner.text ?? '')
        .join('\n')
      return [{ role: 'tool', text, callId: block.tool_use_id ?? '', isError: block.is_error === true }]
    }),
  )
}

const blocks = (content: string | readonly Block[]): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

function reply(response: ServerResponse, body: CaseObject, { text, calls }: MockReply): void {
  const content = [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: tool, input })),
  ]
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn'
  const usage = { input_tokens: 10, output_tokens: 5 }
  const message = {
    id: `msg_${Date.now()}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason,
    stop_sequence: null,
    usage,
  }
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (type: string, fields: CaseObject) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  send('message_start', { message: { ...message, content: [], stop_reason: null } })
  for (const [index, block] of content.entries()) {
    const [empty, delta] =
      'text' in block
        ? [
            { ...block, text: '' },
            { type: 'text_delta', text: block.text },
          ]
        : [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
          ]
    send('content_block_start', { index, content_block: empty })
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } })
  send('message_stop', {})
  response.end()
}
