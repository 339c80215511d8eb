// A progress counter on a terminal for long operations; prints nothing in a pipe.

const EVERY_MS = 200

export type Progress = { tick(): void; end(): void }

/** Counts `<n> <word> …` on standard error: first after 200 ms, then at most every 200 ms. */
export function openProgress(word: string | undefined): Progress {
  if (word === undefined || !process.stderr.isTTY) return { tick() {}, end() {} }
  let count = 0
  let shownAt = performance.now()
  let shown = false
  return {
    tick() {
      count++
      const now = performance.now()
      if (now - shownAt < EVERY_MS) return
      shownAt = now
      shown = true
      process.stderr.write(`\r${count} ${word} …\u001b[K`)
    },
    end() {
      if (shown) process.stderr.write('\r\u001b[K')
    },
  }
}
