// The codes of problems, each with its default severity and one sentence of help. The only place where codes are
// defined.

export type Severity = 'error' | 'warning' | 'info' | 'off'

/** Where a problem can be found. */
export type Evidence = 'text' | 'disk' | 'run'

/**
 * Code -> its default severity and one sentence of help. `evidence`: found not in the text but on disk and in other
 * files, or only by a run.
 */
export const PROBLEMS = {
  'file.unreadable': { severity: 'error', evidence: 'disk', help: 'The file could not be read.' },
  'file.too-large': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The file is larger than a hook file may be and was not read, or has more than is analyzed.',
  },
  'file.not-taken': {
    severity: 'info',
    evidence: 'disk',
    help: 'The file is in a hook folder but is not a hook of that dialect.',
  },
  'file.symlink-loop': { severity: 'error', evidence: 'disk', help: 'A symbolic link leads back to itself.' },
  'configuration.rejected': {
    severity: 'error',
    evidence: 'disk',
    help: 'Part of a configuration file is invalid, and the host drops that part or more.',
  },
  'configuration.divided': {
    severity: 'warning',
    evidence: 'disk',
    help: 'Hooks are in two files that the host reads as one place; it runs both and shows a warning.',
  },
  'configuration.misplaced': {
    severity: 'warning',
    evidence: 'disk',
    help: 'Hooks are in a file that their host does not read.',
  },
  'entry.matcher': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The matcher of an entry never matches, or is ignored.',
  },
  'entry.script': {
    severity: 'error',
    evidence: 'disk',
    help: 'An entry runs a script that does not exist or cannot be started, or whose answer does not arrive.',
  },
  'entry.condition': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The condition of an entry never holds, so the entry never runs.',
  },
  'entry.key': {
    severity: 'warning',
    evidence: 'disk',
    help: 'A key looks effective, but the host ignores it.',
  },
  'entry.kind': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The host loads entries of this kind but cannot run them at this event.',
  },
  'entry.loop': {
    severity: 'warning',
    evidence: 'disk',
    help: 'A hook keeps the agent from stopping and does not check whether it already did.',
  },
  'entry.off': {
    severity: 'info',
    evidence: 'disk',
    help: 'The entry is switched off, in its own file or elsewhere.',
  },
  'entry.rewrite': {
    severity: 'warning',
    evidence: 'disk',
    help: 'Two entries change the tool input of the same call, and only one of the changes counts.',
  },
  'entry.secret': { severity: 'warning', evidence: 'disk', help: 'The configuration contains a secret.' },
  'entry.shell': {
    severity: 'warning',
    evidence: 'disk',
    help: 'A command does not parse, or a command or script that sh runs uses features of bash.',
  },
  'entry.timeout': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The time-out of an entry is in the wrong unit, or longer than the host allows.',
  },
  'entry.twice': {
    severity: 'info',
    evidence: 'disk',
    help: 'Two entries run one script for the same moment.',
  },
  'entry.variable': {
    severity: 'warning',
    evidence: 'disk',
    help: 'A command uses a variable that the host does not set, so it is empty.',
  },
  'entry.writable': {
    severity: 'warning',
    evidence: 'disk',
    help: 'An entry runs a script that anyone on this machine can write.',
  },
  'syntax.error': { severity: 'error', help: 'The file does not parse, so it will not load.' },
  'syntax.unsupported': {
    severity: 'error',
    help: 'Code that Node does not load: TypeScript beyond types (enums, parameter properties), or two kinds of module in one file.',
  },
  'shape.not-a-hook': {
    severity: 'info',
    help: 'The file has no export that a hook file of this dialect requires.',
  },
  'event.unknown': {
    severity: 'error',
    help: 'The dialect has no event of this name, so the hook never fires.',
  },
  'event.undecided': {
    severity: 'info',
    evidence: 'disk',
    help: 'The event of the hook cannot be read from its source; it is queried once it is trusted.',
  },
  'import.missing': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The file imports something that does not exist, so it does not load, or runs without it.',
  },
  'imports.unseen': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The hook loads local files that cannot be determined from its source, so trust does not cover them.',
  },
  'executable.bit': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The file is not executable, so the host skips it.',
  },
  'executable.shebang': {
    severity: 'error',
    help: 'The file has no usable shebang line, so it cannot be started.',
  },
  'executable.crlf': {
    severity: 'error',
    help: 'The shebang line ends in CRLF, so its interpreter is not found.',
  },
  'executable.interpreter': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The interpreter named in the shebang is not installed.',
  },
  'executable.tool': {
    severity: 'warning',
    evidence: 'disk',
    help: 'A program that the hook requires is not installed.',
  },
  'executable.query': {
    severity: 'error',
    evidence: 'run',
    help: 'Queried for its event, the executable failed or returned none.',
  },
  'hook.shadowed': {
    severity: 'info',
    evidence: 'disk',
    help: 'A hook of the same name in a place with precedence hides this one.',
  },
  'hook.handler': { severity: 'error', help: 'The handler is missing or is not a function.' },
  'handler.async': {
    severity: 'error',
    help: 'The host awaits the handler, but it is not async, so its answer is lost.',
  },
  'field.unknown': {
    severity: 'error',
    help: 'The payload of this event has no such field, so its value is missing.',
  },
  'value.impossible': {
    severity: 'warning',
    help: 'The field never has this value, so the comparison never holds.',
  },
  'result.unknown': {
    severity: 'warning',
    help: 'An answer to this event has no such field, so the host ignores it.',
  },
  'result.type': {
    severity: 'error',
    help: 'The answer does not have the shape that the event requires, so it is invalid.',
  },
  'result.null': {
    severity: 'error',
    help: 'The event cannot be denied, so null is an invalid answer, not a denial.',
  },
  'result.missing': {
    severity: 'error',
    help: 'The event expects the payload, but the handler can end without returning it.',
  },
  'result.ignored': {
    severity: 'warning',
    help: 'The host drops the whole answer, or ignores it at this event.',
  },
  'exit.ignored': {
    severity: 'warning',
    help: 'The hook reports that it blocks something, but its exit status blocks nothing at this event.',
  },
  'exit.refuses': {
    severity: 'warning',
    help: 'The hook exits with a status that the host treats as a refusal, at every call or because its last test is false.',
  },
  'output.unreadable': {
    severity: 'error',
    help: 'The output of the hook is not a single JSON value, so the host cannot read the answer.',
  },
  'output.lost': {
    severity: 'warning',
    help: 'The hook answers and then fails (exits with a status other than 0), so its answer is ignored.',
  },
  'input.spent': {
    severity: 'warning',
    help: 'The payload is already read from standard input, so reading it again returns nothing.',
  },
  'name.undefined': {
    severity: 'error',
    help: 'This name is not defined: the file does not load, or the hook fails where it is used.',
  },
  'python.literal': {
    severity: 'error',
    help: 'Python writes True, False and None; the lower-case JSON words are undefined names.',
  },
  'hook.duplicate': {
    severity: 'warning',
    help: 'The same handler is listed twice for one event, so it runs twice.',
  },
  'kaizen.renamed': {
    severity: 'off',
    help: 'ADR-010 has this field, but the later Kaizen sends it under another name or not at all.',
  },
  'kaizen.unregistered': {
    severity: 'info',
    help: 'The class is a hook by ADR-010, but the released Kaizen registers it for no event.',
  },
  'ignore.unknown': {
    severity: 'warning',
    help: 'A comment ignores a code that does not exist, so it ignores nothing.',
  },
  'ignore.unused': {
    severity: 'info',
    help: 'A comment ignores a finding that does not exist.',
  },
  'payload.mismatch': {
    severity: 'warning',
    help: 'The payload does not match its event.',
  },
  'recording.invalid': { severity: 'warning', help: 'A line of a recording is not a readable step.' },
  'case.invalid': { severity: 'error', help: 'The case cannot be run as it is written.' },
  'timeout.unit': {
    severity: 'warning',
    help: 'The time is in milliseconds and so short that seconds were probably intended: nothing ends in time.',
  },
  'settings.untrusted': {
    severity: 'warning',
    evidence: 'disk',
    help: 'Settings that could run code or turn a guard off are ignored until their file is trusted.',
  },
  'settings.invalid': { severity: 'error', help: 'A settings file does not parse or has a wrong value.' },
} as const satisfies Record<
  string,
  { severity: Severity; evidence?: Exclude<Evidence, 'text'>; help: string }
>

export type ProblemCode = keyof typeof PROBLEMS
