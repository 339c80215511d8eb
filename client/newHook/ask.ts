// Questions asked one after the other in quick picks, each with a way back to the one before.

import * as vscode from 'vscode'

/** An answer, or back to the question before. Turning away is cancelling. */
export type PickedAnswer<T> = { readonly kind: 'chosen'; readonly value: T } | { readonly kind: 'back' }

export type HookChoice<T> = vscode.QuickPickItem & { readonly value?: T }

/** Which question of how many. */
export type HookLocation = { readonly title: string; readonly step: number; readonly of: number }

/** Lets a person choose one. */
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

/** Lets a person type a text; `problem` says what is wrong with it, while it is typed. */
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
  // A person who looks something up in a file comes back to the question.
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
