// SPDX-License-Identifier: Apache-2.0
#include "experiment/faults_key.h"

#include <algorithm>
#include <utility>

#include "gantry/base/keys.h"
#include "gantry/platform/processor_list.h"
#include "text/key_reader.h"

namespace gantry {

namespace {

constexpr Cycle kLatest = Cycle{1} << 40;
constexpr std::uint64_t kOne = 1000000;

/// A fault and its place in the file.
struct ReadFault {
  ProcessorFault fault;
  const YamlNode* node = nullptr;
};

class FaultsReader {
 public:
  FaultsReader(const Architecture& architecture, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    for (const ProcessorInfo& info : list_processors(architecture)) names_.push_back(info.name);
  }

  std::vector<ProcessorFault> read(const YamlNode& list) {
    if (!list.is_sequence()) {
      diagnostics_.error(list.where(), "faults must be a list of maps, not " + describe(list));
      return {};
    }
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      read_item(list.items[i], "faults[" + std::to_string(i) + ']');
    }
    return in_order();
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
    for (const char* key : {"processor", "kind"}) {
      if (node.find(key) == nullptr) {
        map.error(key, key[0] == 'p' ? "is missing (the name of a processor)" : "is missing (die, hang or slow)");
      }
    }
    if (diagnostics_.size() != before) return;
    check(map, keys);
    const ProcessorId processor = find(map, keys.processor);
    if (diagnostics_.size() != before) return;
    faults_.push_back({{processor, keys.kind, keys.at, keys.cycles.value_or(kNever),
                        keys.kind == FaultKind::slow ? keys.factor.millionths : kOne},
                       &node});
  }

  static void check(MapReader& map, const FaultKeys& keys) {
    const bool hangs = keys.kind == FaultKind::hang;
    if (keys.kind == FaultKind::die && keys.cycles) map.error("cycles", "goes with `kind: hang` or `slow`");
    if (hangs && !keys.cycles) map.error("cycles", "is missing (a processor that hangs for ever is `kind: die`)");
    if (keys.kind != FaultKind::slow && map.node().find("factor") != nullptr)
      map.error("factor", "goes with `kind: slow`");
    if (keys.factor.millionths <= kOne) map.error("factor", "must be above 1 (a slow processor needs more cycles)");
  }

  ProcessorId find(MapReader& map, const std::string& name) const {
    const auto at = std::find(names_.begin(), names_.end(), name);
    if (at != names_.end()) return static_cast<ProcessorId>(at - names_.begin());
    const std::string range = names_.size() == 1 ? names_.front() : names_.front() + " to " + names_.back();
    map.error("processor", "is " + in_quotes(name) + ", and the machine has no such processor" +
                               did_you_mean(name, {names_.begin(), names_.end()}) + " (it has " + range + ')');
    return 0;
  }

  /// Returns the faults by processor and time. Reports those that begin before an earlier one is over.
  std::vector<ProcessorFault> in_order() {
    std::stable_sort(faults_.begin(), faults_.end(), [](const ReadFault& a, const ReadFault& b) {
      return std::pair(a.fault.processor, a.fault.at) < std::pair(b.fault.processor, b.fault.at);
    });
    std::vector<ProcessorFault> faults;
    for (const ReadFault& read : faults_) {
      const ProcessorFault& fault = read.fault;
      if (!faults.empty() && faults.back().processor == fault.processor && fault.at < faults.back().until()) {
        diagnostics_.error(read.node->where(), names_[fault.processor] + " has a fault from cycle " +
                                                   std::to_string(faults.back().at) + " on that is not over in cycle " +
                                                   std::to_string(fault.at));
      }
      faults.push_back(fault);
    }
    return faults;
  }

  Diagnostics& diagnostics_;
  std::vector<std::string> names_;
  std::vector<ReadFault> faults_;
};

}  // namespace

void describe(KeyVisitor& keys, FaultKeys& fault) {
  keys.text("processor", fault.processor, kRequired.data(), "name of the processor, such as `core0`");
  keys.choice("kind", fault.kind, {{"die", FaultKind::die}, {"hang", FaultKind::hang}, {"slow", FaultKind::slow}},
              "required; what happens to it");
  keys.required_number("at", fault.at, {0, kLatest}, "cycles", "cycle in which the fault begins");
  keys.optional_number("cycles", fault.cycles, {1, kLatest}, "cycles", "to the end of the run",
                       "how long it lasts; required for `hang`, refused for `die`");
  keys.decimal("factor", fault.factor,
               "of `slow`: a job needs so many times its cycles; above 1, at most 6 fraction digits");
}

std::vector<ProcessorFault> read_faults(const YamlNode& node, const Architecture& architecture,
                                        Diagnostics& diagnostics) {
  return FaultsReader(architecture, diagnostics).read(node);
}

}  // namespace gantry
