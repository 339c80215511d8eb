// Firings of one session and event, one after the other, in the order they were sent.

/** Runs `job` when every earlier job of the same key has ended. Keys that are idle are forgotten. */
export function openQueue(): <T>(key: string, job: () => Promise<T> | T) => Promise<T> | T {
  const last = new Map<string, Promise<unknown>>()
  return (key, job) => {
    const before = last.get(key)
    const result = before === undefined ? job() : before.then(job, job)
    if (!(result instanceof Promise)) return result
    last.set(key, result)
    const forget = () => {
      if (last.get(key) === result) last.delete(key)
    }
    result.then(forget, forget)
    return result
  }
}
