// Registers all verbs of the command line; turns their errors into one line and an exit code.

import { Command, CommanderError } from 'commander'
import { refusedByDisk } from '../contract/diskRefusals.ts'
import { didYouMean } from '../contract/suggest.ts'
import { visible } from '../contract/visible.ts'
import { ownProcess } from '../documents/grammars.ts'
import { BadRequest } from '../replay/set.ts'
import { version } from '../version.ts'
import { Refusal } from '../workspace/admission.ts'
import { printError } from './print.ts'
import { UsageError } from './usage.ts'
import { verbs } from './verbs.ts'

/** Runs the command line. Exit codes: 0 success, 1 problems or differences found, 2 wrong usage. */
export async function main(args: readonly string[]): Promise<number> {
  ownProcess()
  let exitCode = 0
  const program = makeProgram((code) => {
    exitCode = code
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return say(error, args, program)
  }
}

function makeProgram(exit: (code: number) => void): Command {
  const program = new Command('hookbench')
    .description(
      'The workbench for agent lifecycle hooks: know whether a hook loads, fires and decides; run, record and replay it.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addHelpCommand('help [verb]', 'show help for a verb')
    .option('--workspace <dir>', 'the workspace folder', '.')
    .option('--home <dir>', "the user's folder, where user hooks and the trust ledger live")
    .option(
      '--trust-workspace',
      'trust every hook of the workspace for this run (for CI; the ledger stays as it is)',
    )
    .option('--no-hooks', 'turn every hook off')
    .option(
      '--setting <name=value>',
      'a setting of an agent that is in no file, such as chat.useClaudeHooks=true',
      (one: string, before: readonly string[] = []) => [...before, one],
    )
    .showHelpAfterError(false)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .addHelpText('after', FOOTER)
  program.configureHelp({
    sortSubcommands: false,
    subcommandTerm: (command) => `${command.name()} ${command.usage()}`.trim(),
  })
  for (const verb of verbs) verb(program, exit)
  return program
}

const FOOTER = `
Start here:
  hookbench list                              every hook, in firing order
  hookbench check                             what is wrong with them
  hookbench trust                             lets them run, after asking
  hookbench run PreToolUse --record           fires one event and records it
  hookbench replay latest                     the same event again, compared

Exit codes: 0 fine · 1 problems or differences were found · 2 wrong usage.
Every verb but lsp and mcp, which speak protocols of their own, takes --json.`

// The last error handler of the command line: nothing above it catches errors.
function say(error: unknown, args: readonly string[], program: Command): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    printError(usageLine(error, args, program))
    return 2
  }
  if (error instanceof UsageError || error instanceof Refusal || error instanceof BadRequest) {
    printError(error.message)
    return 2
  }
  const fault = error instanceof Error ? error : new Error(String(error))
  printError(refusedByDisk(fault) ?? fault.message)
  if (process.env.HOOKBENCH_DEBUG !== undefined) process.stderr.write(`${visible(fault.stack ?? '')}\n`)
  return 1
}

function usageLine(error: CommanderError, args: readonly string[], program: Command): string {
  const names = program.commands.map((command) => command.name())
  const [first, second] = program.args
  const unknown = /unknown command '(.*)'/.exec(error.message)?.[1] ?? (first === 'help' ? second : undefined)
  if (unknown !== undefined && !names.includes(unknown)) {
    const hint = didYouMean(unknown, names)
    return `there is no verb "${unknown}".${hint === '' ? ' `hookbench --help` lists them.' : hint}`
  }
  if (error.code === 'commander.help') return 'expected a verb; `hookbench --help` lists them.'
  const verb = program.commands.find((command) => args.includes(command.name()))
  const missing = /missing required argument '(.*)'/.exec(error.message)?.[1]
  const argument = verb?.registeredArguments.find((one) => one.name() === missing)
  if (verb !== undefined && argument !== undefined)
    return `${verb.name()} expects <${argument.name()}>: ${argument.description}. \`hookbench help ${verb.name()}\` has examples.`
  const [text = '', hint] = error.message.replace(/^error: /, '').split('\n')
  const suggestion = /^\(Did you mean (.*)\?\)$/.exec(hint ?? '')?.[1]
  const where = args.find((arg) => names.includes(arg))
  const remedy =
    suggestion === undefined
      ? `\`hookbench ${where === undefined ? '--help' : `help ${where}`}\` lists what is supported.`
      : `Did you mean ${suggestion}?`
  return `${text.replace(/\.$/, '')}. ${remedy}`
}
