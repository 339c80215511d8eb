// A situation for hooks of which only the files' text is known: one call of each tool they may be about, containing
// words that guards look for.

import type { Situation, ToolCall } from './scenario.ts'

/** Words that guards look for, used in the prompt, the shell command and the last answer. */
export const TOUR_WORDS =
  'rm -rf / && sudo git push --force --no-verify; drop table; terraform apply; curl; mkfs; .env.lock password secrets TODO draft error format release'

/** More answers than any host requests that limits how often a stop may be blocked. */
const LATER = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'last']

/** A tool call; made only if the pattern matches the files' text, or always if there is none. */
export type TourCall = { readonly where?: RegExp; readonly call: ToolCall }

export const tourOf = (calls: readonly TourCall[], files: string): Situation => ({
  name: 'tour',
  prompt: TOUR_WORDS,
  turns: [
    ...calls.filter(({ where }) => where?.test(files) ?? true).map(({ call }) => ({ calls: [call] })),
    { text: `Done. ${TOUR_WORDS}` },
    // All different, since a host may take repeated answers for a model stuck in a loop.
    ...LATER.map((number) => ({ text: `The ${number} answer; still a TODO.` })),
  ],
  allowedTools: [],
})
