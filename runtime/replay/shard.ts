// `--shard i/n`: one of n equal parts, the same on every machine. Together the parts cover every item exactly once.

import { BadRequest } from './set.ts'

/** Part `i` of `n`, from 1. */
export type Shard = { readonly i: number; readonly n: number }

/** Parses `i/n`. Throws a BadRequest. */
export function parseShard(text: string): Shard {
  const [, i, n] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
  const shard = { i: Number(i), n: Number(n) }
  if (!(shard.i >= 1 && shard.i <= shard.n)) {
    throw new BadRequest(`--shard ${text}: expected i/n with i from 1 to n, as in --shard 2/5`)
  }
  return shard
}

/** Whether the item at this index, from 0, belongs to the shard. */
export function inShard(place: number, shard: Shard | undefined): boolean {
  return shard === undefined || place % shard.n === shard.i - 1
}
