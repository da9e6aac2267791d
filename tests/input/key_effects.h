// SPDX-License-Identifier: Apache-2.0
// Proof that keys have an effect: every key of a walk is set to another value than it has in a small experiment, and
// some output has to change. What only repeats an input does not count.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "gantry/base/keys.h"
#include "gantry/base/speed.h"
#include "input_files.h"
#include "network/network_experiment.h"
#include "network/network_json.h"
#include "network/network_output.h"
#include "network/network_run.h"
#include "program_run.h"
#include "random_keys.h"
#include "run/simulation.h"
#include "serving/serving_experiment.h"
#include "serving/serving_simulation.h"
#include "text/schema_kind.h"

namespace gantry::key_effects {

/// Values of keys, `a.b=value`, as of `--set`.
using Sets = std::vector<std::string>;

/// Where an effect is looked for.
enum class Effect {
  run,    ///< in what the run does
  cost,   ///< in area, energy and power
  words,  ///< in what repeats an input: names for reports
};

/// What a run wrote; `error` is empty if the inputs were right.
struct Outcome {
  std::map<std::string, std::string> files;  ///< by name, without cost and words
  std::string cost;
  std::string words;
  std::string error;
};

/// Moves what a summary only repeats from the inputs to `words`.
inline void take_words(nlohmann::json& summary, std::string& words) {
  const auto take = [&](nlohmann::json& from, std::initializer_list<const char*> names) {
    if (!from.is_object()) return;
    for (const char* name : names) {
      if (from.count(name) == 1) words += from[name].dump() + '\n';
      from.erase(name);
    }
  };
  take(summary, {"experiment", "architecture", "seed", "timing", "clock_mhz", "router", "arbitration", "routing",
                 "pattern", "topology", "packet_flits", "packets_per_cycle"});
  for (const char* part : {"picker", "scheduler"}) {
    if (summary.count(part) == 1) take(summary[part], {"policy"});
  }
  for (const char* list : {"nodes", "processors", "kinds", "sessions", "streams"}) {
    if (summary.count(list) == 0 || !summary[list].is_array()) continue;
    for (auto& item : summary[list]) take(item, {"name", "type", "compute", "batch_limit", "weight", "priority"});
  }
  if (summary.count("rated") == 1) {
    for (auto& part : summary["rated"]) take(part, {"rated"});
  }
}

/// Reads what stands in the directory of a run or of a study.
inline void collect(const std::string& directory, Outcome& outcome) {
  namespace fs = std::filesystem;
  static const std::set<std::string> kInputs = {"timing.json", "experiment.yaml", "study.sqlite", "report.html"};
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    const std::string last = entry.path().filename().string();
    if (!entry.is_regular_file() || kInputs.count(last) == 1) continue;
    std::string text = file_text(entry.path().string());
    if (last == "study.json") {
      outcome.words += text;
      continue;
    }
    if (last == "summary.json" || last == "network.json") {
      nlohmann::json summary = nlohmann::json::parse(text);
      if (summary["provenance"].count("engine") == 1) outcome.words += summary["provenance"]["engine"].dump();
      summary.erase("provenance");
      for (const char* cost : {"cost", "energy_per_flit"}) {
        if (summary.count(cost) == 1) outcome.cost += summary[cost].dump();
        summary.erase(cost);
      }
      take_words(summary, outcome.words);
      text = summary.dump();
    }
    outcome.files[entry.path().string().substr(directory.size())] = std::move(text);
  }
}

/// A command that reads a file of keys.
struct CommandLine {
  std::vector<std::string> before;  ///< words before the file
  std::vector<std::string> after;   ///< words after it
};

/// Runs of an experiment in a directory, each with other keys.
class Bench {
 public:
  /// `text`: the experiment; `run`: what is done with it, the keys of `sets` being set.
  using Run = std::function<void(const Sets& sets, const std::string& file, const std::string& out, Diagnostics&)>;
  explicit Bench(Run run) : run_(std::move(run)) {}
  /// A file of YAML for a command, which sets only complete keys of its top level.
  Bench(std::map<std::string, std::string> lines, CommandLine command)
      : lines_(std::move(lines)), command_(std::move(command)) {}

  [[nodiscard]] const InputFiles& files() const { return files_; }

  const Outcome& run(const Sets& sets) {
    std::string key;
    for (const std::string& set : sets) key += set + '\n';
    const auto [at, fresh] = done_.try_emplace(key);
    if (fresh) run_now(sets, at->second);
    return at->second;
  }

