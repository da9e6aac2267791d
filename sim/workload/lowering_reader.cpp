// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gantry/base/millionths.h"
#include "text/key_reader.h"
#include "text/yaml_reader.h"
#include "workload/lowering.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostPerCycle = std::uint64_t{1} << 27;
class LoweringReader {
 public:
  LoweringReader(const YamlNode& node, const std::string& path, Lowering& to, Diagnostics& diagnostics)
      : map_(node, path, diagnostics), to_(to), diagnostics_(diagnostics) {}

  void read() {
    KeyReader reader(map_);
    describe(reader, to_);
    to_.times_at = map_.where("times");
    times_default();
    rate("macs_per_cycle", to_.macs_per_cycle);
    rate("elements_per_cycle", to_.elements_per_cycle);
    efficiency();
    map_.finish();
  }

 private:
  void rate(std::string_view key, RateByType& to);
  void efficiency();
  void times_default();
  /// Calls `entry` with each key and value of a map. Reports a key that is there twice.
  template <class Entry>
  void entries(const YamlNode& node, const std::string& path, const Entry& entry) {
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
      const YamlNode& key = node.items[i];
      if (node.find(key.text) != &node.items[i + 1]) {
        diagnostics_.error(key.where(), path + " has the key " + in_quotes(key.text) + " twice");
        continue;
      }
      entry(key, node.items[i + 1]);
    }
  }

  MapReader map_;
  Lowering& to_;
  Diagnostics& diagnostics_;
};

void LoweringReader::rate(std::string_view key, RateByType& to) {
  const YamlNode* found = map_.find(key);
  if (found == nullptr) return;
  const std::string path = map_.path(key);
  if (!found->is_map()) {
    if (const auto number = read_integer(*found, path, 1, kMostPerCycle, diagnostics_)) to = {*number, {}};
    return;
  }
  to.by_type.clear();
  entries(*found, path, [&](const YamlNode& type, const YamlNode& value) {
    const auto name = read_text(type, path, diagnostics_);
    const auto number = read_integer(value, path + '.' + type.text, 1, kMostPerCycle, diagnostics_);
    if (name && number) to.by_type.emplace_back(*name, *number);
  });
  if (found->items.empty()) diagnostics_.error(found->where(), path + " needs at least one type of processor");
}

void LoweringReader::times_default() {
  const YamlNode* found = map_.find("times_default");
  if (found == nullptr) return;
  to_.times_by_work = found->says("work");
  if (found->says("work") || found->says("none")) return;
  if (!found->is_scalar() || found->quoted || found->text.find_first_not_of("0123456789.eE+-") != std::string::npos) {
    map_.error("times_default", "must be none, work or a decimal number, not " + describe_unquoted(*found));
    return;
  }
  to_.times_default = read_decimal(*found, map_.path("times_default"), diagnostics_, DecimalRange::from_zero);
}

void LoweringReader::efficiency() {
  const YamlNode* found = map_.find("efficiency");
  if (found == nullptr) return;
  const std::string path = map_.path("efficiency");
  const auto share = [&](const YamlNode& value, const std::string& of) -> std::optional<std::uint64_t> {
    const auto number = value.is_scalar() && !value.quoted ? parse_millionths(value.text, 1) : std::nullopt;
    if (number && *number > 0 && *number <= kFullRate) return *number;
    diagnostics_.error(value.where(), of +
                                          " must be a number above 0 and up to 1, with at most six digits behind the "
                                          "point, not " +
                                          describe_unquoted(value));
    return std::nullopt;
  };
  if (!found->is_map()) {
    if (const auto all = share(*found, path)) to_.efficiency.fill(*all);
    return;
  }
  entries(*found, path, [&](const YamlNode& kind, const YamlNode& value) {
    const auto at = std::find(kOperatorKindNames.begin() + 1, kOperatorKindNames.end() - 1, kind.text);
    const std::vector<std::string_view> names(kOperatorKindNames.begin() + 1, kOperatorKindNames.end() - 1);
    if (at == kOperatorKindNames.end() - 1) {
      diagnostics_.error(kind.where(), path + " has a kind of operators as its key, " + alternatives(names) + ", not " +
                                           in_quotes(kind.text) + did_you_mean(kind.text, names));
    } else if (const auto number = share(value, path + '.' + kind.text)) {
      to_.efficiency[static_cast<std::size_t>(at - kOperatorKindNames.begin())] = *number;
    }
  });
}

}  // namespace

void describe(KeyVisitor& keys, Lowering& lowering) {
  const char* const kRate = "1 to 134217728, or a map from processor types to such numbers";
  keys.form("macs_per_cycle", {{"integer", "object"}, kRate}, "256",
            "multiply-accumulates of a processor per cycle. With a map, an operator runs on the types in it alone");
  keys.form("elements_per_cycle", {{"integer", "object"}, kRate}, "32",
            "elements per cycle, for operators without multiply-accumulates");
  keys.form("efficiency",
            {{"number", "object"},
             "above 0 to 1, or a map from `convolution`, `matrix`, `elementwise`, `reduction` and `movement`"},
            "1", "share of that rate which operators reach");
  keys.optional_number("element_bits", lowering.element_bits, {1, 64}, "bits", "as in the file",
                       "size of an element of every tensor");
  keys.number("job_cycles", lowering.job_cycles, {1, std::uint64_t{1} << 40}, "cycles",
              "an operator has at least one job for each so many cycles on the fastest type, as far as its cut allows");
  keys.optional_number("task_jobs", lowering.task_jobs, {1, kMaxTaskJobs}, "jobs",
                       "as many as the machine takes at once, or 65536 without a machine",
                       "most jobs of a task. An operator with more becomes several tasks");
  keys.number("local_bytes", lowering.local_bytes, {1, std::uint64_t{1} << 40}, "bytes",
              "local memory of a processor: the bytes that a job reads and writes fit into it, if a cut allows");
  keys.choice(
      "cut", lowering.cut,
      {{"auto", Cut::automatic},
       {"channels", Cut::channels},
       {"rows", Cut::rows},
       {"tokens", Cut::tokens},
       {"heads", Cut::heads},
       {"none", Cut::none}},
      "extent along which an operator is cut. `auto` takes the one with the fewest bytes that fits; an operator "
      "that lacks the named extent is cut by `auto`");
  keys.flag("fuse", lowering.fuse, "whether an element-wise operator joins the operator before it");
  keys.choice("weights", lowering.complete_weights, {{"part", false}, {"complete", true}},
              "weights that a job reads: its part, or all weights of its operator");
  keys.choice(
      "data", lowering.objects, {{"none", false}, {"objects", true}},
      "`objects`: tensors become [data objects](data.md#models), which tasks read and write instead of bytes of "
      "their own");
  keys.text(
      "times", lowering.times, "none",
      "a table of operators' [times](#times-of-operators), beside the workload's file, in place of rates and work");
  keys.choice("times_unit", lowering.times_unit,
              {{"cycles", TimeUnit::cycles},
               {"s", TimeUnit::s},
               {"ms", TimeUnit::ms},
               {"us", TimeUnit::us},
               {"ns", TimeUnit::ns}},
              "of that table");
  keys.form("times_default", {{"number", "string"}, "`none`, `work`, or a decimal"}, "none",
            "of an operator without a row: `none` is an error, `work` the time without a table, a number its time");
}

bool read_lowering(const YamlNode& node, const std::string& path, Lowering& lowering, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  LoweringReader(node, path, lowering, diagnostics).read();
  return diagnostics.size() == before;
}

}  // namespace gantry
