// A host of which no run was observed: a verb that reports its effect also names the source of the answer.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)
const tree = writeTree(`
  //- /home/
  //- /ws/.cursor/hooks.json
  {"version":1,"hooks":{"preToolUse":[{"command":"true"},{"type":"prompt","prompt":"Is it safe?"}]}}
  //- /ws/.codex/hooks.json
  {"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"true"}]}]}}
`)
after(tree.remove)

const at = (...args: readonly string[]) =>
  cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), '--trust-workspace', ...args])

for (const verb of ['run', 'explain'])
  test(`${verb} says so in words and as JSON, and of no other host`, async () => {
    assert.match((await at(verb, 'preToolUse')).stdout, /^ {2}Predicted from .+\.$/m)
    const json = JSON.parse((await at(verb, 'preToolUse', '--json')).stdout)
    assert.match(json.unobserved ?? json.effect.unobserved, /^Predicted from /)
    assert.doesNotMatch((await at(verb, 'PreToolUse')).stdout, /Predicted/)
  })

test('the prompt to a model is not known, and its possible effects are listed', async () => {
  const { stdout, code } = await at('run', 'preToolUse')
  assert.equal(code, 1)
  assert.match(stdout, /it is unknown what happens to the tool call/)
  assert.match(stdout, /if it exits with 2: the tool does not run/)
})
