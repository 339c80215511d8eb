// Polls for a condition; on timeout, throws the last error, which names what was missing.

/** Retries every 50 ms until `look` does not throw, and returns its result. */
export async function eventually<T>(look: () => T | Promise<T>, patienceMs = 60_000): Promise<T> {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
