// Kaizen's hook classes in Python: the context and its data, the returned result, and the handler itself.

import { checkSpots, type SpotCheck } from '../support/spots.ts'
import { EVENTS } from './check.ts'

const IMPORTS = 'from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult\n'
const classes = { exports: 'classes', events: EVENTS.classes } as const

function check(
  kinds: SpotCheck['kinds'] & object,
  rows: readonly (readonly [title: string, marked: string])[],
): void {
  for (const [title, marked] of rows)
    checkSpots(title, '.kaizen/hooks/hook.py', marked, { ...classes, kinds }, IMPORTS)
}

check(
  ['field', 'value', 'answer'],
  [
    [
      'attributes of the context, keys of its data, fields of the result',
      `
class A(BaseHook):
    events = ["pre_tool_use"]
    def __init__(self): super().__init__(name="a")
    async def handle(self, context):
        tool = context.data.get("tool_nam")
#                      ^^^^ field payload data read sure @pre_tool_use
#                                ^^^^^^^^ field payload data.tool_nam read sure @pre_tool_use
        data = context.data
#                      ^^^^ field payload data read sure @pre_tool_use
        if data["tool_input"]["sql"] and context.agnt_id:
#                ^^^^^^^^^^ field payload data.tool_input read sure @pre_tool_use
#                              ^^^ field payload data.tool_input.sql read sure @pre_tool_use
#                                                ^^^^^^^ field payload agnt_id read sure @pre_tool_use
            return HookResult(success=False, eror="no")
#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ answer success,eror @pre_tool_use
#                             ^^^^^^^ field result success write sure @pre_tool_use +siblings(eror)
#                                     ^^^^^ value result success = false write sure @pre_tool_use
#                                            ^^^^ field result eror write sure @pre_tool_use +siblings(success)
#                                                  ^^ value result eror = "no" write sure @pre_tool_use
        return {"success": True}
#              ^^^^^^^^^^^^^^^^^ answer success @pre_tool_use
#                ^^^^^^^ field result success write sure @pre_tool_use
#                          ^^^^ value result success = true write sure @pre_tool_use`,
    ],
    [
      'the event narrows, by member, value and name',
      `
class A(BaseHook):
    def __init__(self): super().__init__(name="a")
    async def handle(self, ctx: HookContext) -> HookResult:
        if ctx.event_type == HookEvent.PRE_TOOL_USE:
#              ^^^^^^^^^^ field payload event_type read sure
            ctx.data["tool_input"]
#               ^^^^ field payload data read sure @pre_tool_use
#                     ^^^^^^^^^^ field payload data.tool_input read sure @pre_tool_use
        elif ctx.event_type.value in ("pre_agent_loop", "post_agent_loop"):
#                ^^^^^^^^^^ field payload event_type read sure @post_tool_use,pre_agent_loop,post_agent_loop,pre_checkpoint_save
#                                      ^^^^^^^^^^^^^^ value payload event_type = "pre_agent_loop" read sure @post_tool_use,pre_agent_loop,post_agent_loop,pre_checkpoint_save
#                                                        ^^^^^^^^^^^^^^^ value payload event_type = "post_agent_loop" read sure @post_tool_use,pre_agent_loop,post_agent_loop,pre_checkpoint_save
            ctx.data["inputs"]
#               ^^^^ field payload data read sure @pre_agent_loop,post_agent_loop
#                     ^^^^^^ field payload data.inputs read sure @pre_agent_loop,post_agent_loop
        elif ctx.event_type is not HookEvent.POST_TOOL_USE:
#                ^^^^^^^^^^ field payload event_type read sure @post_tool_use,pre_checkpoint_save
            ctx.data["step_number"]
#               ^^^^ field payload data read sure @pre_checkpoint_save
#                     ^^^^^^^^^^^ field payload data.step_number read sure @pre_checkpoint_save`,
    ],
    [
      'methods are given the data, and on_error the context',
      `
class A(BaseHook):
    events = [HookEvent.POST_TOOL_USE]
    def __init__(self): super().__init__(name="a")
    async def handle(self, context):
        return await self._report(context.data, context.metadata)
#                                         ^^^^ field payload data read sure @post_tool_use
#                                                       ^^^^^^^^ field payload metadata read sure @post_tool_use
    async def _report(self, data, notes):
        return HookResult(success=True, data={"cost": data["estimated_cost"]})
#              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ answer success,data @post_tool_use
#                         ^^^^^^^ field result success write sure @post_tool_use +siblings(data)
#                                 ^^^^ value result success = true write sure @post_tool_use
#                                       ^^^^ field result data write sure @post_tool_use +siblings(success)
#                                              ^^^^ field result data.cost write sure @post_tool_use
#                                                     ^^^^^^^^^^^^^^^^^^^^^^ value result data.cost = "…" write sure @post_tool_use
#                                                           ^^^^^^^^^^^^^^ field payload data.estimated_cost read sure @post_tool_use
    async def on_error(self, error, context):
        print(context.agent_id)
#                     ^^^^^^^^ field payload agent_id read sure @post_tool_use`,
    ],
    [
      'what is asked for is not taken for granted',
      `
class A(BaseHook):
    events = ["pre_tool_use"]
    def __init__(self): super().__init__(name="a")
    async def handle(self, context):
        getattr(context, "session_id", None)
#                         ^^^^^^^^^^ field payload session_id read maybe @pre_tool_use
        if hasattr(context, "trace"): context.trace
#                            ^^^^^ field payload trace read maybe @pre_tool_use
#                                             ^^^^^ field payload trace read maybe @pre_tool_use
        context.data.get("tool_params", context.data.get("tool_input"))
#               ^^^^ field payload data read sure @pre_tool_use
#                         ^^^^^^^^^^^ field payload data.tool_params read maybe @pre_tool_use
#                                               ^^^^ field payload data read sure @pre_tool_use
#                                                         ^^^^^^^^^^ field payload data.tool_input read maybe @pre_tool_use`,
    ],
    [
      'a class that is no hook is left alone',
      `
class Store:
    def handle(self):
        return {"sucess": self.context.data["x"]}`,
    ],
  ],
)

