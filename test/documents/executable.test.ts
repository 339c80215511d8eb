// Executables: the event they print when called with `hook`, in shell, Python and JavaScript, and when it cannot be
// determined.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, read } from './check.ts'

const sh = (body: string): string => `#!/usr/bin/env bash\n${body}\n`
const py = (body: string): string => `#!/usr/bin/env python3\nimport json\nimport sys\n${body}\n`
const js = (body: string): string => `#!/usr/bin/env node\n${body}\n`
const hook = '.kodelet/hooks/a_hook'

check('executable', [
  // The examples of the seed documents, verbatim.
  [
    'audit_logger',
    hook,
    `#!/bin/bash
# ~/.kodelet/hooks/audit_logger

if [ "$1" == "hook" ]; then
    echo "after_tool_call"
    exit 0
fi

if [ "$1" == "run" ]; then
    # Read JSON payload from stdin
    payload=$(cat)

    # Extract fields and log to file
    echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) | $payload" >> ~/.kodelet/audit.log

    # No output needed - empty stdout with exit 0 means "no modification"
    exit 0
fi

exit 1
`,
    'hook after_tool_call',
  ],
  [
    'security_guardrail',
    hook,
    `#!/usr/bin/env python3
# ~/.kodelet/hooks/security_guardrail

import sys
import json

BLOCKED_COMMANDS = ["rm -rf", "sudo", "curl | bash", "wget | sh"]

if len(sys.argv) < 2:
    sys.exit(1)

if sys.argv[1] == "hook":
    print("before_tool_call")
    sys.exit(0)

if sys.argv[1] == "run":
    payload = json.load(sys.stdin)

    if payload.get("tool_name") == "bash":
        # tool_input is already a parsed JSON object
        tool_input = payload.get("tool_input", {})
        command = tool_input.get("command", "")

        for blocked in BLOCKED_COMMANDS:
            if blocked in command:
                result = {
                    "blocked": True,
                    "reason": f"Security policy: '{blocked}' is not allowed"
                }
                print(json.dumps(result))
                sys.exit(0)

    print(json.dumps({"blocked": False}))
    sys.exit(0)

sys.exit(1)
`,
    'hook before_tool_call',
  ],
  [
    'foo-txt-remover',
    hook,
    `#!/bin/bash
# .kodelet/hooks/foo-txt-remover
# Asks the agent to remove foo.txt if it exists

case "$1" in
    hook)
        echo "agent_stop"
        ;;
    run)
        # Check if foo.txt exists in current directory
        if [ -f "./foo.txt" ]; then
            echo '{"follow_up_messages":["I noticed foo.txt exists. Please remove it."]}'
        fi
        # Empty output = no follow-up, agent stops normally
        ;;
    *)
        exit 1
        ;;
esac
`,
    'hook agent_stop',
  ],
  [
    'the recipe-aware hook',
    hook,
    `#!/usr/bin/env python3
import sys, json

if sys.argv[1] == "hook":
    print("before_tool_call")
elif sys.argv[1] == "run":
    payload = json.load(sys.stdin)
    recipe = payload.get("recipe_name", "")
    
    # Only act for code-review recipe
    if recipe != "code-review":
        print(json.dumps({"blocked": false}))
        sys.exit(0)
    
    tool = payload.get("tool_name", "")
    if tool == "file_edit":
        # Validate the edit...
        pass
    
    print(json.dumps({"blocked": false}))
`,
    'hook before_tool_call',
  ],
  [
    'the multi-recipe hook',
    hook,
    `#!/usr/bin/env python3
import sys, json

if sys.argv[1] == "hook":
    print("turn_end")
elif sys.argv[1] == "run":
    payload = json.load(sys.stdin)
    recipe = payload.get("recipe_name", "")
    
    if recipe == "code-review":
        post_to_slack(payload)
    elif recipe == "deploy":
        notify_ops(payload)
    elif recipe == "":
        pass
    
    print(json.dumps({"success": true}))
`,
    'hook turn_end',
  ],
  [
    'validate-diff',
    hook,
    `#!/bin/bash

case "$1" in
    hook)
        echo "before_tool_call"
        ;;
    run)
        # Read payload from stdin
        payload=$(cat)
        tool_name=$(echo "$payload" | jq -r '.tool_name')
        
        # Only validate for file_edit tool
        if [ "$tool_name" = "file_edit" ]; then
            # Validation logic...
            echo '{"blocked": false}'
        else
            echo '{"blocked": false}'
        fi
        ;;
esac
`,
    'hook before_tool_call',
  ],

  // Shell.
  [
    'sh: double brackets',
    hook,
    sh('if [[ $1 == hook ]]; then echo turn_end; exit; fi\ncat'),
    'hook turn_end',
  ],
  ['sh: reversed', hook, sh('if [ hook = "$1" ]; then echo turn_end; else cat; fi'), 'hook turn_end'],
  ['sh: test and &&', hook, sh('test "$1" = hook && { echo turn_end; exit 0; }\ncat'), 'hook turn_end'],
  ['sh: && and ||', hook, sh('[ "$1" = hook ] && echo turn_end || cat'), 'hook turn_end'],
  ['sh: || exit', hook, sh('[ "$1" = hook ] || exit 0\necho turn_end'), 'hook turn_end'],
  ['sh: not equal', hook, sh('if [ "$1" != "hook" ]; then cat; exit; fi\necho "turn_end"'), 'hook turn_end'],
  [
    'sh: two tests in double brackets',
    hook,
    sh('if [[ $# -ge 1 && $1 == hook ]]; then echo turn_end; exit; fi\ncat'),
    'hook turn_end',
  ],
  [
    'sh: two tests in double brackets, the other way round',
    hook,
    sh('if [[ $1 = hook && $# -gt 0 ]]; then echo turn_end; exit; fi\ncat'),
    'hook turn_end',
  ],
  ['sh: alias', hook, sh('cmd=$1\ncase $cmd in hook) echo turn_end ;; *) cat ;; esac'), 'hook turn_end'],
  [
    'sh: alias with default',
    hook,
    sh(
      'set -euo pipefail\nreadonly cmd="${1:-run}"\ncase "$cmd" in\n  hook | type) printf \'%s\\n\' turn_end ;;\n  run) cat ;;\nesac',
    ),
    'hook turn_end',
  ],
  [
    'sh: a case that runs on',
    hook,
    sh('case "$1" in r*) cat ;; h??k) ;& other) echo turn_end ;; esac'),
    'hook turn_end',
  ],
  [
    'sh: a quoted star is no pattern',
    hook,
    sh('case "$1" in "*") cat ;; *) echo turn_end ;; esac'),
    'hook turn_end',
  ],
  ['sh: printf with a line break', hook, sh('[ "$1" = hook ] && printf "turn_end\\n"'), 'hook turn_end'],
  ['sh: echo -n', hook, sh('if [ "$1" = hook ]; then echo -n turn_end; fi'), 'hook turn_end'],
  ['sh: a here-document', hook, sh('case $1 in hook)\ncat <<EOF\nturn_end\nEOF\n;; esac'), 'hook turn_end'],
  [
    'sh: a quoted here-document',
    hook,
    sh('if [ "$1" = hook ]; then\n  cat <<\'EOF\'\nturn_end\nEOF\nfi'),
    'hook turn_end',
  ],
  ['sh: a here-string', hook, sh('[ "$1" = hook ] && cat <<< turn_end'), 'hook turn_end'],
  [
    'sh: a constant',
    hook,
    sh('EVENT="turn_end"\nif [ "$1" = hook ]; then echo "$EVENT"; exit; fi\ncat'),
    'hook turn_end',
  ],
  [
    'sh: a constant in braces',
    hook,
    sh('readonly EVENT=\'turn_end\'\ncase $1 in hook) echo "${EVENT}";; esac'),
    'hook turn_end',
  ],
  [
    'sh: functions',
    hook,
    sh(
      'hook_type() {\n  echo "turn_end"\n}\nfunction run_it {\n  cat\n}\ncase "$1" in hook) hook_type ;; run) run_it ;; esac',
    ),
    'hook turn_end',
  ],
  [
    'sh: a function called by its name',
    hook,
    sh('hook() { echo turn_end; }\nrun() { cat; }\n"$@"'),
    'hook turn_end',
  ],
  [
    'sh: a function called by the argument',
    hook,
    sh('hook() { echo turn_end; }\nrun() { cat; }\n"$1"'),
    'hook turn_end',
  ],
  [
    'sh: main with arguments',
    hook,
    sh(
      'main() {\n  local cmd="${1:-}"; shift || true\n  case "$cmd" in hook) echo turn_end ;; *) cat ;; esac\n}\nmain "$@"',
    ),
    'hook turn_end',
  ],
  [
    'sh: a loop over the arguments',
    hook,
    sh('while [ $# -gt 0 ]; do case $1 in hook) echo turn_end ;; esac; shift; done'),
    'hook turn_end',
  ],
  [
    'sh: a for over the arguments',
    hook,
    sh('for arg in "$@"; do [ "$arg" = hook ] && echo turn_end; done'),
    'hook turn_end',
  ],
  [
    'sh: too few arguments',
    hook,
    sh(
      'if [ $# -lt 1 ]; then echo "usage: $0 hook|run"; exit 1; fi\nif [ "$1" = hook ]; then echo turn_end; exit; fi\ncat',
    ),
    'hook turn_end',
  ],
  [
    'sh: arithmetic',
    hook,
    sh('if (( $# < 1 )); then echo usage; exit 1; fi\n[ "$1" = hook ] && echo turn_end'),
    'hook turn_end',
  ],
  [
    'sh: messages go to stderr and files',
    hook,
    sh(
      'echo "starting" >&2\necho "$(date)" >> /tmp/log\necho a > /dev/null 2>&1\n[ "$1" = hook ] && echo turn_end',
    ),
    'hook turn_end',
  ],
  [
    'sh: output captured and printed',
    hook,
    sh('name=$(echo turn_end)\n[ "$1" = hook ] && echo "$name"'),
    'hook turn_end',
  ],
  [
    'sh: a path that fails does not count',
    hook,
    sh('command -v jq >/dev/null || { echo "jq missing"; exit 1; }\ncase $1 in hook) echo turn_end;; esac'),
    'hook turn_end',
  ],
  [
    'sh: a guard that prints nothing',
    hook,
    sh('if ! command -v jq >/dev/null 2>&1; then exit 0; fi\ncase $1 in hook) echo turn_end;; esac'),
    'hook turn_end',
  ],
  [
    'sh: exactly one argument',
    hook,
    sh('[ $# -eq 1 ] || exit 2\nif [[ $# == 1 && $1 == hook ]]; then echo turn_end; exit; fi\ncat'),
    'hook turn_end',
  ],
  [
    'sh: a regular expression',
    hook,
    sh('if [[ "$1" =~ ^hook$ ]]; then echo turn_end; exit; fi\ncat'),
    'hook turn_end',
  ],
  [
    'sh: the function to call is worked out',
    hook,
    sh('ask() { echo turn_end; }\nrun() { cat; }\n"$([[ $1 == hook ]] && echo ask || echo run)"'),
    'hook turn_end',
  ],
  [
    'sh: a loop over words, broken off',
    hook,
    sh('for word in type hook; do\n  [ "$1" = "$word" ] && { echo turn_end; break; }\ndone'),
    'hook turn_end',
  ],
  [
    'sh: a function that is called again and again',
    hook,
    sh(`log() { echo "$*" >&2; }\n${'log a\n'.repeat(20)}[ "$1" = hook ] && echo turn_end`),
    'hook turn_end',
  ],
  [
    'sh: what is done at the end prints nothing',
    hook,
    sh(
      'clean() { rm -f "$file"; echo done >&2; }\ntrap clean EXIT\ntrap \'rm -f "$file"\' EXIT\n[ "$1" = hook ] && echo turn_end',
    ),
    'hook turn_end',
  ],
  [
    'sh: what is done at the end prints',
    hook,
    sh('trap \'echo done\' EXIT\n[ "$1" = hook ] && echo turn_end'),
    'undecided',
  ],
  ['sh: a script cannot return', hook, sh('return 0 2>/dev/null || echo turn_end'), 'hook turn_end'],
  [
    'sh: a count that goes on',
    hook,
    sh('n=0\n((n++))\n[ "$n" = 0 ] && echo agent_stop\necho turn_end'),
    'undecided',
  ],
  [
    'sh: an event that depends',
    hook,
    sh('if [ "$1" = hook ]; then if [ -f x ]; then echo turn_end; else echo agent_stop; fi; fi'),
    'undecided',
  ],
  ['sh: a computed event', hook, sh('[ "$1" = hook ] && echo "$HOOK_EVENT"'), 'undecided'],
  ['sh: half a computed event', hook, sh('[ "$1" = hook ] && echo "before_$KIND"'), 'undecided'],
  ['sh: an event from a file', hook, sh('[ "$1" = hook ] && cat "$0.event"'), 'undecided'],
  ['sh: another program', hook, sh('exec python3 "$(dirname "$0")/impl.py" "$@"'), 'undecided'],
  ['sh: a program before the answer', hook, sh('uname\n[ "$1" = hook ] && echo turn_end'), 'undecided'],
  ['sh: a pipeline', hook, sh('[ "$1" = hook ] && echo TURN_END | tr A-Z a-z'), 'undecided'],
  ['sh: two lines', hook, sh('[ "$1" = hook ] && { echo turn_end; echo agent_stop; }'), 'undecided'],
  [
    'sh: mere mention',
    hook,
    sh('# echo turn_end\nx="before_tool_call"\n[ "$1" = run ] && echo turn_end'),
    'undecided',
  ],
  [
    'sh: a misspelt event',
    hook,
    sh('[ "$1" = hook ] && echo before_tool_cal'),
    'hook before_tool_cal !event.unknown',
  ],
  ['sh: it always prints its event', hook, sh('echo turn_end'), 'hook turn_end'],
  ['sh: what does not parse', hook, sh('case "$1" in hook) echo turn_end'), 'undecided !syntax.error'],
  ['sh: zsh', hook, '#!/bin/zsh -f\nif [[ $1 == hook ]]; then\n  print turn_end\nfi\n', 'hook turn_end'],

  // Python.
  ['py: reversed', hook, py('if "hook" == sys.argv[1]:\n    print("turn_end")'), 'hook turn_end'],
  [
    'py: alias',
    hook,
    py(
      'cmd = sys.argv[1] if len(sys.argv) > 1 else ""\nif cmd == "hook":\n    print("turn_end")\nelse:\n    print(json.dumps({}))',
    ),
    'hook turn_end',
  ],
  [
    'py: unpacking',
    hook,
    py('_, cmd = sys.argv\nif cmd == "hook": print("turn_end")\nelse: print(1)'),
    'hook turn_end',
  ],
  [
    'py: unpacking of a slice',
    hook,
    py('command, = sys.argv[1:]\nif command != "hook":\n    sys.exit(0)\nprint("turn_end")'),
    'hook turn_end',
  ],
  [
    'py: unpacking with a star',
    hook,
    py('*_, cmd = sys.argv\nif cmd == "hook":\n    print("turn_end")'),
    'hook turn_end',
  ],
  ['py: the last argument', hook, py('if sys.argv[-1] == "hook":\n    print("turn_end")'), 'hook turn_end'],
  [
    'py: membership',
    hook,
    py('if "hook" in sys.argv:\n    print("turn_end")\nelif "run" in sys.argv:\n    print("{}")'),
    'hook turn_end',
  ],
  [
    'py: one of several',
    hook,
    py('if sys.argv[1] in ("hook", "type"):\n    print("turn_end")'),
    'hook turn_end',
  ],
  [
    'py: match',
    hook,
    py(
      'match sys.argv[1]:\n    case "run":\n        print("{}")\n    case "hook":\n        print("turn_end")\n    case _:\n        sys.exit(1)',
    ),
    'hook turn_end',
  ],
  [
    'py: match on the list',
    hook,
    py(
      'match sys.argv:\n    case [_, "run"]:\n        print("{}")\n    case [_, "hook" | "type"]:\n        print("turn_end")',
    ),
    'hook turn_end',
  ],
  [
    'py: a constant',
    hook,
    py('EVENT = "turn_end"\nif sys.argv[1] == "hook":\n    print(EVENT)'),
    'hook turn_end',
  ],
  [
    'py: stdout.write',
    hook,
    py('if sys.argv[1] == "hook":\n    sys.stdout.write("turn_end\\n")\n    sys.stdout.flush()'),
    'hook turn_end',
  ],
  [
    'py: print with an end',
    hook,
    py("if sys.argv[1] == 'hook':\n    print('turn_end', end='', flush=True)"),
    'hook turn_end',
  ],
  [
    'py: functions',
    hook,
    py(
      'def hook():\n    print("turn_end")\n\ndef run():\n    print(json.dumps({}))\n\nif __name__ == "__main__":\n    if sys.argv[1] == "hook":\n        hook()\n    else:\n        run()',
    ),
    'hook turn_end',
  ],
  [
    'py: main with arguments',
    hook,
    py(
      'def main(argv: list[str]) -> int:\n    if len(argv) < 2:\n        print("usage", file=sys.stderr)\n        return 1\n    if argv[1] == "hook":\n        print("turn_end")\n        return 0\n    print(json.dumps({}))\n    return 0\n\nif __name__ == "__main__":\n    sys.exit(main(sys.argv))',
    ),
    'hook turn_end',
  ],
  [
    'py: main with a default',
    hook,
    py(
      'def main(argv=None):\n    argv = argv or sys.argv[1:]\n    if argv[0] == "hook":\n        return "turn_end"\n    return json.dumps({})\n\nprint(main())',
    ),
    'hook turn_end',
  ],
  [
    'py: asyncio',
    hook,
    py(
      'import asyncio\nasync def main():\n    if sys.argv[1] == "hook":\n        print("turn_end")\n        return\n    print(await run())\nasyncio.run(main())',
    ),
    'hook turn_end',
  ],
  [
    'py: from sys import argv',
    hook,
    '#!/usr/bin/python3\nfrom sys import argv, exit\nif argv[1] == "hook":\n    print("turn_end")\n    exit()\nprint("{}")\n',
    'hook turn_end',
  ],
  [
    'py: try',
    hook,
    py(
      'try:\n    import yaml\nexcept ImportError:\n    yaml = None\ntry:\n    cmd = sys.argv[1]\nexcept IndexError:\n    cmd = "run"\nif cmd == "hook":\n    print("turn_end")',
    ),
    'hook turn_end',
  ],
  [
    'py: raise SystemExit',
    hook,
    py('if sys.argv[1:] == ["hook"]:\n    print("turn_end")\n    raise SystemExit\nprint("{}")'),
    'hook turn_end',
  ],
  [
    'py: what only sets names needs no second way',
    hook,
    py(
      `${Array.from({ length: 40 }, (_, i) => `if check(${i}):\n    a${i} = 1`).join('\n')}\nif sys.argv[1] == "hook":\n    print("turn_end")`,
    ),
    'hook turn_end',
  ],
  [
    'py: argparse',
    hook,
    py(
      'import argparse\np = argparse.ArgumentParser()\np.add_argument("cmd")\nargs = p.parse_args()\nif args.cmd == "hook":\n    print("turn_end")\nelse:\n    print(json.dumps({}))',
    ),
    'undecided',
  ],
  [
    'py: a table of functions',
    hook,
    py(
      'def hook():\n    print("turn_end")\ndef run():\n    print("{}")\n{"hook": hook, "run": run}[sys.argv[1]]()',
    ),
    'undecided',
  ],
  [
    'py: a table of names',
    hook,
    py('def hook():\n    print("turn_end")\nTABLE = {"hook": hook}\nTABLE.get(sys.argv[1])()'),
    'undecided',
  ],
  [
    'py: an event that depends',
    hook,
    py('import os\nif sys.argv[1] == "hook":\n    print("turn_end" if os.getenv("X") else "agent_stop")'),
    'undecided',
  ],
  [
    'py: a computed event',
    hook,
    py('if sys.argv[1] == "hook":\n    print("_".join(["turn", kind()]))'),
    'undecided',
  ],
  [
    'py: mere mention',
    hook,
    py('EVENT = "turn_end"  # print("turn_end")\n"""turn_end"""\nprint(json.dumps({}))'),
    'undecided',
  ],
  [
    'py: does not parse',
    hook,
    py('if sys.argv[1] == "hook":\n    print("turn_end"\n'),
    'undecided !syntax.error',
  ],
  [
    'py: by its ending alone',
    'hooks/a.py',
    'import sys\nif sys.argv[1] == "hook":\n    print("turn_end")\n',
    'hook turn_end !executable.shebang',
  ],
  [
    'py: CRLF and characters beyond 16 bits',
    hook,
    '#!/usr/bin/env python3\r\nimport sys\r\n# 😀\r\nif sys.argv[1] == "hook":\r\n    print("turn_end")\r\n',
    'hook turn_end !executable.crlf',
  ],
  [
    'py: uv',
    hook,
    '#!/usr/bin/env -S uv run --script\nimport sys\nif sys.argv[1] == "hook":\n    print("turn_end")\n',
    'hook turn_end',
  ],

  // JavaScript and TypeScript.
  [
    'js: if',
    hook,
    js(`if (process.argv[2] === 'hook') console.log('turn_end')\nelse console.log(JSON.stringify({}))`),
    'hook turn_end',
  ],
  [
    'js: destructured',
    hook,
    js(
      `const [, , cmd] = process.argv\nif (cmd === 'hook') { console.log("turn_end"); process.exit(0) }\nmain()\nfunction main() { console.log(JSON.stringify(run())) }`,
    ),
    'hook turn_end',
  ],
  [
    'js: destructured with a default',
    hook,
    js(`const [cmd = 'run', ...rest] = process.argv.slice(2)\nif ('hook' == cmd) console.log('turn_end')`),
    'hook turn_end',
  ],
  [
    'js: switch',
    hook,
    js(
      `switch (process.argv[2]) {\n  case 'type':\n  case 'hook':\n    process.stdout.write('turn_end\\n')\n    break\n  case 'run': {\n    console.log(JSON.stringify({}))\n    break\n  }\n  default:\n    process.exit(1)\n}`,
    ),
    'hook turn_end',
  ],
  [
    'js: ES module with main',
    hook,
    js(
      `import { argv, stdout } from 'node:process'\nconst EVENT = 'turn_end'\nasync function main() {\n  if (argv[2] === 'hook') {\n    console.log(EVENT)\n    return\n  }\n  for await (const chunk of process.stdin) text += chunk\n  console.log(JSON.stringify({ blocked: false }))\n}\nawait main()`,
    ),
    'hook turn_end',
  ],
  [
    'js: main with catch',
    hook,
    js(
      `const main = async () => { if (process.argv.includes('hook')) return console.log('turn_end'); console.log(await run()) }\nmain().catch((error) => { console.log(String(error)); process.exit(1) })`,
    ),
    'hook turn_end',
  ],
  [
    'js: at once',
    hook,
    js(
      `(async () => { if (process.argv.at(-1) === 'hook') { console.log(\`turn_end\`); return } console.log(await x()) })()`,
    ),
    'hook turn_end',
  ],
  [
    'js: by &&',
    hook,
    js(
      `process.argv[2] === 'hook' && (console.log('turn_end'), process.exit())\nprocess.stdin.on('data', (d) => console.log(d))`,
    ),
    'hook turn_end',
  ],
  [
    'js: by ?:',
    hook,
    js(`console.log(process.argv[2] === 'hook' ? 'turn_end' : JSON.stringify({}))`),
    'hook turn_end',
  ],
  [
    'js: writeFileSync',
    hook,
    js(
      `const fs = require('fs')\nif (process.argv[2] === 'hook') { fs.writeFileSync(1, 'turn_end'); process.exit(0) }\nconst p = JSON.parse(fs.readFileSync(0, 'utf8'))\nconsole.log(p)`,
    ),
    'hook turn_end',
  ],
  [
    'js: messages go to stderr',
    hook,
    js(
      `console.error('hi'); process.stderr.write('x')\nif (process.argv[2] === 'hook') console.log('turn_end')`,
    ),
    'hook turn_end',
  ],
  [
    'ts: with types',
    'hooks/a.ts',
    `#!/usr/bin/env node\nconst mode: string | undefined = process.argv[2]!\nif (mode === ('hook' as const)) console.log('turn_end' satisfies Event)\n`,
    'hook turn_end',
  ],
  [
    'ts: deno',
    hook,
    `#!/usr/bin/env -S deno run --allow-all\nconst [cmd] = Deno.args\nif (cmd === 'hook') { console.log('turn_end'); Deno.exit() }\n`,
    'hook turn_end',
  ],
  [
    'ts: an enum in a script',
    'hooks/a.ts',
    `#!/usr/bin/env node\nenum A { x }\nif (process.argv[2] === 'hook') console.log('turn_end')\n`,
    'hook turn_end !syntax.unsupported',
  ],
  [
    'js: a callback that would print as well',
    hook,
    js(
      `if (process.argv[2] === 'hook') console.log('turn_end')\nprocess.stdin.on('end', () => console.log(JSON.stringify({})))`,
    ),
    'undecided',
  ],
  [
    'js: a table of functions',
    hook,
    js(
      `const commands = { hook: () => console.log('turn_end'), run: () => console.log(x()) }\ncommands[process.argv[2]]()`,
    ),
    'undecided',
  ],
  [
    'js: an event that depends',
    hook,
    js(`if (process.argv[2] === 'hook') console.log(process.env.X ? 'turn_end' : 'agent_stop')`),
    'undecided',
  ],
  [
    'js: a function from elsewhere',
    hook,
    js(`import { defineHook } from 'kit'\ndefineHook({ event: 'turn_end', run() { console.log('x') } })`),
    'undecided',
  ],
  ['js: mere mention', hook, js(`// console.log('turn_end')\nconst event = 'turn_end'`), 'undecided'],

  // First lines and other languages.
  ['no shebang and no ending', hook, 'echo turn_end\n', 'undecided !executable.shebang'],
  ['an empty file', hook, '', 'undecided !executable.shebang'],
  ['a byte order mark', hook, `\uFEFF${sh('echo turn_end')}`, 'undecided !executable.shebang'],
  ['a shebang without a program', hook, '#!\necho turn_end\n', 'undecided !executable.shebang'],
  [
    'env with arguments',
    hook,
    '#!/usr/bin/env python3 -u\nprint("turn_end")\n',
    'hook turn_end !executable.shebang',
  ],
  ['Ruby', hook, '#!/usr/bin/env ruby\nputs "turn_end" if ARGV[0] == "hook"\n', 'undecided'],
  ['a compiled program', hook, '\u007fELF\u0002\u0001\0\0turn_end', 'undecided'],
  [
    'Go source',
    'hooks/main.go',
    'package main\nfunc main() { fmt.Println("turn_end") }\n',
    'undecided !executable.shebang',
  ],
])

