// The few words for what hooks did and how they are, in the language of the editor. The parts that know no editor speak
// English, and what a dialect decides (`deny`, `ask`) keeps the name it has in the contract.

import * as vscode from 'vscode'
import type { HookRun, Outcome } from '../runtime/contract/outcome.ts'
import { wordOfOutcome, wordOfRun } from './words.ts'

/** What a run came to. */
export function sayRun(run: HookRun): string {
  return inWords(wordOfRun(run))
}

/** What a firing came to. */
export function sayOutcome(outcome: Outcome, settled = true): string {
  return inWords(wordOfOutcome(outcome, settled))
}

/** A word for an outcome, a failure or a state; any other stays as it is. */
export function inWords(word: string): string {
  words ??= {
    pass: vscode.l10n.t('pass'),
    changed: vscode.l10n.t('changed'),
    rewrites: vscode.l10n.t('rewrites'),
    answers: vscode.l10n.t('answers'),
    answered: vscode.l10n.t('answered'),
    handles: vscode.l10n.t('handles'),
    handled: vscode.l10n.t('handled'),
    'follows up': vscode.l10n.t('follows up'),
    'adds context': vscode.l10n.t('adds context'),
    notes: vscode.l10n.t('notes'),
    'not settled': vscode.l10n.t('not settled'),
    skipped: vscode.l10n.t('skipped'),
    failed: vscode.l10n.t('failed'),
    timeout: vscode.l10n.t('timeout'),
    crashed: vscode.l10n.t('crashed'),
    unreadable: vscode.l10n.t('unreadable'),
    invalid: vscode.l10n.t('invalid'),
    aborted: vscode.l10n.t('aborted'),
    untrusted: vscode.l10n.t('untrusted'),
    active: vscode.l10n.t('active'),
    disabled: vscode.l10n.t('disabled'),
    shadowed: vscode.l10n.t('shadowed'),
    broken: vscode.l10n.t('broken'),
    unknown: vscode.l10n.t('unknown'),
    'every event': vscode.l10n.t('every event'),
    'no event known': vscode.l10n.t('no event known'),
  }
  return words[word] ?? word
}

let words: Readonly<Record<string, string>> | undefined
