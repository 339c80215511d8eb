// What a new hook is asked about: whose agent it is for, which event it answers, in which language, and its name. The
// first answers offered are the likely ones; nothing is written here.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as vscode from 'vscode'
import type { Dialect, EventRecord, Semantics } from '../../runtime/contract/dialect.ts'
import { languagesOf, type TemplateLanguage, template } from '../../runtime/contract/templates.ts'
import type { Contracts } from '../contracts.ts'
import { type Answer, type Choice, choose, typed, type Where } from './ask.ts'

export type Wish = {
  readonly dialect: Dialect
  readonly event: string
  readonly language: TemplateLanguage
  readonly name: string
}

/** What may be known before anybody is asked. */
export type Given = { readonly dialect?: string; readonly event?: string }

/** Asks what is not given; going back asks the question before again. */
export async function askForHook(
  { all, dialect }: Contracts,
  root: string,
  given: Given = {},
): Promise<Wish> {
  const title = vscode.l10n.t('New Hook')
  const [first] = all
  const known = given.dialect === undefined ? undefined : dialect(given.dialect)
  if (first === undefined) throw new Error('there is no dialect')
  const questions: readonly Question[] = [
    ...(known === undefined ? [askDialect(all, root)] : []),
    ...(known === undefined || given.event === undefined ? [askEvent] : []),
    askLanguage,
    askName(root),
  ]
  // What each question finds answered already; what was not asked yet stands for nothing.
  const wishes: Wish[] = [
    { dialect: known ?? first, event: given.event ?? '', language: 'typescript', name: '' },
  ]
  for (let at = 0; ; ) {
    const wish = wishes[at] as Wish
    const question = questions[at]
    if (question === undefined) return wish
    const answer = await question(wish, { title, step: at + 1, of: questions.length })
    if (answer.kind === 'chosen') wishes[at + 1] = { ...wish, ...answer.value }
    at += answer.kind === 'chosen' ? 1 : -1
  }
}

type Question = (wish: Wish, where: Where) => Promise<Answer<Partial<Wish>>>

function askDialect(all: readonly Dialect[], root: string): Question {
  const items = dialectItems(all, root)
  return async (_wish, where) =>
    named('dialect', await choose(where, vscode.l10n.t('Which agent is it for?'), items))
}

const askEvent: Question = async ({ dialect }, where) =>
  named('event', await choose(where, vscode.l10n.t('When should it run?'), eventItems(dialect)))

const askLanguage: Question = async ({ dialect, event }, where) =>
  named('language', await choose(where, vscode.l10n.t('In which language?'), languageItems(dialect, event)))

function named<K extends keyof Wish>(name: K, answer: Answer<Wish[K]>): Answer<Partial<Wish>> {
  return answer.kind === 'back' ? answer : { kind: 'chosen', value: { [name]: answer.value } }
}

// Dialects that the folder holds hooks of come first.
function dialectItems(all: readonly Dialect[], root: string): readonly Choice<Dialect>[] {
  const items = all.map((dialect) => {
    const folder = folderIn(dialect)
    const isUsed = existsSync(join(root, folder))
    const used = isUsed ? ` · ${vscode.l10n.t('used here')}` : ''
    const languages = languagesOf(dialect).map(languageName).join(', ')
    return {
      label: dialect.title,
      description: `${folder}/${used}`,
      detail: languages,
      value: dialect,
      isUsed,
    }
  })
  return items.toSorted((one, other) => Number(other.isUsed) - Number(one.isUsed))
}

// What an author asks first of an event: what may I do there?
function eventItems(dialect: Dialect): readonly Choice<string>[] {
  return (['veto', 'transform', 'observe'] as const).flatMap((semantics) => {
    const own = Object.entries<EventRecord>(dialect.events).filter(([, one]) => one.semantics === semantics)
    if (own.length === 0) return []
    return [
      { label: mayDo(semantics), kind: vscode.QuickPickItemKind.Separator },
      ...own.map(([event, { summary }]) => ({
        label: `$(${SIGNS[semantics]}) ${event}`,
        detail: summary,
        value: event,
      })),
    ]
  })
}

const SIGNS: Readonly<Record<Semantics, string>> = { veto: 'shield', transform: 'edit', observe: 'eye' }

function mayDo(semantics: Semantics): string {
  if (semantics === 'veto') return vscode.l10n.t('may stop it')
  return semantics === 'transform' ? vscode.l10n.t('may change it') : vscode.l10n.t('only looks')
}

function languageItems(dialect: Dialect, event: string): readonly Choice<TemplateLanguage>[] {
  return languagesOf(dialect).map((language, at) => {
    const { path } = template(dialect, event, language, `my_${event}`)
    const usual = at === 0 ? ` · ${vscode.l10n.t('the usual one')}` : ''
    const needs = language === 'shell' ? ` · ${vscode.l10n.t('needs jq')}` : ''
    return { label: languageName(language), description: `${path}${usual}${needs}`, value: language }
  })
}

function languageName(language: TemplateLanguage): string {
  const names = {
    typescript: 'TypeScript',
    javascript: 'JavaScript',
    python: 'Python',
    shell: 'Shell',
  } as const
  return names[language]
}

function askName(root: string): Question {
  return async ({ dialect, event, language }, where) => {
    const pathOf = (name: string) => template(dialect, event, language, name).path
    const isFree = (name: string) => !existsSync(join(root, pathOf(name)))
    const base = `my_${event}`
    let free = base
    for (let n = 2; !isFree(free); n++) free = `${base}_${n}`
    const prompt = vscode.l10n.t('What is it called? Its file is named so, too.')
    const problem = (name: string): string | undefined => {
      if (!/^[A-Za-z_][\w.-]*$/.test(name)) {
        return vscode.l10n.t('A name begins with a letter or "_"; then letters, digits, "_", "-" and ".".')
      }
      return isFree(name) ? undefined : vscode.l10n.t('{0} exists already.', pathOf(name))
    }
    return named('name', await typed(where, prompt, free, problem))
  }
}

function folderIn({ places }: Dialect): string {
  return places.find(({ source }) => source === 'workspace')?.folder ?? ''
}
