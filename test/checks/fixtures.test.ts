// Every fixture is a workspace with all of its findings marked, so that the absence of others is tested too; and every
// code has fixtures for every reader that can report it.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PROBLEMS } from '../../runtime/contract/problemCodes.ts'
import { checkFindings } from '../support/findings.ts'
import { type Fixture, readFixtures } from '../support/fixtures.ts'

/** `modules` are TypeScript and JavaScript; `disk` covers findings that no text shows. */
const READERS = [
  'modules',
  'python',
  'shell',
  'powershell',
  'executables',
  'settings',
  'extensions',
  'recordings',
  'payloads',
  'cases',
  'disk',
] as const

type Reader = (typeof READERS)[number]

/** Code -> the readers that can report it. */
const MATRIX: Readonly<Record<string, readonly Reader[]>> = {
  'file.unreadable': ['disk'],
  'configuration.rejected': ['disk'],
  'configuration.divided': ['disk'],
  'configuration.misplaced': ['disk'],
  'entry.matcher': ['disk'],
  'entry.script': ['disk'],
  'entry.condition': ['disk'],
  'entry.key': ['disk'],
  'entry.kind': ['disk'],
  'entry.loop': ['disk'],
  'entry.off': ['disk'],
  'entry.rewrite': ['disk'],
  'entry.secret': ['disk'],
  'entry.shell': ['disk'],
  'entry.timeout': ['disk'],
  'entry.twice': ['disk'],
  'entry.variable': ['disk'],
  'entry.writable': ['disk'],
  'file.too-large': ['disk'],
  'file.not-taken': ['disk'],
  'file.symlink-loop': ['disk'],
  'syntax.error': ['modules', 'python', 'shell'],
  'syntax.unsupported': ['modules'],
  'event.unknown': ['modules', 'python', 'shell'],
  'event.undecided': ['modules', 'python'],
  'import.missing': ['modules', 'python', 'shell'],
  'imports.unseen': ['python', 'shell'],
  'executable.bit': ['disk'],
  'executable.shebang': ['executables'],
  'executable.crlf': ['executables'],
  'executable.interpreter': ['executables'],
  'executable.tool': ['shell'],
  'hook.shadowed': ['disk'],
  'hook.handler': ['modules', 'python'],
  'hook.duplicate': ['modules'],
  'handler.async': ['python'],
  'field.unknown': ['modules', 'python', 'shell', 'powershell'],
  'value.impossible': ['modules', 'python', 'shell', 'powershell'],
  'result.unknown': ['modules', 'python', 'shell', 'powershell'],
  'result.type': ['modules', 'python', 'shell', 'powershell'],
  'result.null': ['modules'],
  'result.missing': ['modules'],
  'result.ignored': ['modules', 'python', 'shell', 'powershell'],
  'exit.ignored': ['modules', 'python', 'shell', 'powershell'],
  'exit.refuses': ['modules', 'python', 'shell'],
  'output.unreadable': ['python', 'shell', 'powershell'],
  'output.lost': ['python', 'shell'],
  'input.spent': ['python', 'shell'],
  'name.undefined': ['modules', 'python', 'shell'],
  'python.literal': ['python'],
  'kaizen.renamed': ['python'],
  'kaizen.unregistered': ['python'],
  'ignore.unknown': ['modules', 'python', 'shell', 'settings'],
  'ignore.unused': ['modules', 'python', 'shell', 'settings'],
  'payload.mismatch': ['payloads', 'recordings'],
  'recording.invalid': ['recordings'],
  'case.invalid': ['cases'],
  'settings.invalid': ['settings', 'extensions'],
  'timeout.unit': ['settings', 'extensions'],
  // Reported while hooks run or trust is requested, not by looking: covered by the workspace tests.
  'settings.untrusted': [],
  'executable.query': [],
  // A folder that does not belong to a hook gets no finding, so no reader reports this code at present.
  'shape.not-a-hook': [],
}

const folder = join(import.meta.dirname, 'fixtures')

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.md') && path.includes('/'))
  .sort()

for (const path of files) {
  for (const { title, files } of fixturesIn(path)) {
    test(`${path} ${title}`, (t) => checkFindings(files, t))
  }
}

test('every code has a firing and a silent fixture for every reader that can report it', () => {
  const cells = Object.entries(MATRIX).flatMap(([code, readers]) =>
    readers.map((reader) => `${code}/${reader}`),
  )
  assert.deepEqual(
    cells.flatMap((cell) => faultOf(cell) ?? []),
    [],
    'write it, with `## fires` and `## silent`',
  )
})

test('every code of the table has its row, and every fixture a cell', () => {
  assert.deepEqual(Object.keys(MATRIX).sort(), Object.keys(PROBLEMS).sort())
  const strays = files.filter((path) => {
    const [code = '', name = ''] = path.split('/')
    return !(code in PROBLEMS) || !(READERS as readonly string[]).includes(name.replace(/\.md$/, ''))
  })
  assert.deepEqual(strays, [], `a fixture is <code>/<reader>.md, the reader one of ${READERS.join(', ')}`)
})

test('a heading says whether it fires or is silent, and its marks agree', () => {
  const wrong = files.flatMap((path) =>
    fixturesIn(path)
      .filter((fixture) => !agrees(fixture, path.split('/')[0] as string))
      .map(({ title }) => `${path} ${title}`),
  )
  assert.deepEqual(wrong, [])
})

function fixturesIn(path: string): readonly Fixture[] {
  return readFixtures(readFileSync(join(folder, path), 'utf8'))
}

function faultOf(cell: string): string | undefined {
  const path = `${cell}.md`
  if (!existsSync(join(folder, path))) return `${path} is not there`
  const titles = fixturesIn(path).map(({ title }) => title)
  if (!titles.some((title) => title.startsWith('fires'))) return `${path} has none that fires`
  return titles.some((title) => title.startsWith('silent')) ? undefined : `${path} has none that is silent`
}

// A silent fixture may have other findings, but not this code.
function agrees({ title, files }: Fixture, code: string): boolean {
  const marked = files.some(({ marks }) => marks.some((mark) => mark.endsWith(` ${code}`)))
  return title.startsWith('fires') ? marked : title.startsWith('silent') && !marked
}
