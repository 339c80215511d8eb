"""ADR-010's agent, limited to hooks: fires the events of a tool call and of a run. It calls no model."""

import inspect
import json
from pathlib import Path
from typing import Any, Dict, Optional

from .autonomy.hooks import HookEvent, HookManager
from .autonomy.hooks.discovery import register_project_hooks
from .config import BaseAgentConfig

__all__ = ["BaseAgent", "BaseAgentConfig"]

#: The cost estimate assumes that a model reads the result, at about four characters per token.
_CHARACTERS_PER_TOKEN = 4
_USD_PER_TOKEN = 3 / 1_000_000
_LARGEST_FILE = 1 << 20


class BaseAgent:
    """An agent with a HookManager. Subclasses implement the run; the config provides the tools."""

    def __init__(self, config: Optional[BaseAgentConfig] = None, *, hook_manager: Optional[HookManager] = None):
        self.config = BaseAgentConfig() if config is None else config
        self.hook_manager = HookManager() if hook_manager is None else hook_manager
        self._init_hooks()

    @classmethod
    def from_options(cls, options: Any, config: Optional[BaseAgentConfig] = None) -> "BaseAgent":
        """An agent with the hooks of these options, including those in the folders they name."""
        agent = cls(config)
        agent._register(options.hooks)
        bases = {"project": Path.cwd(), "user": Path.home()}
        for source in options.setting_sources:
            if source not in bases:
                raise ValueError("setting_sources has %r; expected 'project' or 'user'" % (source,))
        # The user's hooks run first: general before specific.
        for source in ("user", "project"):
            if source in options.setting_sources:
                register_project_hooks(agent.hook_manager, bases[source] / ".kaizen" / "hooks")
        return agent

    def _init_hooks(self) -> None:
        self._register(getattr(self.config, "hooks", []))

    def _register(self, definitions: Any) -> None:
        for one in definitions:
            fields = one if isinstance(one, dict) else vars(one)
            self.hook_manager.register(fields["event_type"], fields["handler"])

    async def execute_tool(self, tool_name: str, tool_input: Dict[str, Any]) -> Dict[str, Any]:
        """Calls a tool and fires the events before and after it; the tool runs whatever the hooks report."""
        call = {"tool_name": tool_name, "tool_input": tool_input}
        await self._trigger(HookEvent.PRE_TOOL_USE, call)
        result = await self._execute_tool_internal(tool_name, tool_input)
        cost = self._estimate_cost(tool_name, result)
        await self._trigger(HookEvent.POST_TOOL_USE, {**call, "result": result, "estimated_cost_usd": cost})
        return result

    async def run(self, **inputs: Any) -> Dict[str, Any]:
        """One run, with the events before and after it."""
        await self._trigger(HookEvent.PRE_AGENT_LOOP, {"inputs": inputs})
        result = await self._run_internal(**inputs)
        await self._trigger(HookEvent.POST_AGENT_LOOP, {"inputs": inputs, "result": result})
        return result

    async def _trigger(self, event: HookEvent, data: Dict[str, Any]) -> None:
        await self.hook_manager.trigger(event, agent_id=self.config.name, data=data)

    async def _run_internal(self, **inputs: Any) -> Dict[str, Any]:
        """The work of a run; subclasses override it."""
        return {}

    async def _execute_tool_internal(self, tool_name: str, tool_input: Dict[str, Any]) -> Dict[str, Any]:
        tool = self.config.tools.get(tool_name) or _TOOLS.get(tool_name)
        if tool is None:
            raise LookupError("%s has no tool %r; name it in BaseAgentConfig.tools" % (self.config.name, tool_name))
        result = tool(**tool_input)
        return await result if inspect.isawaitable(result) else result

    def _estimate_cost(self, tool_name: str, result: Any) -> float:
        """The cost in USD of reading the result, by its length; override it for tools that cost more."""
        characters = len(json.dumps(result, default=str))
        return max(1, characters / _CHARACTERS_PER_TOKEN) * _USD_PER_TOKEN


def _read(file_path: str) -> Dict[str, Any]:
    """The text of a file, up to its first 1,048,576 characters."""
    try:
        with open(file_path, encoding="utf-8", errors="replace") as file:
            return {"success": True, "content": file.read(_LARGEST_FILE)}
    except OSError as error:
        return {"success": False, "error": str(error)}


#: Tools that every agent has.
_TOOLS = {"Read": _read}
