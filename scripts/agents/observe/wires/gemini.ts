// Gemini's API, as far as the agents use it: streamed and whole replies, texts and function calls.

import type { ServerResponse } from 'node:http'
import type { CaseObject } from '../case.ts'
import type { MockReply, ModelWire, RequestPart } from '../mockModel.ts'

export const geminiContent: ModelWire = {
  answers: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  offersTools: (body) => Array.isArray(body.tools) && body.tools.length > 0,
  reply,
  parts,
}

type Part = {
  readonly text?: string
  readonly functionResponse?: {
    readonly id?: string
    readonly name: string
    readonly response: { readonly output?: string; readonly error?: string }
  }
}
type Content = { readonly role?: string; readonly parts?: readonly Part[] }

function parts(body: CaseObject): readonly RequestPart[] {
  const contents = (body.contents ?? []) as readonly Content[]
  return contents.flatMap(({ role = 'user', parts: all = [] }) =>
    all.flatMap(({ text, functionResponse }): readonly RequestPart[] => {
      if (functionResponse !== undefined) {
        const { id = '', response } = functionResponse
        const { output = '', error } = response
        return [{ role: 'tool', text: error ?? output, callId: id, isError: error !== undefined }]
      }
      if (text === undefined) return []
      return [{ role: role === 'model' ? 'assistant' : role === 'system' ? 'system' : 'user', text }]
    }),
  )
}

// Streamed or whole, as the path requests; the contents are the same.
function reply(response: ServerResponse, _: CaseObject, { text, calls }: MockReply): void {
  const parts = [
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ id, tool, input }) => ({ functionCall: { id, name: tool, args: input } })),
  ]
  const whole = {
    candidates: [{ content: { role: 'model', parts: parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: 'mock',
  }
  if (!response.req.url?.includes(':streamGenerateContent')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`data: ${JSON.stringify(whole)}\n\n`)
}
