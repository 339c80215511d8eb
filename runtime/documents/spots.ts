// Spots: the places of a text that have a meaning in a contract. Readers find them; checks and the language server turn
// them into findings, completions and hovers, independently of the file's language.

import type { WithinScript } from '../contract/called.ts'
import type { Claim } from '../contract/claim.ts'
import type { Range } from '../contract/problems.ts'
import type { Path } from '../contract/walk.ts'
import type { HookDocument } from './document.ts'

/** The quotes around the text at this place. */
export function quoteAt(text: string, start: number): Quote {
  const mark = text[start - 1]
  return mark === "'" || mark === '"' || mark === '`' ? mark : 'bare'
}

/** The spot without its claims: nothing is reported there. */
export function unsure<S extends Spot>(spot: S): S {
  if (!('sure' in spot)) return spot
  if (spot.kind !== 'field') return { ...spot, sure: false }
  const { alternatives: _, ...rest } = spot
  return { ...rest, sure: false } as typeof spot
}

/** The case to which all letters of a text were converted. */
export type Letters = 'lower' | 'upper'

/** The shape in which a spot's path is resolved. */
export type Side =
  /** The payload of a hook, or its answer, at one of `events`. */
  | { readonly of: 'payload' | 'result'; readonly events: readonly string[] }
  /** A file of Hookbench, or of a dialect: the contract has its shape under this name. */
  | { readonly of: 'settings' | 'extensions' | 'recording' | 'case' | 'payload-file' }