test('an event put together from constants stands where its parts stand', async () => {
  const source = py('if sys.argv[1] == "hook":\n    print("turn" + "_end")')
  const [site] = (await read('executable', hook, source)).sites
  assert.deepEqual(site?.events, ['turn_end'])
  assert.equal(source.slice(site?.range.start, site?.range.end), 'turn" + "_end')
})

const pieces = [
  py('WHAT = "end"\nif sys.argv[1] == "hook":\n    print(f"turn_{WHAT}")'),
  js(`const what = 'end'\nif (process.argv[2] === 'hook') console.log(\`turn_\${what}\`)`),
  sh('what=end\n[ "$1" = hook ] && echo "turn_$what"'),
]

for (const source of pieces) {
  test(`an event of pieces is read: ${source.split('\n')[0]}`, async () => {
    const document = await read('executable', hook, source)
    assert.deepEqual(document.sites[0]?.events, ['turn_end'])
    assert.deepEqual(document.problems, [])
  })
}

const tools = [
  ['payload=$(cat | jq .)', ['jq']],
  ['command -v jq >/dev/null || exit 0\njq .', []],
  ['if type jq &>/dev/null; then jq .; fi', []],
  ['# jq\necho "jq"', []],
  ['jq() { python3 -c x; }\njq .', []],
] as const

