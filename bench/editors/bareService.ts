// Cold start of a bare TypeScript language service: no protocol, no project, one file, one completion request. It is
// the lower bound for any server built on TypeScript.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'

/** Milliseconds from the start of a process to its first completion. */
export async function bareStart(path: string, offset: number, env: NodeJS.ProcessEnv): Promise<number> {
  const api = createRequire(import.meta.url).resolve('typescript')
  const start = performance.now()
  const child = spawn(process.execPath, ['-e', SERVICE, api, path, String(offset)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  const ms = performance.now() - start
  // The process exits by itself, as the servers do, so that its compile cache is written.
  await once(child, 'exit')
  if (!/^\d/.test(String(chunk))) throw new Error(`a bare language service said ${chunk}`)
  return ms
}

const SERVICE = `
  const [, api, path, offset] = process.argv
  const ts = require(api)
  const options = { ...ts.getDefaultCompilerOptions(), target: ts.ScriptTarget.ESNext, allowJs: true }
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  })
  const found = service.getCompletionsAtPosition(path, Number(offset), {})
  console.log(found === undefined ? 0 : found.entries.length)
`
