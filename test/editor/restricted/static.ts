import { suite, test } from 'mocha'

suite('activation', () => {
  test('runs', async () => {
    const vscode = await import('vscode')
    console.log(vscode.version)
  })
})
