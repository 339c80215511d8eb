// The HTML of a webview: its own script and style and nothing else. A content security policy with a nonce restricts
// what it may load; contents arrive by message, never as markup.

import { randomBytes } from 'node:crypto'
import * as vscode from 'vscode'

/** Prepares a webview and fills it with one of the extension's pages. */
export function showPage(webview: vscode.Webview, extension: vscode.Uri, page: 'timeline' | 'result'): void {
  const dist = vscode.Uri.joinPath(extension, 'dist')
  webview.options = { enableScripts: true, localResourceRoots: [dist] }
  const at = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString()
  const nonce = randomBytes(16).toString('base64')
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`
  webview.html = `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="${at(`${page}.css`)}">
<title>Hookbench</title>
</head>
<body>
<script nonce="${nonce}" src="${at(`${page}.js`)}"></script>
</body>
</html>`
}
