// The file that a command runs through a script of package.json: `npm run --silent guard` with `"guard": "node guard.js"`.
// Only a line that is nothing but one program and its file is followed.

import { join } from 'node:path'
import { objectOf } from '../contract/json.ts'
import { startedIn } from '../discovery/rules/packageScripts.ts'

export type PackageFile = {
  readonly path: string
  readonly language: 'javascript' | 'python' | 'shell'
}

/** Whether a command may run a script of package.json. */
export function mayRunScript(command: string): boolean {
  return /\b(?:p?npm|yarn|bun)\b/.test(command)
}

/** The file of a command that does nothing else; undefined for any other command. */
export function packageFile(
  command: string,
  root: string,
  textOf: (path: string) => string | undefined,
): PackageFile | undefined {
  const own = command.trim().replace(GOES, '')
  if (!PLAIN.test(own)) return undefined
  const [, name] = OTHERS.exec(own) ?? []
  const all = name === undefined ? startedIn(own.split(/\s+/)) : [{ name, folder: '' }]
  const [started, ...others] = all
  if (started === undefined || others.length > 0) return undefined
  const folder = join(root, started.folder)
  const scripts = scriptsIn(textOf(join(folder, 'package.json')))
  const line = Object.hasOwn(scripts, started.name) ? scripts[started.name] : undefined
  const [, file, ending = ''] = (typeof line === 'string' && RUNS.exec(line.trim())) || []
  if (file === undefined) return undefined
  return { path: join(folder, file), language: LANGUAGES[ending] ?? 'javascript' }
}

/** `cd "$CLAUDE_PROJECT_DIR" &&` */
const GOES = /^cd\s+"?\$\{?[A-Z]+_PROJECT_DIR\}?"?\s*&&\s*/
const PLAIN = /^[\w:@./= -]{1,200}$/

/** `yarn guard`, `bun run guard`, `pnpm -s guard`: the name of a script, or of something else that no script is named. */
const OTHERS =
  /^(?:bun\s+run|yarn(?:\s+run)?|pnpm)(?:\s+(?:-[sq]|--silent|--quiet)){0,3}\s+(?!run(?:-script)?\s)([A-Za-z][\w:.-]{0,60})$/

/** `node tools/guard.js`, `npx tsx --no-cache tools/guard.ts` */
const RUNS =
  /^(?:npx\s+)?(?:node|tsx|ts-node|bun|python3?|bash|sh)(?:\s+-[\w-]+){0,9}\s+([\w@./-]{1,200}\.([cm]?[jt]s|py|sh))$/

const LANGUAGES: Readonly<Record<string, PackageFile['language']>> = { py: 'python', sh: 'shell' }

function scriptsIn(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return objectOf(objectOf(JSON.parse(text ?? '{}')).scripts)
  } catch {
    return {}
  }
}
