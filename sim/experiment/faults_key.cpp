// SPDX-License-Identifier: Apache-2.0
#include "experiment/faults_key.h"

#include <algorithm>
#include <utility>

#include "experiment/memory_faults_key.h"
#include "experiment/network_faults_key.h"
#include "experiment/store_faults_key.h"
#include "gantry/base/keys.h"
#include "gantry/network/router_limit.h"
#include "gantry/platform/processor_list.h"
#include "text/key_reader.h"

namespace gantry {

namespace {

constexpr Cycle kLatest = Cycle{1} << 40;
constexpr std::uint64_t kOne = 1000000;

/// Less would let a job of 2^48 cycles meet too many faults.
constexpr Cycle kLeastMean = 1000;

/// A fault, and its place in the file.
struct ReadFault {
  ProcessorFault fault;
  Cycle mean = 0;  ///< 0: of the list
  const YamlNode* node = nullptr;
};

class FaultsReader {
 public:
  FaultsReader(const Architecture& architecture, Diagnostics& diagnostics)
      : processors_(list_processors(architecture)),
        retries_(architecture.loses_jobs()),
        diagnostics_(diagnostics),
        network_(architecture, diagnostics),
        memory_(architecture, diagnostics),
        stores_(architecture, diagnostics) {
    for (const ProcessorInfo& info : processors_) names_.push_back(info.name);
  }

  FaultPlan read(const YamlNode& list) {
    if (!list.is_sequence()) {
      diagnostics_.error(list.where(), "faults must be a list of maps, not " + describe(list));
      return {};
    }
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      read_item(list.items[i], "faults[" + std::to_string(i) + ']');
    }
    FaultPlan plan = in_order();
    plan.network = network_.finish();
    plan.memory = memory_.finish();
    plan.stores = stores_.finish();
    return plan;
  }

 private:
  void read_item(const YamlNode& node, const std::string& path) {
    const std::size_t before = diagnostics_.size();
    MapReader map(node, path, diagnostics_);
    if (!node.is_map()) return;
    FaultKeys keys;
    KeyReader reader(map);
    describe(reader, keys);
    map.finish();
    const bool of_network = NetworkFaultsReader::reads(node);
    const bool of_memory = !of_network && node.find("memory") != nullptr;
    const bool of_store = !of_network && !of_memory && node.find("store") != nullptr;
    if (!of_network && !of_memory && !of_store && node.find("processor") == nullptr)
      map.error("processor", "is missing (the name of a processor; or `link`, `router`, `memory` or `store`)");
    if ((of_network || of_memory) && node.find("store") != nullptr) map.error("store", "goes alone");
    if (diagnostics_.size() != before) return;
    if (of_network) return network_.read(map, keys);
    if (of_memory) return memory_.read(map, keys);
    if (of_store) return stores_.read(map, keys);
    check(map, keys);
    const std::vector<ProcessorId> at = find(map, keys);
    if (diagnostics_.size() != before) return;
    for (const ProcessorId processor : at) {
      faults_.push_back({{processor, keys.kind, keys.at.value_or(0), keys.cycles.value_or(kNever),
                          keys.kind == FaultKind::slow ? keys.factor.millionths : kOne},
                         keys.mean_cycles.value_or(0),
                         &node});
    }
  }

  void check(MapReader& map, const FaultKeys& keys) const {
    if (keys.kind == FaultKind::error) map.error("kind", "is `error`, which goes with `memory`");
    if (keys.kind == FaultKind::corrupt) map.error("kind", "is `corrupt`, which goes with `link`");
    const bool hangs = keys.kind == FaultKind::hang;
    if (!keys.at && !keys.mean_cycles) map.error("at", "is missing (or `mean_cycles`, for faults at random times)");
    if (keys.at && keys.mean_cycles) map.error("mean_cycles", "does not go with `at`");
    if (keys.kind == FaultKind::die && keys.cycles) map.error("cycles", "goes with `kind: hang`, `slow` or `fail`");
    if (hangs && !keys.cycles) map.error("cycles", "is missing (a processor that hangs for ever is `kind: die`)");
    if (keys.kind == FaultKind::fail && !retries_)
      map.error("kind", "is `fail`, which needs `dispatcher.max_retries` of at least 1");
    if (keys.kind != FaultKind::slow && map.node().find("factor") != nullptr)
      map.error("factor", "goes with `kind: slow`");
    if (keys.drain) map.error("drain", "goes with `link` or `router`");
    if (keys.control) map.error("network", "goes with `link` or `router`");
    if (keys.factor.millionths <= kOne) map.error("factor", "must be above 1 (a slow processor needs more cycles)");
  }

