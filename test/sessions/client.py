"""A client of the hook server that uses only Python's standard library: one whole session over the socket.

Usage: client.py <socket> <token file>. Prints the results as one JSON object.
"""

import json
import socket
import sys


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.stream = self.socket.makefile("rb")
        self.last = 0
        self.notifications = []

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.socket.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def request(self, method, **params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        return self.last

    def read(self):
        length = None
        for line in iter(self.stream.readline, b"\r\n"):
            if not line:
                raise EOFError("the server closed the connection")
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.stream.read(length))

    def answers(self, ids):
        """Waits for the answers to these requests, in any order."""
        found = {}
        while set(ids) - set(found):
            message = self.read()
            if "method" in message:
                self.notifications.append(message)
            else:
                found[message["id"]] = message
        return [found[one] for one in ids]

    def call(self, method, **params):
        (answer,) = self.answers([self.request(method, **params)])
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]


def main(path, token_file):
    with open(token_file) as file:
        token = file.read().strip()
    client = Client(path)
    greeting = client.call("initialize", token=token, protocolVersion=1)
    session = client.call("session/start", conversation="py-1", cwd="/srv/shop", recipe="review")["session"]
    client.call("subscribe", session=session)

    def tool(command, **more):
        payload = {
            "event": "before_tool_call",
            "tool_name": "bash",
            "tool_user_id": "t1",
            "tool_input": {"command": command},
        }
        return client.request("fire", session=session, event="before_tool_call", payload=payload, **more)

    denied, passed = [answer["result"] for answer in client.answers([tool("rm -rf /"), tool("ls")])]
    slow = tool("sleep 60", firing="slow")
    while not any(n["method"] == "step" and n["params"]["step"]["kind"] == "started" for n in client.notifications[-1:]):
        client.notifications.append(client.read())
    cancelled = client.call("cancel", session=session, firing="slow") if slow else None
    try:
        client.call("fire", session="nobody", event="before_tool_call", payload={})
        refused = None
    except RuntimeError as error:
        refused = str(error)
    ended = client.call("session/end", session=session)
    replayed = client.call("replay", recordings=[ended["recording"]], event="1")
    print(
        json.dumps(
            {
                "protocol": greeting["protocolVersion"],
                "session": session,
                "denied": [denied["decision"], denied["reason"], denied["payload"]["recipe_name"]],
                "passed": [passed["decision"], passed["payload"]["cwd"]],
                "cancelled": cancelled,
                "refused": refused,
                "firings": ended["firings"],
                "same": replayed["same"],
            }
        )
    )


main(*sys.argv[1:])
