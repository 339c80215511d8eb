// The longest text that a regular expression may be tested on. JavaScript backtracks through every way to match; this
// file bounds their number for any text, so a malicious pattern is detected before it runs. The bound is an upper
// estimate: a pattern may be much faster.

import { defined } from './defined.ts'

/** Ways are counted for texts up to this length; for longer texts their growth is extrapolated. */
const COUNTED = 128
/**
 * Maximum number of steps: for a short text (there may be many patterns and names), a longer one, and one beyond
 * `COUNTED`.
 */
const MOST_SHORT = 1_000_000
const MOST = 20_000_000
const MOST_LONG = 100_000_000
const SHORT = 32
const LONGEST = 1_000_000
/** Limits beyond which a pattern is assumed not to be handwritten. */
const MOST_SIGNS = 20_000
const MOST_WORK = 5_000_000
const DEEPEST = 200
/** Not tested on any text, not even an empty one: compiling the pattern may exhaust memory. */
const NEVER = -1
/** For long lists of words without repetitions or groups. */
const WORDS = 12
/** Size of the cache: the same patterns are checked for each event, host and payload. */
const MOST_KNOWN = 50_000

/**
 * For each text length: the number of ways to consume that many characters, and the steps taken when that many remain.
 */
type Cost = {
  readonly ways: Float64Array
  readonly steps: Float64Array
  /** The letter it begins with, where it begins with a single literal letter. */
  readonly first?: string
  /** It can match only at the beginning of a text. */
  readonly isAnchored?: boolean
  /** It may match in several ways. */
  readonly varies?: boolean
}

const known = new Map<string, number>()
const knownShort = new Map<string, number>()

/**
 * The longest text that a pattern may be tested on; negative where it may not be tested at all. If only a text of
 * `length` is to be tested, a result above `length` may be lower: for short texts, much less is counted.
 */
