# SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium that a test can move the mouse over: DevTools' protocol over a pipe."""

import base64
import json
import os
import subprocess


class Page:
    """One page of one browser; `with Page(...) as page:` ends both."""

    def __init__(self, chromium, folder):
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                   "--hide-scrollbars", f"--user-data-dir={folder / 'profile_devtools'}", "--remote-debugging-pipe", "about:blank"]
        # The browser reads from descriptor 3 and writes to 4; both are moved out of the way first.
        plug = f"exec 8<&{to_read} 9>&{to_write}; exec 3<&8 4>&9; exec \"$@\""
        self._process = subprocess.Popen(["bash", "-c", plug, "bash", *command], pass_fds=(to_read, to_write), stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=str(folder)))
        os.close(to_read)
        os.close(to_write)
        self._pending, self._number, self.faults, self._loaded, self._session = b"", 0, [], False, None
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._call(domain + ".enable")
        self.look(1280, "light")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(timeout=60)
        os.close(self._out)
        os.close(self._in)

    def _message(self):
        while b"\0" not in self._pending:
            more = os.read(self._in, 1 << 16)
            if not more:
                raise RuntimeError("the browser ended")
            self._pending += more
        text, self._pending = self._pending.split(b"\0", 1)
        return json.loads(text)

    def _heard(self, message):
        method, of = message.get("method"), message.get("params", {})
        if method == "Page.loadEventFired":
            self._loaded = True
        if method == "Runtime.exceptionThrown":
            self.faults.append(json.dumps(of["exceptionDetails"])[:500])
        if method == "Runtime.consoleAPICalled":
            self.faults.append(json.dumps(of["args"])[:500])
        if method == "Log.entryAdded" and of["entry"]["level"] in ("error", "warning"):
            self.faults.append(of["entry"]["text"])

    def _call(self, method, **parameters):
        self._number += 1
        number, message = self._number, {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") != number:
                self._heard(answer)
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            return answer["result"]

    def look(self, width, scheme):
        """As wide as that, in `light` or `dark`."""
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=1600, deviceScaleFactor=1, mobile=False)
        self._call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, address):
        self._loaded = False
        self._call("Page.navigate", url=address)
        while not self._loaded:
            self._heard(self._message())

    def ask(self, expression):
        """The value of an expression in the page."""
        answer = self._call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def place(self, element):
        """Middle of an element, after the page was moved so that it can be seen: x, y, width, height."""
        return self.ask(f"(() => {{ const e = {element}; e.scrollIntoView({{block: 'center'}}); const b = e.getBoundingClientRect();"
                        " return [b.x + b.width / 2, b.y + b.height / 2, b.width, b.height]; })()")

    def mouse(self, kind, x, y, down=False):
        self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" and not down else "left",
                   buttons=1 if down or kind == "mousePressed" else 0, clickCount=0 if kind == "mouseMoved" else 1)

    def drag(self, x, from_y, to_y):
        self.mouse("mouseMoved", x, from_y)
        self.mouse("mousePressed", x, from_y)
        for step in range(1, 5):
            self.mouse("mouseMoved", x, from_y + (to_y - from_y) * step / 4, down=True)
        self.mouse("mouseReleased", x, to_y)

    def key(self, name):
        for kind in ("keyDown", "keyUp"):
            self._call("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def picture(self, path):
        """All of the page."""
        width, height = self.ask("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        answer = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        path.write_bytes(base64.b64decode(answer["data"]))
