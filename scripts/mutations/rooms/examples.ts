// Mutations of examples/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

export const examples: readonly Mutation[] = [
  {
    behaviour: 'the Slack notifier posts where it is configured',
    file: 'examples/workspace/.kodelet/hooks/slack_notifier',
    from: "method: 'POST'",
    to: "method: 'PUT'",
    test: 'test/examples/executables.test.ts',
    name: 'slack_notifier posts where it is configured, and says nothing to the agent',
  },
]
