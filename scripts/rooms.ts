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
      'the one way to read a file (regular, bounded, never waited for) and to write into a workspace (never behind a link that leads out)',
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
    holds: 'the ledger: decides, never asks',
    mayImport: ['contract', 'files', 'discovery'],
  },
  {
    path: 'runtime/project',
    holds:
      'a workspace as it is looked at: open texts over the disk, views of files, the last look at its hooks',
    mayImport: ['contract', 'documents', 'discovery', 'trust'],
  },
  {
    path: 'runtime/checks',
    holds: 'spots × contract → problems, for the editor and `hookbench check` alike',
    mayImport: ['contract', 'files', 'documents', 'discovery', 'project'],
  },
  {
    path: 'runtime/executors',
    holds: 'one hook, one payload, one attempt; the only room that starts processes and workers',
    mayImport: ['contract', 'files'],
  },
  {
    path: 'runtime/engine',
    holds:
      'one event, many hooks, one outcome; knows no event, no dialect, no file, no clock but its own argument',
    mayImport: ['contract'],
  },
  {
    path: 'runtime/recordings',
    holds: 'steps → file → steps; redaction',
    mayImport: ['contract', 'files'],
  },
  {
    path: 'runtime/webhooks',
    holds: 'firings and custom events told to URLs: signing, queue, retries, a check for receivers',
    mayImport: ['contract'],
  },
  {
    path: 'runtime/builtin',
    holds: 'hooks that come with the product: logging, metrics, costs, audit trail, guardrail',
    mayImport: ['contract', 'files'],
  },
  {
    path: 'runtime/workspace',
    holds: 'the composition root',
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
    holds: 'recorded events through hooks again, one by one or in bulk; cases',
    mayImport: ['contract', 'files', 'executors', 'engine', 'recordings', 'workspace'],
  },
  {
    path: 'runtime/plugins',
    holds: 'hook plugins installed, listed, removed; git only through executors',
    mayImport: ['contract', 'files', 'discovery', 'executors'],
  },
  {
    path: 'runtime/managers',
    holds:
      "the four systems' own APIs (`ExtensionManager`, `HookManager`, `HooksManager`), one entry of the package each; their types are in `types/`, which they implement",
    mayImport: ['contract', 'files', 'engine', 'workspace'],
  },
  {
    path: 'runtime/telemetry',
    holds: 'steps → OpenTelemetry spans and measurements',
    mayImport: ['contract', 'recordings', 'workspace'],
  },
  {
    path: 'runtime/tools',
    holds: 'the four tools for agents: words, shapes, and a function over any connection to a runtime',
    mayImport: ['contract'],
  },
  {
    path: 'runtime/sessions',
    holds: 'the JSON-RPC hook server: the verbs as methods, sessions, firings, steps, inspect',
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
      'the editor extension: views, replay, trust asked of the person; starts the runtime and the language server and runs no hook itself',
    mayImport: ['contract', 'files', 'index', 'tools'],
  },
  {
    path: 'scripts',
    holds:
      'build, generate, check, the demo; `upstream` and `agents`, what other programs did against what Hookbench says',
    mayImport: 'runtime',
  },
  { path: 'bench', holds: 'figures beside named peers', mayImport: 'runtime' },
  {
    path: 'examples',
    holds:
      'a workspace and a home with hooks of every dialect, a session; `agent`, a whole agent in one file',
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