for (const [body, expected] of tools) {
  test(`the tools of ${JSON.stringify(body)}`, async () => {
    assert.deepEqual((await read('executable', hook, sh(body))).tools, expected)
  })
}

const sourced = [
  ['source ./lib.sh', ['./lib.sh']],
  ['. lib.sh', ['./lib.sh']],
  ['source "../shared/lib.sh"', ['../shared/lib.sh']],
  ['. "$(dirname "$0")/lib.sh"', ['./lib.sh']],
  ['source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"', ['../lib.sh']],
  ['source "${BASH_SOURCE%/*}/lib.sh"', ['./lib.sh']],
  ['. "${0%/*}"/lib/a.sh', ['./lib/a.sh']],
  ['HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\nsource "$HERE/lib.sh"', ['./lib.sh']],
  ['HERE="$(cd "$(dirname "$0")/../lib" && pwd)"\nsource "$HERE/a.sh"', ['../lib/a.sh']],
  ['exec python3 "$(dirname "$0")/lib/real.py"', ['./lib/real.py']],
  ['python3 -u "${0%/*}/real.py" --strict <<< "$payload"', ['./real.py']],
  ['"$(dirname "$0")/lib/real" "$1"', ['./lib/real']],
  ['bash -e "$(dirname "$0")/y.sh"', ['./y.sh']],
  ['env A=1 bash "$(dirname "$0")/x.sh"', ['./x.sh']],
  ['source /etc/profile\nsource ~/x\nsource "$HOME/x"\nsource "$LIB"', ['/etc/profile']],
] as const