  /// Whether a value changes an output. `error` says why the value, or what it is compared with, was refused.
  bool changes(const Sets& sets, const std::string& key, const std::string& value, Effect effect, std::string& error) {
    const Outcome& before = run(sets);
    Sets with = sets;
    with.push_back(key + '=' + value);
    const Outcome& after = run(with);
    error = before.error.empty() ? after.error : "without the key: " + before.error;
    if (!error.empty()) return false;
    if (effect == Effect::cost) return after.cost != before.cost;
    return effect == Effect::words ? after.words != before.words : after.files != before.files;
  }

 private:
  void run_now(const Sets& sets, Outcome& outcome) {
    const std::string out = files_.path("out");
    std::filesystem::remove_all(out);
    if (!run_) {
      run_command(sets, out, outcome);
      return;
    }
    Diagnostics problems;
    run_(sets, files_.path("e.yaml"), out, problems);
    for (const std::string& line : problems.lines()) {
      if (line.find(": note: ") == std::string::npos) outcome.error += line;
    }
    if (outcome.error.empty()) collect(out, outcome);
  }

  void run_command(const Sets& sets, const std::string& out, Outcome& outcome) {
    std::map<std::string, std::string> lines = lines_;
    for (const std::string& set : sets) lines[set.substr(0, set.find('='))] = set.substr(set.find('=') + 1);
    std::string text;
    for (const auto& [key, value] : lines) text += key + ": " + value + '\n';
    std::vector<std::string> words = command_.before;
    words.push_back(files_.write("file.yaml", text));
    words.insert(words.end(), command_.after.begin(), command_.after.end());
    ProgramRun program(files_, words);
    const int status = program.finish();
    if (status != 0 && status != 1) outcome.error = program.err();
    if (std::filesystem::exists(out)) collect(out, outcome);
    outcome.files["status"] = std::to_string(status);
    outcome.files["stdout"] = program.out();
  }

  Run run_;
  std::map<std::string, std::string> lines_;
  CommandLine command_;
  InputFiles files_;
  std::map<std::string, Outcome> done_;
};

/// Tasks of all classes, which compete for small resources.
inline std::string machine_text() {
  std::string text = R"(name: base
limits: {max_cycles: 400000}
output: {trace: false, pictures: false}
architecture:
  interconnect: {columns: 4, rows: 3, virtual_channels: 4, flit_bytes: 16, buffer_flits: 2}
  host: {ring_entries: 3, outstanding_writes: 2}
  memory: {controllers: 2, outstanding: 2, bytes_per_cycle: 16, burst_bytes: 64, outstanding_bursts: 2}
  descriptor: {predecessors: 1}
  task_cache: {capacity: 10, queues_per_class: 2, reads_in_flight: 2}
  decomposer: {slots: 5}
  monitor: {task_ids: 6, predecessors_per_cycle: 1, completion_window: 12}
  dispatcher: {picker: {entries: 4}, mode: per_job, match_jobs_per_cycle: 1}
  processors:
    - {name: slow, count: 3, queue_depth: 1}
    - {name: fast, type: gpu, count: 2, speed: 2, cluster: 1}
    - {type: dma}
workload:
  tasks:
)";
  static const char* const classes[] = {"block", "cluster", "union"};
  for (int i = 0; i < 48; ++i) {
    const std::string id = std::to_string(i);
    text += "    - {id: t" + id;
    if (i % 8 == 7) {
      text += i % 16 == 7 ? ", class: event" : ", class: communication, jobs: 2, job_bytes: 512";
    } else {
      text += std::string(", class: ") + classes[i % 3] + ", weight: " + std::to_string(1 + i * 37 % 200) +
              ", jobs: " + std::to_string(1 << (i % 3)) + ", job_bytes: " + std::to_string(16 << (i % 3)) +
              ", cycles: " + std::to_string(40 + i * 53 % 170) + ", input_bytes: " + std::to_string(i % 4 * 96) +
              ", output_bytes: " + std::to_string(i % 5 * 64) + ", deadline: " + std::to_string(400 + i * 97 % 900);
    }
    text += ", stream: " + std::to_string(i % 3);
    if (i > 3) {
      text += ", after: [t" + std::to_string(i / 2) + ", t" + std::to_string(i - 4);
      text += i > 12 ? ", t" + std::to_string(i - 9) + "]" : "]";
    }
    text += "}\n";
  }
  return text;
}

template <class Options>
Options options_for(const std::string& out) {
  Options options;
  options.directory = out;
  options.kernel = Kernel::cycle;
  return options;
}

inline Bench machine_bench(const std::string& text) {
  return Bench([text](const Sets& sets, const std::string& file, const std::string& out, Diagnostics& problems) {
    const auto experiment = read_experiment(text, file, sets, problems);
    if (experiment && problems.ok() && check_feasible(*experiment, problems))
      simulate(*experiment, options_for<SimulationOptions>(out), problems);
  });
}

