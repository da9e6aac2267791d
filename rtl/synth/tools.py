# SPDX-License-Identifier: Apache-2.0
"""Running the tools: a tool that is missing or fails stops the flow."""

import subprocess


class Failure(Exception):
    """What stops the flow; its text says why."""


def run(command, log):
    """Runs a tool with its output in the file `log`."""
    with open(log, "w", encoding="utf-8") as file:
        try:
            status = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False).returncode
        except FileNotFoundError:
            raise Failure(f"{command[0]} is not installed") from None
    if status != 0:
        raise Failure(f"{' '.join(command)}\nended with exit status {status}, see {log}")


def first_line(command):
    """What a tool says of its version."""
    try:
        answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    except FileNotFoundError:
        raise Failure(f"{command[0]} is not installed") from None
    return answer.stdout.strip().splitlines()[0]
