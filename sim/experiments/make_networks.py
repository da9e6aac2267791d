#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the workloads resnet50.yaml, resnet50_retiled.yaml and gpt2_prefill.yaml from the networks' published layer shapes,
and the tables resnet50_layers.csv and gpt2_layers.csv with the layers that have weights, for workload.lowering.

    make_networks.py [DIRECTORY]        default: workloads/ beside this file

Deterministic; prints the numbers by which a network is known (multiply-adds, parameters) and fails if they are wrong.

How a layer becomes a task
- Numbers are int8: one byte per weight and per activation. Batch normalisation is folded into the convolutions and
  ReLU is part of the layer before it.
- A task has a power of two of jobs, at most 32, each of JOB_CYCLES of work or more; smaller ones only where the working
  set of a job would pass LOCAL_BYTES.
- Matrix jobs (convolution, matmul) form a grid of R x C: R parts of the output's rows or pixels times C parts of its
  channels. A job reads its R-th of the input (with its neighbours' halo) and its C-th of the weights and writes its own
  part of the output, so the input travels C times and the weights R times (the machine has no multicast). R and C
  are chosen to read the least, and there are fewer jobs where a task would read over MOST_READ_PERCENT of its tensors.
- Other jobs read and write their share of the tensors.
- Work: MACs / (MACS_PER_CYCLE x EFFICIENCY) cycles for matrices, elements / elements per cycle for the rest.
- job_bytes is the job's working set (what it reads and writes) in whole words.
"""

import os
import sys

WORD_BYTES = 64
MACS_PER_CYCLE = 1024           # int8 multiply-adds of one core
EFFICIENCY_PERCENT = 75         # of that, on the shapes of real layers
ELEMENTWISE_PER_CYCLE = 64      # additions and table look-ups (ReLU, GELU)
REDUCTION_PER_CYCLE = 32        # pooling, layer normalisation, softmax
JOB_CYCLES = 4096               # least work of a job
LOCAL_BYTES = 524288            # local memory of a core: largest working set of a job
MOST_READ_PERCENT = 200         # reads of a matrix task, against its input and weights once
RETILED_READ_PERCENT = 400      # ... of resnet50_retiled: twice the jobs, half again the reads
MAX_JOBS = 32                   # every slot of the 16 cores
MAX_DMA_JOBS = 8                # every slot of the two dma engines


def ceil_div(a, b):
    return -(-a // b)


class Network:
    """Tasks in order of submission, and what they add up to."""

    def __init__(self, name, title, most_read_percent=MOST_READ_PERCENT):
        self.name = name
        self.title = title
        self.most_read_percent = most_read_percent
        self.tasks = []
        self.layers = []  # lines of the table of layers
        self.macs = 0
        self.parameters = 0

    def add(self, task, cls, weight, jobs, cycles, read, written, after, processor="core"):
        """`cycles`, `read` and `written` are per job."""
        fields = [("id", task), ("class", cls), ("weight", weight)]
        if cls != "event":
            job_bytes = ceil_div(max(read + written, 1), WORD_BYTES) * WORD_BYTES
            fields += [("jobs", jobs), ("job_bytes", job_bytes), ("cycles", cycles), ("processor", processor),
                       ("input_bytes", read), ("output_bytes", written)]
        if after:
            fields.append(("after", "[" + ", ".join(after) + "]"))
        self.tasks.append(dict(fields))
        return task

    def matrix(self, task, weight, macs, inputs, weights, outputs, after, halo=0, most_columns=MAX_JOBS):
        """A convolution or matmul; `halo` is what a job reads of its neighbours' input."""
        self.macs += macs
        per_cycle = MACS_PER_CYCLE * EFFICIENCY_PERCENT // 100

        def job_read(rows, columns):
            share = inputs if rows == 1 else min(inputs, ceil_div(inputs, rows) + halo)
            return share + ceil_div(weights, columns)

        def least_read(jobs):
            return min(job_read(jobs // c, c) for c in powers_of_two(min(jobs, most_columns)))

        jobs = job_count(ceil_div(macs, per_cycle), MAX_JOBS)
        while jobs > 1 and 100 * jobs * least_read(jobs) > self.most_read_percent * (inputs + weights):
            jobs //= 2
        while least_read(jobs) + ceil_div(outputs, jobs) > LOCAL_BYTES:
            jobs *= 2
        cycles = ceil_div(ceil_div(macs, jobs), per_cycle)
        return self.add(task, "block", weight, jobs, cycles, least_read(jobs), ceil_div(outputs, jobs), after)

    def elementwise(self, task, weight, elements, inputs, outputs, after):
        return self._streaming(task, "cluster", weight, elements, ELEMENTWISE_PER_CYCLE, inputs, outputs, after)

    def reduction(self, task, weight, elements, inputs, outputs, after):
        return self._streaming(task, "union", weight, elements, REDUCTION_PER_CYCLE, inputs, outputs, after)

    def _streaming(self, task, cls, weight, elements, per_cycle, inputs, outputs, after):
        # Little work per byte: a quarter of the cycles is worth a job.
        jobs = job_count(4 * ceil_div(elements, per_cycle), MAX_JOBS)
        while ceil_div(inputs, jobs) + ceil_div(outputs, jobs) > LOCAL_BYTES:
            jobs *= 2
        cycles = ceil_div(ceil_div(elements, jobs), per_cycle)
        return self.add(task, cls, weight, jobs, cycles, ceil_div(inputs, jobs), ceil_div(outputs, jobs), after)

    def copy(self, task, weight, inputs, outputs, after):
        """A layout move by the dma: bytes only."""
        jobs = job_count(inputs + outputs, MAX_DMA_JOBS)
        read, written = ceil_div(inputs, jobs), ceil_div(outputs, jobs)
        return self.add(task, "communication", weight, jobs, 0, read, written, after, "dma")

    def barrier(self, task, after):
        return self.add(task, "event", 1, 0, 0, 0, 0, after)

    def bytes_moved(self):
        return sum((t["input_bytes"] + t["output_bytes"]) * t["jobs"] for t in self.tasks if t["class"] != "event")

    def core_cycles(self):
        return sum(t["cycles"] * t["jobs"] for t in self.tasks if t["class"] != "event")


def powers_of_two(largest):
    return [1 << n for n in range(largest.bit_length())]


def job_count(work, most):
    """Largest power of two, up to `most`, that leaves every job JOB_CYCLES of work."""
    return max([1] + [n for n in powers_of_two(most) if n * JOB_CYCLES <= work])


# --- ResNet-50 v1.5: the stride of a stage stands in the 3x3 convolution of its first block

RESNET_STAGES = [  # blocks, channels inside, channels out, stride of the first block
    (3, 64, 256, 1),
    (4, 128, 512, 2),
    (6, 256, 1024, 2),
    (3, 512, 2048, 2),
]


def resnet50(name="resnet50", most_read_percent=MOST_READ_PERCENT):
    net = Network(name, "ResNet-50 v1.5, one 224x224 image, int8", most_read_percent)

    def convolution(task, weight, size, channels_in, channels_out, kernel, stride, after):
        """`size` is the edge of the square input; returns the task and the edge of its output."""
        edge = size // stride
        parameters = kernel * kernel * channels_in * channels_out
        # Batch normalisation: scale and shift count as parameters, and are folded here into a bias of 4 bytes.
        net.parameters += parameters + 2 * channels_out
        halo = max(0, kernel - stride) * size * channels_in
        padded = (edge - 1) * stride + kernel
        net.layers.append((task, padded, padded, kernel, kernel, channels_in, channels_out, stride))
        net.matrix(task, weight, edge * edge * parameters, size * size * channels_in, parameters + 4 * channels_out,
                   edge * edge * channels_out, after, halo)
        return task, edge

    image = 224 * 224 * 3
    net.copy("image_layout", 256, image, image, [])
    last, size = convolution("conv1", 256, 224, 3, 64, 7, 2, ["image_layout"])
    last = net.reduction("maxpool", 192, 56 * 56 * 64 * 9, size * size * 64, 56 * 56 * 64, [last])
    size, channels = 56, 64

    for stage, (blocks, inside, outside, first_stride) in enumerate(RESNET_STAGES, 2):
        for block in range(1, blocks + 1):
            prefix = f"conv{stage}_{block}"
            stride = first_stride if block == 1 else 1
            shortcut = last
            a, _ = convolution(f"{prefix}_a", 160, size, channels, inside, 1, 1, [last])
            b, edge = convolution(f"{prefix}_b", 192, size, inside, inside, 3, stride, [a])
            c, _ = convolution(f"{prefix}_c", 160, edge, inside, outside, 1, 1, [b])
            if block == 1:
                # The projection has the time of a, b and c: it may wait.
                shortcut, _ = convolution(f"{prefix}_shortcut", 48, size, channels, outside, 1, stride, [last])
            size, channels = edge, outside
            pixels = size * size * channels
            last = net.elementwise(f"{prefix}_add", 224, pixels, 2 * pixels, pixels, [c, shortcut])
        last = net.barrier(f"stage{stage}_done", [last])
        if stage < 5:
            # The split turns from rows to channels as the pictures shrink: tiles are laid out anew.
            last = net.copy(f"stage{stage}_layout", 128, pixels, pixels, [last])

    last = net.reduction("avgpool", 224, size * size * channels, size * size * channels, channels, [last])
    fc_weights = channels * 1000
    net.layers.append(("fc", 1, 1, 1, 1, channels, 1000, 1))
    net.parameters += fc_weights + 1000
    last = net.matrix("fc", 256, fc_weights, channels, fc_weights + 4 * 1000, 1000, [last])
    last = net.copy("logits_out", 256, 1000, 1000, [last])
    net.barrier("done", [last])
    return net


# --- GPT-2 small: the first blocks of the decoder, prefill of a prompt

GPT2_WIDTH = 768
GPT2_HEADS = 12
GPT2_VOCABULARY = 50257
GPT2_POSITIONS = 1024
GPT2_LAYERS = 12
GPT2_TOKENS = 128               # length of the prompt
GPT2_STACK = 3                  # decoder blocks simulated, of the 12
GPT2_HEAD_GROUPS = 3            # attention runs as one task per group of four heads


def gpt2_parameters(layers):
    """The published count: embeddings (tied with the output), blocks, final layer normalisation."""
    d = GPT2_WIDTH
    norm = 2 * d
    block = 2 * norm + (3 * d * d + 3 * d) + (d * d + d) + (4 * d * d + 4 * d) + (4 * d * d + d)
    return (GPT2_VOCABULARY + GPT2_POSITIONS) * d + layers * block + norm


def gpt2_prefill():
    net = Network("gpt2_prefill", f"GPT-2 small, prefill of {GPT2_TOKENS} tokens, decoder blocks 1 to {GPT2_STACK} of "
                                  f"{GPT2_LAYERS}, int8")
    d, n = GPT2_WIDTH, GPT2_TOKENS
    hidden = n * d
    heads = GPT2_HEADS // GPT2_HEAD_GROUPS
    group = hidden // GPT2_HEAD_GROUPS          # q, k or v of one group
    scores = heads * n * n                      # one group's matrix; the causal half is computed too

    def matmul(task, weight, inputs, outputs, after):
        parameters = inputs * outputs + 4 * outputs
        net.layers.append((task, n, outputs, inputs))
        return net.matrix(task, weight, n * inputs * outputs, n * inputs, parameters, n * outputs, after)

    # One row of the token table and one of the position table per token.
    x = net.copy("embedding", 256, 2 * hidden, hidden, [])
    for block in range(1, GPT2_STACK + 1):
        def name(operation):
            return f"block{block}_{operation}"

        normed = net.reduction(name("norm1"), 192, hidden, hidden, hidden, [x])
        qkv = matmul(name("qkv"), 256, d, 3 * d, [normed])
        # Later tokens read keys and values from the cache; this prefill does not wait for it.
        net.copy(name("cache_append"), 16, 2 * hidden, 2 * hidden, [qkv])
        contexts = []
        for g in range(GPT2_HEAD_GROUPS):
            # The groups are alike; falling weights let the first finish early instead of all at once.
            weight = 192 - 48 * g
            # A head's keys (and values) stand where a layer has weights; heads may be split, not the inside of one.
            task = net.matrix(name(f"scores{g}"), weight, n * n * d // GPT2_HEAD_GROUPS, group, group, scores, [qkv])
            task = net.reduction(name(f"softmax{g}"), weight, scores, scores, scores, [task])
            contexts.append(net.matrix(name(f"context{g}"), weight, n * n * d // GPT2_HEAD_GROUPS, scores, group, group,
                                       [task], most_columns=heads))
        projected = matmul(name("projection"), 192, d, d, contexts)
        x = net.elementwise(name("residual1"), 128, hidden, 2 * hidden, hidden, [projected, x])
        normed = net.reduction(name("norm2"), 192, hidden, hidden, hidden, [x])
        up = matmul(name("mlp_up"), 256, d, 4 * d, [normed])
        active = net.elementwise(name("gelu"), 160, 4 * hidden, 4 * hidden, 4 * hidden, [up])
        down = matmul(name("mlp_down"), 256, 4 * d, d, [active])
        x = net.elementwise(name("residual2"), 128, hidden, 2 * hidden, hidden, [down, x])
        x = net.barrier(name("done"), [x])
    net.copy("hidden_out", 64, hidden, hidden, [x])
    net.parameters = gpt2_parameters(GPT2_STACK)
    return net


def write(net, directory):
    counts = {}
    for task in net.tasks:
        counts[task["class"]] = counts.get(task["class"], 0) + 1
    path = os.path.join(directory, net.name + ".yaml")
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("# SPDX-License-Identifier: Apache-2.0\n")
        file.write(f"# {net.title}; written by make_networks.py, which says how a layer becomes a task.\n")
        file.write(f"# {net.macs} multiply-adds, {net.parameters} parameters, {net.bytes_moved()} bytes moved.\n")
        file.write("tasks:\n")
        for task in net.tasks:
            file.write("  - {" + ", ".join(f"{key}: {value}" for key, value in task.items()) + "}\n")
    kinds = ", ".join(f"{count} {cls}" for cls, count in sorted(counts.items()))
    print(f"{net.name}: {net.title}")
    print(f"  {len(net.tasks)} tasks ({kinds}), {sum(t.get('jobs', 0) for t in net.tasks)} jobs")
    print(f"  {net.macs} multiply-adds, {net.parameters} parameters")
    print(f"  {net.core_cycles()} core cycles, {net.bytes_moved()} bytes moved, "
          f"largest job {max(t.get('job_bytes', 0) for t in net.tasks)} bytes")


def write_layers(name, head, layers, directory):
    with open(os.path.join(directory, name), "w", encoding="utf-8", newline="\n") as file:
        for line in [head] + layers:
            file.write(",".join(str(cell) for cell in line) + ",\n")


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    directory = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "workloads")
    resnet, gpt2 = resnet50(), gpt2_prefill()
    retiled = resnet50("resnet50_retiled", RETILED_READ_PERCENT)
    for net in (resnet, retiled, gpt2):
        write(net, directory)
    write_layers("resnet50_layers.csv", ["Layer name", "IFMAP Height", "IFMAP Width", "Filter Height", "Filter Width",
                                         "Channels", "Num Filter", "Strides"], resnet.layers, directory)
    write_layers("gpt2_layers.csv", ["Layer", "M", "N", "K"], gpt2.layers, directory)
    print(f"  the whole of GPT-2 small has {gpt2_parameters(GPT2_LAYERS)} parameters")
    # Published: 4.1 G multiply-adds and 25.6 M parameters; 124 M parameters.
    most = max(t.get("jobs", 0) for net in (resnet, retiled, gpt2) for t in net.tasks)
    if most > MAX_JOBS:
        sys.exit(f"error: a task of {most} jobs (at most {MAX_JOBS})")
    checks = [(resnet.macs, 4089184256), (retiled.macs, 4089184256), (resnet.parameters, 25557032), (gpt2_parameters(GPT2_LAYERS), 124439808)]
    for got, want in checks:
        if got != want:
            sys.exit(f"error: {got} should be {want}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
