// `npm run check:mutations -- --random 10 --seed 7`: draws slips from each room and reports those that no test detects.

import { checkSlips } from './check.ts'
import { type DrawnSlip, drawnSlips } from './draw.ts'
import { survivors } from './survivors.ts'

export type RandomOptions = {
  readonly root: string
  /** Their folders, relative to the repository. */
  readonly rooms: readonly string[]
  /** Number of slips per room. */
  readonly count: number
  readonly seed: number
  readonly jobs: number
}

/** Checks the drawn slips; true if each is detected or known to have no effect. */
export async function checkRandom({ root, rooms, count, seed, jobs }: RandomOptions): Promise<boolean> {
  const started = performance.now()
  const slips = rooms.flatMap((room) => drawnSlips(root, room, { count, seed }))
  const known = slips.filter(isKnown)
  const checked = await checkSlips(
    slips.filter((slip) => !isKnown(slip)),
    {
      root,
      jobs,
      onChecked: ({ slip, caughtBy, tried }) => {
        const what = `${slip.file}:${slip.line} ${slip.operator}: ${shown(slip)}`
        const why = tried === 0 ? 'no test runs it' : `${tried} test files run it and pass`
        console.log(caughtBy === undefined ? `SURVIVED  ${what}\n          ${why}` : `caught    ${what}`)
      },
    },
  )
  const caught = checked.filter(({ caughtBy }) => caughtBy !== undefined).length
  const seconds = Math.round((performance.now() - started) / 1000)
  const same = known.length === 0 ? '' : `, ${known.length} known to change nothing`
  console.log(`${caught} of ${slips.length} caught${same}, seed ${seed}, ${seconds} s`)
  return slips.length > 0 && caught + known.length === slips.length
}

function isKnown({ file, code, to }: DrawnSlip): boolean {
  return survivors.some((one) => one.file === file && one.code === code && one.to === to)
}

function shown({ code, to, operator }: DrawnSlip): string {
  return `${code.slice(0, 100)}  →  ${operator === 'early return' ? 'return' : to.slice(0, 60)}`
}
