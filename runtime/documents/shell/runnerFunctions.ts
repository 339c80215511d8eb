// Functions that pass on what they are given to a function that runs it: `f() { g "$@"; }`, where `g() { "$1" z; }`.

import { child, nodesIn, type SyntaxNode } from '../treeSitter.ts'

/** Words by which a function passes on what it was given. */
const GIVEN = /\$(?:[@*1-9]|\{[@*1-9])/

/** Later words of a call count as values of the program. */
const MOST_PLACES = 8

type Call = { readonly of: SyntaxNode; readonly words: readonly SyntaxNode[]; readonly text: string }

/** A call of a function that runs a program that it is given. `starts`: the words that may begin with that program. */
export type RunnerCall = Call & { readonly starts: readonly (readonly SyntaxNode[])[] }

/** Collects the functions of a script that run what they are given, and the calls of all functions. */
export function runnerCalls(functions: ReadonlyMap<string, SyntaxNode>) {
  const runners = new Set<SyntaxNode>()
  /** Which of the words that such a function is given is the program. */
  const places = new Map<SyntaxNode, Set<number>>()
  const added: { readonly of: SyntaxNode; readonly place: number }[] = []
  const calls: Call[] = []
  return {
    /** The functions around it run the program that `word` stands for. */
    addProgram(word: SyntaxNode): void {
      for (const one of around(word)) {
        runners.add(one)
        addPlace(one, placeOfProgram(word, one))
      }
    },
    addCall(call: Call): void {
      calls.push(call)
    },
    /** All calls of such functions. */
    found(): readonly RunnerCall[] {
      const running = withPassing(runners, functions)
      const callsOf = Map.groupBy(calls, (call) => call.of)
      // Each place of each function once: chains of calls may be long.
      for (let next = added.pop(); next !== undefined; next = added.pop())
        for (const call of callsOf.get(next.of) ?? []) passOn(call, next.place)
      return calls
        .filter((call) => running.has(call.of))
        .map((call) => {
          const starts = [...(places.get(call.of) ?? [])].map((at) => call.words.slice(at))
          // Where it is known which word the program is, a later `.` is a folder: `run ruff check .`
          const words = call.words.filter(
            (word) => word.text !== '.' || starts.every(([one]) => one === word),
          )
          return { ...call, words, starts }
        })
    },
  }

  function around({ start, end }: SyntaxNode): readonly SyntaxNode[] {
    return [...functions.values()].filter((one) => one.start < start && end < one.end)
  }

  function addPlace(of: SyntaxNode, place: number | undefined): void {
    if (place === undefined || place >= MOST_PLACES || places.get(of)?.has(place) === true) return
    places.set(of, (places.get(of) ?? new Set()).add(place))
    added.push({ of, place })
  }

  // `a() { run x "$@"; }`: what `run` runs may be a word that `a` is given.
  function passOn({ words }: Call, place: number): void {
    const at = words.findIndex(({ text }, index) => index <= place && /^"?\$\{?[@*]/.test(text))
    const word = words[at === -1 ? place : at]
    if (word === undefined) return
    for (const one of around(word)) {
      const own = placeOfProgram(word, one)
      addPlace(one, own === undefined || at === -1 ? own : own + place - at)
    }
  }
}

// `runners`, and all functions that pass what they are given to one of them.
function withPassing(
  runners: ReadonlySet<SyntaxNode>,
  functions: ReadonlyMap<string, SyntaxNode>,
): ReadonlySet<SyntaxNode> {
  const found = new Set(runners)
  if (found.size === 0) return found
  const passes = [...functions.values()].map((one) => [one, receiversIn(one, functions)] as const)
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [one, receivers] of passes) if (receivers.some((other) => found.has(other))) found.add(one)
  }
  return found
}

// The functions that this one calls with what it was given.
function receiversIn(one: SyntaxNode, functions: ReadonlyMap<string, SyntaxNode>): readonly SyntaxNode[] {
  return nodesIn(one).flatMap((node) => {
    if (node.type !== 'command' || !GIVEN.test(node.text)) return []
    return functions.get(child(node, 'name')?.text ?? '') ?? []
  })
}

// Which of the words that a function is given is the program that `word` in it runs: 0 for `"$@"`, 1 behind a `shift`.
// undefined where that is not clear.
function placeOfProgram(word: SyntaxNode, runner: SyntaxNode): number | undefined {
  const [, name = '', from] = /^"?\$\{?(\w+|[@*])(?:\[[@*]\]|:(\d+))?\}?"?$/.exec(word.text) ?? []
  const before = (end: number) => shiftsIn(runner.text.slice(0, end))
  const at = word.start - runner.start
  if (/^[@*]$/.test(name)) return before(at) + Math.max(Number(from ?? 1) - 1, 0)
  if (/^[1-9]$/.test(name)) return before(at) + Number(name) - 1
  if (!/^[a-z_]\w*$/i.test(name)) return undefined
  const set = new RegExp(`\\b${name}=\\(?"?\\$\\{?([1-9@*])`).exec(runner.text)
  if (set === null) return undefined
  return before(set.index) + (/[@*]/.test(set[1] ?? '') ? 0 : Number(set[1]) - 1)
}

function shiftsIn(text: string): number {
  return [...text.matchAll(/\bshift\b(?:[ \t]+(\d+))?/g)].reduce(
    (sum, [, count = '1']) => sum + Number(count),
    0,
  )
}
