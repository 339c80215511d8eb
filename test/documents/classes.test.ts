// Kaizen's hook classes, in Python and in TypeScript: which are recognized, which events they bind, what is wrong with
// them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, EVENTS, read } from './check.ts'

const py = '.kaizen/hooks/custom.py'
const ts = '.kaizen/hooks/custom.ts'
const head = 'from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult\n'
const create = '    def __init__(self):\n        pass\n'
const method =
  '    async def handle(self, context: HookContext) -> HookResult:\n        return HookResult(success=True)\n'
const handle = create + method

check('classes', [
  [
    'the class of the document',
    py,
    `# .kaizen/hooks/custom_logger.py

from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookResult

class CustomLoggerHook(BaseHook):
    """Custom logging hook loaded from filesystem"""

    def __init__(self):
        super().__init__(name="custom_logger")

    async def handle(self, context: HookContext) -> HookResult:
        with open("/var/log/kaizen/hooks.log", "a") as f:
            f.write(f"[{context.timestamp}] {context.event_type.value}: {context.data}\\n")

        return HookResult(success=True)
`,
    'hook CustomLoggerHook:custom_logger=* !kaizen.unregistered',
  ],
  [
    'events by member',
    py,
    `${head}class A(BaseHook):\n    events = [HookEvent.PRE_TOOL_USE, HookEvent.POST_TOOL_USE]\n${handle}`,
    'hook A=pre_tool_use,post_tool_use',
  ],
  [
    'events by string, in a tuple',
    py,
    `${head}class A(BaseHook):\n    events: ClassVar[tuple] = ("pre_tool_use",)\n${handle}`,
    'hook A=pre_tool_use !kaizen.unregistered',
  ],
  [
    'events by value',
    py,
    `${head}class A(BaseHook):\n    events = {HookEvent("pre_tool_use"), HookEvent.POST_TOOL_USE.value, HookEvent["PRE_AGENT_LOOP"]}\n${handle}`,
    'hook A=pre_tool_use,post_tool_use,pre_agent_loop !kaizen.unregistered',
  ],
  [
    'events set in the constructor',
    py,
    `${head}class A(BaseHook):\n    def __init__(self, name="a"):\n        super().__init__(name)\n        self.events = [HookEvent.PRE_TOOL_USE]\n${handle}`,
    'hook A:a=pre_tool_use',
  ],
  [
    'events of a constant',
    py,
    `${head}TOOLS = [HookEvent.PRE_TOOL_USE]\nclass A(BaseHook):\n    events = TOOLS + ["post_tool_use"]\n${handle}`,
    'hook A=pre_tool_use,post_tool_use',
  ],
  [
    'all events by name',
    py,
    `${head}class A(BaseHook):\n    events = list(HookEvent)\n${handle}`,
    'hook A=*',
  ],
  [
    'one event, not in a list',
    py,
    `${head}class A(BaseHook):\n    events = HookEvent.PRE_TOOL_USE\n${handle}class B(BaseHook):\n    events = "post_tool_use"\n${handle}`,
    'hook A=pre_tool_use B=post_tool_use',
  ],
  [
    'one event set in the constructor, or of a constant',
    py,
    `${head}FIRST = HookEvent.PRE_TOOL_USE\nclass A(BaseHook):\n    def __init__(self):\n        super().__init__("a")\n        self.events = HookEvent("post_tool_use")\n${handle}class B(BaseHook):\n    events = FIRST\n${handle}`,
    'hook A:a=post_tool_use B=pre_tool_use',
  ],
  [
    'an alias of the enum in the class, in the module, of a member',
    py,
    `${head}K = HookEvent\nclass A(BaseHook):\n    E = HookEvent; events = [E.PRE_TOOL_USE]\n${handle}class B(BaseHook):\n    one = K.POST_TOOL_USE\n    events = [one]\n${handle}class C(BaseHook):\n    events = list(K)\n${handle}`,
    'hook A=pre_tool_use B=post_tool_use C=*',
  ],
  [
    'all events by comprehension',
    py,
    `${head}class A(BaseHook):\n    events = [event for event in HookEvent]\n${handle}`,
    'hook A=*',
  ],
  [
    'a tuple without parentheses, one made of a list, a list made of one',
    py,
    `${head}class A(BaseHook):\n    events = "pre_tool_use", "post_tool_use"\n${handle}class B(BaseHook):\n    events = tuple(["pre_tool_use"])\n${handle}class C(BaseHook):\n    events = list(("pre_tool_use",))\n${handle}`,
    'hook A=pre_tool_use,post_tool_use B=pre_tool_use C=pre_tool_use !kaizen.unregistered !kaizen.unregistered',
  ],
  [
    'a class without events beside one whose base is not known',
    py,
    `${head}from lib import Named\nclass A(BaseHook):\n${handle}class B(Named, BaseHook):\n${handle}`,
    'hook A=* B=* !kaizen.unregistered',
  ],
  [
    'classes that extend hooks of Kaizen, and those that the file merely imports',
    py,
    `from kaizen.core.autonomy.hooks import AuditHook, CostTrackingHook, HookResult, LoggingHook as Logs\nclass A(CostTrackingHook):\n${handle}class B(Logs):\n    def __init__(self):\n        super().__init__()\nclass C(AuditHook):\n    pass\nclass D(CostTrackingHook):\n    events = [HookEvent.PRE_TOOL_USE]\n`,
    'hook A:cost_tracking_hook=post_tool_use,post_agent_loop B:logging_hook=* CostTrackingHook:cost_tracking_hook=post_tool_use,post_agent_loop D:cost_tracking_hook=pre_tool_use Logs:logging_hook=* !hook.handler',
  ],
  [
    'classes are hooks in the order of their names',
    py,
    `${head}class Zed(BaseHook):\n    events = ["pre_tool_use"]\n${handle}class Abe(BaseHook):\n    events = ["pre_tool_use"]\n${handle}`,
    'hook Abe=pre_tool_use Zed=pre_tool_use',
  ],
  ['no events at all', py, `${head}class A(BaseHook):\n    events = []\n${handle}`, 'hook A='],
  [
    'events of a property',
    py,
    `${head}class A(BaseHook):\n    @property\n    def events(self):\n        """Which."""\n        return [HookEvent.PRE_TOOL_USE]\n${handle}`,
    'hook A=pre_tool_use',
  ],
  [
    'computed events',
    py,
    `${head}import os\nclass A(BaseHook):\n    events = os.environ["EVENTS"].split(",")\n${handle}`,
    'undecided A=',
  ],
  [
    'events by comprehension',
    py,
    `${head}class A(BaseHook):\n    events = [e for e in HookEvent if "tool" in e.value]\n${handle}`,
    'undecided A=',
  ],
  [
    'events that depend',
    py,
    `${head}class A(BaseHook):\n    def __init__(self):\n        super().__init__("a")\n        self.events = ["pre_tool_use"]\n        if DEBUG:\n            self.events = list(HookEvent)\n${handle}`,
    'undecided A:a=',
  ],
  [
    'a misspelt member',
    py,
    `${head}class A(BaseHook):\n    events = [HookEvent.PRE_TOOLS_USE]\n${handle}`,
    'hook A=pre_tools_use !event.unknown',
  ],
  [
    'an aliased module',
    py,
    `import kaizen.core.autonomy.hooks as h\nclass A(h.BaseHook):\n    events = [h.HookEvent.PRE_TOOL_USE]\n${handle}`,
    'hook A=pre_tool_use',
  ],
  [
    'aliased names',
    py,
    `from kaizen.core.autonomy.hooks import BaseHook as Base, HookEvent as E\nclass A(Base):\n    events = [E.PRE_TOOL_USE]\n${handle}`,
    'hook A=pre_tool_use',
  ],
  ['a class of no base', py, `class A:\n${handle}`, 'hook A=*'],
  ['another handle', py, `class Server:\n    def handle(self, request, response):\n        pass\n`, 'none'],
  [
    'two classes and a helper',
    py,
    `${head}class Store:\n    def add(self, x):\n        pass\nclass A(BaseHook):\n    events = ["pre_tool_use"]\n${handle}class B(BaseHook):\n    events = ["post_tool_use"]\n${handle}`,
    'hook A=pre_tool_use B=post_tool_use',
  ],
  [
    'a local base class without handle',
    py,
    `${head}class Timed(BaseHook):\n    events = ["pre_tool_use"]\n    def __init__(self):\n        super().__init__(name="timed")\nclass A(Timed):\n${handle}`,
    'hook A:timed=pre_tool_use',
  ],
  [
    'a base class that handles is a hook too',
    py,
    `${head}class A(BaseHook):\n    events = ["pre_tool_use"]\n${handle}class B(A):\n    events = ["post_tool_use"]\n`,
    'hook A=pre_tool_use B=post_tool_use',
  ],
  [
    'an abstract base class',
    py,
    `${head}class Base(BaseHook, ABC):\n    @abstractmethod\n    async def handle(self, context): ...\nclass A(Base):\n${handle}`,
    'hook A=* !kaizen.unregistered',
  ],
  ['a protocol', py, `class Handles(Protocol):\n    async def handle(self, context): ...\n`, 'none'],
  [
    'a fallback for the package',
    py,
    `try:\n    from kaizen.core.autonomy.hooks import BaseHook\nexcept ImportError:\n    class BaseHook:\n        def __init__(self, name):\n            self.name = name\n        async def handle(self, context):\n            raise NotImplementedError\nclass A(BaseHook):\n    def __init__(self):\n        super().__init__("a")\n${handle}`,
    'hook A:a=*',
  ],
  [
    'a base class from another file',
    py,
    `from .common import AuditHook\nclass A(AuditHook):\n    events = ["pre_tool_use"]\n`,
    'undecided',
  ],
  [
    'a class that leaves __init__ to BaseHook, which wants a name',
    py,
    `${head}class A(BaseHook):\n    events = ["pre_tool_use"]\n${method}`,
    'hook !hook.handler',
  ],
  [
    'a class that leaves __init__ to another file',
    py,
    `${head}from .lib import Named\nclass A(Named, BaseHook):\n${method}`,
    'hook A=*',
  ],
  [
    'a hook without handle',
    py,
    `${head}class A(BaseHook):\n    events = ["pre_tool_use"]\n${create}`,
    'hook A=pre_tool_use',
  ],
  [
    'a handle that is not async',
    py,
    `${head}class A(BaseHook):\n${create}    def handle(self, context):\n        return HookResult(success=True)\n`,
    'hook A=* !kaizen.unregistered',
  ],
  [
    'arguments without defaults',
    py,
    `${head}class A(BaseHook):\n    def __init__(self, url: str, level="INFO"):\n        super().__init__(name="a")\n${handle}`,
    'hook !hook.handler',
  ],
  [
    'arguments with defaults',
    py,
    `${head}class A(BaseHook):\n    def __init__(self, log_level: str = "INFO", *rest, **more):\n        super().__init__(name="logging_hook")\n${handle}`,
    'hook A:logging_hook=* !kaizen.unregistered',
  ],
  [
    'a dataclass with a field',
    py,
    `${head}@dataclass\nclass A(BaseHook):\n    url: str\n    level: int = 1\n${method}`,
    'hook !hook.handler',
  ],
  [
    'the base class called by name',
    py,
    `${head}class A(BaseHook):\n    def __init__(self):\n        BaseHook.__init__(self, "by_name")\n${handle}`,
    'hook A:by_name=* !kaizen.unregistered',
  ],
  [
    'a name as an attribute',
    py,
    `${head}class A(BaseHook):\n    name = 'attr'\n${handle}`,
    'hook A:attr=* !kaizen.unregistered',
  ],
  [
    'a class under a condition',
    py,
    `${head}if sys.platform != "win32":\n    class A:\n        events = ["pre_tool_use"]\n        async def handle(self, context):\n            pass\n`,
    'hook A=pre_tool_use',
  ],
  [
    'a class in a function is none of the module',
    py,
    `${head}def make():\n    class A(BaseHook):\n        async def handle(self, context):\n            pass\n    return A\n`,
    'none',
  ],
  [
    'mere mention',
    py,
    `"""Use BaseHook with pre_tool_use and handle()."""\nEVENTS = ["pre_tool_use"]\n`,
    'none',
  ],
  [
    'a class that does not parse',
    py,
    `${head}class A(BaseHook):\n    events = ["pre_tool_use"\n${handle}`,
    'undecided !syntax.error',
  ],
  [
    'CRLF and characters beyond 16 bits',
    py,
    `# 😀😀\r\nclass Größe:\r\n    """😀"""\r\n    events = ["pre_tool_use", "😀"]\r\n    async def handle(self, context):\r\n        pass\r\n`,
    'hook Größe=pre_tool_use,😀 !event.unknown',
  ],
  ['an empty file', py, ``, 'none'],

  [
    'a TypeScript class',
    ts,
    `import { BaseHook, HookEvent } from 'hookbench/kaizen'
    export class CostHook extends BaseHook {
      events = [HookEvent.POST_TOOL_USE, 'pre_tool_use']
      constructor() { super('cost') }
      async handle(context) { return { success: true } }
    }`,
    'hook CostHook:cost=post_tool_use,pre_tool_use',
  ],
  [
    'a default-exported class with static events',
    ts,
    `export default class Audit { static events = ['pre_tool_use'] as const; name = 'audit'; async handle(ctx) {} }`,
    'hook Audit:audit=pre_tool_use',
  ],
  ['a class without events', ts, `export class A { async handle(ctx) {} }`, 'hook A=*'],
  [
    'a CommonJS class',
    '.kaizen/hooks/a.cjs',
    `class A { async handle(ctx) {} }\nmodule.exports = { A }`,
    'hook A=*',
  ],
  ['a class that is not exported', ts, `class A { async handle(ctx) {} }`, 'none'],
  ['a class without handle', ts, `export class A { run() {} }`, 'none'],
  [
    'a hook class without handle',
    ts,
    `import { BaseHook } from 'hookbench/kaizen'\nexport class A extends BaseHook { events = ['pre_tool_use'] }`,
    'hook A=pre_tool_use !hook.handler',
  ],
  [
    'a misspelt member of HookEvent',
    ts,
    `export class A { events = [HookEvent.PRE_TOOL_USEE]; async handle(ctx) {} }`,
    'hook A=pre_tool_usee !event.unknown',
  ],
  [
    'a class that needs arguments',
    ts,
    `export class A { constructor(private url: string) {} async handle(ctx) {} }`,
    'hook !syntax.unsupported !hook.handler',
  ],
  ['computed events of a class', ts, `export class A { events = pick(); async handle(ctx) {} }`, 'undecided'],
  [
    'events of a getter',
    ts,
    `export class A { get events() { return ['pre_tool_use'] } async handle(ctx) {} }`,
    'hook A=pre_tool_use',
  ],
  [
    'inherited events',
    ts,
    `abstract class Base { events = ['pre_tool_use']; abstract handle(ctx: unknown): void }\nexport class A extends Base { async handle(ctx) {} }`,
    'hook A=pre_tool_use',
  ],
  [
    'a misspelt event of a class',
    ts,
    `export class A { events = ['preToolUse']; async handle(ctx) {} }`,
    'hook A=preToolUse !event.unknown',
  ],
])

