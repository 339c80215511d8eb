// Mutations of runtime/webhooks/: each removes one behavior and names the test that must then fail.

import type { Mutation } from '../mutation.ts'

export const webhooks: readonly Mutation[] = [
  {
    behaviour: 'what a slow receiver cannot take is dropped',
    file: 'runtime/webhooks/lane.ts',
    from: 'while (waiting.length > queue ||',
    to: 'while (',
    test: 'test/webhooks/webhooks.test.ts',
    name: 'what a slow receiver cannot take is dropped, the oldest first, with a count and one line',
  },
  {
    behaviour: 'a redirect to another host is not followed',
    file: 'runtime/webhooks/post.ts',
    from: 'if (next.origin !== from.origin) {',
    to: 'if (false) {',
    test: 'test/webhooks/webhooks.test.ts',
    name: 'a redirect to another host is not followed',
  },
  {
    behaviour: 'a receiver refuses what is old',
    file: 'runtime/webhooks/verify.ts',
    from: '<= toleranceMs',
    to: '<= Infinity',
    test: 'test/webhooks/signature.test.ts',
    name: 'a receiver refuses a delivery that is old',
  },
  {
    behaviour: 'a receiver checks the signature',
    file: 'runtime/webhooks/verify.ts',
    from: 'if (!sameText(given.toLowerCase(), signatureOf(request.body, secret))) {',
    to: 'if (false) {',
    test: 'test/webhooks/signature.test.ts',
    name: 'a receiver refuses a delivery with another secret',
  },
]
