// Multi-step quick picks and input boxes, with a Back button.

import * as vscode from 'vscode'

/** An answer, or back to the previous step. Dismissing the input throws `CancellationError`. */
export type PickedAnswer<T> = { readonly kind: 'chosen'; readonly value: T } | { readonly kind: 'back' }

export type HookChoice<T> = vscode.QuickPickItem & { readonly value?: T }

/** Title, step number and number of steps. */
export type HookLocation = { readonly title: string; readonly step: number; readonly of: number }

/** Shows a quick pick and returns the chosen value. */
export function choose<T>(
  where: HookLocation,
  placeholder: string,
  items: readonly HookChoice<T>[],
): Promise<PickedAnswer<T>> {
  const pick = vscode.window.createQuickPick<HookChoice<T>>()
  pick.items = items
  pick.placeholder = placeholder
  pick.matchOnDescription = true
  pick.matchOnDetail = true
  return answered(pick, where, () => pick.selectedItems[0]?.value)
}

/** Shows an input box; `problem` validates the text while it is typed. */
export function typed(
  where: HookLocation,
  prompt: string,
  value: string,
  problem: (value: string) => string | undefined,
): Promise<PickedAnswer<string>> {
  const input = vscode.window.createInputBox()
  input.prompt = prompt
  input.value = value
  input.valueSelection = [0, value.length]
  const judge = () => {
    input.validationMessage = problem(input.value)
  }
  input.onDidChangeValue(judge)
  judge()
  return answered(input, where, () => (problem(input.value) === undefined ? input.value : undefined))
}

type Question = vscode.QuickInput & {
  buttons: readonly vscode.QuickInputButton[]
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>
  readonly onDidAccept: vscode.Event<void>
}

async function answered<T>(
  question: Question,
  where: HookLocation,
  value: () => T | undefined,
): Promise<PickedAnswer<T>> {
  question.title = where.title
  question.step = where.step
  question.totalSteps = where.of
  question.buttons = where.step > 1 ? [vscode.QuickInputButtons.Back] : []
  // The user may look something up in a file; the question must stay open.
  question.ignoreFocusOut = true
  const { promise, resolve, reject } = Promise.withResolvers<PickedAnswer<T>>()
  question.onDidTriggerButton(() => resolve({ kind: 'back' }))
  question.onDidAccept(() => {
    const chosen = value()
    if (chosen !== undefined) resolve({ kind: 'chosen', value: chosen })
  })
  question.onDidHide(() => reject(new vscode.CancellationError()))
  question.show()
  try {
    return await promise
  } finally {
    question.dispose()
  }
}
