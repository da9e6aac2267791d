// SPDX-License-Identifier: Apache-2.0
#include "output/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "gantry/base/one_line.h"
#include "gantry/explain/causes.h"
#include "gantry/explain/levers.h"
#include "gantry/explain/resource_keys.h"
#include "gantry/platform/processor_list.h"
#include "text/text_table.h"

namespace gantry {
namespace {

/// Smallest share of the path, or gain of a change, that is mentioned.
constexpr double kWorthAWord = 0.02;
constexpr std::size_t kNamedCauses = 3;

std::string share(std::uint64_t part, std::uint64_t whole) {
  return percent(static_cast<double>(part), static_cast<double>(whole));
}

bool is_worth(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) >= kWorthAWord * static_cast<double>(whole);
}

std::string late_sentence(const TenantsStats& streams) {
  std::uint64_t late = 0;
  std::uint64_t all = 0;
  std::string of;
  std::string impossible;
  for (const TenantStats& stream : streams.tenants) {
    if (!stream.tenant.deadline) continue;
    all += stream.done;
    late += stream.misses;
    if (stream.misses > 0) {
      of += fmt::format("{}{} of {} of {}", of.empty() ? ": " : ", ", grouped(stream.misses), grouped(stream.done),
                        one_line(stream.tenant.name));
    }
    if (stream.tenant.alone && *stream.tenant.alone > *stream.tenant.deadline) {
      impossible +=
          fmt::format(" The deadline of {} is impossible: {} cycles, and alone it takes {}.",
                      one_line(stream.tenant.name), grouped(*stream.tenant.deadline), grouped(*stream.tenant.alone));
    }
  }
  if (all == 0) return "";
  if (late == 0) return fmt::format("All {} instances with a deadline are in time.{}", grouped(all), impossible);
  return fmt::format("{} of {} instances with a deadline are late{}.{}", grouped(late), grouped(all), of, impossible);
}

std::string bound_sentence(const RunInfo& info, Cycle cycles) {
  const Bound binding = info.bounds->binding();
  const BoundRow& row = kBounds[static_cast<std::size_t>(binding)];
  const Cycle least = (*info.bounds)[binding];
  return fmt::format("At least {} of the {} cycles ({}) are needed: {} ({}).", grouped(least), grouped(cycles),
                     share(least, cycles), row.meaning, row.name);
}

/// The largest causes: "fetch (40.1 %), compute (30.0 %)".
std::string causes_text(const std::array<Cycle, kCauses>& causes, Cycle cycles) {
  std::array<std::size_t, kCauses> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return causes[a] > causes[b]; });
  std::string text;
  for (std::size_t i = 0; i < kNamedCauses; ++i) {
    const Cycle spent = causes[order[i]];
    if (i > 0 && !is_worth(spent, cycles)) break;
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", kCauseNames[order[i]], share(spent, cycles));
  }
  return text;
}

/// What a table says of a cause, without its details.
std::string_view short_meaning(Cause cause) {
  const std::string_view meaning = kCauseTable[static_cast<std::size_t>(cause)].meaning;
  return meaning.substr(0, meaning.find(':'));
}

PathFacts path_of(const RunInfo& info) {
  PathFacts path;
  for (std::size_t i = 0; i < kCauses; ++i) path.causes[i] = info.critical_path[i].second;
  for (std::size_t i = 0; i < kCauses; ++i) path.held[i] = info.critical_path_held[i].second;
  return path;
}

/// "512 KiB"
std::string byte_size(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && bytes % 1024 == 0 && unit + 1 < kUnits.size(); bytes /= 1024) ++unit;
  return fmt::format("{} {}", bytes, kUnits[unit]);
}

std::string loss_sentence(const PathFacts& path, Cycle cycles) {
  const std::optional<Loss> loss = largest_loss(path.held);
  if (!loss || !is_worth(loss->held, cycles)) return "";
  return fmt::format("Largest loss: for {} of the time ready tasks waited for {}: {}.", share(loss->held, cycles),
                     kCauseNames[static_cast<std::size_t>(loss->cause)], short_meaning(loss->cause));
}

/// The resources of one run: which it can have more of, and by which keys.
class RunLevers {
 public:
  RunLevers(const RunInfo& info, const RunStats& stats, const Architecture& architecture)
      : info_(info), stats_(stats), architecture_(architecture), numbers_(architecture), slices_(architecture, stats) {}

  [[nodiscard]] std::vector<Lever> find(const PathFacts& path, const Bounds& bounds, Cycle cycles) const {
    return levers(path, bounds, slices_, cycles, [this](const Resource& resource) { return can_have(resource); });
  }
  /// What to try, and if `told` how much it may bring; empty: nothing.
  [[nodiscard]] std::string sentence(const std::vector<Lever>& found, Cycle cycles, bool told) const {
    std::string text;
    for (const Lever& lever : found) {
      text += (text.empty() ? "First try " : ", then ") + keys_text(lever);
      if (told) text += fmt::format(" ({} at most)", share(lever.most_saved, cycles));
    }
    return text.empty() ? "" : text + ".";
  }

 private:
  struct Named {
    std::string section;
    std::string key;
  };

  [[nodiscard]] std::vector<NumberKey> keys(const Resource& resource) const {
    return keys_of(resource, architecture_, numbers_);
  }

  [[nodiscard]] bool can_have(const Resource& resource) const {
    if (resource.of == ResourceOf::order) return !info_.stream && !info_.streams;
    if (resource.with_data() && !stats_.data) return false;
    if (resource.matters != nullptr && !resource.matters(*stats_.data)) return false;
    if (resource.of != ResourceOf::cores && resource.of != ResourceOf::engines) return !keys(resource).empty();
    // More of those without a job change nothing.
    const bool engines = resource.of == ResourceOf::engines;
    return std::any_of(stats_.processors.begin(), stats_.processors.end(), [&](const ProcessorStats& processor) {
      return (processor.type == kDmaType) == engines && processor.jobs > 0;
    });
  }

