// A scripted language model: it plays one script entry for each request that offers tools, and records the requests.
// Requests without tools (a title, a summary) get a fixed word and use no entry.

import * as vscode from 'vscode'

/** One reply of the model: a text, or a tool call. */
export type Turn = string | { readonly tool: string; readonly input: object }

export type ModelRequest = {
  /** The names of the tools offered to it. */
  readonly tools: readonly string[]
  /** The results of the tools that it called, latest last. */
  readonly results: readonly string[]
}

export type ScriptedModel = vscode.Disposable & {
  readonly vendor: string
  readonly id: string
  /** Sets the replies to come, and clears the recorded requests. */
  play(...turns: readonly Turn[]): void
  /** The requests that offered tools. */
  readonly requests: readonly ModelRequest[]
}

const VENDOR = 'hookbench-script'
const ID = 'scripted'

/** Registers the model with the editor. */
export function registerModel(): ScriptedModel {
  let script: readonly Turn[] = []
  let requests: readonly ModelRequest[] = []
  let calls = 0
  const registered = vscode.lm.registerLanguageModelChatProvider(VENDOR, {
    provideLanguageModelChatInformation: () => [
      {
        ...{ id: ID, name: 'Scripted', family: 'gpt-4.1', version: '1' },
        ...{ maxInputTokens: 128_000, maxOutputTokens: 8000 },
        capabilities: { toolCalling: true },
        // Missing from the stable types, but required by the model picker.
        ...{ isDefault: true, isUserSelectable: true },
      },
    ],
    async provideLanguageModelChatResponse(_model, messages, { tools = [] }, progress) {
      if (tools.length === 0) {
        progress.report(new vscode.LanguageModelTextPart('Hooks'))
        return
      }
      requests = [...requests, { tools: tools.map(({ name }) => name), results: messages.flatMap(resultsIn) }]
      const [turn = 'There is nothing left to do.', ...rest] = script
      script = rest
      if (typeof turn === 'string') progress.report(new vscode.LanguageModelTextPart(turn))
      else {
        calls += 1
        progress.report(new vscode.LanguageModelToolCallPart(`call-${calls}`, turn.tool, turn.input))
      }
    },
    provideTokenCount: async (_model, text) =>
      Math.ceil((typeof text === 'string' ? text : JSON.stringify(text.content)).length / 4),
  })
  return {
    vendor: VENDOR,
    id: ID,
    play(...turns) {
      script = turns
      requests = []
    },
    get requests() {
      return requests
    },
    dispose: () => registered.dispose(),
  }
}

function resultsIn({ content }: vscode.LanguageModelChatRequestMessage): readonly string[] {
  return content.flatMap((part) =>
    part instanceof vscode.LanguageModelToolResultPart
      ? [
          part.content
            .flatMap((one) => (one instanceof vscode.LanguageModelTextPart ? [one.value] : []))
            .join(''),
        ]
      : [],
  )
}
