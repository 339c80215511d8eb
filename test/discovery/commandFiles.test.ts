// Which local files a command runs, in the many ways that people write commands.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOfCommand } from '../../runtime/discovery/commandFiles.ts'
import { disk } from '../../runtime/discovery/disk.ts'

const context = {
  cwd: '/srv/shop',
  home: '/home/ada',
  own: [],
  variables: { CLAUDE_PROJECT_DIR: '/srv/shop', CLAUDE_PLUGIN_ROOT: '/plugins/lint' },
  disk,
}

/** Command -> the scripts it runs, from the project; `?` after them if more may run that the text does not show. */
const ROWS: readonly (readonly [command: string, ...scripts: readonly string[]])[] = [
  ['./guard.sh', 'guard.sh'],
  ['scripts/guard.sh --strict', 'scripts/guard.sh'],
  ['"$CLAUDE_PROJECT_DIR"/scripts/guard.sh', 'scripts/guard.sh'],
  ['"${CLAUDE_PROJECT_DIR}/my scripts/guard.sh"', 'my scripts/guard.sh'],
  ['$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh', '.claude/hooks/guard.sh'],
  ['${CLAUDE_PROJECT_DIR:-.}/guard.sh', 'guard.sh'],
  ['cd "$CLAUDE_PROJECT_DIR" && ./guard.sh', 'guard.sh'],
  ['cd scripts && ./guard.sh', 'scripts/guard.sh'],
  ['${CLAUDE_PLUGIN_ROOT}/run.sh', '/plugins/lint/run.sh'],
  ['~/.claude/hooks/mine.sh', '/home/ada/.claude/hooks/mine.sh'],
  ['$HOME/hooks/mine.sh', '/home/ada/hooks/mine.sh'],
  ['"$(git rev-parse --show-toplevel)"/.codex/guard.sh', '.codex/guard.sh'],
  ['python3 "$(git rev-parse --show-toplevel 2>/dev/null || pwd)/guard.py"', 'guard.py'],
  ['"$(git rev-parse --show-prefix)"/guard.sh', '?'],
  ['python3 scripts/audit.py', 'scripts/audit.py'],
  ['python3 -u -W ignore scripts/audit.py --x', 'scripts/audit.py'],
  ['python3 -m audit'],
  ['python3 -c "print(1)"'],
  ["perl -0777 -ne 'print' notes.pl"],
  ["perl -CS -E 'say 1' notes.pl"],
  ['perl -MEncode -Iinclude -CSDE -pie guard.pl', 'guard.pl'],
  ["ruby -rdate -lane 'puts 1' notes.rb"],
  ['ruby -rdate -I lib -E UTF-8 guard.rb', 'guard.rb'],
  ['uv run scripts/audit.py', 'scripts/audit.py'],
  ['uv run --script scripts/audit.py', 'scripts/audit.py'],
  ['uv run python scripts/audit.py', 'scripts/audit.py'],
  ['node hooks/guard.mjs', 'hooks/guard.mjs'],
  ['node --import ./register.mjs hooks/guard.mjs', 'hooks/guard.mjs', 'register.mjs'],
  ['npx tsx hooks/guard.ts', 'hooks/guard.ts'],
  ['npx -y tsx hooks/guard.ts', 'hooks/guard.ts'],
  ['npx -y @acme/on-edit --quiet'],
  ['npx prettier@3.1.0 --check .'],
  ['npx github:acme/hooks'],
  ['npx --prefix apps/web eslint .'],
  ['pnpm -C apps/web lint'],
  ['pnpm --filter @acme/web exec eslint'],
  ['uvx --from "acme[hooks]==1.2" guard'],
  ['uvx ruff==0.4.1 check'],
  ['npx ts-node --project lib/tsconfig.json hooks/guard.ts', 'hooks/guard.ts'],
  ['env - PATH=/bin hooks/guard.sh', 'hooks/guard.sh'],
  ['sudo -i hooks/guard.sh', '?'],
  ['npm --workspaces exec hooks/guard.sh', '?'],
  ['pnpm -w exec hooks/guard.sh', '?'],
  ['pipx run hooks/guard.py', 'hooks/guard.py'],
  ['pdm run -p . hooks/guard.py', 'hooks/guard.py'],
  ['poetry -C tools run python guard.py', 'tools/guard.py'],
  ['poetry run guard'],
  ['poetry install ./vendor/guard.py'],
  ['conda run --no-capture-output -n hooks python guard.py', 'guard.py'],
  ['npx tsx@latest hooks/guard.ts', 'hooks/guard.ts'],
  ['npx -p tsx@4 tsx hooks/guard.ts', 'hooks/guard.ts'],
  ["npx -c 'tsx hooks/guard.ts'", 'hooks/guard.ts'],
  ['npm exec --yes -- tsx hooks/guard.ts', 'hooks/guard.ts'],
  ['npm run guard -- hooks/guard.ts'],
  ['pnpm dlx tsx hooks/guard.ts', 'hooks/guard.ts'],
  ['pnpm -C tools exec tsx guard.ts', 'tools/guard.ts'],
  ['pnpm --filter @acme/web exec tsx guard.ts', '?'],
  ['yarn tsx hooks/guard.ts', 'hooks/guard.ts'],
  ['bunx tsx hooks/guard.ts', 'hooks/guard.ts'],
  ['bun x tsx hooks/guard.ts', 'hooks/guard.ts'],
  ['mise exec node@22 -- node guard.mjs', 'guard.mjs'],
  ['direnv exec . python3 guard.py', 'guard.py'],
  ["nix-shell -p python3 jq --run 'python3 guard.py'", 'guard.py'],
  ['nix develop ./env -c python3 guard.py', 'guard.py'],
  ['devbox run -- python3 guard.py', 'guard.py'],
  ['stdbuf -o L python3 guard.py', 'guard.py'],
  ['flock -w 5 /tmp/lock python3 guard.py', 'guard.py'],
  ["flock /tmp/lock -c './guard.sh --strict'", 'guard.sh'],
  ['ionice -c 3 nice -n 10 ./guard.sh', 'guard.sh'],
  ['timeout -k 5 30 ./guard.sh', 'guard.sh'],
  ['env -u TOKEN -C tools ./guard.sh', 'tools/guard.sh'],
  ['env -C "$UNKNOWN" ./guard.sh', '?'],
  ['busybox sh guard.sh', 'guard.sh'],
  ['chronic python3 guard.py'],
  ['uv run --directory tools/hooks guard.py', 'tools/hooks/guard.py'],
  ['bash -euo pipefail scripts/guard.sh', 'scripts/guard.sh'],
  ['node "C:\\Users\\ada\\guard.mjs"', '?'],
  ['bun hooks/guard.ts', 'hooks/guard.ts'],
  ['bun run hooks/guard.ts', 'hooks/guard.ts'],
  ['deno run --allow-read hooks/guard.ts', 'hooks/guard.ts'],
  ['bash scripts/guard.sh', 'scripts/guard.sh'],
  ['bash -c "./scripts/guard.sh; ./scripts/more.sh"', 'scripts/guard.sh', 'scripts/more.sh'],
  ["sh -c 'cd scripts && exec ./guard.sh'", 'scripts/guard.sh'],
  ['case $1 in a) ./guard.sh ;; ./b.sh) exit 2 ;; esac; ./c.sh', 'guard.sh', 'c.sh'],
  ['./a.sh; case $1 in x) ;; ./b.sh | ./c.sh) ./d.sh | ./e.sh ;; esac', 'a.sh', 'd.sh', 'e.sh'],
  ['env FOO=1 ./guard.sh', 'guard.sh'],
  ['FOO=1 BAR=2 ./guard.sh', 'guard.sh'],
  ['timeout 5 ./guard.sh', 'guard.sh'],
  ['nice -n 5 ./guard.sh', 'guard.sh'],
  ['exec ./guard.sh', 'guard.sh'],
  ['source ./env.sh && ./guard.sh', 'env.sh', 'guard.sh'],
  ['. ./env.sh', 'env.sh'],
  ['cat | ./guard.sh 2>/dev/null || true', 'guard.sh'],
  ['jq -r .tool_input.file_path | xargs prettier --write'],
  ['prettier --write .'],
  ['/usr/bin/python3 guard.py', 'guard.py'],
  ['powershell -NoProfile -File scripts/guard.ps1', 'scripts/guard.ps1'],
  ['pwsh -File "scripts/guard.ps1" -Strict', 'scripts/guard.ps1'],
  ['"$UNKNOWN"/guard.sh', '?'],
  ['python3 "$(ls *.py | head -1)"', '?'],
  ['echo "./not-run.sh"'],
  ['# ./not-run.sh'],
  [''],
]

for (const [command, ...expected] of ROWS) {
  test(`${command || 'nothing'} runs ${expected.join(', ') || 'no local file'}`, () => {
    const { scripts, unseen } = filesOfCommand({ command }, context)
    const named = scripts.map((path) => path.replace(/^\/srv\/shop\//, ''))
    assert.deepEqual([...named, ...(unseen.length > 0 ? ['?'] : [])], expected)
  })
}

test('an entry with arguments is no shell line', () => {
  const found = filesOfCommand({ command: 'node', args: ['hooks/a b.mjs', '&& ./x.sh'] }, context)
  assert.deepEqual(found.scripts, ['/srv/shop/hooks/a b.mjs'])
})
