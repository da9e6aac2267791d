// SPDX-License-Identifier: Apache-2.0
#include "result/run_summary.h"

#include "result/output_names.h"
#include "result/result_visitor.h"
#include "result/run_parts.h"

namespace gantry {
namespace {

/// Where entries of the pending set were not seen: of a dispatcher in Verilog that runs in place of the model's.
constexpr MissingWhere kNotSeen = {"provenance.engine.dispatcher", "lockstep:"};

template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
  std::vector<std::string_view> names;
  names.reserve(rows.size());
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

void describe_run(ResultVisitor& results, RunSummary& run) {
  results.constant("schema", kSummarySchema, "form of this file");
  results.text("experiment", run.experiment, "name of the experiment");
  results.section("architecture", "", [&] {
    results.text("name", run.architecture, "name of the architecture");
    results.count("clock_mhz", run.clock_mhz, "MHz", "clock", {1, 100000});
  });
  results.count("seed", run.seed, "", "seed of the run");
  results.flag("complete", run.complete, "whether every task completed");
  results.choice("end", run.end, kRunEndNames, "why the run ended");
  results.count("cycles", run.cycles, "cycles",
                "makespan: the host has taken the last interrupt; of an unfinished run the cycle in which it was given "
                "up");
  results.section("tasks", "", [&] {
    results.count("submitted", run.tasks_submitted, "tasks", "the host has begun to write them");
    results.count("completed", run.tasks_completed, "tasks", "recorded as done");
    results.count_if_any("failed", run.tasks_failed, "tasks",
                         "only with `max_retries` or faults of stores: over, and a job was lost for good");
    results.count_if_any(
        "cancelled", run.tasks_cancelled, "tasks",
        "only with `max_retries` or faults of stores: over, because a predecessor failed or was cancelled");
    results.count("unfinished", run.tasks_unfinished, "tasks", "in the workload and not over");
  });
  results.section("jobs", "", [&] {
    results.count("total", run.jobs_total, "jobs", "of the submitted tasks");
    results.count_if_any(
        "groups", run.job_groups, "",
        "only with [jobs that differ](workloads.md#jobs-that-differ): groups of jobs of tasks with such");
    results.count("issued", run.jobs_issued, "jobs", "sent into the network");
    results.count("completed", run.jobs_completed, "jobs", "completion has reached the state monitor");
    results.count_if_any("lost", run.jobs_lost, "jobs",
                         "only with `max_retries` or faults of stores: attempts that counted as lost after "
                         "`job_timeout`, or have failed");
    results.count_if_any("failed", run.jobs_failed, "jobs",
                         "only with `max_retries` or faults of stores: lost in their last attempt");
    results.count_if_any("cancelled", run.jobs_cancelled, "jobs",
                         "only with `max_retries` or faults of stores: of cancelled tasks");
    results.count("schedule_failures", run.schedule_failures, "", "matchings given up after `match_timeout`");
  });
}

void describe_copies(ResultVisitor& results, InterconnectStats& of) {
  results.count_if_any("flits_copied", of.flits_copied, "flits",
                       "only with `dispatcher.multicast`, of the network that carries jobs: of `flits`, those that it "
                       "made; of a message to n processors all but one");
}

/// `when`: when there are any.
void describe_reroutes(ResultVisitor& results, InterconnectStats& network, const std::string& when) {
  results.section_if_any("faults", network.reroutes, when, [&](RerouteStats& of) {
    results.count("reroutes", of.reroutes, "", when + ": changes of the routes");
    results.count("drain_cycles", of.drain_cycles, "cycles", "in which no packet could begin to enter the network");
    results.count("packets_held", of.packets_held, "packets", "that waited at their terminals when such a time ended");
    results.count("resent", of.resent, "packets", "that were lost or damaged, and sent again, each time");
  });
}

void describe_faults(ResultVisitor& results, RunSummary& run) {
  results.section_if_any(
      "faults", run.faults, "only with [`faults`](faults.md) and `output.faults`", [&](RunSummary::FaultResults& of) {
        results.count("begun", of.begun, "faults", "rows of `faults.csv`");
        results.count("down_cycles", of.down_cycles, "cycles",
                      "in which a processor was dead or hung, summed over the processors");
        results.ratio("availability", of.availability,
                      "(processors x `cycles` − `down_cycles`) / (processors x `cycles`)");
        results.count("wasted_cycles", of.wasted_cycles, "cycles",
                      "in which processors computed what did not complete in the run: attempts that were lost or "
                      "failed, and jobs that had not ended");
        results.ratio("goodput", of.goodput, "(computing of all processors − `wasted_cycles`) / computing; 0 of none");
        results.list("streams", of.streams, "the same by stream, those of which a task was over or a job has begun",
                     [&](RunSummary::StreamFaultResults& row) {
                       results.count("stream", row.stream, "", "its number, as in `tasks.csv`");
                       results.count("tasks_over", row.tasks_over, "tasks", "completed, failed or cancelled");
                       results.ratio("availability", row.availability, "tasks completed / `tasks_over`; 0 of none");
                       results.count("busy_cycles", row.busy_cycles, "cycles",
                                     "in which processors computed its jobs, all attempts of them");
                       results.count("wasted_cycles", row.wasted_cycles, "cycles",
                                     "of these for what did not complete in the run");
                       results.ratio("goodput", row.goodput,
                                     "(`busy_cycles` − `wasted_cycles`) / `busy_cycles`; 0 of none");
                     });
      });
  results.section_if_any(
      "without_faults", run.without_faults, "only with [`faults`](faults.md) and `output.slowdown`",
      [&](RunSummary::WithoutFaults& of) {
        results.count_or_null("cycles", of.cycles, "cycles",
                              "of the same experiment without its faults; null: it does not complete");
        results.amount_or_null("slowdown", of.slowdown, "",
                               "`cycles` of the run / those without faults; null: one of them does not complete");
        results.list("streams", of.streams, "one for each of `streams.list`",
                     [&](RunSummary::StreamWithoutFaults& stream) {
                       results.text("name", stream.name, "name of the stream");
                       results.amount_or_null("response_cycles", stream.response_cycles, "cycles",
                                              "mean response without faults, of all instances that are done; null: "
                                              "none is");
                       results.amount_or_null("with_faults", stream.with_faults, "cycles",
                                              "the same of the run. `response_cycles.mean` of the stream leaves its "
                                              "`warm_up` out");
                       results.amount_or_null("slowdown", stream.slowdown, "",
                                              "`with_faults` / `response_cycles`; null: one of them is");
                     });
      });
}

void describe_parts(ResultVisitor& results, RunSummary& run) {
  results.list("processors", run.processors, "in order of their numbers", [&](RunSummary::Processor& processor) {
    results.text("name", processor.name, "name of the processor");
    results.text("type", processor.type, "its type");
    results.text("group", processor.group, "name of its group in the architecture");
    results.count("jobs", processor.jobs, "jobs", "that it ran");
    results.count("busy_cycles", processor.busy_cycles, "cycles", "computing (transfers do not count)");
    results.ratio("utilization", processor.utilization, "`busy_cycles` / `cycles`");
  });
  describe_blocks(results, run.blocks);
  results.section("interconnect", "", [&] {
    describe(results, run.interconnect);
    describe_copies(results, run.interconnect);
    describe_reroutes(results, run.interconnect, "only if [links or routers die](faults.md#links-and-routers)");
  });
  results.section_if_any("control", run.control,
                         "only with a [control network](timing.md#tight-coupling): what it carried, of a star a "
                         "message as a packet of one flit",
                         [&](RunSummary::Control& of) {
                           results.text("topology", of.topology, "of the control network");
                           describe(results, of.totals);
                           describe_copies(results, of.totals);
                           describe_reroutes(results, of.totals, "only if its links or routers die");
                         });
  results.section_if_any(
      "background", run.background, "only beside a background: its share of what the interconnect counted",
      [&](RunSummary::Background& of) {
        results.count("nodes", of.nodes, "", "that send");
        results.count("packets", of.packets, "packets", "that have arrived");
        results.count("in_flight", of.in_flight, "packets",
                      "handed over to the interconnect and not arrived when the run ended; some of their flits may "
                      "count in `interconnect.flits`. What still waited at its node is in no count");
        results.count("flits", of.flits, "flits", "of packets that have arrived");
        results.amount("accepted", of.accepted, "flits", "per cycle of the run and node");
        results.section("latency", "", [&] { describe(results, of.latency); });
      });
}

void describe_picks(ResultVisitor& results, RunSummary& run) {
  results.section("picker", "", [&] {
    results.text("policy", run.policy, "name of the picker");
    results.group_if_any(
        "rounds", run.rounds,
        [&](RunSummary::Rounds& seen) {
          results.count("rounds", seen.rounds, "", "decisions with something eligible");
          results.count("contested", seen.contested, "",
                        "of these, with more than one entry eligible: only here can the policy matter");
        },
        kNotSeen);
    results.count("picks", run.picks, "jobs", "picked");
  });
  results.list("classes", run.classes, "per picker class", [&](RunSummary::ClassShare& cls) {
    results.text("class", cls.cls, "task classes of the picker class, joined by `+`");
    results.count("picks", cls.picks, "jobs", "picked of tasks of the class");
    results.ratio("share", cls.share, "picks / picks of all classes");
    results.group_if_any(
        "longest_wait", cls.longest_wait,
        [&](std::uint64_t& cycles) { results.count("longest_wait", cycles, "cycles", "as in `shares`"); }, kNotSeen);
  });
  results.list("shares", run.shares, "per picker class and weight", [&](RunSummary::Share& share) {
    results.text("class", share.cls, "task classes of the picker class, joined by `+`");
    results.count("weight", share.weight, "", "one configured weight within it", {1, 256});
    results.count("picks", share.picks, "jobs", "picked of tasks with this class and weight");
    results.ratio("share", share.share, "picks / picks of the picker class");
    results.group_if_any(
        "expected_share", share.seen,
        [&](RunSummary::Share::Seen& seen) {
          results.ratio("expected_share", seen.expected_share,
                        "mean over the class's picks of (weights of this value) / (weights of all) among the entries "
                        "present");
          results.amount("lag", seen.lag, "jobs",
                         "largest number of picks that the weights promised to this weight and that it did not get");
          results.count("longest_wait", seen.longest_wait, "cycles",
                        "longest time an entry of this weight stood in the pending set without a pick: until one, "
                        "until it left, or until the run ended");
        },
        kNotSeen);
  });
}

void describe_stages(ResultVisitor& results, RunSummary& run) {
  results.section("waits", "where the completed tasks spent their lives", [&] {
    results.counts(kStageNames, run.waits.cycles, "<stage>", "cycles", "in the stage, summed over the completed tasks");
    results.count("lifetime", run.waits.lifetime, "cycles", "the sum of the stages");
  });
  results.list_if_any("stages", run.stages, "the same by class, weight and stream", [&](StageResults& row) {
    results.choice("class", row.cls, kTaskClassNames, "of the tasks of the row, as in `tasks.csv`");
    results.count("weight", row.weight, "", "of these tasks", {1, 256});
    results.count("stream", row.stream, "", "of these tasks");
    results.count("tasks", row.tasks, "tasks", "completed");
    results.count("lifetime", row.waits.lifetime, "cycles", "the sum of `cycles`");
    results.section("cycles", "", [&] {
      results.counts(kStageNames, row.waits.cycles, "<stage>", "cycles", "in the stage, summed over these tasks");
    });
    using Percentiles = std::array<StagePercentiles, kStages>;
    results.section_if_any("percentiles", row.percentiles, "only of streams", [&](Percentiles& of) {
      results.sections(kStageNames, of, "<stage>", [&](StagePercentiles& stage) {
        results.count("p50", stage.p50, "cycles",
                      "of single tasks; exact for up to 1,024, else from 128 cycles on rounded up by at most 1/64. Of "
                      "more than 256 rows those have none whose first task is completed after that of 256 others");
        results.count("p95", stage.p95, "cycles", "as `p50`");
        results.count("p99", stage.p99, "cycles", "as `p50`");
      });
    });
  });
}

void describe_causes(ResultVisitor& results, RunSummary& run) {
  using Causes = std::array<std::uint64_t, kCauses>;
  using Reliefs = std::array<std::uint64_t, kReliefs>;
  results.section_if_any("critical_path", run.critical_path, "", [&](Causes& of) {
    results.counts(kCauseNames, of, "<cause>", "cycles", "of the critical path by cause; they sum to `cycles`");
  });
  results.section_if_any("critical_path_held", run.critical_path_held, "", [&](Causes& of) {
    results.counts(kCauseNames, of, "<cause>", "cycles", "in which a task of the path had all that it needed but this");
  });
  results.section_if_any("critical_path_without", run.critical_path_without, "", [&](Reliefs& of) {
    results.counts(names_of(kReliefTable), of, "<relief>", "cycles",
                   "length of the run without this, its decisions kept");
  });
  results.section_if_any("response_path", run.response_path,
                         "only of streams: the critical paths of the judged instances, from arrival to completion",
                         [&](RunSummary::ResponseResults& told) {
                           ResponsePaths& of = told.paths;
                           results.choice("judged", of.late, std::array<std::string_view, 2>{"all", "late"},
                                          "instances: those after their deadlines, or all if none is");
                           results.count("instances", of.instances, "", "judged, of those whose records are kept");
                           results.count("cycles", of.cycles, "cycles", "their response times: the sum of `causes`");
                           results.section("causes", "", [&] {
                             results.counts(kCauseNames, of.causes, "<cause>", "cycles", "of their paths by cause");
                           });
                           results.section("held", "", [&] {
                             results.counts(kCauseNames, of.held, "<cause>", "cycles",
                                            "in which a task of a path had all that it needed but this");
                           });
                           results.named_counts("behind", told.behind, "<stream>", "cycles",
                                                "of streams of graphs: passed in other instances of this stream");
                           results.section("without", "", [&] {
                             results.counts(names_of(kReliefTable), of.without, "<relief>", "cycles",
                                            "the response times without this, decisions kept");
                           });
                           results.section("in_time", "", [&] {
                             results.counts(names_of(kReliefTable), of.in_time, "<relief>", "",
                                            "late instances that would be in time then");
                           });
                         });
  results.section_if_any("bounds", run.bounds,
                         "of a complete run of the machine: what it could not have been shorter than",
                         [&](RunSummary::BoundResults& of) {
                           results.counts(names_of(kBounds), of.bounds.cycles, "<bound>", "cycles",
                                          "least cycles of this workload on this machine because of that");
                           results.choice("binding", of.binding, names_of(kBounds), "name of the largest");
                           results.ratio("share", of.share, "the largest / `cycles`");
                         });
  results.section_if_any(
      "overhead", run.overhead, "of a complete run of the machine: what became of the processors' cycles",
      [&](RunSummary::OverheadResults& of) {
        results.count("processor_cycles", of.processor_cycles, "cycles",
                      "processors x `cycles`: the sum of the next three");
        results.count("busy", of.parts.busy, "cycles", "computing");
        results.count("nothing_ready", of.parts.nothing_ready, "cycles", "idle, and no job ready");
        results.count("work_ready", of.work_ready, "cycles", "idle while a job was ready: the sum of `blocks`");
        results.section("blocks", "", [&] {
          results.counts(names_of(kHolders), of.parts.held, "<block>", "cycles", "by the block that held that job");
        });
      });
}

void describe_end(ResultVisitor& results, RunSummary& run) {
  results.choice("timing", run.ideal, std::array<std::string_view, 2>{"machine", "ideal"},
                 "of the machine, or of a calendar");
  results.section_if_any("plan", run.plan, "of a replay: the plan against the run", [&](PlanResults& plan) {
    results.text("method", plan.method, "of the planner");
    results.count_or_null("predicted_cycles", plan.predicted_cycles, "cycles",
                          "the plan's makespan; null if it says none");
    results.count("simulated_cycles", plan.simulated_cycles, "cycles", "`cycles` of the run");
    results.amount_or_null("ratio", plan.ratio, "", "`simulated_cycles` / `predicted_cycles`");
    results.count_if_any("bytes_not_moved", plan.bytes_not_moved, "bytes",
                         "of edges between processors that the plan counts and the machine did not move; absent: none");
    results.section("path", "", [&] {
      results.group_if_any(kPlanPathNames[0], plan.path, [&](std::array<std::uint64_t, kPlanPathParts>& path) {
        results.counts(kPlanPathNames, path, "<part>", "cycles",
                       "of the chain of events that ended the run; they sum to `cycles`");
      });
    });
  });
  results.section("provenance", "where the run comes from", [&] {
    describe_versions(results, run.provenance);
    describe_machine(results, run.provenance);
    describe_inputs(results, run.provenance);
  });
  results.texts_if_any("verdict", run.verdict, "why the run took as long as it did, in sentences");
  results.texts("outputs", run.outputs, "files written beside the summary, `timing.json` apart", true);
  results.map_if_any("left_out", run.left_out, &RunSummary::LeftOut::file, "<file>",
                     "files that would have been larger than they may be", [&](RunSummary::LeftOut& file) {
                       results.count("from_cycle", file.from_cycle, "cycle", "from here on nothing is in the file");
                       results.count("max_bytes", file.max_bytes, "bytes", "that the file may have");
                     });
  results.texts("diagnosis", run.diagnosis, "empty if complete; else why the run ended, and the state of each block");
}

}  // namespace

void describe(ResultVisitor& results, RunSummary& run) {
  describe_run(results, run);
  describe_parts(results, run);
  describe_faults(results, run);
  describe_picks(results, run);
  describe_stages(results, run);
  describe_causes(results, run);
  results.section_if_any("streams", run.streams, "only of streams of graphs: what became of each",
                         [&](TenantsStats& of) { describe(results, of); });
  results.section_if_any("stream", run.stream,
                         "only of streams of independent tasks: what the run converges to, with 95 % intervals",
                         [&](StreamStats& of) { describe(results, of); });
  results.section_if_any("data", run.data,
                         "only if tasks have [data objects](stores.md): what jobs read and wrote, and the local stores",
                         [&](DataResults& of) { describe(results, of); });
  results.section("cost", "area, energy and power of the machine and its run", [&] { describe(results, run.cost); });
  describe_end(results, run);
}

}  // namespace gantry