export type Spot =
  /** An event's name is written here, or is expected here (then `name` is what has been typed of it). */
  | {
      readonly kind: 'event'
      readonly range: Range
      readonly name: string
      readonly quote: Quote
      /** The text contains it in upper case, like the members of an enumeration (`HookEvent.PRE_TOOL_USE`). */
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
      /** `read`: its value is read. `write`: it is assigned, or is a key of an object that is built. */
      readonly access: 'read' | 'write'
      /**
       * False where a missing field must not be reported: the spot is one of several alternatives, the presence was
       * tested, the value may have been replaced, or the path was followed through a guess.
       */
      readonly sure: boolean
      /**
       * It is not sure only because its presence is tested; a near miss of a field's name is still reported as a
       * misspelling.
       */
      readonly tested?: true
      /**
       * On the first of several alternatives: the paths of all. The hook uses whichever is present, and otherwise nothing
       * of the payload.
       */
      readonly alternatives?: readonly Path[]
      /** It is read in a way that tolerates a missing field: `.get()`, `// empty`. */
      readonly optional?: true
      /** The payload's text is searched for a key of this name, at any depth. */
      readonly searched?: true
      /** The search is for the key alone, so it tests whether the payload has it. */
      readonly alone?: true
      /** The blank behind the key's colon without which the search does not match. */
      readonly blank?: Range
      /** It is read from the payload's text before that is parsed. */
      readonly unparsed?: true
      /** Keys of the object that is built here; completion does not offer them again. */
      readonly siblings?: readonly string[]
    }
  /** A value is written where the shape lists the possible ones: compared with a field, or assigned to one. */
  | {
      readonly kind: 'value'
      readonly range: Range
      readonly side: Side
      /** The path of the field whose value it is. */
      readonly path: Path
      /** The literal value, where one is written. */
      readonly value?: string | number | boolean | null
      /** It is part of a JSON text and follows JSON's notation, whatever the file's language. */
      readonly json?: true
      /** It is one of several that a condition chooses from. */
      readonly chosen?: true
      /** The value is computed; only its type is known. */
      readonly type?: 'boolean' | 'text'
      /** It is computed: the field of the payload at this path, if that is a text. */
      readonly taken?: Path
      /** The field is passed to a function that takes only values of this type, and fails otherwise. */
      readonly needs?: 'text' | 'list'
      /** The other values the same comparison accepts: `in ("startup", "resume")`. */
      readonly others?: readonly (string | number | boolean | null)[]
      /** Only the beginning of the field's text is compared with it. */
      readonly part?: 'start'
      /** The field is compared in its JSON form: a text with its quotes. */
      readonly inQuotes?: true
      /** The field's letters were all converted to this case before the comparison. */
      readonly letters?: Letters
      readonly quote: Quote
      readonly access: 'read' | 'write'
      readonly sure: boolean
    }
  /** A whole answer is built and returned or printed here: which fields it has is known. */
  | {
      readonly kind: 'answer'
      readonly range: Range
      /** Ranges of its keys and values that are written outside of `range`. */
      readonly elsewhere?: readonly Range[]
      readonly events: readonly string[]
      /** The keys it is known to have; their values need not be known. */
      readonly keys: readonly string[]
      /** True where more keys may be in it than can be seen (a spread, a computed key). */
      readonly more: boolean
      /** The answer itself, with `undefined` for unknown values; absent where its reader does not compute it. */
      readonly value?: LiteralAnswer
      /** The answer on other paths that reach this place, where its values differ. */
      readonly others?: readonly LiteralAnswer[]
      /** A text in it is not escaped for JSON: the path of a field, or the `output` of a program. */
      readonly unescaped?: string
      /** The answers that are built here with the arguments of further calls, which are at these ranges. */
      readonly calls?: readonly { readonly value: LiteralAnswer; readonly range: Range }[]
    }
  /** The program ends here, for certain on at least one path through it. */
  | {
      readonly kind: 'end'
      /** The range of its status, or of the statement that ends the program. */
      readonly range: Range
      readonly events: readonly string[]
      readonly status: number
      /** Where the number is written, if elsewhere. */
      readonly statusAt?: Range
      /** Where it is written, if not in the ending statement: in a table, a variable, a default. */
      readonly writtenAt?: Range
      /** Everything printed by then, with `…` for unknown parts; undefined where it cannot be determined. */
      readonly stdout?: string
      /** Where the last part of it is printed. */
      readonly printed?: Range
      /**
       * The author means it to end the script, but execution continues: in bash, a `return` outside of all functions,
       * one in a function whose status is not used, an `exit` in a subshell, or one whose status a trap replaces.
       */
      readonly goesOn?: 'return' | 'function' | 'subshell' | 'trap'
      /** The script still exits with 0: a caller ignores the returned status, or an `except` catches the exit. */
      readonly dropped?: 'call' | 'except'
      /** Its status is that of a final test that was false, so it is not a decision. */
      readonly undecided?: 'test' | 'search'
      /** What is certainly printed first, where the whole output cannot be determined. */
      readonly begins?: string
      /** What is certainly printed last, where the whole output cannot be determined. */
      readonly closes?: string
      /** Where text is printed that is not part of an answer, and the edits that send it to standard error instead. */
      readonly beside?: {
        readonly range: Range
        readonly away?: readonly { readonly range: Range; readonly text: string }[]
      }
      /** What the program wrote to standard error right before. */
      readonly stderr?: string
      /** What the program wrote to a file right before. */
      readonly logged?: string
      /** The answer that goes to the file to which the program sends all its output. */
      readonly inFile?: string
      /** The content of the payload leads here: the script rejects it, it does not fail. */
      readonly byContent?: true
      /** The program ends here whatever the payload is. */
      readonly always?: true
    }
  /** A path to a file, relative to the document's folder unless absolute: links and definitions follow it. */
  | { readonly kind: 'file'; readonly range: Range; readonly file: string }
  /** Code in another language that gets the payload or answers: the text of `python3 -c '…'`, exactly as it runs. */
  | {
      readonly kind: 'code'
      readonly range: Range
      readonly language: 'javascript' | 'python' | 'shell' | 'powershell'
      readonly events: readonly string[]
      readonly within: WithinScript
      /** The range names a file with the code instead: `python3 "$(dirname "$0")/guard.py"`. */
      readonly isFile?: true
      /** The file is started by itself, so its first line names the program that runs it. */
      readonly executed?: true
    }
  /** The name of an environment variable that is read. */
  | { readonly kind: 'variable'; readonly range: Range; readonly name: string }

/** An object of an answer, as far as it is literal. */
export type LiteralAnswer = { readonly [key: string]: LiteralValue }
export type LiteralValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | LiteralAnswer
  | readonly LiteralValue[]

/** The quotes around a name at this place, or `bare` for none. */
export type Quote = '"' | "'" | '`' | 'bare'

/** A document with its spots, in the order of the text. */
export type SpottedDocument = HookDocument & {
  readonly spots: readonly Spot[]
  /** What flow analysis finds in a module besides its types; present once it is followed, for findings only. */
  readonly followed?: readonly Spot[]
  /** The event that a data file names as its own. */
  readonly claim?: Claim
}

/** What a language's reader adds to a document: spots, and findings that need no contract. */
export type Spotted = Pick<SpottedDocument, 'spots' | 'problems' | 'followed'>
