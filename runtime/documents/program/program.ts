// A small intermediate language for one question: what does an executable print when it is called with `hook`? Readers
// translate their language into it; what has no translation is `unknown`.

import type { Range } from '../../contract/problems.ts'

export type Expr =
  | { readonly kind: 'text'; readonly text: string; readonly range: Range }
  | { readonly kind: 'known'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  /** `paths`: how many items at its front are paths of what is run, which look like no option. */
  | { readonly kind: 'list'; readonly items: readonly Expr[]; readonly paths?: number }
  | { readonly kind: 'item'; readonly of: Expr; readonly at: Expr }
  | { readonly kind: 'slice'; readonly of: Expr; readonly from: Expr }
  | { readonly kind: 'length'; readonly of: Expr }
  /** Strings put together, or the items of one list. */
  | { readonly kind: 'join'; readonly parts: readonly Expr[]; readonly between?: string }
  | { readonly kind: 'compare'; readonly by: ProgramComparison; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'not'; readonly of: Expr }
  | { readonly kind: 'and' | 'or'; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'choose'; readonly test: Expr; readonly yes: Expr; readonly no: Expr }
  | { readonly kind: 'assign'; readonly target: ProgramTarget; readonly value: Expr; readonly local: boolean }
  | { readonly kind: 'function'; readonly params: ProgramTarget; readonly body: readonly Stmt[] }
  | { readonly kind: 'call'; readonly callee: Expr; readonly args: readonly Expr[] }
  /** Arguments spread into a list. */
  | { readonly kind: 'spread'; readonly of: Expr }
  /** Writes to standard output. */
  | { readonly kind: 'write'; readonly text: Expr }
  /** Ends the program; a status that is known and not 0 says that it failed. */
  | { readonly kind: 'exit'; readonly status: Expr }
  /** Statements where an expression is wanted; the value is that of the last one. */
  | { readonly kind: 'steps'; readonly steps: readonly Stmt[] }
  /** Nobody can say. Its parts are worked out for what they do; functions among them may be called later. */
  | { readonly kind: 'unknown'; readonly parts: readonly Expr[] }

export type ProgramComparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in'

export type Stmt =
  | { readonly kind: 'do'; readonly of: Expr }
  | {
      readonly kind: 'if'
      readonly test: Expr
      readonly yes: readonly Stmt[]
      readonly no: readonly Stmt[]
    }
  | { readonly kind: 'while'; readonly test: Expr; readonly body: readonly Stmt[] }
  | {
      readonly kind: 'each'
      readonly target: ProgramTarget
      readonly of: Expr
      readonly body: readonly Stmt[]
    }
  /** Cases that fall through until a break; a case without tests is the default. */
  | { readonly kind: 'switch'; readonly of: Expr; readonly cases: readonly ProgramCase[] }
  | { readonly kind: 'define'; readonly name: string; readonly value: Expr & { readonly kind: 'function' } }
  | { readonly kind: 'return'; readonly value: Expr }
  | { readonly kind: 'break' | 'continue' }

export type ProgramCase = { readonly tests: readonly Expr[]; readonly body: readonly Stmt[] }

/** Where a value goes: a name, or a list taken apart. */
export type ProgramTarget =
  | { readonly kind: 'name'; readonly name: string; readonly otherwise?: Expr | undefined }
  | {
      readonly kind: 'items'
      readonly items: readonly (ProgramTarget | undefined)[]
      readonly rest?: number | undefined
    }

export const UNKNOWN: Expr = { kind: 'unknown', parts: [] }
export const NOTHING: Expr = { kind: 'known', value: null }

/** A known value as an expression. */
export function known(value: string | number | boolean | null): Expr {
  return { kind: 'known', value }
}

/** An expression nobody can work out, made of parts that may still do something. */
export function unknown(...parts: readonly Expr[]): Expr {
  return parts.length === 0 ? UNKNOWN : { kind: 'unknown', parts }
}

/** A statement that does something. */
export function act(of: Expr): Stmt {
  return { kind: 'do', of }
}

/** A write of `text` and, unless told otherwise, a line break. */
export function write(text: Expr, end = '\n'): Expr {
  return { kind: 'write', text: end === '' ? text : { kind: 'join', parts: [text, known(end)] } }
}
