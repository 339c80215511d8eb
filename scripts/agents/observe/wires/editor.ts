// The wire format of the observed window's language model: its messages unchanged, and the names of the tools.

import { defined } from '../../../../runtime/contract/defined.ts'
import type { CaseObject } from '../case.ts'
import type { ModelWire, NumberedCall, RequestPart } from '../mockModel.ts'

export type EditorReply = {
  readonly text?: string
  readonly calls: readonly Pick<NumberedCall, 'id' | 'tool' | 'input'>[]
}

type Message = {
  readonly role: 'user' | 'assistant' | 'system'
  readonly parts: readonly { readonly text: string; readonly callId?: string }[]
}

const messagesOf = (body: CaseObject) => (body.messages ?? []) as readonly Message[]

export const editorModel: ModelWire = {
  answers: () => true,
  offersTools: (body) => Array.isArray(body.tools) && body.tools.length > 0 && !isSummary(body),
  reply: (response, _body, { text, calls }) => {
    const reply: EditorReply = { ...defined({ text }), calls }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  },
  parts: (body) =>
    messagesOf(body)
      .flatMap(({ role, parts }) =>
        parts.map(
          ({ text, callId }): RequestPart =>
            callId === undefined ? { role, text } : { role: 'tool', text, callId: withoutSuffix(callId) },
        ),
      )
      // The text of a Stop hook is sent twice in a row.
      .filter(({ role, text }, index, all) => role !== 'user' || all[index - 1]?.text !== text),
}

/** When a conversation becomes too long, the editor requests a summary with tools offered. */
function isSummary(body: CaseObject): boolean {
  const last = messagesOf(body).at(-1)
  return last?.parts.some(({ text }) => text.includes('Summarize the conversation history')) === true
}

/** The model's call id, without the suffix that the editor adds. */
export const withoutSuffix = (callId: string) => callId.replace(/__vscode-\d+$/, '')
