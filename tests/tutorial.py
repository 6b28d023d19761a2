"""Do what a tutorial says, from its own text: `python tutorial.py docs/own-paper.md`.

Of a fenced block, `sh` is run, `text` must be lines of what the last one printed, and a block with
a caption is added to the file that this names, or changes it if it is a `diff`. A `diff` without a
caption names its files itself.
"""

import re
import subprocess
import sys
from pathlib import Path

_BLOCK = re.compile(r"^```(\{code-block\} )?(\w+)\n(?::caption: (\S+)\n)?(.*?)^```$", re.M | re.S)


def follow(text, folder, environment=None):
    """Follow the blocks of a tutorial in a folder; return all that was printed."""
    said, everything = "", ""
    for _, language, file, body in _BLOCK.findall(text):
        if language == "sh":
            done = subprocess.run(
                ["bash", "-ec", f"{body}\npwd > .where"], cwd=folder, env=environment, check=False,
                text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
            said = done.stdout
            everything += said
            assert done.returncode == 0, said
            folder = Path((next(Path(folder).rglob(".where"))).read_text("utf-8").strip())
            (folder / ".where").unlink()
        elif language == "text":
            for line in body.splitlines():
                shown = [" ".join(one.split()) for one in said.splitlines()]
                assert " ".join(line.split()) in shown, (line, said)
        elif language == "diff" and not file:
            command = ["git", "apply", "-"]
            subprocess.run(command, input=body, cwd=folder, text=True, check=True)
        elif language == "diff":
            before, after = (
                "".join(line[1:] for line in body.splitlines(True) if line[0] in kept)
                for kept in (" -", " +")
            )
            path = folder / file
            content = path.read_text("utf-8")
            assert content.count(before) == 1, (file, before)
            path.write_text(content.replace(before, after), "utf-8")
        elif file:
            with open(folder / file, "a", encoding="utf-8") as stream:
                stream.write(body)
    return everything, folder


if __name__ == "__main__":
    print(follow(Path(sys.argv[1]).read_text("utf-8"), Path.cwd())[0])
