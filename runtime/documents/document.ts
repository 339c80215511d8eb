// The result of reading a hook file: which code answers which event, what the file loads, and its problems. Types only;
// reading never runs anything.

import type { CalledInput } from '../contract/called.ts'
import type { Exports } from '../contract/dialect.ts'
import type { Problem, Range } from '../contract/problems.ts'

export type Language = 'typescript' | 'javascript' | 'python' | 'shell' | 'powershell' | 'jq' | 'other'

/** A piece of code that answers events. */
export type Site = {
  /** Event names as written, known to the dialect or not. */
  readonly events: readonly string[]
  /** Which part of the file is the hook (a class name, `beforeTool[0]`); absent when the file is one hook. */
  readonly part?: string
  /** The name that the author gave it, where the text contains one. */
  readonly name?: string
  /** The range of the event's name, the class or the function. */
  readonly range: Range
  /** The handler's code. */
  readonly handler?: Range
}

/** Modules without which a file fails to load. */
export type RequiredModules = {
  /** In load order: top-level package names for Python, specifiers for JavaScript and TypeScript modules. */
  readonly modules: readonly RequiredModule[]
  /** Folders, relative to the file, in which Python looks for them first. */
  readonly folders?: readonly string[]
  /** How a JavaScript file loads modules, where it uses only one of the two ways. */
  readonly asks?: { readonly by: 'import' | 'require'; readonly range: Range }
}

export type RequiredModule = {
  readonly name: string
  readonly range: Range
  /** A call of `require`, which adds endings and searches folders. */
  readonly by?: 'require'
}

/** A file that a shell script sources whenever it runs. */
export type SourcedFile = {
  /** Relative to the script's folder. */
  readonly name: string
  /** The path is relative to the working directory instead. */
  readonly fromCwd?: true
  readonly range: Range
  /** What the shell does where the file does not exist. */
  readonly without: 'ends' | 'continues' | 'unknown'
}

/** A local file that is run. */
export type RunFile = {
  readonly file: string
  /** The program that runs it (`sh`), or `itself` where it is started by its path; absent where it is not known. */
  readonly runBy?: string
}

/** A load of a file below a folder that a variable names. */
export type Anchored = RunFile & {
  /** Line and code, as in `opaque`. */
  readonly text: string
}

/**
 * A call of a program, or of a module of Python as a program, and its line and text. `path`: where it is, if that is
 * written and a folder of the system; a file of the workspace is followed by itself. `isNoFunction`: another command starts
 * it, so that no function of this name is called.
 */
export type CalledProgram = {
  readonly kind: 'program' | 'tool module'
  readonly name: string
  readonly text: string
  readonly path?: string
  readonly isNoFunction?: true
}

export type HookDocument = {
  readonly path: string
  readonly language: Language
  /**
   * `hook`: the file has the shape of a hook file of its dialect, and `sites` lists everything it answers. `undecided`:
   * it is a hook file, but its events cannot be read from the text (computed, merely mentioned). `none`: it is not a
   * hook file of this dialect. In a file that does not parse this is the parser's best guess; the problem
   * `syntax.error` marks it as broken.
   */
  readonly shape: 'hook' | 'undecided' | 'none'
  /**
   * The file has the shape of a hook file, but nothing in it names the program it is for. In a folder that other
   * programs share, it is assumed to be theirs.
   */
  readonly unclaimed?: true
  /** The file's own name for itself (`name` of an Extension). */
  readonly name?: string
  /** The file's version, where it states one (`version` of an Extension). */
  readonly version?: string
  readonly sites: readonly Site[]
  /**
   * Local files it loads, relative to the file (`./helper.ts`, `./lib`); packages are not listed. For Python these are
   * candidates (`./helper.py`, `./helper/__init__.py`), because the text does not distinguish a local module from an
   * installed one; the caller keeps those that exist.
   */
  readonly imports: readonly string[]
  /**
   * Those of `imports` that are read in the language of the program that runs them, whatever their names are, once for
   * each program; absent when none.
   */
  readonly runs?: readonly RunFile[]
  /** What it imports whenever it is loaded, as far as the text shows; absent when no import is certain. */
  readonly required?: RequiredModules
  /** What a shell script certainly sources first; absent where it is not certain. */
  readonly sourced?: SourcedFile
  /**
   * Packages that a module loads, by name; absent when none. For Python they are those of `imports` that do not exist.
   */
  readonly packages?: readonly string[]
  /** Loads of local code whose path the text does not determine (`. "$f"`), each as line and code; absent when none. */
  readonly opaque?: readonly string[]
  /** Further ones where another file loads this one, because it may call its functions with anything. */
  readonly opaqueIfLoaded?: readonly string[]
  /** Some of `imports` are resolved against the working directory, not the file's folder. */
  readonly fromCwd?: true
  /**
   * It runs Python with `-c` or `-m`, which looks for every module, even of the standard library, in the working
   * directory first.
   */
  readonly pythonFromCwd?: true
  /**
   * Loads whose path begins with a variable (`${CLAUDE_PROJECT_DIR}/lib.sh`), which only the program that runs the file
   * may know, or with a system folder (`/usr/local/lib`) outside of home directories.
   */
  readonly anchored?: readonly Anchored[]
  /** Parts that may start something and are not followed: what the grammar misread, texts of commands for a program. */
  readonly recipes?: readonly string[]
  /** Programs it calls that may run more than the text shows, unless a file that it loads defines a function of the name. */
  readonly programs?: readonly CalledProgram[]
  /** The functions that a script defines, by name. */
  readonly functions?: readonly string[]
  /** Programs it cannot work without (`jq`), as far as the text shows. */
  readonly tools: readonly string[]
  readonly problems: readonly Problem[]
  /**
   * The ranges of its comments, markers included; absent where the parser cannot tell them from the rest of the text.
   */
  readonly comments?: readonly Range[]
}

/** The input of a reader: the text, and what files of this dialect may contain. */
export type DocumentInput = {
  readonly path: string
  readonly text: string
  readonly exports: Exports
  /** Every event name of the dialect. */
  readonly events: readonly string[]
  /**
   * Set for a script that entries of hosts call, for all of `events`; absent where the file itself names its events.
   */
  readonly called?: CalledInput
  /**
   * The program that runs the file (`sh`), or `itself` where it is started by its path; absent where the name of the
   * file decides its language.
   */
  readonly runBy?: string
  /** Code within another text. Which shell runs a command line is up to its host, so its shell syntax is not judged. */
  readonly embedded?: true
}
