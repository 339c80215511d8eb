// Drawn slips that no test can detect, each with the reason: the code behaves the same with it.

export type Survivor = {
  readonly file: string
  /** The original line, without its indentation. */
  readonly code: string
  /** The text that the slip inserts. */
  readonly to: string
  readonly why: string
}

export const survivors: readonly Survivor[] = [
  {
    file: 'runtime/files/read.ts',
    code: 'let buffer = Buffer.allocUnsafe(size + 1)',
    to: '2',
    why: 'one more byte to read into: what is read is the same',
  },
  {
    file: 'runtime/project/project.ts',
    code: 'typing ??= openTyping({ root, ...(options.compiler === true ? { compiler: true } : {}) })',
    to: '!==',
    why: 'whether the compiler is kept compiled shows in time alone',
  },
  {
    file: 'runtime/project/embedded.ts',
    code: 'const MOST_KEPT = 1000',
    to: '1001',
    why: 'how much is kept before a cache is emptied shows in memory alone',
  },
  {
    file: 'runtime/discovery/misplaced.ts',
    code: 'const LARGEST = 256 * 1024',
    to: '1025',
    why: 'a limit far above any configuration: a few bytes more are no matter',
  },
  {
    file: 'runtime/discovery/configurationFiles.ts',
    code: 'const range = { start: 0, end: 3 }',
    to: '1',
    why: 'the mark of a finding about a whole file: any of its first characters',
  },
  {
    file: 'runtime/discovery/rules/shellText.ts',
    code: 'let nested = 0',
    to: '1',
    why: 'the count for a limit of nesting far above that of any script',
  },
  {
    file: 'runtime/recordings/assignments.ts',
    code: 'return /(["\'`])[ \\t]*(?:- )?$/.exec(text.slice(Math.max(0, keyStart - 40), keyStart))?.[1]',
    to: '41',
    why: 'a window for the indentation before a name, wider than any',
  },
  {
    file: 'runtime/recordings/developerShapes.ts',
    code: `shape('fw_', \`\${MIXED}\${alnum(20, 40)}\${ENDS}\`),`,
    to: '41',
    why: 'a bound with room on either side of the tokens that there are',
  },
  {
    file: 'runtime/recordings/developerShapes.ts',
    code: "shape('cmVmdGtu', alnum(40, 128)),",
    to: '41',
    why: 'a bound with room on either side of the tokens that there are',
  },
  {
    file: 'runtime/recordings/serviceShapes.ts',
    code: "shape('lin_(?:api|oauth)_', alnum(20, 255)),",
    to: '21',
    why: 'a bound with room on either side of the tokens that there are',
  },
  {
    file: 'runtime/webhooks/lane.ts',
    code: 'const RETRIES: Retries = { most: 5, firstMs: 500, longestMs: 30_000 }',
    to: '501',
    why: 'a pause is drawn at random from half of it to all of it',
  },
  {
    file: 'runtime/builtin/prices.ts',
    code: "'gemini-2.5-pro': { input: 1.25, output: 10, cached: 0.125 },",
    to: '11',
    why: 'a price of a list: a test could only repeat it',
  },
  {
    file: 'runtime/telemetry/measures.ts',
    code: 'const BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]',
    to: '2',
    why: 'boundaries of a histogram: a test could only repeat them',
  },
  {
    file: 'runtime/telemetry/traceWorkspace.ts',
    code: 'if (api === undefined && options.tracer !== undefined) {',
    to: '===',
    why: 'where the API is missing; tests cannot load without it',
  },
  {
    file: 'runtime/tools/fields.ts',
    code: "Type.Integer({ minimum: 1, description: 'How many more there are than are listed.' }),",
    to: '2',
    why: 'a shape that describes what is given, which is not checked against it',
  },
  {
    file: 'runtime/cli/main.ts',
    code: "const [major = 0, minor = 0] = running.split('.').map(Number)",
    to: '1',
    why: 'a version of Node has both parts',
  },
  {
    file: 'runtime/cli/replayLast.ts',
    code: 'let bytes = 0',
    to: '1',
    why: 'one byte more of a limit in megabytes',
  },
  {
    file: 'runtime/contract/dialects/gemini.ts',
    code: 'config: { temperature: 1, topP: 0.95, topK: 64 },',
    to: '65',
    why: 'a figure of an example, of which nothing depends',
  },
  {
    file: 'runtime/workspace/admission.ts',
    code: 'size += key.length + 4',
    to: '5',
    why: 'an estimate: the quotes, the colon and the comma around a key',
  },
  {
    file: 'runtime/recordings/serviceShapes.ts',
    code: `shape('y[0-3]_', \`\${MIXED}\${word(50, 64)}\`),`,
    to: '65',
    why: 'a bound with room on either side of the tokens that there are',
  },
  {
    file: 'client/timeline/layout/flags.ts',
    code: 'const from = Math.max(x, 0)',
    to: '1',
    why: 'the place of a flag at the left edge: one pixel does not show',
  },
]
