// The process of the language server, for editors that start it themselves. It has no runtime, so nothing that runs
// hooks is offered; `hookbench lsp` brings one.

import { userFolders } from '../runtime/discovery/folders.ts'
import { keepCodeIn } from '../runtime/documents/codeFolder.ts'
import { expectToLast } from '../runtime/documents/grammars.ts'
import { version } from '../runtime/version.ts'
import { createConnection } from './connection.ts'
import { openLanguageServer } from './server.ts'

keepCodeIn(userFolders().cache)
expectToLast()
const connection = createConnection()
openLanguageServer(connection, { version })
connection.listen()
