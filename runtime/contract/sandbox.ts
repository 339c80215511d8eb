// The settings of sandboxes: which hooks run in one, and what they may do there.
// Shapes and defaults only; executors/sandbox creates the sandbox.

import Type, { type Static } from 'typebox'

const texts = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description })
const confinement = (whose: string) =>
  Type.Union([Type.Literal('off'), Type.Literal('sandboxed'), Type.Literal('strict')], {
    description: `Whether ${whose} run in a sandbox; \`strict\`: and read nothing of the workspace but the files that were trusted. Where that cannot be, they are refused.`,
    default: 'off',
  })

/** The section `sandbox` of the settings. */
export const SandboxSettings = Type.Object(
  {
    plugin: confinement('hooks of plugins'),
    workspace: confinement('hooks of the workspace'),
    user: confinement("the user's own hooks"),
    allowWrite: texts(
      'Files and folders that sandboxed hooks may write, besides a temporary folder. Relative ones are in the workspace; `~` is the home folder. Hook folders and settings stay closed.',
    ),
    denyRead: texts(
      'Further files and folders that sandboxed hooks cannot read, besides keys, passwords and the trust ledger.',
    ),
    allowRead: texts('Files and folders that sandboxed hooks may read although they lie in a closed one.'),
    allowedDomains: texts(
      'Hosts that sandboxed hooks may reach: `example.com`, `*.example.com` or `example.com:443`; none unless named.',
    ),
  },
  {
    description: 'Which hooks run in a sandbox, and what they may do there.',
    additionalProperties: false,
  },
)

/** The defaults: no hook is sandboxed. */
export const noSandbox: Static<typeof SandboxSettings> = {
  plugin: 'off',
  workspace: 'off',
  user: 'off',
  allowWrite: [],
  denyRead: [],
  allowRead: [],
  allowedDomains: [],
}
