// The seeds' own example hooks, verbatim: they have no findings beyond the mistakes in the seed texts themselves, and a
// name misspelled in one is found at its place.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { codeBlock } from '../seeds/passages.ts'
import { findingsOf } from '../support/findings.ts'
import type { FixtureFile } from '../support/fixtures.ts'

const ADR21 = 'kodelet-adr-021-agent-lifecycle-hooks.md'
const ADR29 = 'kodelet-adr-029-plugin-hooks.md'
const ADR10 = 'kaizen-adr-010-hooks-system.md'
const ADR35 = 'secureyeoman-adr-035-lifecycle-extension-hooks.md'

type Example = {
  readonly title: string
  readonly seed: string
  /** Words that occur only in this block. */
  readonly words: string
  readonly path: string
  /** The codes of the mistakes in the seed text itself. */
  readonly wrong?: readonly string[]
  /** A name, its misspelling, and the code of the finding (empty: none). */
  readonly slips: readonly (readonly [name: string, slip: string, code: string])[]
}

const EXAMPLES: readonly Example[] = [
  {
    title: 'audit logger, "Audit Logger (Bash)"',
    seed: ADR21,
    words: '/audit_logger\n',
    path: '.kodelet/hooks/audit_logger',
    slips: [['after_tool_call', 'after_tool_cal', 'event.unknown']],
  },
  {
    title: 'security guardrail, "Security Guardrail (Python)"',
    seed: ADR21,
    words: 'BLOCKED_COMMANDS',
    path: '.kodelet/hooks/security_guardrail',
    slips: [
      ['"tool_name"', '"tool_nam"', 'field.unknown'],
      ['"tool_input"', '"toolinputs"', 'field.unknown'],
      ['"bash"', '"shell"', ''],
      ['"blocked": False', '"block": False', 'result.unknown'],
      ['"reason"', '"reasons"', 'result.unknown'],
      ['before_tool_call', 'before_toolcal', 'event.unknown'],
    ],
  },
  {
    title: 'foo-txt-remover, "Follow-up Messages Hook (Bash)"',
    seed: ADR21,
    words: 'foo-txt-remover',
    path: '.kodelet/hooks/foo-txt-remover',
    slips: [
      ['"follow_up_messages"', '"follow_up_message"', 'result.unknown'],
      ['agent_stop', 'agent_stopp', 'event.unknown'],
    ],
  },
  {
    title: 'recipe-aware hook, "Example: Recipe-Aware Hook"',
    seed: ADR29,
    words: 'Only act for code-review recipe',
    path: '.kodelet/hooks/recipe-aware',
    wrong: ['python.literal', 'python.literal'],
    slips: [
      ['"recipe_name"', '"recipe"', 'field.unknown'],
      ['"tool_name"', '"toolName"', 'field.unknown'],
    ],
  },
  {
    title: 'multi-recipe hook, "Example: Multi-Recipe Hook"',
    seed: ADR29,
    words: 'notify_ops(payload)',
    path: '.kodelet/hooks/multi-recipe',
    // The text leaves the notification code to the reader, so its names are undefined.
    wrong: ['name.undefined', 'name.undefined', 'python.literal'],
    slips: [['"recipe_name"', '"recipename"', 'field.unknown']],
  },
  {
    title: 'validate-diff, "Example Plugin with Hooks"',
    seed: ADR29,
    words: "jq -r '.tool_name'",
    path: '.kodelet/plugins/acme@review/hooks/validate-diff',
    slips: [
      ['.tool_name', '.tool_nam', 'field.unknown'],
      ['"blocked"', '"blockd"', 'result.unknown'],
      ['before_tool_call', 'before_tools_call', 'event.unknown'],
    ],
  },
  {
    title: 'post-review-slack, "Example Plugin with Hooks"',
    seed: ADR29,
    words: '# Post to Slack...',
    path: '.kodelet/plugins/acme@review/hooks/post-review-slack',
    slips: [['turn_end', 'turn_ends', 'event.unknown']],
  },
  {
    title: 'compliance hook, "User-Defined Hooks via KaizenOptions"',
    seed: ADR10,
    words: 'class CustomComplianceHook',
    path: '.kaizen/hooks/compliance.py',
    // The class names no events, and the hook that its text shows beside it is not imported.
    wrong: ['kaizen.unregistered', 'name.undefined'],
    slips: [['"tool_name"', '"tool_nam"', 'field.unknown']],
  },
  {
    title: 'custom logger, "Filesystem-Based Hooks"',
    seed: ADR10,
    words: 'class CustomLoggerHook',
    path: '.kaizen/hooks/custom_logger.py',
    wrong: ['kaizen.unregistered'],
    slips: [['context.timestamp', 'context.timestmp', 'field.unknown']],
  },
  {
    title: 'built-in hooks, "Built-in Hooks"',
    seed: ADR10,
    words: 'class CostTrackingHook',
    path: '.kaizen/hooks/builtin.py',
    // Nothing is imported, as in the hook above.
    wrong: [
      'kaizen.unregistered',
      ...Array<string>(4).fill('name.undefined'),
      'kaizen.unregistered',
      'name.undefined',
      'kaizen.unregistered',
      'name.undefined',
    ],
    slips: [['"estimated_cost_usd"', '"estimated_cost"', 'field.unknown']],
  },
  {
    title: 'configuration, "Configuration"',
    seed: ADR35,
    words: 'maxExecutionTime: 5000',
    path: 'secureyeoman.yaml',
    slips: [
      ['hotReload', 'hotReloads', 'settings.invalid'],
      ['failOpen', 'failopen', 'settings.invalid'],
    ],
  },
  {
    title: 'webhooks, "Webhook Dispatch"',
    seed: ADR35,
    words: 'https://siem.internal',
    path: 'secureyeoman.yaml',
    slips: [
      // Hooks may emit their own events, and webhooks may subscribe to them, so a name near a hook point is only a
      // hint.
      ['auth_failure', 'auth_fail', 'settings.invalid'],
      ['timeout', 'time_out', 'settings.invalid'],
    ],
  },
]

for (const { title, seed, words, path, wrong = [], slips } of EXAMPLES) {
  test(`${title}: nothing else is wrong as it stands`, async (t) => {
    const found = await reportedIn(path, codeBlock(seed, words), t)
    assert.deepEqual(
      found.map(({ code }) => code),
      wrong,
      found.map(({ message }) => message).join('\n'),
    )
  })

  for (const [name, slip, code] of slips) {
    test(`${title}: ${slip} for ${name} is ${code === '' ? 'no mistake' : code}`, async (t) => {
      const text = codeBlock(seed, words)
      const at = text.indexOf(name)
      assert.notEqual(at, -1)
      const found = await reportedIn(path, text.slice(0, at) + slip + text.slice(at + name.length), t)
      const more = found.filter((one) => !wrong.includes(one.code))
      assert.deepEqual(
        more.map((one) => one.code),
        code === '' ? [] : [code],
        more.map(({ message }) => message).join('\n'),
      )
      const [first] = more
      if (first?.range !== undefined) {
        assert.ok(first.range.start >= at - 1 && first.range.end <= at + slip.length + 1)
      }
    })
  }
}

async function reportedIn(path: string, text: string, t: TestContext) {
  const file: FixtureFile = {
    path,
    text,
    marks: [],
    language: '',
    executable: text.startsWith('#!'),
    size: 0,
  }
  return (await findingsOf([file], t)).get(path) ?? []
}
