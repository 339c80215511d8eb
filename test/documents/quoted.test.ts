// Block scalars of YAML: each character of the value is found where it is written.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfiguration } from '../../runtime/documents/configuration.ts'
import { writtenAs } from '../../runtime/documents/quoted.ts'

const BLOCKS: readonly (readonly [what: string, text: string])[] = [
  ['lines that are kept', '|\n    if a; then\n      b\n\n    fi\n'],
  ['lines that are joined', '>\n    a\n    b\n\n    c\n      d\n    e\n'],
  ['no line break at the end', '>-\n    a |\n    b\n'],
  ['empty lines at the end', '|+\n    a\n\n'],
  ['an indentation of its own, and a remark', '|2 # code\n      a\n    b\n'],
  ['line breaks of Windows', '|\r\n    a\r\n    b\r\n'],
]

for (const [what, block] of BLOCKS)
  test(`a block with ${what} is mapped`, async () => {
    const text = `---\nhooks:\n  a: ${block}---\n`.replaceAll(
      /(?<!\r)\n/g,
      block.includes('\r') ? '\r\n' : '\n',
    )
    const { value, rangeOf } = await readConfiguration(text, 'frontmatter')
    const { a } = (value as { readonly hooks: { readonly a: string } }).hooks
    const written = writtenAs(text, rangeOf(['hooks', 'a']), a)
    assert.ok(written !== undefined)
    assert.equal(written.starts.length, a.length + 1)
    for (const [at, char] of [...a].entries())
      if (/\S/.test(char)) assert.equal(text[written.starts[at] ?? -1], char)
    assert.deepEqual(
      written.starts,
      written.starts.toSorted((one, two) => one - two),
    )
  })

test('a block whose text is another one is not mapped', () => {
  const text = '|\n  a\n  b\n'
  assert.equal(writtenAs(text, { start: 0, end: text.length }, 'a\nc\n'), undefined)
})