check(
  ['event'],
  [
    [
      'events are named as strings and as members',
      `
class A(BaseHook):
    events = ["pre_tool_use", HookEvent.POST_TOOL_USE, HookEvent("pre_agent_loop")]
#              ^^^^^^^^^^^^ event pre_tool_use
#                                       ^^^^^^^^^^^^^ event post_tool_use
#                                                                 ^^^^^^^^^^^^^^ event pre_agent_loop
    async def handle(self, context):
        if context.event_type == HookEvent.PRE_TOOL_USE: pass
#                                          ^^^^^^^^^^^^ event pre_tool_use`,
    ],
  ],
)

check(
  ['problem'],
  [
    [
      'a hook without a handle',
      `
class A(BaseHook):
#     ^ problem hook.handler
    events = ["pre_tool_use"]
    def __init__(self): super().__init__(name="a")
    async def handel(self, context):
        return HookResult(success=True)`,
    ],
    [
      'a handle that comes from elsewhere',
      `
from shared import Logs
class A(Logs, BaseHook):
    events = ["pre_tool_use"]
    def __init__(self): super().__init__(name="a")
class B(BaseHook):
    events = ["pre_tool_use"]
    def __init__(self): super().__init__(name="b")
B.handle = lambda self, context: None`,
    ],
    [
      'a handle that is not async',
      `
class A(BaseHook):
    events = ["pre_tool_use"]
    def __init__(self): super().__init__(name="a")
    def handle(self, context):
#       ^^^^^^ problem handler.async
        return HookResult(success=True)`,
    ],
    [
      'one that gives back something to await, perhaps',
      `
from waiting import awaitable
class A(BaseHook):
    events = ["pre_tool_use"]
    def __init__(self): super().__init__(name="a")
    def handle(self, context):
        return self._run(context)
class B:
    def handle(self, context):
        return {"success": True}
class C(BaseHook):
    events = ["pre_tool_use"]
    def __init__(self): super().__init__(name="c")
    @awaitable
    def handle(self, context):
        return HookResult(success=True)`,
    ],
    [
      'JSON words are no Python here either',
      `
class A(BaseHook):
    events = ["pre_tool_use"]
    def __init__(self): super().__init__(name="a")
    async def handle(self, context):
        return HookResult(success=true)
#                                 ^^^^ problem python.literal`,
    ],
  ],
)
