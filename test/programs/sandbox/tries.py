"""Tries what it is told to try, and says what came of it. As a hook class here, as an executable beside it."""

import base64
import http.client
import os
import urllib.parse


def tried(order):
    """`write` and `read` name files, `get` a port of this machine, `ask` a URL to ask the proxy for, if there is one."""
    outcomes = {}
    for path in order.get("write", []):
        outcomes[path] = attempt(lambda: open(os.path.expandvars(path), "a").close())
    for path in order.get("read", []):
        outcomes[path] = attempt(lambda: open(path).close())
    if "get" in order:
        outcomes["get"] = attempt(lambda: get(order["get"]))
    if "ask" in order:
        outcomes["ask"] = attempt(lambda: ask(order["ask"]))
    return outcomes


def attempt(deed):
    try:
        return deed() or "done"
    except OSError:
        return "refused"


def get(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", "/")
    connection.getresponse()


def ask(url):
    proxy = urllib.parse.urlsplit(os.environ["HTTP_PROXY"])
    connection = http.client.HTTPConnection(proxy.hostname, proxy.port, timeout=10)
    name = "%s:%s" % (urllib.parse.unquote(proxy.username), proxy.password)
    token = base64.b64encode(name.encode()).decode()
    connection.request("GET", url, headers={"Proxy-Authorization": "Basic " + token})
    return connection.getresponse().status


class Tries:
    def handle(self, context):
        return tried(context.data)


class Sleeps:
    def handle(self, context):
        import time

        time.sleep(60)
