// Whether a module says that it is an extension of this agent. Folders called `extensions` belong to many programs, so
// there a module counts only if it names an event, imports the agent's types, or has a name and computed hooks.

import { distance } from 'fastest-levenshtein'
import ts from 'typescript'
import { suggest } from '../../contract/suggest.ts'
import { isSpelling, isTypo } from '../../contract/typos.ts'
import type { DocumentInput } from '../document.ts'
import { nameOf } from './resolve.ts'
import { nodesIn } from './syntax.ts'

/** True where the text of a module whose events cannot be read names one of them as a key, or the agent's types. */
export function namesAgent(file: ts.SourceFile, { events }: DocumentInput): boolean {
  if (importsAgent(file.text)) return true
  return nodesIn(file).some((node) => events.includes(keyIn(node) ?? ''))
}

/** True where the agent's types or its package are imported, in a comment or in code. */
export function importsAgent(text: string): boolean {
  return /\b(?:from|import|require)\s*\(?\s*['"][^'"\n]*secureyeoman/i.test(text)
}

/** True where a name can only be meant for this agent: an event, or one that was misspelt. */
export function isNearEvent(name: string, events: readonly string[]): boolean {
  return events.includes(name) || lonelyEvent(name, events) !== undefined
}

/** The event that a name is two letters away from: beside handlers of this agent that is close enough. */
export function nearEvent(name: string, events: readonly string[]): string | undefined {
  const nearest = events.includes(name) ? undefined : suggest(name, events)
  return nearest !== undefined && distance(name, nearest) <= 2 ? nearest : undefined
}

/**
 * The event that a name with no handler beside it was meant for: a slip of the fingers in one of its words, or the event in
 * another spelling. `messageSent` may be any program's, so a spelling counts only for names of three words and more.
 */
export function lonelyEvent(name: string, events: readonly string[]): string | undefined {
  const nearest = suggest(name, events)
  if (nearest === undefined || name === nearest) return undefined
  if (isSpelling(name, nearest)) return nearest.split('_').length > 2 ? nearest : undefined
  return isTypo(name, nearest) ? nearest : undefined
}

// `agent_init: …`, `agent_init() { … }`, `hooks.agent_init = …`, `function agent_init`
function keyIn(node: ts.Node): string | undefined {
  if (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) return nameOf(node.name, new Map())
  if (ts.isShorthandPropertyAssignment(node)) return node.name.text
  if (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node))
    return node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined
  return ts.isPropertyAccessExpression(node.left) ? node.left.name.text : undefined
}
