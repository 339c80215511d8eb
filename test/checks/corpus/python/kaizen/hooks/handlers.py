class BaseHook:
    events = ["on_start", "on_stop"]

    def handle(self, context):
        return {"sucess": context.dta["x"]}


class Printer(BaseHook):
    def handle(self, context):
        print(context.data["tool_nam"])
