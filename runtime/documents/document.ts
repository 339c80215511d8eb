// What a reader makes of a hook file: which code answers which event. Reading never runs anything.

import type { CalledInput } from '../contract/called.ts'
import type { Exports } from '../contract/dialect.ts'
import type { Problem, Range } from '../contract/problems.ts'

export type Language = 'typescript' | 'javascript' | 'python' | 'shell' | 'powershell' | 'other'

/** This code answers these events. */
export type Site = {
  /** Event names as written, known to the dialect or not. */
  readonly events: readonly string[]
  /** Which part of the file is the hook (a class name, `beforeTool[0]`); absent when the file is one hook. */
  readonly part?: string
  /** The name the author gave it, where the text says one. */
  readonly name?: string
  /** Where the event is named, or the class, or the function. */
  readonly range: Range
  /** The handler's code. */
  readonly handler?: Range
}

/** Modules without which a file does not load. */
export type RequiredModules = {
  /** In the order in which they are loaded: packages of Python by their first name, specifiers of modules. */
  readonly modules: readonly RequiredModule[]
  /** Folders in which Python looks for them first, relative to the file. */
  readonly folders?: readonly string[]
  /** How a file of JavaScript asks for modules, where it is written in one way alone. */
  readonly asks?: { readonly by: 'import' | 'require'; readonly range: Range }
}

export type RequiredModule = { readonly name: string; readonly range: Range }

/** A load below a folder that a variable names. */
export type Anchored = {
  readonly file: string
  /** Where and what, as in `opaque`. */
  readonly text: string
}

export type HookDocument = {
  readonly path: string
  readonly language: Language
  /**
   * `hook`: it has the shape of a hook file of its dialect, and `sites` says all it answers.
   * `undecided`: it is one, but which events it answers cannot be read from the text (computed, merely mentioned).
   * `none`: it is no hook file of this dialect.
   * In a file that does not parse this is the parser's best guess; the problem `syntax.error` says that it is broken.
   */
  readonly shape: 'hook' | 'undecided' | 'none'
  /**
   * It has the shape of a hook file, and nothing in it says of which program: in a folder that other programs have
   * too, it is theirs.
   */
  readonly unclaimed?: true
  /** The file's own name for itself (`name` of an Extension). */
  readonly name?: string
  /** Its version, where it states one (`version` of an Extension). */
  readonly version?: string
  readonly sites: readonly Site[]
  /**
   * Local files it loads, relative to the file (`./helper.ts`, `./lib`); packages are not listed.
   * From Python these are candidates (`./helper.py`, `./helper/__init__.py`), because its text cannot tell a
   * local module from an installed one: whoever follows them keeps those that exist.
   */
  readonly imports: readonly string[]
  /** What it imports whenever it is loaded, as far as the text says; absent when nothing of that is certain. */
  readonly required?: RequiredModules
  /** Packages that a module loads, by name; absent when none. Of Python they show among `imports` that are not there. */
  readonly packages?: readonly string[]
  /** Loads of local code whose path the text does not settle (`. "$f"`), each where and what; absent when none. */
  readonly opaque?: readonly string[]
  /** Some of `imports` are looked for in the folder in which it is run, and not beside it. */
  readonly fromCwd?: true
  /** It runs Python that looks for every module, also for one of Python's own, in the working directory first (`-c`, `-m`). */
  readonly pythonFromCwd?: true
  /** Loads whose path begins with a variable (`${CLAUDE_PROJECT_DIR}/lib.sh`): whoever runs the file knows it, or nobody.
   *  Or with a folder of the system's (`/usr/local/lib`), unless it is a person's. */
  readonly anchored?: readonly Anchored[]
  /** Where it runs what the project's own files say (`npm test`, `make`): no mistake, and nothing that can be followed. */
  readonly recipes?: readonly string[]
  /** Programs it cannot work without (`jq`), as far as the text says. */
  readonly tools: readonly string[]
  readonly problems: readonly Problem[]
  /** Its comments with their signs; absent where the parser cannot tell them from the rest of the text. */
  readonly comments?: readonly Range[]
}

/** What a reader is given: the text, and what files of this dialect may hold. */
export type DocumentInput = {
  readonly path: string
  readonly text: string
  readonly exports: Exports
  /** Every event name of the dialect. */
  readonly events: readonly string[]
  /** It is a script that entries of hosts call, at all of `events`; absent where the file itself says its events. */
  readonly called?: CalledInput
}
