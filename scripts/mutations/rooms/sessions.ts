// Mutations of runtime/sessions/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

export const sessions: readonly Mutation[] = [
  {
    behaviour: 'of a client that does not read its answers no further requests are read',
    file: 'runtime/sessions/client.ts',
    from: 'input.pause()',
    to: '',
    test: 'test/hostile/sockets.test.ts',
    name: 'of a client that does not read its answers no further requests are read, until it does',
  },
  {
    behaviour: 'a request that stood in the line when its client went begins nothing',
    file: 'runtime/sessions/client.ts',
    from: 'if (over) throw disconnected()\n    if (output',
    to: 'if (false) throw disconnected()\n    if (output',
    test: 'test/sessions/sessions.test.ts',
    name: 'queued requests of a client that has disconnected begin no session',
  },
  {
    behaviour: 'a client that ended its input gets no outcome of a firing that was cancelled',
    file: 'runtime/sessions/client.ts',
    from: 'if (over) throw disconnected()\n      return',
    to: 'return',
    test: 'test/sessions/serve.test.ts',
    name: 'a client that ends its input while a guard runs gets no outcome that it could take for a permission',
  },
  {
    behaviour: 'a message over the limit is refused',
    file: 'runtime/sessions/framing.ts',
    from: 'if (Number(length) <= limit) return',
    to: 'if (true) return',
    test: 'test/sessions/framing.test.ts',
    name: 'garbage is answered with the reason, and closes that connection only',
  },
  {
    behaviour: 'batches are refused',
    file: 'runtime/sessions/framing.ts',
    from: 'if (Array.isArray(message))\n',
    to: 'if (false)\n',
    test: 'test/sessions/framing.test.ts',
    name: 'garbage is answered with the reason, and closes that connection only',
  },
  {
    behaviour: 'a token is compared',
    file: 'runtime/sessions/token.ts',
    from: 'timingSafeEqual(digestOf(given.trim()), digest)',
    to: 'true',
    test: 'test/sessions/socket.test.ts',
    name: 'a wrong token is refused, and the connection closed',
  },
  {
    behaviour: 'no socket stands where another user may change the way to it',
    file: 'runtime/sessions/socket.ts',
    from: '(found.mode & 0o002) !== 0',
    to: 'false',
    test: 'test/hostile/sockets.test.ts',
    name: 'a socket below a folder that others may write to is refused',
  },
]
