// Every hook file among the examples is recognized as its kind of hook, and no other file is.

import assert from 'node:assert/strict'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Hook } from '../../runtime/contract/hook.ts'
import { discover } from '../../runtime/discovery/discover.ts'

const examples = fileURLToPath(new URL('../../examples', import.meta.url))
const { hooks, problems } = await discover({
  root: join(examples, 'workspace'),
  home: join(examples, 'home'),
  settings: { disabled: [], severities: {} },
  lookup: () => '/usr/bin/there',
})

const events: Readonly<Record<string, readonly string[]>> = {
  'home/.secureyeoman/extensions/_05_session_journal.mjs': [
    'agent_init',
    'agent_shutdown',
    'auth_success',
    'platform_connected',
  ],
  'home/.secureyeoman/extensions/_15_house_style.ts': ['prompt_assembly_before'],
  'workspace/extensions/_10_log_all_llm_calls.ts': ['after_llm_call', 'before_llm_call'],
  'workspace/extensions/_15_house_style.ts': ['prompt_assembly_after', 'prompt_assembly_before'],
  'workspace/extensions/_20_delegation_budget.ts': ['delegation_before'],
  'workspace/extensions/_30_protect_production.mjs': ['tool_execute_after', 'tool_execute_before'],
  'workspace/extensions/_35_no_spam.cjs': ['message_received'],
  'workspace/extensions/_40_hide_thinking.js': ['stream_chunk'],
  'workspace/extensions/_50_custom_memory_filter.ts': ['memory_recall_before', 'memory_save_before'],
  'workspace/extensions/_60_price_llm_calls.ts': ['after_llm_call'],
  'workspace/extensions/_70_turn_report.js': [
    ...['delegation_after', 'memory_save_after', 'message_loop_end', 'message_loop_start'],
    ...['message_sent', 'stream_end', 'sub_agent_sealed'],
  ],
  'workspace/extensions/_90_slack_notifications.ts': ['agent_shutdown', 'auth_failure', 'rate_limit_hit'],
  'home/.kodelet/hooks/audit_logger': ['after_tool_call'],
  'home/.kodelet/hooks/private-key-guard': ['user_message_send'],
  'workspace/.kodelet/hooks/audit_logger': ['after_tool_call'],
  'workspace/.kodelet/hooks/foo-txt-remover': ['agent_stop'],
  'workspace/.kodelet/hooks/intro-logger': ['before_tool_call'],
  'workspace/.kodelet/hooks/mask_emails': ['after_tool_call'],
  'workspace/.kodelet/hooks/prefer_npm_ci': ['before_tool_call'],
  'workspace/.kodelet/hooks/security_guardrail': ['before_tool_call'],
  'workspace/.kodelet/hooks/slack_notifier': ['agent_stop'],
  'workspace/.kodelet/plugins/acme@review/hooks/review-summary': ['turn_end'],
  'workspace/.kodelet/plugins/acme@review/hooks/validate-diff': ['before_tool_call'],
  'workspace/.kaizen/hooks/checkpoint_guard.py': ['post_checkpoint_save', 'pre_checkpoint_save'],
  'workspace/.kaizen/hooks/cost_tracker.py': ['post_tool_use'],
  'workspace/.kaizen/hooks/delegation_report.py': [
    ...['post_permission_check', 'post_specialist_invoke', 'pre_permission_check', 'pre_specialist_invoke'],
  ],
  'workspace/.kaizen/hooks/gdpr_compliance.py': ['pre_tool_use'],
  'workspace/.kaizen/hooks/loop_counter.ts': ['post_agent_loop', 'pre_agent_loop'],
  'workspace/.compilr/hooks/10_token_budget.ts': ['afterLLM', 'beforeIteration'],
  'workspace/.compilr/hooks/20_house_prompt.mjs': ['beforeLLM'],
  'workspace/.compilr/hooks/30_safe_input.cjs': ['beforeTool'],
  'workspace/.compilr/hooks/40_mock_payments.ts': ['afterTool', 'beforeTool'],
  'workspace/.compilr/hooks/50_recover.js': ['onError'],
  'workspace/.compilr/hooks/60_trace.ts': ['afterIteration'],
}

const byFile = Map.groupBy(hooks, (hook) => relative(examples, hook.path))
const answered = (found: readonly Hook[] = []) => [...new Set(found.flatMap((hook) => hook.events))].sort()

for (const [file, expected] of Object.entries(events)) {
  test(`${file} answers ${expected.join(', ')}`, () => {
    assert.deepEqual(answered(byFile.get(file)), expected)
  })
}

test('a class without `events` answers every event of Kaizen', () => {
  const [logger] = byFile.get('workspace/.kaizen/hooks/custom_logger.py') ?? []
  assert.ok((logger?.events.length ?? 0) >= 10)
  assert.equal(logger?.state, 'active')
})

test('no other file is taken', () => {
  const known = [...Object.keys(events), 'workspace/.kaizen/hooks/custom_logger.py']
  assert.deepEqual([...byFile.keys()].toSorted(), known.toSorted())
})

test('two hooks are hidden by one of the workspace, the others are active', () => {
  const others = hooks.filter(({ state }) => state !== 'active')
  assert.deepEqual(others.map(({ path, state }) => `${relative(examples, path)}: ${state}`).toSorted(), [
    'home/.kodelet/hooks/audit_logger: shadowed',
    'home/.secureyeoman/extensions/_15_house_style.ts: shadowed',
  ])
})

test('what discovery remarks on is intended', () => {
  const remarks = problems.map(({ code, path }) => `${code} ${relative(examples, path)}`)
  assert.deepEqual(remarks.toSorted(), [
    'file.not-taken workspace/.kaizen/hooks/pricing',
    'hook.shadowed home/.kodelet/hooks/audit_logger',
    'hook.shadowed home/.secureyeoman/extensions/_15_house_style.ts',
  ])
})

test('each dialect has three hooks or more, Kaizen five, and they come from all places on disk', () => {
  const files = Map.groupBy(byFile.entries(), ([, found]) => found[0]?.dialect)
  for (const [dialect, least] of Object.entries({ secureyeoman: 3, kodelet: 3, kaizen: 5, compilr: 3 })) {
    assert.ok((files.get(dialect as Hook['dialect'])?.length ?? 0) >= least, dialect)
  }
  assert.deepEqual([...new Set(hooks.map(({ source }) => source))].toSorted(), [
    'plugin',
    'user',
    'workspace',
  ])
})

test('a helper belongs to the hook that loads it', () => {
  const files = (file: string) =>
    (byFile.get(file)?.[0]?.files ?? []).map((path) => relative(join(examples, dirname(file)), path))
  assert.deepEqual(files('workspace/extensions/_50_custom_memory_filter.ts'), [
    '_50_custom_memory_filter.ts',
    'lib/personalData.ts',
  ])
  assert.ok(files('workspace/.kaizen/hooks/cost_tracker.py').includes('pricing/rates.py'))
})
