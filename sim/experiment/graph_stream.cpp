// SPDX-License-Identifier: Apache-2.0
#include "experiment/graph_stream.h"

#include <utility>

#include "gantry/base/keys.h"
#include "gantry/base/random.h"
#include "text/yaml_reader.h"
#include "workload/amount.h"
#include "workload/arrival_reader.h"
#include "workload/mapping.h"

namespace gantry {

namespace {

/// First number of random streams of arrivals. Results of a seed depend on it.
constexpr std::uint64_t kFirstArrivals = 1024;

constexpr const char* kWithoutAfter = "*required* without `after`";

/// The map `after`.
struct AfterKeys {
  std::string& stream;
};
void describe(KeyVisitor& keys, AfterKeys& after) {
  keys.text("stream", after.stream, "*required*", "name of the stream whose instances it follows, one by one");
}

/// The map `merge`.
struct MergeKeys {
  std::optional<std::uint32_t>& up_to;
};
void describe(KeyVisitor& keys, MergeKeys& merge) {
  keys.optional_number("up_to", merge.up_to, {1, kMostMerged}, "requests", "*required*",
                       "steps of so many requests at most are one instance");
}

}  // namespace

void describe(KeyVisitor& keys, RequestLimits& limits) {
  const KeyRange range = {1, kMaxTaskCycles};
  keys.optional_number("ttft_cycles", limits.ttft, range, "cycles", "none",
                       "from a request's arrival to its first token");
  keys.optional_number("tpot_cycles", limits.tpot, range, "cycles", "none", "mean of each token after the first");
  keys.optional_number("e2e_cycles", limits.e2e, range, "cycles", "none", "from a request's arrival to its end");
}

void describe(KeyVisitor& keys, GraphStream& stream) {
  keys.form("name", {{"string"}, "text, each once", true}, "", "how reports call it");
  keys.form("workload", {{"string", "object"}, "as `workload`, but a graph", true}, "", "the tasks of one instance");
  keys.form("arrivals", {{"object"}, "a map with `process`"}, kWithoutAfter, "when instances arrive");
  std::optional<std::uint64_t> count;
  if (stream.count > 0) count = stream.count;
  keys.optional_number("count", count, {1, kMostInstances}, "", kWithoutAfter,
                       "how many instances arrive; with `repeat` how many requests");
  stream.count = count.value_or(0);
  keys.optional_number("weight", stream.weight, {1, 256}, "", "the tasks' own", "of all its tasks");
  keys.optional_number("deadline_cycles", stream.deadline_cycles, {1, kMaxTaskCycles}, "cycles", "none",
                       "an instance ought to be done so many cycles after it has arrived");
  AfterKeys after{stream.after};
  keys.section("after", after, "that its instances begin when those of another stream are over");
  keys.form("repeat", {{"integer", "string"}, "0 to 2^20, or a formula"}, "none",
            "steps of each request, one after the other; a formula has the sizes of the request");
  MergeKeys merge{stream.merge_up_to};
  keys.section("merge", merge, "that steps of several requests are one instance");
  keys.optional_number("tokens", stream.tokens_given, {0, kMostTokens}, "", "1 with `repeat`, else 0",
                       "that the end of an instance makes for each of its requests");
  keys.section("limits", stream.limits, "within which its requests count as served well");
}

std::unique_ptr<ArrivalProcess> start_arrivals(const GraphStream& stream, std::uint32_t number, std::uint64_t seed) {
  return stream.arrivals->start(RandomBits(seed, kFirstArrivals + number));
}

std::optional<StreamRepeat> StreamRepeat::read(const YamlNode& node, const std::string& path,
                                               Diagnostics& diagnostics) {
  StreamRepeat repeat;
  repeat.where_ = node.where();
  if (!node.is_map() && VaryingNumber::is(node)) {
    auto formula = VaryingNumber::read(node, path, kMostSteps, diagnostics);
    if (!formula) return std::nullopt;
    repeat.formula_ = std::make_shared<const VaryingNumber>(std::move(*formula));
    return repeat;
  }
  const auto number = read_integer(node, path, 0, kMostSteps, diagnostics);
  if (!number) return std::nullopt;
  repeat.constant_ = *number;
  return repeat;
}

std::optional<Diagnostic> StreamRepeat::wrong(const RequestSizes& sizes) const {
  return formula_ == nullptr ? std::nullopt : formula_->wrong(sizes);
}

std::uint64_t StreamRepeat::steps(const RequestSizes& sizes) const {
  RandomBits none(0, 0);
  return formula_ == nullptr ? constant_ : formula_->value(sizes, none);
}

namespace {

std::shared_ptr<const ArrivalModel> read_trace(MapReader& keys, GeneratorContext& context) {
  std::size_t recorded = 0;
  return read_recorded_arrivals(keys, context, recorded, true);
}

}  // namespace

const std::vector<ArrivalForm>& arrival_forms() {
  static const std::vector<ArrivalForm> kForms = {{"periodic", describe_periodic_arrivals, read_periodic_arrivals},
                                                  {"poisson", describe_poisson_arrivals, read_poisson_arrivals},
                                                  {"bursts", describe_burst_arrivals, read_burst_arrivals},
                                                  {"trace", describe_recorded_requests, read_trace}};
  return kForms;
}

std::shared_ptr<const ArrivalModel> read_stream_arrivals(const YamlNode& node, const std::string& path,
                                                         GeneratorContext& context) {
  MapReader keys(node, path, context.diagnostics);
  if (!node.is_map()) return nullptr;
  std::vector<std::string_view> names;
  for (const ArrivalForm& form : arrival_forms()) names.emplace_back(form.name);
  std::size_t which = 0;
  if (keys.find("process") == nullptr) {
    keys.error("process", "is missing (" + alternatives(names) + ")");
    return nullptr;
  }
  if (!keys.name("process", which, names)) return nullptr;
  auto model = arrival_forms()[which].read(keys, context);
  keys.finish();
  return model;
}

}  // namespace gantry