test('a class that needs arguments is named with what it needs', async () => {
  const document = await read(
    'classes',
    py,
    `class A:\n    def __init__(self, url, token):\n        pass\n${handle}`,
  )
  assert.equal(
    document.problems[0]?.message,
    'A needs "url" and "token" to be created, but a hook class is created without arguments.',
  )
})

test('a handler is the whole method, decorators included', async () => {
  const source = `class A:\n    @traced\n    async def handle(self, context):\n        return None\n`
  const [site] = (await read('classes', py, source)).sites
  assert.equal(
    source.slice(site?.handler?.start, site?.handler?.end),
    '@traced\n    async def handle(self, context):\n        return None',
  )
  assert.deepEqual(site?.events, EVENTS.classes)
})

const HERE = 'import sys, os\nfrom pathlib import Path\nBASE = Path(__file__).resolve()\n'
const searched = [
  ['sys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))', './lib/rules.py'],
  ['sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))', '../rules.py'],
  ['sys.path.insert(0, str(Path(__file__).parent / "a" / "../b"))', './b/rules.py'],
  ['sys.path.insert(0, str(BASE.parents[2]))', '../../rules.py'],
  ['sys.path.insert(0, os.path.join(sys.path[0], "lib"))', './lib/rules.py'],
  ['sys.path.insert(1, str(BASE.parent) + "/lib")', './lib/rules.py'],
] as const

