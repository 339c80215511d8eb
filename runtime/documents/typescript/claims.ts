// Decides whether a module declares itself an extension of this agent. Many programs have a folder called `extensions`,
// so a module there counts only if it names an event, imports the agent's types, or has a name and computed hooks.

import { distance } from 'fastest-levenshtein'
import ts from 'typescript'
import { suggest } from '../../contract/suggest.ts'
import { isSpelling, isTypo } from '../../contract/typos.ts'
import type { DocumentInput } from '../document.ts'
import { nameOf } from './resolve.ts'
import { nodesIn } from './syntax.ts'

/** True where a module whose events cannot be read names an event as a key, or imports the agent's types. */
export function namesAgent(file: ts.SourceFile, { events }: DocumentInput): boolean {
  if (importsAgent(file.text)) return true
  return nodesIn(file).some((node) => events.includes(keyIn(node) ?? ''))
}

/** True where the agent's types or package are imported, in a comment or in code. */
export function importsAgent(text: string): boolean {
  return /\b(?:from|import|require)\s*\(?\s*['"][^'"\n]*secureyeoman/i.test(text)
}

/** True where a name can only belong to this agent: an event, or a misspelled one. */
export function isNearEvent(name: string, events: readonly string[]): boolean {
  return events.includes(name) || lonelyEvent(name, events) !== undefined
}

/** The event at most two letters away from a name: close enough beside other handlers of this agent. */
export function nearEvent(name: string, events: readonly string[]): string | undefined {
  const nearest = events.includes(name) ? undefined : suggest(name, events)
  return nearest !== undefined && distance(name, nearest) <= 2 ? nearest : undefined
}

/**
 * The event that a name without handlers beside it stands for: a typo in one of its words, or another spelling.
 * `messageSent` may belong to any program, so a spelling counts only for names of three words or more.
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
