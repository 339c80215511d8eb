// The effect of a simple command on what is known: it reads, prints, sets names, or ends the script. An unknown program
// may print anything.

import { rowOf } from '../../../contract/json.ts'
import { checksCode } from '../../codeCheckers.ts'
import { child, childrenOf, type SyntaxNode } from '../../treeSitter.ts'
import { awkOutput } from './awkPrograms.ts'
import { calledByWord } from './calledByWord.ts'
import { followCodeArgument } from './code.ts'
import { amongWords, bracketed, testWords } from './conditions.ts'
import { exitsWith, failedCheck, found, jqTested, searchesContent } from './content.ts'
import { contentThrough } from './contentValues.ts'
import { isHushed } from './descriptors.ts'
import { jq } from './jqCommand.ts'
import { endsNothing, leave, statusOf } from './leaving.ts'
import { narrowedChoices } from './narrowing.ts'
import { echoed, formatted, printedBy } from './printing.ts'
import { captured, chatter, chatterOnFailure, cutOutput, isQuiet, isSilentOnSuccess } from './programs.ts'
import { read } from './reading.ts'
import { ERRORS } from './redirects.ts'
import { patternIn, searched } from './searches.ts'
import { forgetSet, forgetStatus, fork, ownVars, setArgs, setVar, shiftArgs } from './state.ts'
import { putTrace } from './tracing.ts'
import { effectOfTrap } from './traps.ts'
import {
  CHECKED,
  EMPTY,
  FOUND,
  made,
  plain,
  reshaped,
  type ShellValue,
  spoken,
  UNKNOWN_TEXT,
} from './value.ts'
import type { Both, Context, SimpleCommand, State } from './walk.ts'
import { either } from './ways.ts'
import { evaluate, evaluateAll, filledIn, isAllArguments } from './words.ts'
import { fileAt, fileName, forgetFiles, writeFile } from './writtenFiles.ts'

/**
 * Walks a simple command whose redirections are already part of the context. Its words are expanded in the context
 * around them: `INPUT=$(cat) python3 <<EOF` reads the script's own standard input.
 */
export function simple(node: SyntaxNode, state: State, context: Context, around: Context): Both {
  const sets = new Map<string, ShellValue>()
  for (const one of node.children)
    if (one.type === 'variable_assignment')
      sets.set(child(one, 'name')?.text ?? '', evaluate(child(one, 'value'), state, around))
  const nameNode = child(node, 'name')
  const inner = nameNode?.children[0]
  if (inner?.type === 'arithmetic_expansion') return bracketed(inner, state, context)
  const args = childrenOf(node, 'argument')
  if (isAllArguments(inner)) {
    const [name = EMPTY, ...rest] = state.args ?? [evaluate(inner, state, around)]
    const values = [...rest, ...evaluateAll(args, state, around)]
    return run(name, plain(name) ?? '', { node, args, values, sets }, state, context)
  }
  const word = evaluate(nameNode, state, context)
  if (args.length === 0 && /^\$/.test(nameNode?.text ?? '')) {
    // `if $found; then`
    const both = narrowedChoices(word, state, (text) => rowOf(FLAGS, text))
    if (both !== undefined) return both
  }
  const name = nameOf(word, nameNode)
  if (name === '[' || name === 'test')
    return testWords(name === '[' ? args.slice(0, -1) : args, state, context)
  const command = { node, program: inner, args, values: evaluateAll(args, state, around), sets }
  return run(word, name, command, state, context)
}

function run(word: ShellValue, name: string, command: SimpleCommand, state: State, context: Context): Both {
  return calledByWord(word, command, state, context) ?? named(name, command, state, context)
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }

