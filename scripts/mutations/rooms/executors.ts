// Behaviours of runtime/executors/, each with the edit that takes it away and the test that fails then.

import type { Mutation } from '../mutation.ts'

const here = 'runtime/executors/module/openModulesHere.ts'
const module = 'test/executors/module.test.ts'

export const executors: readonly Mutation[] = [
  {
    behaviour: 'without isolation a class hears of its own failures',
    file: here,
    from: 'await found.onError?.(error, payload)',
    to: '',
    test: module,
    name: 'without isolation, too, a class hears of its own failures',
  },
  {
    behaviour: 'a local file that trust has not seen is refused',
    file: 'runtime/executors/module/loader.ts',
    from: 'if (isForeign(url)) return { url, shortCircuit: true }',
    to: 'if (true) return { url, shortCircuit: true }',
    test: 'test/executors/module.test.ts',
    name: 'a local file that trust has not seen is refused, by name and with a remedy',
  },
  {
    behaviour: 'what carries the mark of a killed runtime ends, whatever its group',
    file: 'runtime/executors/reap.ts',
    from: 'if (sweeps) sweep(basename(file))',
    to: 'if (sweeps) basename(file)',
    test: 'test/hostile/survivors.test.ts',
    name: 'a killed runtime leaves nothing running: a child of a module hook',
  },
  {
    behaviour: 'where hooks may deny, nobody changes what lists include',
    file: 'runtime/executors/module/realms.ts',
    from: 'const locked = hooks.some(mayDeny)',
    to: 'const locked = hooks.length === 0',
    test: 'test/hostile/neighbours.test.ts',
    name: "a hook that changes what lists include does not switch off a guard: not a logger, not another guard, not the user's",
  },
  {
    behaviour: 'a module hook uses only descriptors that it opened',
    file: 'runtime/executors/module/descriptors.ts',
    from: 'if (own[descriptor]) return',
    to: 'if (descriptor >= 0) return',
    test: 'test/hostile/neighbours.test.ts',
    name: 'a hook that closes what it has closed before, by the number neither ends the runtime nor disturbs anybody',
  },
  {
    behaviour: 'what the settings drop is not inherited by executables',
    file: 'runtime/executors/executable/executables.ts',
    from: 'withoutVariables(own, options.drop?.() ?? [])',
    to: 'own',
    test: 'test/executors/droppedVariables.test.ts',
    name: 'an executable does not inherit what the settings drop',
  },
  {
    behaviour: 'what is Hookbench’s or the editor’s is not inherited',
    file: 'runtime/executors/environment.ts',
    from: 'value !== undefined && !OURS.some((pattern) => pattern.test(name))',
    to: 'value !== undefined',
    test: 'test/executors/groups.test.ts',
    name: 'what is ours or the editor’s is not inherited',
  },
  {
    behaviour: 'no variable of ours reaches an entry',
    file: 'runtime/executors/entry/openEntries.ts',
    from: 'withoutOurs(inherited())',
    to: 'inherited()',
    test: 'test/executors/entries.test.ts',
    name: 'whatever Hookbench is told by variables stays with it',
  },
  {
    behaviour: 'whoever was not told the token stops no shell',
    file: 'runtime/executors/inspect/shell/stops.ts',
    from: '!isSame(reply, token)',
    to: 'false',
    test: 'test/sessions/inspectShell.test.ts',
    name: 'nobody is listened to who was not told the token',
  },
  {
    behaviour: 'what a shell hook prints sends no debugger anywhere',
    file: 'runtime/executors/inspect/openInspector.ts',
    from: 'if (!isShell(hook)) {',
    to: 'if (true) {',
    test: 'test/hostile/debuggers.test.ts',
    name: 'a payload that a shell hook repeats sends no debugger anywhere',
  },
  {
    behaviour: 'the folder of a shell’s debugger is closed to others',
    file: 'runtime/executors/inspect/shell/adapter.ts',
    from: "const socket = join(own, 'dap')",
    to: "const socket = join(own, 'dap'); (await import('node:fs')).chmodSync(own, 0o755)",
    test: 'test/hostile/debuggers.test.ts',
    name: 'nobody else reaches the debugger of a shell hook: it is no port, and its folder is the owner’s alone',
  },
  {
    behaviour: 'what is said of a request that could not be sent holds no secret',
    file: 'runtime/executors/entry/post.ts',
    from: 'if (wrong !== undefined)',
    to: 'if (false)',
    test: 'test/hostile/httpEntries.test.ts',
    name: 'what cannot be sent is said without its secret: a header with a line break',
  },
]
