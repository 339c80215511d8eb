// `hookbench new`: writes a working hook file, generated from the contract, to the place where its dialect looks for
// it.

import { basename, relative } from 'node:path'
import type { Command } from 'commander'
import type { Dialect } from '../contract/dialect.ts'
import { dialectIds, dialectOf } from '../contract/dialects/index.ts'
import { rowOf } from '../contract/json.ts'
import { didYouMean } from '../contract/suggest.ts'
import { defaultName, newHookLanguages, type TemplateLanguage, template } from '../contract/templates.ts'
import { pathLookup } from '../discovery/programs.ts'
import { readShebang } from '../documents/shebang.ts'
import { NotWritten, writeNewHook } from '../files/newHook.ts'
import { paint, print, printJson } from './print.ts'
import { calledAgain, chooseDialect, examples, UsageError, workspaceRoot } from './usage.ts'

type Options = { readonly language?: string; readonly json?: boolean }

export function newHook(program: Command): void {
  program
    .command('new')
    .argument('<dialect>', dialectIds.join(', '))
    .argument('<event>', 'an event of that dialect')
    .argument('[name]', 'the name of the hook')
    .summary('write a working hook file for an event')
    .description(
      'Writes a working hook where its dialect looks for it. For an agent that is configured by entries, that is a script and its entry, such as .claude/hooks/guard.py and .claude/settings.json. An existing file is never overwritten.',
    )
    .option(
      '--language <name>',
      'typescript, javascript, python, shell or powershell, as far as the dialect has them',
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(
        ['new claude-code PreToolUse guard', 'a script and its entry'],
        ['new claude-code Stop guard --language python', 'in another language'],
        ['new kodelet before_tool_call guard', 'a file that is a hook by itself'],
      ),
    )
    .action(
      async (id: string, event: string, name: string | undefined, options: Options, command: Command) => {
        const wrote = await writeHook(workspaceRoot(command), id, event, name, options.language)
        if (options.json === true) printJson(wrote)
        else {
          const path = paint('bold', relative('.', wrote.path))
          if (wrote.settings === undefined) print(`Wrote ${path}.`)
          else print(`Wrote ${path}, and its entry in ${paint('bold', relative('.', wrote.settings))}.`)
          if (wrote.needs !== undefined)
            print(`It needs ${wrote.needs}, which is not installed on this computer.`)
          // Scripts of several agents may have the same name, but not the same path.
          const trusted = wrote.settings === undefined ? wrote.name : relative('.', wrote.path)
          const again = calledAgain(command)
          print(paint('dim', `Next: ${again} trust ${trusted}, then ${again} explain ${event}.`))
        }
      },
    )
}

/** Writes a hook file; returns its path, dialect, event and name, and its interpreter if that is not installed. */
export async function writeHook(
  root: string,
  id: string,
  event: string,
  name: string | undefined,
  languageName: string | undefined,
) {
  const dialect = dialectOf(chooseDialect(event, id)) as Dialect
  const [hookName, byEnding] = withoutEnding(dialect, name ?? defaultName(dialect, event))
  // Windows reserves some names for devices, whatever their ending is, and drops a dot at the end.
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(hookName) || hookName.endsWith('.')
  if (isReserved || !/^[A-Za-z_][\w.-]*$/.test(hookName)) {
    throw new UsageError(`"${hookName}" cannot be a file name; use letters, digits, "_", "-" and ".".`)
  }
  const file = template(dialect, event, language(dialect, languageName ?? byEnding), hookName)
  try {
    const { path, configuration } = await writeNewHook(root, file)
    const called = file.entry === undefined ? hookName : basename(path)
    const { interpreter } = readShebang(file.text) ?? {}
    const isMissing = interpreter !== undefined && pathLookup()(interpreter) === undefined
    const needs = isMissing ? { needs: interpreter } : {}
    return { path, settings: configuration, dialect: dialect.id, event, name: called, ...needs }
  } catch (error) {
    if (error instanceof NotWritten) throw new UsageError(error.message)
    throw error
  }
}

// The language determines the file's extension; an extension in the name determines the language.
function withoutEnding(dialect: Dialect, name: string): readonly [name: string, language?: string] {
  const [, stem = name, ending = ''] = /^(.+)\.(\w+)$/.exec(name) ?? []
  const language = rowOf(LANGUAGE_WORDS, ending)
  return language !== undefined && newHookLanguages(dialect).includes(language) ? [stem, language] : [name]
}

/** Aliases of languages: file name extensions and interpreters. */
const LANGUAGE_WORDS: Readonly<Record<string, TemplateLanguage>> = {
  ...{ sh: 'shell', bash: 'shell', py: 'python', python3: 'python' },
  ...{ js: 'javascript', mjs: 'javascript', node: 'javascript', ts: 'typescript', mts: 'typescript' },
  ...{ ps1: 'powershell', pwsh: 'powershell' },
}

function language(dialect: Dialect, named: string | undefined): TemplateLanguage {
  const known = newHookLanguages(dialect)
  const wanted =
    named === undefined ? undefined : (rowOf(LANGUAGE_WORDS, named.toLowerCase()) ?? named.toLowerCase())
  if (known.length === 0)
    throw new UsageError(`new hooks of ${dialect.id} cannot be written yet; add the entry manually.`)
  if (wanted === undefined) return known[0] as TemplateLanguage
  if ((known as readonly string[]).includes(wanted)) return wanted as TemplateLanguage
  throw new UsageError(
    `hooks of ${dialect.id} are written in ${known.join(', ')}, not in "${named}".${didYouMean(wanted, known)}`,
  )
}
