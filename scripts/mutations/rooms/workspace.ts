// Mutations of runtime/workspace/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

const open = 'runtime/workspace/open.ts'
const webhooks = 'test/workspace/webhooks.test.ts'
const manager = 'test/managers/secureyeoman.test.ts'

export const workspace: readonly Mutation[] = [
  {
    behaviour: 'reading thousands of entries leaves turns to the answers of hooks',
    file: open,
    from: '      yieldTurn: whenDue,\n',
    to: '',
    test: 'test/hostile/blocked.test.ts',
    name: 'reading a settings file of thousands of entries leaves turns to answers',
  },
  {
    behaviour: 'a file that was exchanged and put back while its hook ran makes the run untrusted',
    file: 'runtime/workspace/trusting.ts',
    from: 'if (why !== undefined || marks === undefined) return why',
    to: 'if (true) return why',
    test: 'test/hostile/swap.test.ts',
    name: '.kodelet/hooks/lib.sh, exchanged and put back by renaming while its hook runs, is not believed',
  },
  {
    behaviour: 'a hook in the strict sandbox is given the files that were trusted and no others',
    file: 'runtime/workspace/executors.ts',
    from: 'sandbox.isStrict(hook) ? { ...run',
    to: 'false ? { ...run',
    test: 'test/hostile/strict.test.ts',
    name: 'a hook of kodelet reads what was trusted and nothing else of the workspace where the sandbox is strict',
  },
  {
    behaviour: 'the configuration’s failOpen: false stops what failed',
    file: open,
    from: 'return options.settings?.failOpen ??',
    to: 'return true ??',
    test: manager,
    name: 'failOpen: false rejects and names hook and reason (none)',
  },
  {
    behaviour: 'enabled: false tells no webhook of an open workspace',
    file: 'runtime/workspace/webhooks.ts',
    from: 'extensions.enabled ? extensions.webhooks : []',
    to: 'extensions.webhooks',
    test: webhooks,
    name: 'enabled: false in the configuration tells no webhook',
  },
  {
    behaviour: 'a hook whose file is gone is gone after a reload',
    file: open,
    from: 'hooks = [...hideBuiltins(kept.hooks',
    to: 'hooks = [...hideBuiltins([...kept.hooks, ...hooks.filter((old) => kept.hooks.every(({ id }) => id !== old.id))]',
    test: manager,
    name: 'reloading brings new, changed and removed extensions',
  },
  {
    behaviour: 'a configured webhook has the time-out of its configuration',
    file: 'runtime/workspace/webhooks.ts',
    from: 'url, secret, timeout, shown })',
    to: 'url, secret, shown })',
    test: webhooks,
    name: 'a webhook has the time-out that its configuration gives it',
  },
  {
    behaviour: 'the door refuses what is nested too deep',
    file: 'runtime/workspace/admission.ts',
    from: 'depth > DEEPEST',
    to: 'false',
    test: 'test/workspace/parts.test.ts',
    name: 'the door refuses the first level too many, not the last one allowed',
  },
  {
    behaviour: 'jobs of one key wait for each other',
    file: 'runtime/workspace/queue.ts',
    from: 'before === undefined ? job() : after(before, job, signal)',
    to: 'job()',
    test: 'test/workspace/queue.test.ts',
    name: 'jobs of one key run one after the other, those of another key beside them',
  },
  {
    behaviour: 'a program does not start where a file has appeared that it would load',
    file: 'runtime/workspace/trusting.ts',
    from: 'if (stranger !== undefined)',
    to: 'if (false)',
    test: 'test/hostile/appearing.test.ts',
    name: 'json.py beside a script appears: does not run',
  },
  {
    behaviour: 'a module that takes the place of another one is not missing',
    file: 'runtime/workspace/reconcile.ts',
    from: '!added.has(moduleOf(path)) &&',
    to: '',
    test: 'test/workspace/hotReload.test.ts',
    name: 'an import that becomes a package replaces the version before',
  },
  {
    behaviour: 'settings that are being saved keep their last good version',
    file: 'runtime/workspace/settings.ts',
    from: 'if (good === undefined) return read\n',
    to: 'return read\n',
    test: 'test/hostile/settings.test.ts',
    name: 'settings that are emptied while they are saved switch off neither the guardrail nor the sandbox',
  },
]