  /// The key by which a user changes a resource. Of several latencies it is the longest.
  [[nodiscard]] Named named(const Resource& resource) const {
    if (resource.of == ResourceOf::order) return {"workload", "order"};
    if (resource.of_groups()) {
      return {resource.of == ResourceOf::engines ? "dma processors" : "processors", std::string(resource.keys.front())};
    }
    const std::vector<NumberKey> there = keys(resource);
    const auto longest = std::max_element(there.begin(), there.end(),
                                          [](const NumberKey& a, const NumberKey& b) { return a.value < b.value; });
    const std::string& path = longest->path;  // "architecture.dispatcher.picker.entries"
    const std::size_t begin = path.find('.') + 1;
    const std::size_t end = path.rfind('.');
    return {path.substr(begin, end - begin), path.substr(end + 1)};
  }

  /// Keys of one section have its name once: "memory.controllers, .latency_cycles or host.ring_entries".
  [[nodiscard]] std::string keys_text(const Lever& lever) const {
    std::string text;
    std::string section;
    for (std::size_t i = 0; i < lever.resources.size(); ++i) {
      const Named key = named(*lever.resources[i]);
      if (i > 0) text += i + 1 == lever.resources.size() ? " or " : ", ";
      if (key.section != section) text += key.section;
      text += '.' + key.key;
      section = key.section;
    }
    return text;
  }

  const RunInfo& info_;
  const RunStats& stats_;
  const Architecture& architecture_;
  NumberKeys numbers_;
  LatencySlices slices_;
};

/// What the judged instances of streams waited for.
void add_responses(const RunInfo& info, const RunLevers& run, std::vector<std::string>& sentences) {
  const ResponsePaths& of = *info.responses;
  const char* who = of.late ? "late ones" : "instances";
  std::string spent =
      fmt::format("The {} {} passed their time in {}", grouped(of.instances), who, causes_text(of.causes, of.cycles));
  if (info.streams) {
    const auto most = std::max_element(of.behind.begin(), of.behind.end());
    if (is_worth(*most, of.cycles)) {
      const auto stream = static_cast<std::size_t>(most - of.behind.begin());
      spent += fmt::format("; {} behind instances of {}", share(*most, of.cycles),
                           one_line(info.streams->tenants[stream].tenant.name));
    }
  }
  sentences.push_back(spent + ".");

  const PathFacts path{of.causes, of.held};
  // Without computation nearly all would be faster.
  const auto gain = [&](std::size_t r) {
    const bool counts = kReliefTable[r].causes != bit_of(Cause::compute);
    return counts ? std::pair(of.in_time[r], of.cycles - std::min(of.cycles, of.without[r]))
                  : std::pair(std::uint64_t{0}, Cycle{0});
  };
  std::size_t best = 0;
  for (std::size_t r = 1; r < kReliefs; ++r) {
    if (gain(r) > gain(best)) best = r;
  }
  if (of.late && of.in_time[best] > 0) {
    sentences.push_back(fmt::format("Without {} the same decisions would have brought {} of them in time.",
                                    kReliefTable[best].what, grouped(of.in_time[best])));
  } else if (is_worth(gain(best).second, of.cycles)) {
    sentences.push_back(fmt::format("Without {} the same decisions would have taken {} less.", kReliefTable[best].what,
                                    share(gain(best).second, of.cycles)));
  }
  if (std::string first = run.sentence(run.find(path, Bounds{}, of.cycles), of.cycles, false); !first.empty())
    sentences.push_back(std::move(first));
}

void add_makespan(const RunInfo& info, const RunStats& stats, const RunLevers& run,
                  std::vector<std::string>& sentences) {
  const Cycle cycles = stats.cycles;
  const PathFacts path = path_of(info);
  if (info.bounds) sentences.push_back(bound_sentence(info, cycles));
  sentences.push_back(fmt::format("The critical path goes into {}.", causes_text(path.causes, cycles)));
  const std::string loss = loss_sentence(path, cycles);
  if (!loss.empty()) sentences.push_back(loss);
  if (info.stores && stats.data && is_worth(path.causes[static_cast<std::size_t>(Cause::input)], cycles)) {
    const std::uint64_t reads = stats.data->memory.bytes;
    sentences.push_back(fmt::format(
        "Stores of {} would remove at least {} of the memory reads of data, with the same jobs on the same processors.",
        byte_size(info.stores->bytes), share(reads - info.stores->reads, reads)));
  }
  std::vector<Lever> found;
  if (info.bounds) found = run.find(path, *info.bounds, cycles);
  if (!found.empty()) sentences.push_back(run.sentence(found, cycles, true));
  if (info.bounds && loss.empty() && found.empty()) {
    sentences.emplace_back("Nothing of the machine holds it up: other decisions or another workload remain.");
  }
}

}  // namespace

std::vector<std::string> verdict(const RunInfo& info, const RunStats& stats, const Architecture& architecture) {
  std::vector<std::string> sentences;
  if (stats.end != RunEnd::complete) return sentences;
  if (info.streams) {
    if (std::string late = late_sentence(*info.streams); !late.empty()) sentences.push_back(std::move(late));
  }
  if (info.responses) {
    add_responses(info, RunLevers(info, stats, architecture), sentences);
  } else if (!info.critical_path.empty()) {
    add_makespan(info, stats, RunLevers(info, stats, architecture), sentences);
  }
  if (!info.random.empty() && !sentences.empty()) {
    sentences.push_back("Random: " + info.random + ". This is one seed of many.");
  }
  return sentences;
}

}  // namespace gantry
