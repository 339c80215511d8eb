// Which names in a script are the same: `$0` stands in the name, and `<…>` marks every occurrence of it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../../runtime/documents/document.ts'
import { sameNames } from '../../runtime/documents/names/names.ts'

type Row = readonly [what: string, language: Language, marked: string]

const rows: readonly Row[] = [
  [
    'a variable of a shell script',
    'shell',
    '<in$0put>=$(cat)\njq -r .a <<<"$<input>"\necho "${<input>:-}"\n',
  ],
  ['one that is read', 'shell', 'read -r -p "Name? " <na$0me>\necho "$<name>"\n'],
  ['one that counts', 'shell', 'for (( <i>=0; <i><3; <i>++ )); do (( n += <i$0> )); done\n'],
  ['the same in a function', 'shell', 'f() { local <x>=1; echo "$<x>"; }\n<x$0>=2\nf\n'],
  ['not what a program is given', 'shell', '<a$0>=1\na=2 env\necho "$<a>" .a "a"\n'],
  [
    'a function',
    'shell',
    '<re$0fuse>() { exit 2; }\nif true; then <refuse> "refuse"; fi\ntrap <refuse> EXIT\n',
  ],
  [
    'a variable of a module',
    'python',
    '<da$0ta> = 1\ndef f():\n    return <data>\ndef g(data):\n    return data\n',
  ],
  [
    'a parameter, and what calls it',
    'python',
    'path = 1\ndef f(<pa$0th>):\n    return <path>\nf(<path>=path)\n',
  ],
  ['in a template', 'python', '<a$0> = 1\nprint(f"{<a>!r:>{<a>}} a", sep=a2)\n'],
  ['a comprehension', 'python', 'v = [<v$0> for <v> in v]\n'],
  ['global', 'python', '<n$0> = 0\ndef f():\n    global <n>\n    <n> += 1\n'],
  ['no attribute', 'python', 'self.a = 1\n<a$0> = self.a\nprint(a=<a>)\n'],
  ['a pattern', 'python', 'match 1:\n    case {"a": <x$0>}:\n        print(<x>)\n'],
  ['an alias', 'python', 'import json as <js$0>\n<js>.load(1)\n'],
  ['what a star gathers', 'python', 'a, *<re$0st> = 1, 2\nprint(<rest>)\n'],
  ['what is deleted', 'python', '<a$0> = 1\ndef f():\n    return <a>\ndef g():\n    a = 1\n    del a\n'],
  ['one that a function deletes alone', 'python', 'a = 1\ndef g():\n    del <a$0>\n'],
  ['the rest of a pattern', 'python', 'match 1:\n    case [a, *<re$0st>]:\n        print(<rest>)\n'],
  ['not what a class has', 'python', '<B$0> = 1\nmatch <B>:\n    case Kind.B:\n        pass\n'],
  ['an error', 'python', 'try:\n    f()\nexcept KeyError as <e$0>:\n    print(<e>)\n'],
  [
    'a pattern of a class, whose name it is not',
    'python',
    'Kind = 1\nx = 1\ndef f(v):\n    match v:\n        case Kind(a=<x$0>) | Kind.B(<x>):\n            return <x>\n',
  ],
  [
    'the class of a pattern',
    'python',
    '<Ki$0nd> = 1\nmatch 1:\n    case <Kind>(a=x) | <Kind>.B:\n        pass\n',
  ],
  [
    'a walrus in a comprehension',
    'python',
    'def f(a):\n    b = [<y$0> for x in a if (<y> := x)]\n    return <y>\n',
  ],
  [
    'ones that commands set',
    'shell',
    'mapfile -t <li$0nes> < f\nreadarray -t <lines>\nprintf -v <lines> %s x\nwhile getopts ab <lines>; do echo "$<lines>"; done\n',
  ],
  [
    'one in an arithmetic command',
    'shell',
    '<n$0>=1\nif (( <n> > 2 && !<n> )); then echo "$<n>"; fi\n(( <n>++ ))\n(( <n> = (<n> + 1) * 2 ))\n(( <n> ))\n',
  ],
  ['one that is asked for', 'shell', '<n$0>=1\nif (( <n> )) || [[ -v <n> ]]; then echo n; fi\n'],
  ['a function that is exported', 'shell', '<f$0>() { :; }\nf=1\nexport -f <f>\n<f>\n'],
  [
    'a variable in any case',
    'powershell',
    '$<pay$0load> = $input | ConvertFrom-Json\nWrite-Host "$<Payload> $($<payload>.tool_name) ${<payload>}"\n',
  ],
  [
    'a parameter, and what names it',
    'powershell',
    'function Test-It {\n  param([string]$<Na$0me>)\n  $<Name>\n}\nTest-It -<Name> 3\nGet-Item -Name 3\n',
  ],
  ['a function by its name', 'powershell', 'function <Test$0-It> { 1 }\n<test-it>\n'],
]

for (const [what, language, marked] of rows) {
  test(`${language}: ${what}`, async () => {
    const plain = marked.replaceAll(MARK, '$1')
    const offset = plain.indexOf('$0')
    const text = plain.replace('$0', '')
    const same = await sameNames(language, text, offset)
    assert.ok(same?.own)
    let shown = text
    for (const { start, end } of same.ranges.toReversed())
      shown = `${shown.slice(0, start)}<${shown.slice(start, end)}>${shown.slice(end)}`
    assert.equal(shown, marked.replace('$0', ''))
  })
}

// Comparisons and here-strings contain angle brackets, too.
const MARK = /<([\w$-]+)>/g

const others: readonly Row[] = [
  ['the environment', 'shell', 'echo "$HO$0ME_DIR"\n'],
  ['what the shell knows', 'shell', 'PA$0TH=/bin\n'],
  ['a module', 'python', 'import js$0on\njson.load(1)\n'],
  ['what the language has', 'python', 'pri$0nt(1)\n'],
  ['itself', 'python', 'class K:\n    def f(sel$0f):\n        pass\n'],
  ['the pipeline’s own', 'powershell', '1 | % { $_$0 }\n'],
]

for (const [what, language, marked] of others) {
  test(`${language}: ${what} cannot be renamed`, async () => {
    const same = await sameNames(language, marked.replace('$0', ''), marked.indexOf('$0'))
    assert.notEqual(same?.own, true)
  })
}

test('a new name is one of the language, and not taken', async () => {
  const same = await sameNames('shell', 'a=1\nb=2\n', 0)
  assert.equal(same?.refuses('c'), undefined)
  assert.equal(same?.refuses('a'), undefined)
  assert.match(same?.refuses('b') ?? '', /already used in this script/)
  for (const name of ['', '1a', 'a b', 'PATH', 'a-b'])
    assert.match(same?.refuses(name) ?? '', /not a valid name for a variable/)
})

test('a script of very many names is read in time that grows as it does', { timeout: 180_000 }, async () => {
  const count = 80_000
  const text = `${Array.from({ length: count }, (_, at) => `A${at}=1`).join('\n')}\n`
  const before = process.cpuUsage()
  assert.equal((await sameNames('shell', text, 0))?.own, true)
  const { user } = process.cpuUsage(before)
  assert.ok(user < 15_000_000, `${user} µs`)
})

test('languages that editors rename in by themselves are not read', async () => {
  assert.equal(await sameNames('typescript', 'const a = 1', 6), undefined)
})