function nameOf(word: ShellValue, node: SyntaxNode | undefined): string {
  const name = plain(word)
  if (name !== undefined) return name.replace(/^.*\//, '')
  // `"$JQ"`, `${JQ:-jq}`.
  return /^"?\$\{?jq(_?bin|_?cmd)?\b/i.test(node?.text ?? '') ? 'jq' : ''
}

function named(name: string, command: SimpleCommand, state: State, context: Context): Both {
  const { node, args, values } = command
  forgetStatus(state)
  if (state.walk.script.functions.has(name)) return state.walk.call(name, command, state, context)
  forgetFiles(name, values, state)
  if (WRITES_ERRORS.test(node.text) && PROGRAMMED.test(name) && !isHushed(state, context))
    state.stderr ||= '…'
  const put = (value: ShellValue | undefined): Both => {
    state.walk.put(value, node, state, context)
    return either(state)
  }
  const printed = (value: ShellValue | undefined): Both => printedBy(name, value, command, state, context)
  const [first] = values
  switch (name) {
    case 'echo':
      put(echoed(node, args, values))
      return { yes: state }
    case 'print': {
      // `print` exists in zsh and ksh only.
      const options = args.findIndex(({ text }) => !text.startsWith('-') || /^--?$/.test(text))
      const begin = options === -1 ? args.length : options
      const from = /^--?$/.test(args[begin]?.text ?? '') ? begin + 1 : begin
      const flags = args.slice(0, begin).map(({ text }) => text)
      if (flags.some((flag) => /[fpsvz]/.test(flag))) return put(undefined)
      const mute = context.mute || (flags.some((flag) => /u2$/.test(flag)) ? 'stderr' : false)
      const printed = echoed(node, args.slice(from), values.slice(from))
      state.walk.put(printed, node, state, { ...context, mute })
      return { yes: state }
    }
    case 'printf':
      if (args[0]?.text === '-v') {
        setVar(state, args[1]?.text ?? '', formatted(values.slice(2)))
        return { yes: state }
      }
      put(formatted(plain(first) === '--' ? values.slice(1) : values))
      return { yes: state }
    case 'cat':
      if (!isStdin(values)) return put(values.length === 1 ? fileAt(first, state) : undefined)
      put(state.walk.read(state, context, node))
      // If reading fails there is no payload at all, so the text of `|| echo '{}'` is not one.
      return { yes: state }
    case 'mktemp':
      return put(context.captured ? [{ kind: 'unknown', temporary: node.start }, made('\n')] : undefined)
    case 'tee': {
      const input = state.walk.read(state, context, node)
      const file = values.length === 1 ? fileName(first) : undefined
      if (file !== undefined) writeFile(file, input, state)
      if (!isHushed(state, context) && values.some((one) => ERRORS.test(plain(one) ?? '')))
        state.stderr = spoken(input)
      return put(input)
    }
    case 'jq':
    case 'gojq':
    case 'jaq':
      return jqTested(printed(jq(node, values, state, context, name === 'jq')), values, context)
    case 'tr':
    case 'head': {
      const input = state.walk.read(state, { ...context, sure: false }, node)
      const isCut = name === 'head' && context.captured
      return put((isCut ? cutOutput(input, values) : undefined) ?? reshaped(input))
    }
    case 'let':
      for (const { text } of args) forgetSet(state, text)
      return either(state)
    case 'true':
    case ':':
      return { yes: state }
    case 'false':
      return { no: state }
    case 'exit':
      leave(values, node, state, context)
      return {}
    case 'return':
      // Outside of a function `return` fails, and the script continues.
      if (context.returns === undefined) {
        const status = statusOf(values)
        if (status !== undefined && endsNothing(state.walk.script.text, node))
          state.walk.end(state, status, node, context, { goesOn: 'return' })
        return { no: state }
      }
      context.returns.push({ state, status: statusOf(values), node })
      return {}
    case 'break':
      context.breaks.push(state)
      return {}
    case 'continue':
      context.continues.push(state)
      return {}
    case 'shift':
      shiftArgs(state, first)
      return either(state)
    case 'set':
      if (args[0]?.text === '--') setArgs(state, values.slice(1))
      putTrace(node, state, context)
      return { yes: state }
    case 'unset':
      for (const { text } of args) setVar(state, text, UNKNOWN_TEXT)
      return { yes: state }
    case 'read':
    case 'mapfile':
    case 'readarray':
      return read(name, command, state, context)
    case 'eval':
    case 'source':
    case '.':
      // The sourced or evaluated code may set any name.
      for (const [own, value] of state.vars) ownVars(state).set(own, doubted(value))
      return name === 'eval' ? put(undefined) : either(state)
    case 'exec':
      return exec(command, state, context)
    case 'trap':
      if (args.slice(1).some(({ text }) => text === 'EXIT' || text === '0')) {
        const {
          isQuiet: isSilent,
          printsText,
          writesErrors,
          status,
        } = effectOfTrap(plain(first), state.walk.script)
        if (!isSilent) put(printsText ? chatter('date', []) : undefined)
        if (writesErrors) state.stderr = undefined
        state.trapped = status
      }
      return { yes: state }
    case 'command':
    case 'builtin':
    case 'nohup':
    case 'time':
    case 'env':
    case 'nice':
    case 'timeout':
    case 'xargs':
      return prefixed(name, command, state, context)
    case 'rg':
    case 'grep':
    case 'egrep':
    case 'fgrep':
      if (name !== 'rg') searched(name, values, state, context)
      touched(state, context)
      if (context.stdin !== 'script') amongWords(context.stdin, patternIn(values), state)
      return found(
        args.some(({ text }) => /^(-\w*q\w*|--quiet|--silent)$/.test(text))
          ? either(state)
          : printed(context.captured && searchesContent(values, context) ? FOUND : undefined),
        values,
        context,
      )
  }
  if (isQuiet(name, values)) return either(state)
  if (/^(?:which|type)$/.test(name)) return printed(undefined)
  const content = contentThrough(name, values, context)
  if (/^[gm]?awk$/.test(name))
    return exitsWith(put(awkOutput(values, state, context) ?? content), values, context)
  if (name === 'sed') searched(name, values, state, context)
  const followed = followCodeArgument(name, command, state, context)
  if (READERS.test(name)) touched(state, context)
  if (!isHushed(state, context) && !isSilentOnSuccess(name, values)) state.stderr = undefined
  const line = filledIn(node.text, state)
  const output = followed ?? captured(line, context.stdin, values) ?? content
  const faults = context.captured ? undefined : chatterOnFailure(name, values)
  const failed = faults && fork(state)
  if (failed !== undefined) state.walk.put(faults, node, failed, context)
  const both = put(context.captured ? output : chatter(name, values))
  if (!checksCode(line)) return failed === undefined ? both : { ...both, no: failed }
  for (const one of [state, failed]) if (one !== undefined) setVar(one, '?', CHECKED)
  return failedCheck(failed === undefined ? both : { ...both, no: failed })
}

/** Interpreters of programs that may write to standard error; in jq, `.error` and `"error"` are no calls. */
const PROGRAMMED = /^(?:[gm]?awk|sed|jq|gojq|jaq)$/
const WRITES_ERRORS = /\/dev\/stderr|&2|(?<![.$\w"])(?:stderr|debug|halt_error|error)\b(?!\s*:)/

// Programs that read standard input by default.
const READERS =
  /^(python[\d.]*|node|perl|ruby|awk|gawk|mawk|sed|sort|uniq|wc|tail|cut|base64|ssh|yq|bash|sh|while)$/

function touched(state: State, { stdin }: Context): void {
  if (stdin === 'script' && state.input === 'fresh') state.input = 'some'
}

function isStdin(values: readonly ShellValue[]): boolean {
  return values.every((value) => /^(-|-[uv]|\/dev\/stdin)?$/.test(plain(value) ?? 'file'))
}

function doubted(value: ShellValue): ShellValue {
  return value.map((part) => (part.kind === 'data' ? { ...part, sure: false } : part))
}

function exec({ node, args, values, sets }: SimpleCommand, state: State, context: Context): Both {
  if (args.length === 0) return { yes: state }
  const [name, ...rest] = values
  const command = { node, program: args[0], args: args.slice(1), values: rest, sets }
  named(plain(name) ?? '', command, state, context)
  state.walk.end(state, undefined, node, context)
  return {}
}

function prefixed(
  name: string,
  { node, args, values, sets }: SimpleCommand,
  state: State,
  context: Context,
): Both {
  const isQuestion = name === 'command' && /^-[vV]/.test(args[0]?.text ?? '')
  // A flag of a prefix command may take a word as its value; then the inner command is unknown, and so is its effect.
  const at = args.findIndex(({ text }) => !/^(-|\w+=|\d+[smh]?$)/.test(text))
  const next = plain(values[at])?.replace(/^.*\//, '') ?? ''
  const isKnown = at !== -1 && values.length === args.length && !state.walk.script.functions.has(next)
  if (name === 'xargs') touched(state, context)
  if (isQuestion) return printedBy(name, undefined, { node, args, values, sets }, state, context)
  if (!isKnown || name === 'xargs') {
    state.walk.put(undefined, node, state, context)
    return either(state)
  }
  const rest = { node, program: args[at], args: args.slice(at + 1), values: values.slice(at + 1), sets }
  return named(next, rest, state, context)
}
