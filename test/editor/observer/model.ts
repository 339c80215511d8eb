// A language model that forwards each request to an address on loopback and replies with the response.

import * as vscode from 'vscode'
import type { EditorReply } from '../../../scripts/agents/observe/wires/editor.ts'

export const VENDOR = 'hookbench-observer'

/** Offers one model of the usual context size, and one whose context is soon full. `url`: where requests are sent. */
export function registerModel(url: () => string | undefined): vscode.Disposable {
  return vscode.lm.registerLanguageModelChatProvider(VENDOR, {
    provideLanguageModelChatInformation: () => [offered('scripted', 128_000), offered('small', 60_000)],
    async provideLanguageModelChatResponse(_model, messages, { tools = [] }, progress) {
      const body = { tools: tools.map(({ name }) => name), messages: messages.map(flat) }
      const response = await fetch(url() ?? '', { method: 'POST', body: JSON.stringify(body) })
      const { text, calls } = (await response.json()) as EditorReply
      if (text !== undefined) progress.report(new vscode.LanguageModelTextPart(text))
      for (const { id, tool, input } of calls)
        progress.report(new vscode.LanguageModelToolCallPart(id, tool, input))
    },
    provideTokenCount: async (_model, text) =>
      Math.ceil((typeof text === 'string' ? text : JSON.stringify(text.content)).length / 4),
  })
}

function offered(id: string, maxInputTokens: number): vscode.LanguageModelChatInformation {
  return {
    ...{ id, name: `Observer (${id})`, family: 'gpt-4.1', version: '1' },
    ...{ maxInputTokens, maxOutputTokens: 8000, capabilities: { toolCalling: true } },
    // Missing from the stable types, but required by the model picker.
    ...{ isDefault: id === 'scripted', isUserSelectable: true },
  }
}

function flat({ role, content }: vscode.LanguageModelChatRequestMessage): object {
  const isAssistant = role === vscode.LanguageModelChatMessageRole.Assistant
  const isUser = role === vscode.LanguageModelChatMessageRole.User
  return { role: isAssistant ? 'assistant' : isUser ? 'user' : 'system', parts: content.flatMap(partOf) }
}

function partOf(part: unknown): readonly object[] {
  if (part instanceof vscode.LanguageModelTextPart) return [{ text: part.value }]
  if (part instanceof vscode.LanguageModelToolResultPart)
    return [{ text: part.content.map(textOf).join(''), callId: part.callId }]
  return []
}

const textOf = (part: unknown) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')
