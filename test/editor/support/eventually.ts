// Waits for something that comes by itself, and says what was still missing where it does not come.

/** Tries until it does not throw, and answers with what it answers. */
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
