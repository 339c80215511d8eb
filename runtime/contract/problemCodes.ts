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
    help: 'The file is larger than a hook file may be and was not read, or holds more than is looked into.',
  },
  'file.not-taken': {
    severity: 'info',
    evidence: 'disk',
    help: 'The file stands in a hook folder but is no hook of that dialect.',
  },
  'file.symlink-loop': { severity: 'error', evidence: 'disk', help: 'A symbolic link leads back to itself.' },
  'configuration.rejected': {
    severity: 'error',
    evidence: 'disk',
    help: 'A part of a configuration file is not what its host reads, and the host drops it, or more than it.',
  },
  'configuration.divided': {
    severity: 'warning',
    evidence: 'disk',
    help: 'Hooks stand in two files that the host reads as one place; it runs both, and warns.',
  },
  'configuration.misplaced': {
    severity: 'warning',
    evidence: 'disk',
    help: 'Hooks stand in a file in which their host does not look for any.',
  },
  'entry.matcher': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The matcher of an entry never matches, or is not looked at.',
  },
  'entry.script': {
    severity: 'error',
    evidence: 'disk',
    help: 'An entry runs a script that is not there, or that cannot be started.',
  },
  'entry.condition': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The condition of an entry never holds, so the entry never runs.',
  },
  'entry.key': {
    severity: 'warning',
    evidence: 'disk',
    help: 'A key looks as if it did something, and the host passes over it.',
  },
  'entry.kind': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The host loads entries of this kind and cannot run them at this event.',
  },
  'entry.loop': {
    severity: 'warning',
    evidence: 'disk',
    help: 'A hook keeps the agent from stopping and does not look whether it has done so before.',
  },
  'entry.off': {
    severity: 'info',
    evidence: 'disk',
    help: 'The entry is switched off, in its own file or elsewhere.',
  },
  'entry.secret': { severity: 'warning', evidence: 'disk', help: 'A secret stands in the configuration.' },
  'entry.shell': {
    severity: 'warning',
    evidence: 'disk',
    help: 'What only bash understands stands in a line or script that sh runs.',
  },
  'entry.timeout': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The time-out of an entry is in the wrong unit, or more than the host gives.',
  },
  'entry.twice': {
    severity: 'info',
    evidence: 'disk',
    help: 'Two entries run one script for the same moment.',
  },
  'entry.variable': {
    severity: 'warning',
    evidence: 'disk',
    help: 'A command uses a variable that the host does not set, so an empty text takes its place.',
  },
  'entry.writable': {
    severity: 'warning',
    evidence: 'disk',
    help: 'An entry runs a script that anybody on this machine can write.',
  },
  'syntax.error': { severity: 'error', help: 'The file does not parse, so it will not load.' },
  'syntax.unsupported': {
    severity: 'error',
    help: 'Code that Node does not load: TypeScript beyond types (enums, parameter properties), or two kinds of module in one file.',
  },
  'shape.not-a-hook': {
    severity: 'info',
    help: 'The file exports nothing that a hook file of this dialect exports.',
  },
  'event.unknown': {
    severity: 'error',
    help: 'The dialect has no event of this name, so the hook never fires.',
  },
  'event.undecided': {
    severity: 'info',
    evidence: 'disk',
    help: 'Which event the hook answers cannot be read from its text; it is asked once it is trusted.',
  },
  'import.missing': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The file imports something that is not there whenever it is loaded, so it does not load.',
  },
  'imports.unseen': {
    severity: 'warning',
    evidence: 'disk',
    help: 'The hook loads local files that cannot be told from its text, so trust does not cover them.',
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
    help: 'A program that the hook cannot work without is not installed.',
  },
  'executable.query': {
    severity: 'error',
    evidence: 'run',
    help: 'Asked for its event, the executable failed or named none.',
  },
  'hook.shadowed': {
    severity: 'info',
    evidence: 'disk',
    help: 'A hook of the same name in a place that wins hides this one.',
  },
  'hook.handler': { severity: 'error', help: 'The handler is missing or is not a function.' },
  'handler.async': {
    severity: 'error',
    help: 'The host awaits the handler, and it is not async, so its answer is lost.',
  },
  'field.unknown': {
    severity: 'error',
    help: 'The payload of this event has no such field, so reading it gives nothing.',
  },
  'value.impossible': {
    severity: 'warning',
    help: 'The field never has this value, so the comparison never holds.',
  },
  'result.unknown': {
    severity: 'warning',
    help: 'The host knows no such field in an answer to this event and passes over it.',
  },
  'result.type': {
    severity: 'error',
    help: 'The answer does not have the shape the event asks for, so it counts as invalid.',
  },
  'result.null': {
    severity: 'error',
    help: 'The event cannot be denied, so null is an invalid answer, not a denial.',
  },
  'result.missing': {
    severity: 'error',
    help: 'The event wants the payload back, and the handler can end without giving it.',
  },
  'result.ignored': {
    severity: 'warning',
    help: 'The host drops the whole answer, or does nothing with it at this event.',
  },
  'exit.ignored': {
    severity: 'warning',
    help: 'The hook ends with a status that stops nothing at this event, and says that it stops something.',
  },
  'exit.refuses': {
    severity: 'warning',
    help: 'The hook ends with the status of its last test, and the host takes that for a refusal.',
  },
  'output.unreadable': {
    severity: 'error',
    help: 'What the hook prints is no single JSON value, so its answer is not understood.',
  },
  'output.lost': {
    severity: 'warning',
    help: 'The hook answers and then fails (exits with another status than 0), so its answer does not count.',
  },
  'input.spent': {
    severity: 'warning',
    help: 'The payload was read from standard input before, so reading it again gives nothing.',
  },
  'name.undefined': {
    severity: 'error',
    help: 'Nothing defines this name: the file does not load, or the hook fails where it is asked for.',
  },
  'python.literal': {
    severity: 'error',
    help: 'Python writes True, False and None; the lower-case JSON words are undefined names.',
  },
  'hook.duplicate': {
    severity: 'warning',
    help: 'The same handler stands there twice for one event, so it runs twice.',
  },
  'kaizen.renamed': {
    severity: 'off',
    help: 'ADR-010 has this field, and the later Kaizen sends it under another name or not at all.',
  },
  'kaizen.unregistered': {
    severity: 'info',
    help: 'The class is a hook by ADR-010, and the released Kaizen registers it for no event.',
  },
  'ignore.unknown': {
    severity: 'warning',
    help: 'A comment ignores a code that does not exist, so it ignores nothing.',
  },
  'ignore.unused': {
    severity: 'info',
    help: 'A comment ignores a finding that is not there.',
  },
  'payload.mismatch': {
    severity: 'warning',
    help: 'The payload is not what the event it claims to be carries.',
  },
  'recording.invalid': { severity: 'warning', help: 'A line of a recording is no step that can be read.' },
  'case.invalid': { severity: 'error', help: 'The case cannot be run as it is written.' },
  'timeout.unit': {
    severity: 'warning',
    help: 'The time is in milliseconds and is so short that seconds were meant: nothing ends in time.',
  },
  'settings.untrusted': {
    severity: 'warning',
    evidence: 'disk',
    help: 'Settings that could run code or turn a guard off do not count until their file is trusted.',
  },
  'settings.invalid': { severity: 'error', help: 'A settings file does not parse or has a wrong value.' },
} as const satisfies Record<
  string,
  { severity: Severity; evidence?: Exclude<Evidence, 'text'>; help: string }
>

export type ProblemCode = keyof typeof PROBLEMS
