// fast-check with the same examples in every run, so that results are reproducible. `SEED=17` uses other examples,
// `SEED=random` different ones each time; a failure prints its seed.

import fc from 'fast-check'

const { SEED } = process.env

/** The seed of this run's examples. */
export const seed = SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(SEED ?? 4)

if (!Number.isInteger(seed)) throw new Error(`SEED is "${SEED}"; expected a whole number, or "random".`)
fc.configureGlobal({ seed })

export { fc }
