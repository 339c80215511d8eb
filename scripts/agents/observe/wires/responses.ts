// OpenAI's Responses API, as far as the agents use it: streamed and whole replies, function calls and custom tool
// calls.

import type { ServerResponse } from 'node:http'
import type { CaseObject } from '../case.ts'
import type { MockReply, ModelWire, NumberedCall, RequestPart } from '../mockModel.ts'

export const openaiResponses: ModelWire = {
  answers: (path) => path.endsWith('/responses'),
  offersTools: (body) => Array.isArray(body.tools) && body.tools.length > 0,
  reply,
  parts,
}

type Content = string | readonly { readonly text?: string }[]
type Item = {
  readonly type?: string
  readonly role?: 'user' | 'developer' | 'assistant' | 'system'
  readonly content?: Content
  readonly output?: Content
  readonly call_id?: string
}

function parts(body: CaseObject): readonly RequestPart[] {
  const items = (body.input ?? []) as readonly Item[]
  return items.flatMap(({ type = 'message', role = 'user', content = '', output = '', call_id = '' }) => {
    if (type === 'message') return textsOf(content).map((text): RequestPart => ({ role, text }))
    if (!type.endsWith('_call_output')) return []
    return [{ role: 'tool', text: textsOf(output).join('\n'), callId: call_id } satisfies RequestPart]
  })
}

const textsOf = (content: Content): readonly string[] =>
  typeof content === 'string' ? [content] : content.map(({ text = '' }) => text)

function reply(response: ServerResponse, body: CaseObject, { text, calls }: MockReply): void {
  const output = [...(text === undefined ? [] : [messageItem(text)]), ...calls.map(callItem)]
  const whole = {
    id: `resp_${Date.now()}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model: body.model,
    status: 'completed',
    output,
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    },
  }
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let sequence_number = 0
  const send = (type: string, fields: CaseObject) => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...fields })}\n\n`)
    sequence_number += 1
  }
  send('response.created', { response: { ...whole, status: 'in_progress', output: [] } })
  for (const [output_index, item] of output.entries()) {
    send('response.output_item.added', { output_index, item })
    send('response.output_item.done', { output_index, item })
  }
  send('response.completed', { response: whole })
  response.end()
}

const messageItem = (text: string) => ({
  type: 'message',
  id: `msg_${Date.now()}`,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})

const callItem = ({ id, tool, input, raw }: NumberedCall) =>
  raw === undefined
    ? {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: id,
        name: tool,
        arguments: JSON.stringify(input),
        status: 'completed',
      }
    : { type: 'custom_tool_call', id: `ctc_${id}`, call_id: id, name: tool, input: raw, status: 'completed' }
