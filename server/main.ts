// The process of the language server, for editors that start it themselves: over standard streams, a socket, a pipe or
// Node's own channel. It has no runtime, so nothing that runs hooks is offered; `hookbench lsp` brings one.

import { createConnection } from 'vscode-languageserver/node'
import { version } from '../runtime/version.ts'
import { openLanguageServer } from './server.ts'
import { surviving } from './surviving.ts'

const connection = createConnection()
surviving(connection)
openLanguageServer(connection, { version })
connection.listen()
