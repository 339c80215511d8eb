// `npm run agents -- <verb> …`: compares real agents with Hookbench's predictions. One file or folder per verb.

const verbs: Readonly<Record<string, (argv: readonly string[]) => Promise<number>>> = {
  predict: async (argv) => (await import('./predict.ts')).predict(argv),
  observe: async (argv) => (await import('./observe/command.ts')).observe(argv),
}

const [verb = '', ...argv] = process.argv.slice(2)
const run = verbs[verb]
if (run === undefined) {
  process.stderr.write(`agents: there is no verb "${verb}"; there are ${Object.keys(verbs).join(', ')}\n`)
  process.exitCode = 2
} else process.exitCode = await run(argv)