inline Bench serving_bench(const std::string& text) {
  return Bench([text](const Sets& sets, const std::string& file, const std::string& out, Diagnostics& problems) {
    const auto experiment = read_serving_experiment(text, file, sets, problems);
    if (experiment && problems.ok()) simulate_serving(*experiment, options_for<RunOptions>(out), problems);
  });
}

inline Bench network_bench(const std::string& text) {
  return Bench([text](const Sets& sets, const std::string& file, const std::string& out, Diagnostics& problems) {
    auto experiment = read_network_experiment(text, file, sets, problems);
    if (!experiment || !problems.ok()) return;
    NetworkOutput output(*experiment, resolved_network_experiment(*experiment, out), out, problems);
    const NetworkResult result = run_network(*experiment, {}, &output);
    output.finish(result, network_json(*experiment, result, {}));
  });
}

struct SeenKey {
  std::string path;
  std::vector<std::string> values;  ///< others than its own; empty: the test has some
};

/// All keys of a configuration, of lists those of the first item, with other values than they have in it.
class KeyWalk final : public KeyPathVisitor {
 public:
  explicit KeyWalk(std::string prefix = {}) : prefix_(std::move(prefix)) {}
  [[nodiscard]] const std::vector<SeenKey>& keys() const { return keys_; }

 private:
  static constexpr std::uint64_t kLargest = 20000;

  void add(const Key& key, std::vector<std::string> values) {
    std::string at = prefix_ + path(key);
    for (std::size_t n = at.find(".N."); n != std::string::npos; n = at.find(".N.")) at[n + 1] = '0';
    if (known_.insert(at).second) keys_.push_back({at, std::move(values)});
  }
  static std::vector<std::string> others(std::uint64_t value, KeyRange range) {
    std::vector<std::string> texts;
    for (const std::uint64_t other : {range.min, value + 1, 2 * value, value / 2, 4 * value + 3}) {
      const bool right = other != value && other >= range.min && other <= std::min(range.max, kLargest);
      const std::string text = std::to_string(other);
      if (right && std::count(texts.begin(), texts.end(), text) == 0) texts.push_back(text);
    }
    return texts;
  }
  void on_number(const Key& key, std::uint64_t& value, KeyRange range) override { add(key, others(value, range)); }
  void on_optional_number(const Key& key, std::optional<std::uint64_t>& value, KeyRange range) override {
    add(key, others(value.value_or(range.min), range));
  }
  void on_flag(const Key& key, bool& value) override { add(key, {value ? "false" : "true"}); }
  void on_text(const Key& key, std::string& /*value*/) override { add(key, {}); }
  void on_choice(const Key& key, std::size_t& at, const KeyNames& words) override {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i != at) texts.emplace_back(words[i]);
    }
    add(key, texts);
  }
  void on_name(const Key& key, std::string& value, const KeyNames& known, std::string_view /*kind*/) override {
    std::vector<std::string> texts;
    for (const std::string_view name : known) {
      if (name != value) texts.emplace_back(name);
    }
    add(key, texts);
  }
  void on_decimal(const Key& key, Speed& value) override { add(key, {to_text({value.millionths / 2}), ".75"}); }
  void on_numbers(const Key& key, std::vector<std::uint32_t>& /*value*/, KeyRange /*range*/) override { add(key, {}); }
  void on_window(const Key& key, const KeyWindow& window) override { add(key, {window.on ? "false" : "true"}); }
  void on_form(const Key& key, const KeyForm& /*form*/) override { add(key, {}); }
  bool wants(const std::string& /*section*/) override { return true; }
  std::size_t count(std::size_t items) override { return std::max<std::size_t>(items, 1); }

  std::string prefix_;
  std::vector<SeenKey> keys_;
  std::set<std::string> known_;
};

/// How a key is set that needs more than another value.
struct Way {
  std::vector<std::string> values = {};  ///< empty: those of the walk
  Sets sets = {};                        ///< keys of the run that shows the effect
  std::string page = {};                 ///< the page of docs/ that names this condition; empty: there is none
  std::string words = {};                ///< in which it does
  Effect effect = Effect::run;
  std::string at = {};  ///< the key with these values, if the key is a part of it
};

using Ways = std::map<std::string, Way>;