export function longestTried(source: string, length = LONGEST): number {
  if (source.length > MOST_SIGNS) return /[([{*+?]/.test(source) ? NEVER : WORDS
  const short = length > SHORT ? NEVER : kept(knownShort, source, SHORT)
  // Whether a pattern is too much work is decided by the full count.
  return short === NEVER ? kept(known, source, COUNTED) : short
}

function kept(all: Map<string, number>, source: string, longest: number): number {
  if (all.has(source)) return all.get(source) as number
  if (all.size >= MOST_KNOWN) all.clear()
  const made = counted(source, longest)
  all.set(source, made)
  return made
}

function counted(source: string, longest: number): number {
  const counter = new Counter(source, longest)
  const { steps, isAnchored } = counter.all()
  if (counter.gaveUp) return NEVER
  let total = 0
  let half = 1
  for (let length = 0; length <= longest; length++) {
    total = isAnchored === true ? (steps[length] ?? 0) + length : total + (steps[length] ?? 0)
    if (!(total <= (length <= SHORT ? MOST_SHORT : MOST))) return length - 1
    if (length === COUNTED / 2) half = total
  }
  if (counter.isManifold || longest < COUNTED) return longest
  // A repetition behind a long prefix does not appear in the counts: each one can multiply the steps by the length, so
  // they also bound the result.
  const repeated = Math.floor(2.6 * MOST_LONG ** (1 / (counter.repetitions + 1)))
  const growth = Math.max(1, Math.log2(total / half))
  const grown = Math.floor(COUNTED * (MOST_LONG / total) ** (1 / growth))
  return Math.max(COUNTED, Math.min(LONGEST, grown, repeated))
}

const LENGTHS = COUNTED + 1

/** Parses a pattern from left to right. Unknown syntax counts as one character. */
class Counter {
  readonly #source: string
  /** How many lengths are counted: 0 and those up to the longest text. */
  readonly #lengths: number
  #at = 0
  #work = 0
  #depth = 0

  constructor(source: string, longest: number) {
    this.#source = source
    this.#lengths = longest + 1
  }

  /** Number of repetitions whose count may vary by more than 8. */
  repetitions = 0
  #isNested = false
  /** How often the number of ways is doubled by branches that may all match. */
  #doubled = 0

  /** Whether ways may grow faster than by a few consecutive repetitions. */
  get isManifold(): boolean {
    return this.#isNested || this.repetitions > 3 || this.#doubled > 20
  }

  get gaveUp(): boolean {
    return this.#work > MOST_WORK * (this.#lengths / LENGTHS) ** 2
  }

  all(): Cost {
    let all = this.#alternatives()
    // A closing parenthesis without an opening one.
    while (this.#at < this.#source.length && !this.gaveUp) {
      this.#at++
      all = this.#then(all, this.#alternatives())
    }
    return all
  }

  #alternatives(): Cost {
    const branches = [this.#sequence()]
    while (this.#source[this.#at] === '|') {
      this.#at++
      branches.push(this.#sequence())
    }
    const [only] = branches
    if (only !== undefined && branches.length === 1) return only
    const firsts = new Set(branches.map(({ first }) => first))
    // Of branches that begin with different letters, only one can match.
    const isDecided = firsts.size === branches.length && !firsts.has(undefined)
    if (!isDecided) this.#doubled += Math.log2(branches.length)
    const varies = !isDecided || branches.some((branch) => branch.varies === true)
    const both = (one: number, two: number) => (isDecided ? Math.max(one, two) : one + two)
    const ways = new Float64Array(this.#lengths)
    const steps = new Float64Array(this.#lengths).fill(branches.length)
    for (const branch of branches)
      for (let at = 0; at < this.#lengths; at++) {
        ways[at] = both(ways[at] as number, branch.ways[at] as number)
        steps[at] = both(steps[at] as number, branch.steps[at] as number)
      }
    const isAnchored = branches.every((one) => one.isAnchored === true)
    return { ways, steps, ...(isAnchored ? { isAnchored } : {}), ...(varies ? { varies } : {}) }
  }

  #sequence(): Cost {
    let all: Cost | undefined
    while (this.#at < this.#source.length && !this.gaveUp) {
      const sign = this.#source[this.#at] as string
      if (sign === '|' || sign === ')') break
      const next = this.#repeated(this.#one())
      all = all === undefined ? next : this.#then(all, next)
    }
    return all ?? NOTHING
  }

  #one(): Cost {
    const rest = this.#source.slice(this.#at, this.#at + 80)
    const group = /^\((?:\?(?:P?<[\w$]+>|<?[=!]|[a-zA-Z^-]*:|[a-zA-Z-]+(?=\))|>|\|)?)?/.exec(rest)?.[0]
    if (group !== undefined) {
      this.#at += group.length
      if (++this.#depth > DEEPEST) this.#work = Number.POSITIVE_INFINITY
      const inner = this.gaveUp ? NOTHING : this.#alternatives()
      this.#depth--
      if (this.#source[this.#at] === ')') this.#at++
      return /^\(\?<?[=!]$/.test(group) ? { ways: NOTHING.ways, steps: inner.steps } : inner
    }
    const [sign = ''] = rest
    if (sign === '[') {
      this.#at = endOfClass(this.#source, this.#at)
      return SIGN
    }
    const escaped =
      /^\\(?:[pP]\{[^}]*\}|x[\da-fA-F]{2}|u\{[^}]*\}|u[\da-fA-F]{4}|c[A-Za-z]|k<[^>]*>|[1-9]\d*|.)/s.exec(
        rest,
      )?.[0]
    this.#at += (escaped ?? sign).length
    if (escaped !== undefined && /^\\(?:k<|[1-9])/.test(escaped)) return ANY
    if (escaped !== undefined && /^\\[bBAzZ<>]$/.test(escaped)) return NOTHING
    if (sign === '^') return START
    if (sign === '$') return NOTHING
    return escaped === undefined && sign !== '.' ? { ...SIGN, first: sign.toLowerCase() } : SIGN
  }

  #repeated(one: Cost): Cost {
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})[?+]?/.exec(this.#source.slice(this.#at, this.#at + 40))
    if (found === null) return one
    const [all, given, comma, top] = found
    this.#at += all.length
    const least = given !== undefined ? Number(given) : all.startsWith('+') ? 1 : 0
    const most =
      given === undefined
        ? all.startsWith('?')
          ? 1
          : Number.POSITIVE_INFINITY
        : comma === undefined
          ? least
          : top === ''
            ? Number.POSITIVE_INFINITY
            : Number(top)
    if (most > 1 && one.varies === true) this.#isNested = true
    if (most - least > 8) this.repetitions++
    let wanted = NOTHING
    for (let count = 0; count < Math.min(least, COUNTED) && !this.gaveUp; count++)
      wanted = this.#then(wanted, one)
    const further = most === Number.POSITIVE_INFINITY ? this.#endless(one) : this.#upTo(one, most - least)
    const { ways, steps } = further === undefined ? wanted : this.#then(wanted, further)
    const varies = most !== least || one.varies === true
    return { ways, steps, varies, ...(least > 0 && one.first !== undefined ? { first: one.first } : {}) }
  }

  /** Any number of repetitions; an empty match is not repeated. */
  #endless(one: Cost): Cost {
    this.#work += this.#lengths ** 2 / 2
    const ways = new Float64Array(this.#lengths)
    ways[0] = 1
    for (let length = 1; length < this.#lengths; length++)
      for (let last = 1; last <= length; last++)
        ways[length] = Math.min(
          1e15,
          (ways[length] as number) + (one.ways[last] as number) * (ways[length - last] as number),
        )
    return { ways, steps: this.#added(ways, one.steps, 1) }
  }

  #upTo(one: Cost, times: number): Cost | undefined {
    if (!(times > 0)) return undefined
    // Each repetition takes at least one character.
    if (times >= this.#lengths) return this.#endless(one)
    const more = one.ways.slice()
    more[0] = 0
    let all: Cost = NOTHING
    for (let count = 0; count < times && !this.gaveUp; count++) {
      const next = this.#then({ ways: more, steps: one.steps }, all)
      const ways = next.ways.slice()
      ways[0] = (ways[0] as number) + 1
      all = { ways, steps: next.steps.map((steps) => steps + 1) }
    }
    return all
  }

  #then(one: Cost, two: Cost): Cost {
    if (one === NOTHING) return two
    const { first, isAnchored = false } = one
    const varies = one.varies === true || two.varies === true
    const more = { isAnchored, varies, ...defined({ first }) }
    if (one.ways === START.ways)
      return { ways: two.ways, steps: two.steps.map((steps) => steps + 1), ...more }
    const steps = this.#added(one.ways, two.steps, 0)
    for (let at = 0; at < this.#lengths; at++) steps[at] = (steps[at] as number) + (one.steps[at] as number)
    if (two.ways === SIGN.ways) {
      const ways = new Float64Array(this.#lengths)
      ways.set(one.ways.subarray(0, this.#lengths - 1), 1)
      return { ways, steps, ...more }
    }
    return { ways: two.ways === NOTHING.ways ? one.ways : this.#added(one.ways, two.ways, 0), steps, ...more }
  }

  /** For each length, the sum over all ways to split it between the two. */
  #added(one: Float64Array, two: Float64Array, from: number): Float64Array {
    const all = new Float64Array(this.#lengths).fill(from)
    this.#work += this.#lengths
    for (let own = 0; own < this.#lengths; own++) {
      const count = one[own] as number
      if (count === 0) continue
      this.#work += this.#lengths - own
      for (let at = own; at < this.#lengths; at++)
        all[at] = Math.min(1e15, (all[at] as number) + count * (two[at - own] as number))
    }
    return all
  }
}

function endOfClass(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const sign = source[at]
    if (sign === '\\') at++
    else if (sign === '[') depth++
    else if (sign === ']' && --depth === 0) return at + 1
    // Within a class, `[` is an ordinary character unless it begins a nested class.
    if (depth > 1 && source.indexOf(']', at) === source.lastIndexOf(']')) depth = 1
  }
  return source.length
}

function only(length: number): Float64Array {
  return new Float64Array(LENGTHS).fill(1, length, length + 1)
}

const ONE_STEP = new Float64Array(LENGTHS).fill(1)
const NOTHING: Cost = { ways: only(0), steps: ONE_STEP }
const START: Cost = { ways: only(0), steps: ONE_STEP, isAnchored: true }
const SIGN: Cost = { ways: only(1), steps: ONE_STEP }
const ANY: Cost = { ways: new Float64Array(LENGTHS).fill(1), steps: ONE_STEP }
