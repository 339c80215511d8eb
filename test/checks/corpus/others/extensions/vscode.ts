import * as vscode from 'vscode'

export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(vscode.commands.registerCommand('sample.hello', () => vscode.window.showInformationMessage('hi')))
}

export function deactivate(): void {}
