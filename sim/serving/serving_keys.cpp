// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_keys.h"

#include <limits>
#include <tuple>
#include <utility>

#include "gantry/network/interconnect_config.h"
#include "workload/mapping.h"

namespace gantry {

namespace {

constexpr Cycle kMaxCycles = Cycle{1} << 62;

const char* const kTime = "a number, `{exponential: MEAN}` or `{uniform: [LEAST, LARGEST]}`";

struct Limits {
  ServingExperiment& experiment;
};
void describe(KeyVisitor& keys, Limits& limits) {
  keys.number("max_cycles", limits.experiment.max_cycles, {0, kMaxCycles}, "cycles",
              "the run is given up in this cycle; 0 = never");
}

}  // namespace

void describe(KeyVisitor& keys, BatchSchedulerConfig& scheduler) {
  KeyNames policies;
  for (const auto& entry : builtin_selections().entries()) policies.push_back(entry.name);
  keys.name("policy", scheduler.policy, policies, "selections", "which nodes are served next");
  if (keys.applies(scheduler.policy == kSourceSelection)) {
    describe(keys, scheduler.rule);
    keys.choice("importance", scheduler.importance,
                {{"weight", Importance::weight},
                 {"response_time", Importance::response_time},
                 {"batch_gain", Importance::batch_gain},
                 {"device_share", Importance::device_share},
                 {"io_share", Importance::io_share}},
                "figure by which the weights are multiplied ([importance](serving.md#importance))");
  }
  describe_rated(keys);
  keys.number("decide_cycles", scheduler.decide_cycles, {0, 1000000}, "cycles",
              "from the decision to its start messages");
  keys.number("report_bytes", scheduler.report_bytes, {0, 65536}, "bytes", "a node's counts");
  keys.number("start_bytes", scheduler.start_bytes, {0, 65536}, "bytes", "the message that starts a batch");
}

void describe(KeyVisitor& keys, InferenceNodeConfig& node) {
  keys.form("name", {{"string", "number"}, "text", true}, "",
            "each once; neither `gateway` nor `scheduler`, which are terminals of their own");
  describe_claims(keys);
  keys.number("batch_limit", node.batch_limit, {1, kMaxBatch}, "requests", "in a batch");
  keys.number("output_bytes", node.output_bytes, {0, kMaxTaskBytes}, "bytes", "per request");
  keys.form("cycles", {{"number", "object"}, kTime}, "0", "of a batch, drawn once for it");
  keys.form("per_request_cycles", {{"number", "object"}, kTime}, "0",
            "added for every request of the batch, drawn for each");
  keys.form("batch_cycles", {{"array"}, "list of cycles"}, "none",
            "instead of both: of a batch of 1, 2, ... `batch_limit` requests");
  keys.form("engines", {{"array"}, "list of `{name, cycles, per_request_cycles, batch_cycles, writes_back}`"}, "one",
            "in the place of the three keys above");
  keys.form("passes", {{"number", "object", "string"}, "a number, a distribution, or `work`"}, "1",
            "`work`: what the record of the session's arrival says; at least one pass is made");
}

void describe(KeyVisitor& keys, SessionKind& kind) {
  keys.text("name", kind.name, "`kind0`, `kind1`, ...", "each once");
  using Priority = std::pair<bool, bool>;
  Priority priority{kind.priority, kind.when_complete};
  keys.choice("priority", priority,
              {{"false", {false, false}}, {"true", {true, false}}, {"when_complete", {true, true}}},
              "its requests are of the priority type; `when_complete`: at a node that has the session's last datum");
  std::tie(kind.priority, kind.when_complete) = priority;
  keys.form("pushes",
            {{"object"},
             "`{count: N, interval_cycles: N}`",
             false,
             {{"count", "data of a session", FormKey::Kind::whole, {1, kMaxPushes}},
              {"interval_cycles", "cycles from one to the next", FormKey::Kind::whole, {0, kMaxPushInterval}}},
             2},
            "one datum", "data that a session pushes one after the other, each a request");
  keys.number("input_bytes", kind.input_bytes, {0, kMaxTaskBytes}, "bytes",
              "of a datum, from the gateway to each node that none is before");
  keys.form("graph", {{"array", "object"}, "list of nodes, or map of lists", true}, "",
            "a chain of nodes; or for each node those before it");
  keys.form("count", {{"integer"}, "1 to 100000000"}, "all recorded",
            "how many arrive, in all kinds together at most that");
  keys.form("arrivals", {{"object"}, "a map", true}, "",
            "`generator: poisson`, `bursts` or `trace`, with the keys that say when tasks arrive in "
            "[streams](workloads.md)");
}

void describe(KeyVisitor& keys, ServingConfig& serving) {
  keys.number("clock_mhz", serving.clock_mhz, {1, 100000}, "MHz",
              "turns cycles into seconds, and recorded times of arrival into cycles");
  keys.section("interconnect", serving.interconnect, "topology and routers");
  keys.section("scheduler", serving.scheduler, "what decides which nodes are served next");
  keys.sections("nodes", serving.nodes, "node", "the inference nodes");
  keys.sections("sessions", serving.kinds, "kind of session", "who arrives, and which nodes it walks");
}

void describe(KeyVisitor& keys, ServingExperiment& experiment) {
  keys.text("name", experiment.name, "the file's name without its ending",
            "names the default output directory; no `/`");
  keys.number("seed", experiment.seed, {0, std::numeric_limits<std::uint64_t>::max()}, "",
              "of everything that is random");
  Limits limits{experiment};
  keys.section("limits", limits, "where a run ends early");
  keys.section("output", experiment.output, "what is written");
  keys.section("serving", experiment.config, "the machine and who arrives");
}

}  // namespace gantry
