// A counter on a terminal for work that takes a while; nothing in a pipe.

const EVERY_MS = 200

export type Progress = { tick(): void; end(): void }

/** Counts `… <word>` on standard error from the first fifth of a second on. */
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
