"""A headless Chromium, driven by its DevTools protocol, that can reach no network."""

import asyncio
import contextlib
import json
import shutil
import subprocess
import time
from pathlib import Path

from tornado.websocket import websocket_connect

NAMES = ("chromium", "chromium-browser", "google-chrome")
#: Seconds for one answer or one page.
PATIENCE = 60
#: Click a link or a summary; return whether it leads to another page, null if there is none.
CLICK = """(() => {
  const link = [...document.querySelectorAll("a, summary")]
    .find((x) => x.textContent.trim().startsWith(%s) && x.checkVisibility());
  if (!link) return null;
  window.left = true;
  link.click();
  return Boolean(link.href) && link.href.split("#")[0] !== location.href.split("#")[0];
})()"""


def find_browser():
    """Return the path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


async def connect(address):
    """Return a connection; a page's text comes in one message."""
    return await websocket_connect(address, max_message_size=1 << 28)


class Browser:
    """One page of a browser: visit, evaluate, and what was asked for and complained of."""

    def __init__(self, program, folder):
        self._loop = asyncio.new_event_loop()
        self._events, self._number = [], 0
        self._process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9",
             "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        address = Path(folder) / "DevToolsActivePort"
        deadline = time.monotonic() + PATIENCE
        while not (address.is_file() and len(address.read_text().splitlines()) == 2):
            assert time.monotonic() < deadline, "the browser does not start"
            time.sleep(0.05)
        port, path = address.read_text().splitlines()
        self._socket = self._loop.run_until_complete(connect(f"ws://127.0.0.1:{port}{path}"))
        self._session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        """Return the answer to one command; keep the events that come before it."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._loop.run_until_complete(self._send(json.dumps(message)))
        while (answer := self._read()).get("id") != self._number:
            self._events.append(answer)
        assert "error" not in answer, (method, answer)
        return answer["result"]

    def _read(self):
        return json.loads(self._loop.run_until_complete(self._message()))

    async def _send(self, text):
        await self._socket.write_message(text)

    async def _message(self):
        return await asyncio.wait_for(self._socket.read_message(), PATIENCE)

    def visit(self, page, query=""):
        """Load a file, with a query such as "?q=x", and return when it has loaded."""
        self._events.clear()
        self.call("Page.navigate", url=Path(page).as_uri() + query)
        while not any(e.get("method") == "Page.loadEventFired" for e in self._events):
            self._events.append(self._read())

    def click(self, text):
        """Click what begins with a text; return once the page that it leads to is there."""
        leads = self.evaluate(CLICK % json.dumps(text))
        assert leads is not None, f"nothing to click begins with {text!r}"
        deadline = time.monotonic() + PATIENCE
        while leads and time.monotonic() < deadline:
            time.sleep(0.05)
            with contextlib.suppress(AssertionError):  # between two pages there is none
                leads = not self.evaluate("!window.left && document.readyState === 'complete'")
        assert not leads, text

    def evaluate(self, expression):
        """Return the value of an expression, awaited if it is a promise."""
        found = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def requests(self):
        """Return the addresses that were asked for since the visit."""
        sent = [e["params"] for e in self._events if e["method"] == "Network.requestWillBeSent"]
        return [parameters["request"]["url"] for parameters in sent]

    def complaints(self):
        """Return the errors and warnings since the visit, and not what a page only logs."""
        names = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")
        found = [e["params"] for e in self._events if e["method"] in names]
        return [one for one in found if one.get("type") != "log"]

    def close(self):
        """End the browser."""
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._loop.close()
