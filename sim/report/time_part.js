// SPDX-License-Identifier: Apache-2.0
// Ready against running over time, and the distribution of latencies.

function levelsPart(run, host) {
  const curves = [];
  const means = (sums, stretch) => sums.map((n, at) => n / Math.min(stretch, run.cycles - at * stretch));
  if (!run.jobs.missing) curves.push({ title: "Jobs computing, of " + plural(run.jobs.processors, "processor", "processors"), unit: "computing", values: means(run.jobs.running, run.jobs.stretch), most: run.jobs.processors });
  if (!run.tasks.missing) curves.push({ title: "Tasks ready, no job of them sent yet", unit: "ready", values: means(run.tasks.ready, run.tasks.stretch) });
  for (const part of [run.jobs, run.tasks]) if (part.missing) host.append(missing(part.missing));
  if (curves.length === 0 || run.cycles === 0) return;
  const stretch = run.jobs.missing ? run.tasks.stretch : run.jobs.stretch;
  stepCurves(host, run.cycles, stretch, curves);
  host.append(paragraph("note", "Each step is the exact mean of " + plural(stretch, "cycle", "cycles") + ". Ready: from the cycle in which the last predecessor is known to be done to the first flit of the task's first job."));
}

function latencyPart(run, host) {
  const of = run.summary.interconnect && run.summary.interconnect.latency;
  const head = ["Kind of message", { n: "Packets" }, { n: "Mean" }, { n: "p50" }, { n: "p95" }, { n: "p99" }, { n: "Longest" }];
  const row = (x, key) => [x.kind, { n: count(x.packets) }, { n: mean(x.mean) }, { n: count(x.p50), key: key && key + ".p50", value: x.p50 }, percentile(x.p95, 95, x.packets), Object.assign(percentile(x.p99, 99, x.packets), { key: key && key + ".p99", value: x.p99 }), { n: count(x.max) }];
  if (run.packets.missing) {
    if (!of) return host.append(missing(run.packets.missing));
    host.append(table(head, [row(Object.assign({ kind: "all", packets: run.summary.interconnect.packets }, of), "latency")]));
    fewNote(host, [run.summary.interconnect.packets]);
    host.append(paragraph("note", "Cycles from creation of a message to its last flit at the destination. " + run.packets.missing + " With it, the distribution and the kinds of messages stand here."));
    return;
  }
  if (run.packets.bars.length > 0) histogram(host, run.packets.bars, run.packets.bars_end, "packets");
  host.append(paragraph("note", "Packets over cycles of latency, from creation to the last flit at the destination; beyond the 99th percentile they are one bar."));
  host.append(table(head, [row(run.packets.all, "latency"), ...run.packets.kinds.map((x) => row(x))]));
  fewNote(host, [run.packets.all, ...run.packets.kinds].map((x) => x.packets));
}
