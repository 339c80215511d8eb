// The rooms of the repository: what each contains and which others it may import. Printed in ARCHITECTURE.md;
// test/architecture.test.ts checks every import against it.

export type Room = {
  /** The folder, relative to the repository. */
  readonly path: string
  /** Its contents in one line. */
  readonly holds: string
  /** Names of rooms; its own files and the version may always be imported. `runtime` means all rooms of the runtime. */
  readonly mayImport: readonly string[] | 'runtime'
}

export const rooms: readonly Room[] = [
  {
    path: 'runtime/contract',
    holds: 'shapes, dialects, verdicts, steps, problems, validation. Pure: no I/O, no `async`',
    mayImport: [],
  },
  {
    path: 'runtime/files',
    holds:
      'reads files (only regular ones, up to a size, without blocking) and writes into a workspace (never through a link that leads out of it)',
    mayImport: [],
  },
  {
    path: 'runtime/documents',
    holds: 'source text → `HookDocument`; one folder per language',
    mayImport: ['contract', 'files'],
  },
  {
    path: 'runtime/discovery',
    holds: 'places on disk → `{ hooks, problems }`',
    mayImport: ['contract', 'files', 'documents'],
  },
  {
    path: 'runtime/trust',
    holds: 'the trust ledger: which hooks may run; it never prompts',
    mayImport: ['contract', 'files', 'discovery'],
  },
  {
    path: 'runtime/project',
    holds:
      'a workspace in memory: texts open in an editor, files on disk, views of both, the last snapshot of its hooks',
    mayImport: ['contract', 'documents', 'discovery', 'trust'],
  },
  {
    path: 'runtime/checks',
    holds: 'spots × contract → problems, for the editor and `hookbench check`',
    mayImport: ['contract', 'files', 'documents', 'discovery', 'project'],
  },
  {
    path: 'runtime/executors',
    holds:
      'runs one hook on one payload and returns one attempt; the only room that starts processes and workers',
    mayImport: ['contract', 'files'],
  },
  {
    path: 'runtime/engine',
    holds:
      'runs the hooks of one event and computes the outcome; independent of events, dialects, files and the system clock',
    mayImport: ['contract'],
  },
  {
    path: 'runtime/recordings',
    holds: 'steps → file → steps; redaction',
    mayImport: ['contract', 'files'],
  },
  {
    path: 'runtime/webhooks',
    holds: 'delivers firings and custom events to URLs: signing, queue, retries, verification for receivers',
    mayImport: ['contract'],
  },
  {
    path: 'runtime/builtin',
    holds: 'built-in hooks: logging, metrics, costs, audit trail, guardrail',
    mayImport: ['contract', 'files'],
  },
  {
    path: 'runtime/workspace',
    holds: 'the composition root: combines the other rooms into the API of one workspace',
    mayImport: [
      'contract',
      'files',
      'documents',
      'discovery',
      'trust',
      'executors',
      'engine',
      'recordings',
      'webhooks',
      'builtin',
    ],
  },
  {
    path: 'runtime/replay',
    holds: 'fires recorded events again, one by one or in bulk, and compares the outcomes; cases',
    mayImport: ['contract', 'files', 'executors', 'engine', 'recordings', 'workspace'],
  },
  {
    path: 'runtime/plugins',
    holds: 'installs, lists and removes hook plugins; runs git only through executors',
    mayImport: ['contract', 'files', 'discovery', 'executors'],
  },
  {
    path: 'runtime/managers',
    holds:
      'the APIs of the four older systems (`ExtensionManager`, `HookManager`, `HooksManager`), each an entry point of the package; they implement the types in `types/`',
    mayImport: ['contract', 'files', 'engine', 'workspace'],
  },
  {
    path: 'runtime/telemetry',
    holds: 'steps → OpenTelemetry spans and measurements',
    mayImport: ['contract', 'recordings', 'workspace'],
  },
  {
    path: 'runtime/tools',
    holds:
      'the four tools for agents: descriptions, schemas, and a function that works over any connection to a runtime',
    mayImport: ['contract'],
  },
  {
    path: 'runtime/sessions',
    holds: 'the JSON-RPC hook server: verbs as methods, sessions, firings, steps, inspections',
    mayImport: ['contract', 'files', 'recordings', 'workspace'],
  },
  { path: 'runtime/cli', holds: 'one file per verb', mayImport: 'runtime' },
  {
    path: 'server',
    holds: 'the language server: the protocol, and features that read views and problems',
    mayImport: ['contract', 'files', 'documents', 'discovery', 'trust', 'project', 'checks'],
  },
  {
    path: 'client',
    holds:
      'the editor extension: views, replay, trust prompts; starts the runtime and the language server, and runs no hook itself',
    mayImport: ['contract', 'files', 'index', 'tools'],
  },
  {
    path: 'scripts',
    holds:
      'build, generate, check, the demo; `upstream` and `agents` compare what other programs did with what Hookbench predicts',
    mayImport: 'runtime',
  },
  { path: 'bench', holds: 'benchmarks, compared with named peers', mayImport: 'runtime' },
  {
    path: 'examples',
    holds:
      'a workspace and a home folder with hooks of every dialect, a recorded session; `agent`, a complete agent in one file',
    mayImport: 'runtime',
  },
]

/** The part of ARCHITECTURE.md between the two markers. */
export function roomsTable(): string {
  const rows = rooms.map(({ path, holds, mayImport }) => `| \`${path}\` | ${holds} | ${imports(mayImport)} |`)
  return ['| Room | Holds | May import |', '|---|---|---|', ...rows].join('\n')
}

function imports(mayImport: Room['mayImport']): string {
  if (mayImport === 'runtime') return 'everything in runtime'
  return mayImport.length === 0 ? 'nothing of ours' : mayImport.join(', ')
}
