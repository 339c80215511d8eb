// Reads from the manifest everything a user can click or press: entries of menus and the command palette, keys, and
// links in empty views. Each of them requires a click.

import { defined } from '../../../runtime/contract/defined.ts'

type Item = { readonly command: string; readonly when?: string; readonly group?: string }

export type EditorManifest = {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string
      readonly title: string
      readonly category?: string
    }[]
    readonly menus: Readonly<Record<string, readonly Item[]>>
    readonly keybindings: readonly { readonly command: string; readonly key: string }[]
    readonly viewsWelcome: readonly {
      readonly view: string
      readonly when: string
      readonly contents: string
    }[]
  }
}

export type ContributedEntry = {
  /** Unique key: the menu, the view if any, the command, its group. */
  readonly key: string
  readonly menu: string
  readonly command: string
  /** Displayed title. */
  readonly title: string
  readonly group: string
  /** The view it belongs to. */
  readonly view?: string
}

/** All entries, in the order of the manifest. `texts` is the contents of package.nls.json. */
export function entriesOf(
  { contributes }: EditorManifest,
  texts: Readonly<Record<string, string>>,
): readonly ContributedEntry[] {
  const { commands, menus, keybindings, viewsWelcome } = contributes
  const text = (title: string) => texts[title.replaceAll('%', '')] ?? title
  const titleOf = (wanted: string) => {
    const known = commands.find(({ command }) => command === wanted)
    if (known === undefined) throw new Error(`${wanted} is in a menu, and is no command`)
    return text(known.title)
  }
  const entry = (menu: string, { command, when, group = '' }: Item): ContributedEntry => {
    const view = /view == ([\w.]+)/.exec(when ?? '')?.[1]
    const key = [menu, view, command, group].filter((word) => word !== undefined && word !== '').join(' ')
    return { key, menu, command, title: titleOf(command), group, ...defined({ view }) }
  }
  const { commandPalette = [], ...others } = menus
  const hidden = new Set(commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command))
  const shown = commands.filter(({ command }) => !hidden.has(command))
  return [
    ...Object.entries(others).flatMap(([menu, items]) => items.map((item) => entry(menu, item))),
    ...shown.map(({ command }) => entry('palette', { command })),
    ...keybindings.map(({ command }) => entry('key', { command })),
    // In Restricted Mode, one of the links appears in another text.
    ...viewsWelcome
      .filter(({ when }) => !when.includes('!isWorkspaceTrusted'))
      .flatMap(({ view, contents }) =>
        [...text(contents).matchAll(/\[([^\]]+)\]\(command:(hookbench\.[\w.]+)\)/g)].map(
          ([, title = '', command = '']): ContributedEntry => ({
            ...{
              key: ['welcome', view, command].join(' '),
              menu: 'welcome',
              command,
              title,
              group: '',
              view,
            },
          }),
        ),
      ),
  ]
}

/** Errors in a list of clicks: an entry without a click, or a click without an entry. */
export function unmatched(
  entries: readonly ContributedEntry[],
  clicked: readonly string[],
): readonly string[] {
  const keys = new Set(entries.map(({ key }) => key))
  return [
    ...[...keys].filter((key) => !clicked.includes(key)).map((key) => `nobody clicks "${key}"`),
    ...clicked.filter((key) => !keys.has(key)).map((key) => `"${key}" is no entry any more`),
  ]
}