inline void check_key(Bench& bench, const SeenKey& key, const Way& way) {
  if (!way.page.empty()) {
    INFO(key.path << ": " << way.page << " does not say '" << way.words << "'");
    CHECK(file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/" + way.page).find(way.words) != std::string::npos);
  }
  const std::vector<std::string>& values = way.values.empty() ? key.values : way.values;
  std::string errors;
  const bool changes = std::any_of(values.begin(), values.end(), [&](const std::string& value) {
    std::string error;
    const bool changed = bench.changes(way.sets, way.at.empty() ? key.path : way.at, value, way.effect, error);
    errors += "\n  " + value + ": " + (error.empty() ? "no output changes" : error.substr(0, 400));
    return changed;
  });
  INFO(key.path << (values.empty() ? ": the test needs a value" : ": no effect") << errors);
  CHECK(changes);
}

/// Proves that each of the keys has an effect. All `ways` have to be of keys.
inline void check_keys(Bench& bench, const std::vector<SeenKey>& keys, const Ways& ways) {
  std::set<std::string> used;
  for (const SeenKey& key : keys) {
    const auto found = ways.find(key.path);
    if (found != ways.end()) used.insert(key.path);
    check_key(bench, key, found != ways.end() ? found->second : Way{});
  }
  for (const auto& [path, way] : ways) {
    INFO(path << " is no key");
    CHECK(used.count(path) == 1);
  }
}

/// Checks that every key of a table of docs/ is among those that were walked, where it begins with `prefix`.
inline void check_table(const KeySection& table, const std::string& prefix, const std::vector<SeenKey>& keys) {
  INFO(table.page << ": " << table.title);
  CHECK_FALSE(table.rows.empty());
  for (const std::string& row : table.rows) {
    constexpr std::size_t kName = 3;  // behind "| `"
    std::string path = prefix + row.substr(kName, row.find('`', kName) - kName);
    for (std::size_t n = path.find(".N."); n != std::string::npos; n = path.find(".N.")) path[n + 1] = '0';
    INFO(path);
    CHECK(std::any_of(keys.begin(), keys.end(), [&](const SeenKey& key) { return key.path == path; }));
  }
}

/// Ways of the keys of an interconnect, whose section is `at`. The machine has to have endpoints in two groups of a
/// dragonfly with the keys `group`, and in two layers of `rows` rows of two.
inline Ways interconnect_ways(const std::string& at, const std::string& group, int rows) {
  const std::string page = "configuration.md";
  const auto set = [&](const std::string& keys) { return Sets{at + "={virtual_channels: 4, " + keys + "}"}; };
  const Sets dragonfly = set("topology: dragonfly, " + group);
  const Sets layers = set("topology: mesh3d, columns: 2, layers: 2, rows: " + std::to_string(rows));
  const Sets pipelined = {at + ".router=pipelined"};
  const auto graph = [](const std::string& links) {
    return "{routers: 4, links: [" + links + "], nodes: [0, 0, 0, 1, 1, 1, 2, 2, 3, 3]}";
  };
  Ways ways = {
      {"groups", {{"3"}, dragonfly, page, "of `dragonfly`: of routers"}},
      {"group_routers", {{"2", "3", "6"}, dragonfly, page, "of `dragonfly`: in a group"}},
      {"global_links",
       {{"1", "2"}, set("topology: dragonfly, groups: 3, " + group), page, "of `dragonfly`: between groups"}},
      {"global_link_cycles", {{"9"}, dragonfly, page, "of `dragonfly`: of links between groups"}},
      {"global_link_bytes", {{"4"}, dragonfly, page, "of `dragonfly`: that links between groups carry"}},
      {"concentration", {{"2"}, set("topology: concentrated_mesh"), page, "of `concentrated_mesh`, `dragonfly`"}},
      {"arity", {{"2"}, set("topology: fat_tree"), page, "of `fat_tree`"}},
      {"graph",
       {{graph("[0, 1], [1, 2], [2, 3], [3, 0]")},
        set("topology: graph, graph: " + graph("[0, 1], [1, 2], [2, 3]")),
        page,
        "of `graph`"}},
      {"layers", {{"3"}, layers, page, "of `mesh3d`"}},
      {"vertical_link_cycles", {{"9"}, layers, page, "of `mesh3d`"}},
      {"vertical_link_bytes", {{"4"}, layers, page, "of `mesh3d`"}},
      {"leaves", {{"128"}, set("topology: tree"), page, "of `tree`"}},
      {"links", {{"[{between: [0, 1], cycles: 9, bytes: 4}]"}}},
  };
  for (const char* stage : {"speculative", "channel_allocation_cycles", "switch_allocation_cycles", "traversal_cycles"})
    ways[stage] = {{}, pipelined, page, "belong to `pipelined`"};
  Ways placed;
  for (auto& [key, way] : ways) placed[at + '.' + key] = std::move(way);
  return placed;
}

}  // namespace gantry::key_effects
