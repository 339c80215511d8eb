// Spots: the places of a text that mean something to a contract. Readers find them; whoever knows the
// contract turns them into findings, completions and hovers, without asking which language they stand in.

import type { WithinScript } from '../contract/called.ts'
import type { Claim } from '../contract/claim.ts'
import type { Range } from '../contract/problems.ts'
import type { Path } from '../contract/walk.ts'
import type { HookDocument } from './document.ts'

/** The quotes that the text at this place is written in. */
export function quoteAt(text: string, start: number): Quote {
  const mark = text[start - 1]
  return mark === "'" || mark === '"' || mark === '`' ? mark : 'bare'
}

/** Whose shape a spot's path is walked in. */
export type Side =
  /** What a hook is given, or what it answers, at one of `events`. */
  | { readonly of: 'payload' | 'result'; readonly events: readonly string[] }
  /** A file of ours, or one of a dialect's own: its shape stands in the contract under this name. */
  | { readonly of: 'settings' | 'extensions' | 'recording' | 'case' | 'payload-file' }

export type Spot =
  /** An event's name is written here, or is expected here (then `name` is what there is of it). */
  | {
      readonly kind: 'event'
      readonly range: Range
      readonly name: string
      readonly quote: Quote
      /** The text holds it in upper case, as the members of an enumeration are written (`HookEvent.PRE_TOOL_USE`). */
      readonly written?: 'upper'
    }
  /** The key of a field is written here, or is expected here. */
  | {
      readonly kind: 'field'
      readonly range: Range
      readonly side: Side
      /** The path of the field, its own key last; that key may be unfinished or empty. */
      readonly path: Path
      readonly quote: Quote
      /** `read`: its value is taken. `write`: it is set or is a key of an object that is built. */
      readonly access: 'read' | 'write'
      /**
       * False where nothing may be said if the field does not exist: it is one of several alternatives, its
       * presence was tested, the value may have been replaced, or the path was followed through a guess.
       */
      readonly sure: boolean
      /** It is not sure only because its presence is tested: what is nearly the name of a field is a slip all the same. */
      readonly tested?: true
      /** It is read in a way that goes on where there is nothing: `.get()`, `// empty`. */
      readonly optional?: true
      /** It is asked of the payload's text, which is not parsed yet. */
      readonly unparsed?: true
      /** Keys of the object that is built here, so that they are not offered twice. */
      readonly siblings?: readonly string[]
    }
  /** A value stands where the shape knows which can: compared with a field, or given to one. */
  | {
      readonly kind: 'value'
      readonly range: Range
      readonly side: Side
      /** The path of the field whose value it is. */
      readonly path: Path
      /** What is written, where it is a literal. */
      readonly value?: string | number | boolean | null
      /** It stands in a text of JSON, and so is spelt as JSON spells it, whatever the file's language. */
      readonly json?: true
      /** One of several that a condition chooses from. */
      readonly chosen?: true
      /** It is worked out: of the value only this is known. */
      readonly type?: 'boolean'
      /** What the same comparison takes as well: `in ("startup", "resume")`. */
      readonly others?: readonly (string | number | boolean | null)[]
      /** Only the beginning of the field's text is compared with it. */
      readonly part?: 'start'
      /** What is compared with it is the field as JSON: a text in its quotes. */
      readonly inQuotes?: true
      readonly quote: Quote
      readonly access: 'read' | 'write'
      readonly sure: boolean
    }
  /** A whole answer is built and given here: which fields it has is known. */
  | {
      readonly kind: 'answer'
      readonly range: Range
      /** Where keys and values of it are written that stand outside of it. */
      readonly elsewhere?: readonly Range[]
      readonly events: readonly string[]
      /** The answer as far as it is literal; undefined fields are known to be there, their values are not. */
      readonly keys: readonly string[]
      /** True where more keys may be in it than can be seen (a spread, a computed key). */
      readonly more: boolean
      /** The answer itself, with `undefined` for what is not known; absent where its reader does not work it out. */
      readonly value?: LiteralAnswer
      /** The same on other ways that come to it, where it has other values there. */
      readonly others?: readonly LiteralAnswer[]
    }
  /** The program ends here, for certain on one way through it. */
  | {
      readonly kind: 'end'
      /** Where its status is written, or what ends it. */
      readonly range: Range
      readonly events: readonly string[]
      readonly status: number
      /** Where the number stands, where that is elsewhere. */
      readonly statusAt?: Range
      /** Where that is, if not in what ends the program: in a table, a name, a default. */
      readonly writtenAt?: Range
      /** All that it printed by then, `…` for what is not known; undefined where nobody can say. */
      readonly stdout?: string
      /** Where the last of it is printed. */
      readonly printed?: Range
      /** It is meant to end here, and goes on: in bash a `return` outside of all functions, or one whose status nobody asks for, an `exit` in a subshell. */
      readonly goesOn?: 'return' | 'function' | 'subshell'
      /** The script ends with 0 all the same: a call does nothing with what it is given back, an `except` takes the end. */
      readonly dropped?: 'call' | 'except'
      /** Its status is that of a last test which did not hold: nobody decided anything. */
      readonly undecided?: true
      /** What is certainly printed first, where nobody can say all of it. */
      readonly begins?: string
      /** What is certainly printed last, where nobody can say all of it. */
      readonly closes?: string
      /** Where text is printed that is no part of an answer, and what sends it to standard error instead. */
      readonly beside?: {
        readonly range: Range
        readonly away?: readonly { readonly range: Range; readonly text: string }[]
      }
      /** What it wrote to standard error right before. */
      readonly stderr?: string
      /** What it wrote to a file right before. */
      readonly logged?: string
      /** What the text of the payload says leads here: the script refuses it, and does not fail. */
      readonly byContent?: true
      /** The first text that is printed, by the lines alone: it may be a log that nobody wants to read. */
      readonly byLines?: true
    }
  /** A path to a file, relative to the document's folder unless absolute: links and definitions follow it. */
  | { readonly kind: 'file'; readonly range: Range; readonly file: string }
  /** Code in another language that is given the payload, or answers: the text of `python3 -c '…'`. It stands there as it runs. */
  | {
      readonly kind: 'code'
      readonly range: Range
      readonly language: 'javascript' | 'python' | 'shell' | 'powershell'
      /** What it prints is taken up by the code around it, and is no answer. */
      readonly captured: boolean
      readonly events: readonly string[]
      readonly within: WithinScript
    }
  /** The name of an environment variable that is read. */
  | { readonly kind: 'variable'; readonly range: Range; readonly name: string }

/** An object of an answer as far as it is written out. */
export type LiteralAnswer = { readonly [key: string]: LiteralValue }
export type LiteralValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | LiteralAnswer
  | readonly LiteralValue[]

/** What has to stand around a name that is written here, or that it stands bare. */
export type Quote = '"' | "'" | '`' | 'bare'

/** A document with its spots, in the order of the text. */
export type SpottedDocument = HookDocument & {
  readonly spots: readonly Spot[]
  /** What following finds in a module besides its types: for checks alone. */
  readonly followed?: readonly Spot[]
  /** The event that a file of data says it is about. */
  readonly claim?: Claim
}

/** What a language's reader adds to the document: spots, and findings that need no contract. */
export type Spotted = Pick<SpottedDocument, 'spots' | 'problems' | 'followed'>
