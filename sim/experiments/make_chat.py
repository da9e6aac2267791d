#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the requests of decoder.yaml, workloads/chat.csv: made up, by this rule.

    make_chat.py [FILE]        default: workloads/chat.csv beside this file

Intervals are exponential with a mean of 90 ms. Prompts are exponential with a mean of 180 tokens, at least 16, and
outputs with a mean of 32 tokens, at least 1. Every number is the exponential -ln((k + 1/2) / 2^16) of the 16 upper bits k
of the next state of x -> 6364136223846793005 x + 1442695040888963407 mod 2^64, from x = 7, times its mean, rounded down.
"""

import math
import os
import sys

REQUESTS = 32
INTERVAL_US = 90_000
PROMPT_TOKENS, LEAST_PROMPT = 180, 16
OUTPUT_TOKENS, LEAST_OUTPUT = 32, 1


def main():
    usual = os.path.join(os.path.dirname(os.path.abspath(__file__)), "workloads", "chat.csv")
    state = 7
    at = 0

    def exponential(mean):
        nonlocal state
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        return int(-math.log(((state >> 48) + 0.5) / 65536) * mean)

    with open(sys.argv[1] if len(sys.argv) > 1 else usual, "w", encoding="ascii", newline="\n") as out:
        out.write("time,prompt_tokens,output_tokens\n")
        for _ in range(REQUESTS):
            prompt = max(LEAST_PROMPT, exponential(PROMPT_TOKENS))
            output = max(LEAST_OUTPUT, exponential(OUTPUT_TOKENS))
            out.write(f"{at // 1000000}.{at % 1000000:06},{prompt},{output}\n")
            at += exponential(INTERVAL_US)


if __name__ == "__main__":
    main()
