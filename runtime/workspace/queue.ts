// Runs the firings of one session and event one after the other, in the order they were sent.

export type Queue = <T>(key: string, job: () => Promise<T> | T, signal?: AbortSignal) => Promise<T> | T

/**
 * Runs `job` when every earlier job of the same key has ended. If its signal is aborted first, it runs at
 * once, so that it can report the cancellation. Idle keys are removed.
 */
export function openQueue(): Queue {
  const last = new Map<string, Promise<unknown>>()
  return (key, job, signal) => {
    const before = last.get(key)
    const result = before === undefined ? job() : after(before, job, signal)
    if (!(result instanceof Promise)) return result
    const all = before === undefined ? result : Promise.allSettled([before, result])
    last.set(key, all)
    const forget = () => {
      if (last.get(key) === all) last.delete(key)
    }
    all.then(forget, forget)
    return result
  }
}

function after<T>(
  before: Promise<unknown>,
  job: () => Promise<T> | T,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return before.then(job, job)
  return new Promise<T>((resolve, reject) => {
    const run = async () => {
      signal.removeEventListener('abort', begin)
      return job()
    }
    let begun = false
    function begin(): void {
      if (begun) return
      begun = true
      run().then(resolve, reject)
    }
    signal.addEventListener('abort', begin, { once: true })
    before.then(begin, begin)
    if (signal.aborted) begin()
  })
}
