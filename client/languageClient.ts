// What of the language client is used, as a module of ours: a bundle gives a package that is CommonJS no named exports
// when it is imported on demand. Big and late, so it is imported by who starts the server.

export { CloseAction, ErrorAction, LanguageClient, TransportKind } from 'vscode-languageclient/node'
