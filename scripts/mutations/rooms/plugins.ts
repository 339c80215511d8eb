// Mutations of runtime/plugins/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

export const plugins: readonly Mutation[] = [
  {
    behaviour: 'a plugin comes over https or ssh only',
    file: 'runtime/plugins/address.ts',
    from: "if (url.protocol !== 'https:' && url.protocol !== 'ssh:') return strange(text)",
    to: '',
    test: 'test/plugins/address.test.ts',
    name: '"http://git.example/acme/review" is refused',
  },
  {
    behaviour: 'a revision is no option of git',
    file: 'runtime/plugins/address.ts',
    from: '/^[A-Za-z0-9][\\w./+-]*$/.test(ref)',
    to: '/^[\\w./+-]*$/.test(ref)',
    test: 'test/plugins/address.test.ts',
    name: 'a revision is a branch, a tag or a commit, and nothing that git takes for an option or a mapping',
  },
  {
    behaviour: 'no name of a plugin is one that Windows keeps to itself',
    file: 'runtime/plugins/name.ts',
    from: 'return !/^(con|prn|aux|nul|com\\d|lpt\\d)(\\.|$)/i.test(part)',
    to: 'return true',
    test: 'test/plugins/address.test.ts',
    name: 'no name leads out of the plugins folder, hides in it or looks like an option',
  },
  {
    behaviour: 'pipes and sockets are no hooks of a plugin',
    file: 'runtime/plugins/contents.ts',
    from: "if (!stat.isFile()) return 'a pipe, socket or device'",
    to: '',
    test: 'test/plugins/plugins.test.ts',
    name: 'pipes, sockets and folders among the hooks are reported and not counted',
  },
  {
    behaviour: 'nothing is put back through a link',
    file: 'runtime/plugins/staging.ts',
    from: '![dirname(old), old].every(isRealFolder)',
    to: '!existsSync(old)',
    test: 'test/plugins/plugins.test.ts',
    name: 'what looks like the rest of a killed install moves nothing through a link',
  },
]