for (const [source, file] of searched) {
  test(`a folder that is derived from the file's own path is searched, too: ${source}`, async () => {
    const { imports, opaque } = await read('classes', py, `${HERE}${source}\nimport rules\n`)
    assert.equal(opaque, undefined)
    assert.ok(imports.includes('./rules.py') && imports.includes(file), imports.join(' '))
  })
}

const unfollowed = [
  ['import sys, os\nsys.path.insert(0, os.path.join(os.environ["X"], "lib"))', 2, 'sys.path.insert('],
  ...[
    'for base in ["/opt"]:',
    'def add(base):',
    'with open(0) as base:',
    'if (base := "/opt"):',
    'base, other = "/opt", 1\nif other:',
    'base += "/lib"\nif base:',
    'import json as base\nif base:',
    'add = lambda base: 1\nif add:',
  ].map((binds) => {
    const lines = `import sys, os\nbase = os.path.dirname(__file__)\n${binds}\n    sys.path.insert(0, base)`
    return [lines, lines.split('\n').length, 'sys.path.insert('] as const
  }),
  ['import site, os\nsite.addsitedir(os.path.dirname(__file__))', 2, 'site.addsitedir('],
  ['import sys\nsys.path += ["lib"]', 2, 'sys.path += ["lib"]'],
  ['import sys\nsys.path[:0] = ["lib"]', 2, 'sys.path[:0] = ["lib"]'],
  ['import importlib\nimportlib.import_module(name)', 2, 'importlib.import_module(name)'],
  [
    'from importlib.util import spec_from_file_location as s\nimportlib.util.spec_from_file_location("a", p)',
    2,
    'importlib.util.spec_from_file_location("a", p)',
  ],
  ['exec(open("x.py").read())', 1, 'exec(open("x.py").read())'],
] as const

