// Waits for a promise without looking up its `then`, which a hook that got hold of the promise can give it. Other objects
// with a `then`, and promises of other classes (some begin their work in it), are waited for by their own.

import { isPromise } from 'node:util/types'

const { apply, getPrototypeOf } = Reflect
const { prototype } = Promise
const { then } = prototype
const resolve = Promise.resolve.bind(Promise)

/** Calls one of the two functions once the promise, or whatever else has a `then`, is settled. */
export function settled<T>(
  promise: PromiseLike<T>,
  done: (value: T) => void,
  failed: (error: unknown) => void,
): void {
  const isPlain = isPromise(promise) && getPrototypeOf(promise) === prototype
  apply(then, isPlain ? promise : resolve(promise), [done, failed])
}
