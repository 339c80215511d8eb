// The questions for a new hook: agent, event, language, name. The most likely choices come first. Writes nothing.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as vscode from 'vscode'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import type { EventRecord, Semantics } from '../../runtime/contract/eventRecord.ts'
import {
  defaultName,
  newHookLanguages,
  offeredEvents,
  type TemplateLanguage,
  template,
} from '../../runtime/contract/templates.ts'
import type { Contracts } from '../contracts.ts'
import { choose, type HookChoice, type HookLocation, type PickedAnswer, typed } from './ask.ts'

export type NewHookAnswers = {
  readonly dialect: Dialect
  readonly event: string
  readonly language: TemplateLanguage
  readonly name: string
}

/** Answers that are known before the user is asked. */
export type PresetAnswers = { readonly dialect?: string; readonly event?: string }

/** Asks for the answers that are not given; Back repeats the previous question. */
export async function askForHook(
  { all, dialect }: Contracts,
  root: string,
  given: PresetAnswers = {},
): Promise<NewHookAnswers> {
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
  // The answers before each question; those not given yet hold placeholders.
  const wishes: NewHookAnswers[] = [
    { dialect: known ?? first, event: given.event ?? '', language: 'typescript', name: '' },
  ]
  for (let at = 0; ; ) {
    const wish = wishes[at] as NewHookAnswers
    const question = questions[at]
    if (question === undefined) return wish
    const answer = await question(wish, { title, step: at + 1, of: questions.length })
    if (answer.kind === 'chosen') wishes[at + 1] = { ...wish, ...answer.value }
    at += answer.kind === 'chosen' ? 1 : -1
  }
}

type Question = (wish: NewHookAnswers, where: HookLocation) => Promise<PickedAnswer<Partial<NewHookAnswers>>>

function askDialect(all: readonly Dialect[], root: string): Question {
  const items = dialectItems(all, root)
  return async (_wish, where) =>
    named('dialect', await choose(where, vscode.l10n.t('Which agent is it for?'), items))
}

const askEvent: Question = async ({ dialect }, where) =>
  named('event', await choose(where, vscode.l10n.t('When should it run?'), eventItems(dialect)))

const askLanguage: Question = async ({ dialect, event }, where) =>
  named('language', await choose(where, vscode.l10n.t('In which language?'), languageItems(dialect, event)))

function named<K extends keyof NewHookAnswers>(
  name: K,
  answer: PickedAnswer<NewHookAnswers[K]>,
): PickedAnswer<Partial<NewHookAnswers>> {
  return answer.kind === 'back' ? answer : { kind: 'chosen', value: { [name]: answer.value } }
}

// Dialects that the folder already uses come first, then agents that are configured by entries.
function dialectItems(all: readonly Dialect[], root: string): readonly HookChoice<Dialect>[] {
  const items = all
    .filter((dialect) => newHookLanguages(dialect).length > 0)
    .map((dialect) => {
      const place = placeOf(dialect)
      const isUsed = existsSync(join(root, place))
      const used = isUsed ? ` · ${vscode.l10n.t('used here')}` : ''
      const languages = newHookLanguages(dialect).map(languageName).join(', ')
      const rank = Number(!isUsed) * 2 + Number(dialect.host === undefined)
      return { label: dialect.title, description: `${place}${used}`, detail: languages, value: dialect, rank }
    })
  return items.toSorted((one, other) => one.rank - other.rank)
}

// Grouped by what a hook of the event may do, which is what an author needs to know first.
function eventItems(dialect: Dialect): readonly HookChoice<string>[] {
  const offered = offeredEvents(dialect).map((name) => [name, dialect.events[name] as EventRecord] as const)
  return (['veto', 'transform', 'observe'] as const).flatMap((semantics) => {
    const own = offered.filter(([, one]) => one.semantics === semantics)
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
  if (semantics === 'veto') return vscode.l10n.t('can block')
  return semantics === 'transform' ? vscode.l10n.t('can modify') : vscode.l10n.t('observes only')
}

function languageItems(dialect: Dialect, event: string): readonly HookChoice<TemplateLanguage>[] {
  return newHookLanguages(dialect).map((language, at) => {
    const { path } = template(dialect, event, language, defaultName(dialect, event))
    const usual = at === 0 ? ` · ${vscode.l10n.t('default')}` : ''
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
    powershell: 'PowerShell',
  } as const
  return names[language]
}

function askName(root: string): Question {
  return async ({ dialect, event, language }, where) => {
    const pathOf = (name: string) => template(dialect, event, language, name).path
    const isFree = (name: string) => !existsSync(join(root, pathOf(name)))
    const base = defaultName(dialect, event)
    let free = base
    for (let n = 2; !isFree(free); n++) free = `${base}_${n}`
    const prompt = vscode.l10n.t('Name of the hook and of its file')
    const problem = (name: string): string | undefined => {
      if (!/^[A-Za-z_][\w.-]*$/.test(name)) {
        return vscode.l10n.t('A name begins with a letter or "_"; then letters, digits, "_", "-" and ".".')
      }
      return isFree(name) ? undefined : vscode.l10n.t('{0} exists already.', pathOf(name))
    }
    return named('name', await typed(where, prompt, free, problem))
  }
}

/** Where a new hook of a dialect is placed: a folder, or the file of its entry. */
function placeOf(dialect: Dialect): string {
  const { events, host, places } = dialect
  const [event] = Object.keys(events)
  const entry = event === undefined ? undefined : host?.newEntry?.(event, 'hook')
  return entry?.file ?? `${places.find(({ source }) => source === 'workspace')?.folder ?? ''}/`
}
