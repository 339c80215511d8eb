// The variables that a command line sets for what it runs: `MODE=pre python3 guard.py`, `env MODE=pre python3 guard.py`.

/** Their names; options of the form `--mode=pre` are none. */
export function variablesSetIn(command: string): ReadonlySet<string> {
  return new Set([...command.matchAll(/(?:^|\s)([A-Za-z_]\w{0,60})=/g)].map(([, name = '']) => name))
}