const unfollowed = [
  ['for f in "$(dirname "$0")"/lib/*.inc; do . "$f"; done', ['line 2: . "$f"']],
  ['. ./lib/*.sh', ['line 2: . ./lib/*.sh']],
  ['source "$HOME/x"\nsource ~/x', ['line 2: source "$HOME/x"', 'line 3: source ~/x']],
  ['python3 "$SCRIPT"', ['line 2: python3 "$SCRIPT"']],
  ['exec "$HOOKS_DIR/real"', ['line 2: exec "$HOOKS_DIR/real"']],
  ['source /etc/os-release\n. ./lib.sh', []],
  [
    'python3 -c "$code"\npython3 - <<< x\nbash -s\npython3 -m json.tool',
    ['line 2: python3 -c "$code"', 'line 3: python3 - <<< x', 'line 4: bash -s'],
  ],
  ['PATH="./bin:$PATH"\nexport BASH_ENV=./x', ['line 2: PATH="./bin:$PATH"', 'line 3: BASH_ENV=./x']],
  ['PATH="$HOME/bin:$PATH"', []],
  ['"$TOOL" --fix\njq . "$f"\n./gradlew check\nexec "$@"', ['line 2: "$TOOL" --fix', 'line 5: exec "$@"']],
] as const

for (const [body, expected] of unfollowed) {
  test(`the loads that cannot be followed in ${JSON.stringify(body)}`, async () => {
    const { opaque = [], anchored = [] } = await read('executable', hook, sh(body))
    // The value of a variable may be known to the caller; the file alone does not show it.
    assert.deepEqual([...anchored.map(({ text }) => text), ...opaque], expected)
  })
}

for (const [body, expected] of sourced) {
  test(`the files sourced by ${JSON.stringify(body)}`, async () => {
    assert.deepEqual((await read('executable', hook, sh(body))).imports, expected)
  })
}
