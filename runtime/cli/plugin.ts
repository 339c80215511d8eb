// `hookbench plugin`: installs, lists and removes hook plugins, with the terms of kodelet's ADR 029.

import { homedir } from 'node:os'
import { relative } from 'node:path'
import type { Command } from 'commander'
import { printable } from '../contract/printable.ts'
import { didYouMean } from '../contract/suggest.ts'
import type { Plugin } from '../plugins/list.ts'
import { plural, print, printError, printJson, table } from './print.ts'
import { examples, openOptions, UsageError } from './usage.ts'

type Options = {
  readonly ref?: string
  readonly global?: boolean
  readonly force?: boolean
  readonly json?: boolean
}

export function plugin(program: Command): void {
  const group = program.command('plugin').summary('add, list or remove hook plugins')
  group.description(
    'Plugins contain skills, recipes and hooks, and are in .kodelet/plugins of the workspace or of your home folder. Nothing in a plugin runs before you trust it.',
  )
  group.addHelpText(
    'after',
    examples(
      ['plugin add acme/review', 'from GitHub'],
      ['plugin add ./my-plugin --global', 'a folder, for all workspaces'],
      ['plugin list --json', 'the contents of each'],
      ['plugin remove acme/review', 'remove it'],
    ),
  )

  group
    .command('list', { isDefault: true })
    // Otherwise a misspelled verb would be reported as an excess argument of this one.
    .allowExcessArguments()
    .summary('every plugin, with its contents')
    .description('Lists the plugins of this workspace (local) and of your home (global).')
    .option('--json', 'as JSON, with the names of skills, recipes and hooks')
    .action(async (options: Options, command: Command) => {
      const [word] = command.args
      if (word !== undefined) {
        const known = group.commands.map((one) => one.name())
        throw new UsageError(
          `there is no "plugin ${word}".${didYouMean(word, known)} Known: ${known.join(', ')}.`,
        )
      }
      const { listPlugins } = await import('../plugins/list.ts')
      const plugins = listPlugins(groundOf(command))
      if (options.json === true) printJson(plugins.map(pluginJson))
      else if (plugins.length === 0)
        print('No plugin is installed here. `hookbench plugin add org/repo` installs one.')
      else print(table(rows(plugins)))
    })

  group
    .command('add')
    .argument('<from>', 'org/repo on GitHub, an https or ssh git address, or a folder such as ./my-plugin')
    .summary('install a plugin')
    .description('Installs a plugin. Nothing in it runs; its hooks wait for `hookbench trust`.')
    .option('--ref <ref>', 'a branch, a tag or a commit')
    .option('--global', 'for all workspaces, in your home')
    .option('--force', 'replace a plugin of this name')
    .option('--json', 'as JSON')
    .action(async (from: string, options: Options, command: Command) => {
      const { addPlugin } = await import('../plugins/add.ts')
      const { userFolders } = await import('../discovery/folders.ts')
      const added = await addPlugin(from, {
        ...groundOf(command),
        cwd: process.cwd(),
        data: userFolders(openOptions(command).home).data,
        ref: options.ref,
        global: options.global,
        force: options.force,
      })
      if (added.kind === 'misunderstood') throw new UsageError(added.problem)
      if (added.kind === 'failed') throw new Error(added.problem)
      if (options.json === true) printJson(pluginJson(added.plugin))
      else {
        const { name, skills, recipes, hooks } = added.plugin
        print(`Installed ${printable(name)}:`)
        print(`  Skills:  ${skills.length}`)
        print(`  Recipes: ${recipes.length}`)
        print(`  Hooks:   ${hooks.length}`)
      }
      for (const line of [...added.left, ...added.plugin.passedOver]) printError(line)
      const { length } = added.plugin.hooks
      if (length > 0)
        printError(`${plural(length, 'hook')} ${length === 1 ? 'waits' : 'wait'} for \`hookbench trust\``)
    })

  group
    .command('remove')
    .argument('<name>', 'org/repo, or the name of a plugin without an org')
    .summary('remove a plugin')
    .description('Removes a plugin of this workspace, or else of your home, with everything in its folder.')
    .option('--global', 'the one in your home, where both have it')
    .option('--json', 'as JSON')
    .action(async (name: string, options: Options, command: Command) => {
      const { removePlugin } = await import('../plugins/remove.ts')
      const removed = removePlugin(name, { ...groundOf(command), global: options.global })
      if ('problem' in removed) throw new UsageError(removed.problem)
      const { location, path } = removed
      if (options.json === true) printJson({ removed: { name: removed.name, location, path } })
      else print(`Removed ${printable(removed.name)} (${location}) from ${printable(shownPath(path))}.`)
    })
}

function groundOf(command: Command): { readonly root: string; readonly home: string } {
  const { root, home = homedir() } = openOptions(command)
  return { root, home }
}

/** A plugin in the format of `--json`: the fields of ADR 029, in its order. */
export function pluginJson({ name, location, path, skills, recipes, hooks }: Plugin) {
  return { name, location, path, skills, recipes, hooks }
}

const HEAD = ['NAME', 'LOCATION', 'SKILLS', 'RECIPES', 'HOOKS']
// The width in ADR 029, so that different lists have the same layout.
const NAME_WIDTH = 18

function rows(plugins: readonly Plugin[]): readonly (readonly string[])[] {
  const body = plugins.map(({ name, location, skills, recipes, hooks }) => [
    printable(name),
    location,
    ...[skills, recipes, hooks].map(({ length }) => String(length)),
  ])
  const all = [HEAD, HEAD.map((word) => '-'.repeat(word.length)), ...body]
  return all.map(([name = '', ...rest]) => [name.padEnd(NAME_WIDTH), ...rest])
}

function shownPath(path: string): string {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : near
}