  /// Returns the processor of this name, or of a rate also all processors of the group.
  std::vector<ProcessorId> find(MapReader& map, const FaultKeys& keys) const {
    const std::string& name = keys.processor;
    std::vector<ProcessorId> found;
    for (ProcessorId p = 0; p < processors_.size(); ++p) {
      if (names_[p] == name || (keys.mean_cycles && processors_[p].group == name)) found.push_back(p);
    }
    if (!found.empty()) return found;
    const std::string range = names_.size() == 1 ? names_.front() : names_.front() + " to " + names_.back();
    map.error("processor", "is " + in_quotes(name) + ", and the machine has no such processor" +
                               did_you_mean(name, {names_.begin(), names_.end()}) + " (it has " + range + ')');
    return found;
  }

  /// Returns the faults by processor and time. Reports those that begin before an earlier one is over.
  FaultPlan in_order() {
    std::stable_sort(faults_.begin(), faults_.end(), [](const ReadFault& a, const ReadFault& b) {
      return std::pair(a.fault.processor, a.fault.at) < std::pair(b.fault.processor, b.fault.at);
    });
    FaultPlan plan;
    const ReadFault* before = nullptr;
    for (const ReadFault& read : faults_) {
      const ProcessorFault& fault = read.fault;
      const bool same = before != nullptr && before->fault.processor == fault.processor;
      if (same && (before->mean > 0 || read.mean > 0)) {
        diagnostics_.error(read.node->where(), names_[fault.processor] + " has faults at random times and others");
      } else if (same && fault.at < before->fault.until()) {
        diagnostics_.error(read.node->where(), names_[fault.processor] + " has a fault from cycle " +
                                                   std::to_string(before->fault.at) + " on that is not over in cycle " +
                                                   std::to_string(fault.at));
      }
      before = &read;
      if (read.mean == 0) {
        plan.list.push_back(fault);
      } else {
        plan.rates.push_back({fault.processor, read.mean, fault});
      }
    }
    return plan;
  }

  const std::vector<ProcessorInfo> processors_;
  const bool retries_;
  Diagnostics& diagnostics_;
  NetworkFaultsReader network_;
  MemoryFaultsReader memory_;
  StoreFaultsReader stores_;
  std::vector<std::string> names_;
  std::vector<ReadFault> faults_;
};

}  // namespace

void describe(KeyVisitor& keys, FaultKeys& fault) {
  keys.text(
      "processor", fault.processor, "a `link`, a `router`, a `memory` or a `store` is given",
      "name of the processor, such as `core0`; with `mean_cycles` also of a group of them, each of which then has "
      "faults of its own");
  keys.choice("kind", fault.kind,
              {{"die", FaultKind::die},
               {"hang", FaultKind::hang},
               {"slow", FaultKind::slow},
               {"fail", FaultKind::fail},
               {"error", FaultKind::error},
               {"corrupt", FaultKind::corrupt}},
              "what happens to it", kRequired);
  keys.optional_number("at", fault.at, {0, kLatest}, "cycles", "`mean_cycles` is given",
                       "cycle in which the fault begins");
  keys.optional_number("mean_cycles", fault.mean_cycles, {kLeastMean, kLatest}, "cycles", "`at` is given",
                       "faults at [random times](#random-times), so many cycles apart in the mean");
  keys.optional_number(
      "cycles", fault.cycles, {1, kLatest}, "cycles", "to the end of the run",
      "how long it lasts; required for `hang`, refused for `die`; of `error`: without it it is one read");
  keys.decimal("factor", fault.factor,
               "of `slow`: a job needs so many times its cycles; above 1, at most 6 fraction digits");
  keys.form("link", {{"array"}, "`[router, router]`"}, "a `processor` or a `router` is given",
            "the [link](#links-and-routers) between two routers, in both directions");
  keys.optional_number("router", fault.router, {0, kMostRouters - 1}, "", "a `processor` or a `link` is given",
                       "number of the [router](#links-and-routers)");
  keys.optional_number("memory", fault.memory, {0, 63}, "", "a `processor` is given",
                       "number of the [memory](#memory) controller");
  keys.text("store", fault.store, "a `processor` is given",
            "name of the [local store](#local-stores): its processor's, such as `core0`, or `cluster` and its number");
  keys.choice(
      "network", fault.control, {{"interconnect", false}, {"control", true}},
      "of links and routers: the network that has them; a [control network](timing.md#the-control-network) with "
      "routers");
  keys.flag("drain", fault.drain,
            "of links and routers: packets leave the network before routes change; else they are lost and sent again");
}

FaultPlan read_faults(const YamlNode& node, const Architecture& architecture, Diagnostics& diagnostics) {
  return FaultsReader(architecture, diagnostics).read(node);
}

}  // namespace gantry
