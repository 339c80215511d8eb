// Entry point of the language server process for editors that start it directly. It has no runtime, so features that
// run hooks are not offered; `hookbench lsp` provides one.

import { userFolders } from '../runtime/discovery/folders.ts'
import { keepCodeIn } from '../runtime/documents/codeFolder.ts'
import { ownProcess } from '../runtime/documents/grammars.ts'
import { version } from '../runtime/version.ts'
import { createConnection } from './connection.ts'
import { openLanguageServer } from './server.ts'

keepCodeIn(userFolders().cache)
ownProcess()
const connection = createConnection()
openLanguageServer(connection, { version })
connection.listen()
