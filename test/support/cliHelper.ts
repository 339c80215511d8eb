// The helper process of `openCli`: runs commands one after the other and sends back the output of each.

import { main } from '../../runtime/cli/program.ts'

type Request = { readonly id: number; readonly args: readonly string[]; readonly cwd?: string }

const streams = { stdout: process.stdout, stderr: process.stderr }
const printed = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'] as const) {
  streams[name].write = ((chunk: string | Uint8Array) => {
    printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    return true
  }) as typeof process.stdout.write
}

let last: Promise<void> = Promise.resolve()
const home = process.cwd()

process.on('message', (request: Request) => {
  last = last.then(() => answer(request))
})
process.on('disconnect', () => process.exit())

async function answer({ id, args, cwd }: Request): Promise<void> {
  printed.stdout = ''
  printed.stderr = ''
  process.chdir(cwd ?? home)
  const code = await main(args)
  process.send?.({ id, code, ...printed })
}
