// SPDX-License-Identifier: Apache-2.0
// residency.csv, `placed` and `data` of summary.json: by hand on the tiny machine (tests/behaviour/scenario.h), and of
// random machines the sums that the tables have to give.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "catch.h"
#include "check/check_run.h"
#include "csv_table.h"
#include "input_files.h"
#include "program_run.h"
#include "random_keys.h"
#include "sanitized.h"

namespace gantry::residency_test {

using Json = nlohmann::json;

namespace {

/// The tiny machine. `placement`: nodes of the processors; `processors`: their groups.
std::string machine(const std::string& placement, const std::string& processors) {
  return "architecture:\n"
         "  interconnect: {topology: mesh, columns: 3, rows: 3, flit_bytes: 32, header_bytes: 8, virtual_channels: 2, "
         "buffer_flits: 8}\n"
         "  memory: {latency_cycles: 13, bytes_per_cycle: 128}\n"
         "  placement: {host: 0, scheduler: 1, memory: [2], processors: [" +
         placement + "]}\n  processors: [" + processors + "]\noutput: {residency: true}\n";
}
/// The tiny machine with one processor.
std::string lone(const std::string& bytes) {
  return machine("4", "{count: 1, queue_depth: 1, local: {bytes: " + bytes + ", bytes_per_cycle: 32}}");
}

struct Ran {
  explicit Ran(const std::string& text, const std::string& kernel = "cycle") {
    files.write("e.yaml", text);
    ProgramRun run(files, {"run", "--kernel", kernel, "--out", "run", "e.yaml"});
    const int status = run.finish();
    INFO(run.err());
    REQUIRE(status == 0);
    printed = run.out();
    summary = Json::parse(file_text(files.path("run/summary.json")));
  }
  [[nodiscard]] std::string text(const std::string& file) const { return file_text(files.path("run/" + file)); }
  [[nodiscard]] CsvTable table(const std::string& file) const { return CsvTable(files.path("run/" + file)); }
  void check() const {
    const CheckReport report = check_run(files.path("run"));
    for (const std::string& line : report.errors) UNSCOPED_INFO(line);
    CHECK(report.status == 0);
  }
  /// The cycle of a task's only job.
  [[nodiscard]] std::uint64_t at(const std::string& task, const std::string& station) const {
    const CsvTable jobs = table("jobs.csv");
    return std::stoull(jobs.at(jobs.find({{"task", task}}), station));
  }

