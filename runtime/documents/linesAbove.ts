// The lines over a place, read upward: whoever looks for what a line stands in needs few of a long text.

/** The lines before `at`, the nearest first: what stands before it in its own line, then at most `most - 1` others. */
export function* linesAbove(text: string, at: number, most: number): Generator<string> {
  let end = at
  for (let count = 0; count < most && end >= 0; count++) {
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1
    yield text.slice(start, end)
    end = start - 1
  }
}
