// A situation for hooks of which only the text of their files is known: a call of each tool that they can be about, in
// words that guards look for.

import type { Situation, ToolCall } from './scenario.ts'

/** Words that guards look for, in the prompt, in the shell's command and in the last answer. */
export const TOUR_WORDS =
  'rm -rf / && sudo git push --force --no-verify; drop table; terraform apply; curl; mkfs; .env.lock password secrets TODO draft error format release'

/** More answers than a stop that is blocked each time asks for, with hosts that bring it to an end. */
const LATER = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'last']

/** A call, and what in the files asks for it; where absent it is always made. */
export type TourCall = { readonly where?: RegExp; readonly call: ToolCall }

export const tourOf = (calls: readonly TourCall[], files: string): Situation => ({
  name: 'tour',
  prompt: TOUR_WORDS,
  turns: [
    ...calls.filter(({ where }) => where?.test(files) ?? true).map(({ call }) => ({ calls: [call] })),
    { text: `Done. ${TOUR_WORDS}` },
    // No two alike, which a host may take for a model that has lost its way.
    ...LATER.map((number) => ({ text: `The ${number} answer; still a TODO.` })),
  ],
  allowedTools: [],
})