for (const [source, line, load] of unfollowed) {
  test(`the load that cannot be followed in ${JSON.stringify(source)}`, async () => {
    const { opaque = [] } = await read('classes', py, source)
    assert.equal(opaque.length, 1)
    assert.ok(opaque[0]?.startsWith(`line ${line}: ${load}`), opaque[0])
  })
}

test('Python that loads nothing but what it says has nothing to be followed', async () => {
  const source = 'import sys, importlib\nprint(sys.path)\nimportlib.import_module("policy")\npath.append(1)\n'
  const document = await read('classes', py, source)
  assert.equal(document.opaque, undefined)
  assert.ok(document.imports.includes('./policy.py'))
})

test('Python imports are candidates beside the file, packages above them included', async () => {
  const source = `import sys, helper
import pkg.deep as d
from helper import x
from . import sibling
from .sub import y as z
from ..up import *
def f():
    from late import w
`
  const document = await read('classes', py, source)
  assert.deepEqual(document.imports, [
    './helper.py',
    './helper/__init__.py',
    './pkg.py',
    './pkg/__init__.py',
    './pkg/deep.py',
    './pkg/deep/__init__.py',
    './helper/x.py',
    './helper/x/__init__.py',
    './__init__.py',
    './sibling.py',
    './sibling/__init__.py',
    './sub.py',
    './sub/__init__.py',
    './sub/y.py',
    './sub/y/__init__.py',
    '../up.py',
    '../up/__init__.py',
    './late.py',
    './late/__init__.py',
    './late/w.py',
    './late/w/__init__.py',
  ])
})

test('a misspelt member of HookEvent is mended as it is written', async () => {
  const base = 'from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult\n'
  for (const [path, text] of [
    [ts, `export class A { events = [HookEvent.PRE_TOOL_USEE]; async handle(ctx) {} }`],
    [py, `${base}class A(BaseHook):\n    events = [HookEvent.PRE_TOOL_USEE]\n${handle}`],
  ] as const) {
    const [problem] = (await read('classes', path, text)).problems
    assert.equal(
      `${problem?.message} ${problem?.fix}`,
      'There is no event "PRE_TOOL_USEE", so this never fires. Did you mean "PRE_TOOL_USE"? Write "PRE_TOOL_USE".',
    )
    const [repair] = problem?.repairs ?? []
    assert.ok(repair?.kind === 'edit')
    const [edit] = repair.edits
    assert.equal(edit && text.slice(edit.range.start, edit.range.end), 'PRE_TOOL_USEE')
    assert.equal(edit?.text, 'PRE_TOOL_USE')
  }
})
