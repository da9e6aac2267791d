// SPDX-License-Identifier: Apache-2.0
// The trace has an event per line. Counters are few among them, so that only their lines are parsed as JSON.
#include "query/trace_levels.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "result/output_names.h"

namespace gantry {
namespace {

using Json = nlohmann::json;

struct NotAsWritten {};

bool begins(std::string_view line, std::string_view with) { return line.substr(0, with.size()) == with; }

/// Cycle of a time in microseconds. The trace cuts times to whole nanoseconds (above 1 GHz picoseconds), so that a
/// cycle begins at its time or just after it.
Cycle cycle_of(std::string_view line, std::uint32_t clock_mhz) {
  constexpr std::string_view kKey = "\"ts\":";
  constexpr Cycle kPicos = 1000000;
  const std::size_t key = line.find(kKey);
  if (key == std::string_view::npos) throw NotAsWritten();
  Cycle micros = 0;
  Cycle picos = 0;
  Cycle unit = 0;  // of the digit before, in ps; 0: before the point
  for (std::size_t at = key + kKey.size(); at < line.size() && line[at] != ','; ++at) {
    if (line[at] == '.' && unit == 0) {
      unit = kPicos;
    } else if (line[at] < '0' || line[at] > '9' || unit == 1 || micros > kNever / 20 / clock_mhz) {
      throw NotAsWritten();
    } else if (unit == 0) {
      micros = micros * 10 + static_cast<Cycle>(line[at] - '0');
    } else {
      unit /= 10;
      picos += unit * static_cast<Cycle>(line[at] - '0');
    }
  }
  return micros * clock_mhz + (picos * clock_mhz + kPicos - 1) / kPicos;
}

class TraceLevels {
 public:
  TraceLevels(const QueriedRun& run, const std::function<void(const QueueLevel&)>& take) : run_(run), take_(take) {}

  /// Throws NotAsWritten, or what the parser throws.
  void read(std::string_view line) {
    if (begins(line, R"({"ph":"C")")) {
      counter(line);
    } else if (begins(line, R"({"ph":"M")") && line.find("\"process_name\"") != std::string_view::npos) {
      const Json event = parsed(line);
      blocks_[event.at("pid").get<std::uint64_t>()] = event.at("args").at("name").get<std::string>();
    } else if (begins(line, "\"otherData\":")) {
      const Json about = Json::parse('{' + std::string(line));
      end_ = std::min(end_, about.at("otherData").value("left_out_from_cycle", end_));
      whole_ = true;
    }
  }

  [[nodiscard]] bool whole() const { return whole_; }

  void finish() {
    for (auto& [of, open] : open_) emit(of, open, std::max(open.begin, end_));
  }

 private:
  using Of = std::pair<std::uint64_t, std::string>;
  struct Open {
    Cycle begin = 0;
    std::int64_t level = 0;
  };

  static Json parsed(std::string_view line) {
    if (!line.empty() && line.back() == ',') line.remove_suffix(1);
    return Json::parse(line);
  }

  void counter(std::string_view line) {
    const Json event = parsed(line);
    Of of{event.at("pid").get<std::uint64_t>(), event.at("name").get<std::string>()};
    const Open now{cycle_of(line, run_.clock_mhz), event.at("args").at("value").get<std::int64_t>()};
    const auto [at, is_new] = open_.try_emplace(std::move(of), now);
    if (is_new) return;
    if (now.begin < at->second.begin) throw NotAsWritten();
    emit(at->first, at->second, now.begin);
    at->second = now;
  }

  void emit(const Of& of, const Open& open, Cycle end) {
    if (end > open.begin) take_({blocks_[of.first], of.second, open.begin, end, open.level});
  }

  const QueriedRun& run_;
  const std::function<void(const QueueLevel&)>& take_;
  std::map<std::uint64_t, std::string> blocks_;  // by number of their process
  std::map<Of, Open> open_;
  Cycle end_ = run_.cycles;
  bool whole_ = false;
};

}  // namespace

void read_trace_levels(const QueriedRun& run, Diagnostics& problems,
                       const std::function<void(const QueueLevel&)>& take) {
  const std::string path = run.directory + '/' + kTraceFile;
  std::ifstream file(path, std::ios::binary);
  if (!file) return problems.error({path, 1, 1}, "cannot be read (the summary lists it among the outputs)");
  TraceLevels levels(run, take);
  int number = 0;
  try {
    for (std::string line; std::getline(file, line);) {
      ++number;
      levels.read(line);
    }
    if (!levels.whole()) throw NotAsWritten();
    levels.finish();
  } catch (const NotAsWritten&) {
    problems.error({path, std::max(number, 1), 1}, "is not as runs write it");
  } catch (const Json::exception&) {
    problems.error({path, number, 1}, "is not as runs write it");
  }
}

}  // namespace gantry