  InputFiles files;
  std::string printed;
  Json summary;
};

const std::string kHeader = "object,instance,part,bytes,store,reserved,from,until,came,uses,end\n";

Json parts(std::uint64_t parts, std::uint64_t bytes) { return {{"parts", parts}, {"bytes", bytes}}; }

}  // namespace

TEST_CASE("residency.csv has a row per stay, as it ends") {
  // A store of one part. `write` makes it; `other` needs the room, so it is written back, which takes 39 cycles, and
  // the weights take 39 to come; `read` drops the weights, since global memory has them, and brings the part again. It
  // dies with its completion.
  const Ran ran(lone("256") +
                "workload:\n"
                "  data: [{id: made, bytes: 256}, {id: weights, bytes: 256}]\n"
                "  tasks:\n"
                "    - {id: write, cycles: 10, writes: [made]}\n"
                "    - {id: other, cycles: 10, reads: [weights]}\n"
                "    - {id: read, cycles: 10, reads: [made]}\n");
  const std::uint64_t write = ran.at("write", "arrived");
  const std::uint64_t other = ran.at("other", "arrived");
  const std::uint64_t read = ran.at("read", "arrived");
  CHECK(ran.at("write", "placed") == write);
  CHECK(ran.at("other", "placed") == other + 39);
  CHECK(ran.at("other", "ready") == other + 78);
  CHECK(ran.at("read", "placed") == read);
  const auto row = [](const std::string& object, std::uint64_t reserved, std::uint64_t from, std::uint64_t until,
                      const std::string& rest) {
    return object + ",0,256,core0," + std::to_string(reserved) + ',' + std::to_string(from) + ',' +
           std::to_string(until) + ',' + rest + '\n';
  };
  CHECK(ran.text("residency.csv") == kHeader + row("made,0", write, write + 10, other + 39, "written,0,written_back") +
                                         row("weights,", other + 39, other + 78, read, "memory,1,dropped") +
                                         row("made,0", read, read + 39, read + 49, "memory,1,dead"));

  const Json& data = ran.summary["data"];
  CHECK(data["read"] ==
        Json{{"own", parts(0, 0)}, {"cluster", parts(0, 0)}, {"store", parts(0, 0)}, {"memory", parts(2, 512)}});
  CHECK(data["hit_rate"] == 0.0);
  CHECK(data["made"] == parts(1, 256));
  CHECK(data["results"] == parts(0, 0));
  CHECK(data["through"] == parts(0, 0));
  CHECK(data["written_back"] == parts(1, 256));
  CHECK(data["dropped"] == parts(1, 256));
  CHECK(data["dead"] == parts(1, 256));
  CHECK(data["evictions"] == 2);
  CHECK(data["fullest"] == 1.0);
  // Written: made, weights, made. Read: to be written back, by `other`, by `read`.
  CHECK(data["stores"] == Json{{{"name", "core0"},
                                {"capacity", 256},
                                {"most_used", 256},
                                {"evictions", 2},
                                {"bytes_written", 768},
                                {"bytes_read", 768}}});
  CHECK(ran.printed.find("global memory") != std::string::npos);
  CHECK(ran.printed.find("hit rate  0.0 % of the bytes read") != std::string::npos);
  CHECK(ran.printed.find(
            "stores    2 evictions, 1 part (256 bytes) written back; fullest core0: 256 of 256 bytes (100.0 %)") !=
        std::string::npos);
  ran.check();
}

TEST_CASE("a part that a neighbour's store had names that store") {
  // 28 cycles over one link: tests/behaviour/data_test.cpp.
  const Ran ran(machine("4, 3",
                        "{type: left, queue_depth: 1, local: {bytes: 1024, bytes_per_cycle: 32}}, "
                        "{type: right, queue_depth: 1, local: {bytes: 1024, bytes_per_cycle: 32}}") +
                "workload:\n"
                "  data: [{id: made, bytes: 256}]\n"
                "  tasks:\n"
                "    - {id: write, cycles: 10, writes: [made], processor: left}\n"
                "    - {id: read, cycles: 10, reads: [made], processor: right}\n");
  const std::uint64_t read = ran.at("read", "arrived");
  const std::string end = std::to_string(ran.at("read", "finished"));
  CHECK(ran.text("residency.csv") == kHeader + "made,0,0,256,left0," + std::to_string(ran.at("write", "arrived")) +
                                         ',' + std::to_string(ran.at("write", "finished")) + ',' + end +
                                         ",written,0,dead\nmade,0,0,256,right0," + std::to_string(read) + ',' +
                                         std::to_string(read + 28) + ',' + end + ",left0,1,dead\n");
  CHECK(ran.summary["data"]["read"]["store"] == parts(1, 256));
  CHECK(ran.summary["data"]["stores"][0]["bytes_read"] == 256);
  CHECK(ran.summary["data"]["stores"][1]["bytes_written"] == 256);
}

TEST_CASE("a run without data has no column, no section and no rows of data") {
  const Ran ran(lone("256") + "workload: {tasks: [{id: a, cycles: 9}]}\n");
  CHECK(ran.text("residency.csv") == kHeader);
  CHECK_FALSE(ran.summary.contains("data"));
  CHECK(ran.text("jobs.csv").substr(0, ran.text("jobs.csv").find('\n')).find("placed") == std::string::npos);
  CHECK(ran.printed.find("hit rate") == std::string::npos);
}

TEST_CASE("a task without data leaves `placed` empty beside tasks that have data") {
  const Ran ran(
      lone("256") +
      "workload: {data: [{id: d, bytes: 64}], tasks: [{id: a, cycles: 9}, {id: b, cycles: 9, reads: [d]}]}\n");
  const CsvTable jobs = ran.table("jobs.csv");
  CHECK(jobs.at(jobs.find({{"task", "a"}}), "placed").empty());
  CHECK(jobs.at(jobs.find({{"task", "b"}}), "placed") == jobs.at(jobs.find({{"task", "b"}}), "arrived"));
  ran.check();
}

namespace {

/// A workload of layers on a small machine, as text; `read`: bytes that its jobs read.
std::string random_run(std::uint64_t seed, std::uint64_t& read) {
  Dice dice(seed);
  const std::uint64_t part = 64 * dice.between(1, 6);
  const std::uint64_t stores = part * dice.between(9, 14);
  const bool cluster = dice.chance(30);
  std::string text = machine("4, 3, 5, 7", "{count: 4, local: {bytes: " + std::to_string(stores) +
                                               ", bytes_per_cycle: " + std::to_string(dice.between(4, 64)) +
                                               (cluster ? ", per: cluster}}" : "}}"));
  if (dice.chance(30)) text += "policies: {processor_choice: locality}\n";
  const std::uint64_t layers = dice.between(2, 6);
  std::string data;
  std::string tasks = "  tasks:\n";
  read = 0;
  std::uint64_t jobs = 0;
  for (std::uint64_t layer = 0; layer < layers; ++layer) {
    const std::uint64_t before = std::exchange(jobs, std::uint64_t{1} << dice.below(3));  // 1, 2 or 4
    const std::string name = std::to_string(layer);
    // Each job of the layer before wrote one part; a job reads those that its share touches.
    std::string reads;
    if (layer > 0) {
      reads = "d" + std::to_string(layer - 1) + ", ";
      read += part * std::max(before, jobs);
    }
    reads += "w" + name;
    read += part * std::max<std::uint64_t>(4, jobs);
    data += (layer == 0 ? "  data: [" : ", ");
    data += "{id: w" + name + ", bytes: " + std::to_string(4 * part) + ", parts: 4}, {id: d" + name +
            ", bytes: " + std::to_string(part * jobs) + "}";
    tasks += "    - {id: t" + name + ", jobs: " + std::to_string(jobs) +
             ", cycles: " + std::to_string(dice.between(1, 60)) + ", reads: [" + reads + "], writes: [d" + name +
             "]}\n";
  }
  return text + "workload:\n" + data + "]\n" + tasks;
}

}  // namespace

TEST_CASE("stays add up to the summary, and both kernels write the same bytes") {
  const std::uint64_t wanted = kSanitized ? 3 : 25;
  std::uint64_t evictions = 0;
  std::uint64_t moved = 0;
  for (std::uint64_t seed = 1; seed <= wanted; ++seed) {
    std::uint64_t expected = 0;
    const std::string text = random_run(seed, expected);
    INFO("seed " << seed << '\n' << text);
    const Ran ran(text);
    const Json& data = ran.summary["data"];
    std::uint64_t read = 0;
    for (const Json& source : data["read"]) read += source["bytes"].get<std::uint64_t>();
    CHECK(read == expected);

    // What comes and goes in each store, by cycle.
    std::map<std::string, std::map<std::uint64_t, std::int64_t>> changes;
    std::uint64_t from_memory = 0;
    std::uint64_t from_stores = 0;
    std::uint64_t written = 0;
    std::uint64_t back = 0;
    const CsvTable stays = ran.table("residency.csv");
    for (std::size_t row = 0; row < stays.rows(); ++row) {
      const auto number = [&](const char* column) { return std::stoull(stays.at(row, column)); };
      const auto bytes = static_cast<std::int64_t>(number("bytes"));
      changes[stays.at(row, "store")][number("reserved")] += bytes;
      changes[stays.at(row, "store")][number("until")] -= bytes;
      CHECK(number("reserved") <= number("from"));
      CHECK(number("from") <= number("until"));
      const std::string& came = stays.at(row, "came");
      (came == "memory" ? from_memory : came == "written" ? written : from_stores) += number("bytes");
      if (stays.at(row, "end") == "written_back") back += number("bytes");
    }
    CHECK(from_memory == data["read"]["memory"]["bytes"]);
    CHECK(from_stores == data["read"]["store"]["bytes"]);
    CHECK(written == data["made"]["bytes"]);
    CHECK(back <= data["written_back"]["bytes"]);
    std::uint64_t in = 0;
    for (const Json& store : data["stores"]) {
      std::int64_t now = 0;
      std::int64_t most = 0;
      for (const auto& [cycle, change] : changes[store["name"]]) {
        now += change;
        most = std::max(most, now);
      }
      CHECK(now == 0);
      CHECK(most == store["most_used"]);
      CHECK(most <= store["capacity"]);
      in += store["bytes_written"].get<std::uint64_t>();
    }
    CHECK(in == from_memory + from_stores + written);
    ran.check();

    const Ran other(text, "systemc");
    for (const char* file : {"summary.json", "jobs.csv", "tasks.csv", "residency.csv"})
      CHECK(other.text(file) == ran.text(file));
    evictions += data["evictions"].get<std::uint64_t>();
    moved += from_stores;
  }
  CHECK(evictions > 0);
  CHECK(moved > 0);
}

TEST_CASE("numbers of data are metrics, and a store goes by its name") {
  const InputFiles files;
  files.write("e.yaml",
              lone("256") + "workload: {data: [{id: d, bytes: 64}], tasks: [{id: b, cycles: 9, reads: [d]}]}\n");
  for (const char* side : {"a", "b"}) {
    ProgramRun run(files, {"run", "--kernel", "cycle", "--out", side, "e.yaml"});
    REQUIRE(run.finish() == 0);
  }
  ProgramRun fine(files, {"compare", "a", "b", "--fail-if", "data.read.memory.bytes > 64"});
  CHECK(fine.finish() == 0);
  ProgramRun worse(files, {"compare", "a", "b", "--fail-if", "data.stores.core0.most_used >= 64"});
  CHECK(worse.finish() == 1);
}

}  // namespace gantry::residency_test
