// SPDX-License-Identifier: Apache-2.0
// `gantry check` holds packets.csv against what the summary says of latencies and against the tables: a message that
// is gone, late or somebody else's is found, and said with its row and value.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "check/check_run.h"
#include "csv_table.h"
#include "gantry/base/types.h"
#include "input_files.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::packet_match_test {

namespace {

/// Jobs that read, write, do both and neither; a task of several jobs on few processors, and an event.
constexpr const char* kMachine =
    "architecture:\n"
    "  interconnect: {columns: 3, rows: 3}\n"
    "  processors: [{count: 3}]\n"
    "  memory: {controllers: 2}\n"
    "workload:\n"
    "  tasks:\n"
    "    - {id: a, jobs: 4, cycles: 50, input_bytes: 300}\n"
    "    - {id: b, jobs: 2, cycles: 20, output_bytes: 100, after: [a]}\n"
    "    - {id: c, jobs: 2, cycles: 10, input_bytes: 64, output_bytes: 64, class: cluster}\n"
    "    - {id: d, cycles: 5, class: union}\n"
    "    - {id: e, class: event, after: [d]}\n"
    "output: {packets: true, trace: false, pictures: false}\n";

/// Stores that hold the data of one job: parts are read from memory and from the other store, and leave.
constexpr const char* kData =
    "architecture:\n"
    "  interconnect: {columns: 3, rows: 2}\n"
    "  processors: [{count: 2, local: {bytes: 300, bytes_per_cycle: 4}}]\n"
    "workload:\n"
    "  data: [{id: x, bytes: 200}, {id: y, bytes: 200}, {id: z, bytes: 200, keep: true}]\n"
    "  tasks:\n"
    "    - {id: a, jobs: 2, cycles: 50, reads: [{data: x, per_job: whole}], writes: [y]}\n"
    "    - {id: b, jobs: 2, cycles: 20, reads: [{data: y, per_job: whole}], writes: [z], after: [a]}\n"
    "    - {id: c, cycles: 10, input_bytes: 64, output_bytes: 64, reads: [{data: x, per_job: whole}], after: [b]}\n"
    "output: {packets: true, trace: false, pictures: false}\n";

constexpr const char* kServing = R"(serving:
  interconnect: {columns: 4, rows: 1}
  scheduler: {rated: {count: 1}}
  nodes:
    - {name: first, cycles: 100, batch_limit: 2}
    - {name: second, cycles: 60, batch_limit: 3, passes: 2}
  sessions:
    - {count: 12, graph: [first, second], arrivals: {generator: poisson, interval_cycles: 90}}
output: {packets: true, trace: false, pictures: false}
)";

/// The directory of a run, its errors without the way to it.
class CheckedRun {
 public:
  explicit CheckedRun(const char* experiment, const std::vector<std::string>& options = {}) {
    files_.write("e.yaml", experiment);
    std::vector<std::string> arguments = {"run", "e.yaml", "--out", "out", "--kernel", "cycle"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    ProgramRun run(files_, arguments);
    status_ = run.finish();
    INFO(run.err());
    CHECK(status_ != 2);
  }
  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] CsvTable table(const std::string& name) const { return CsvTable(files_.path("out/" + name)); }
  [[nodiscard]] nlohmann::json summary() const { return nlohmann::json::parse(file_text(path())); }
  void set_summary(const nlohmann::json& json) const { files_.write("out/summary.json", json.dump()); }
  [[nodiscard]] std::string errors() const {
    const CheckReport report = check_run(files_.path("out"));
    const std::string directory = files_.path("out/");
    std::string text;
    for (std::string line : report.errors) {
      const std::size_t at = line.find(directory);
      if (at != std::string::npos) line.erase(at, directory.size());
      text += line + '\n';
    }
    return text;
  }

 private:
  [[nodiscard]] std::string path() const { return files_.path("out/summary.json"); }
  InputFiles files_;
  int status_ = 0;
};

bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

std::string later(const std::string& number) { return std::to_string(std::stoull(number) + 1); }

using Field = std::pair<std::string, std::string>;

}  // namespace

TEST_CASE("every message of a task says which, and of a job which") {
  const CheckedRun run(kMachine);
  CHECK(run.errors() == "");
  const CsvTable packets = run.table("packets.csv");
  for (std::size_t row = 0; row < packets.rows(); ++row) {
    const std::string kind = packets.at(row, "kind");
    INFO(row << ' ' << kind);
    const bool of_none = kind == "doorbell" || kind == "descriptor_read";
    const bool of_task = kind.rfind("descriptor_", 0) == 0 || kind == "interrupt";
    CHECK(packets.at(row, "task").empty() == of_none);
    CHECK(packets.at(row, "job").empty() == (of_none || of_task));
  }
  // Latest first: c was written third, so its interrupt is among the last, and still is of c.
  for (const char* task : {"a", "b", "c", "d", "e"}) {
    const std::size_t row = packets.find({{"kind", "interrupt"}, {"task", task}});
    const CsvTable tasks = run.table("tasks.csv");
    CHECK(packets.at(row, "created") == tasks.at(tasks.find({{"task", task}}), "completed"));
  }
}

TEST_CASE("a message that is gone, there twice, or in another cycle does not pass, whichever it is") {
  for (const char* experiment : {kMachine, kData, kServing}) {
    const CheckedRun run(experiment);
    REQUIRE(run.errors() == "");
    const CsvTable packets = run.table("packets.csv");
    REQUIRE(packets.rows() > 40);
    for (std::size_t row = 0; row < packets.rows(); row += kSanitized ? 6 : 1) {
      INFO("row " << row << ": " << packets.at(row, "kind"));
      packets.remove(row);
      CHECK(run.errors() != "");
      packets.repeat(row);
      CHECK(run.errors() != "");
      for (const char* column : {"created", "arrived", "flits", "hops"}) {
        INFO(column);
        packets.put(row, column, later(packets.at(row, column)));
        CHECK(run.errors() != "");
      }
      for (const char* column : {"task", "kind"}) {
        INFO(column);
        packets.put(row, column, "nonsense");
        CHECK(run.errors() != "");
      }
    }
    packets.restore();
    CHECK(run.errors() == "");
  }
}

TEST_CASE("the check says which message of a job is wrong, and how") {
  const CheckedRun run(kMachine);
  const CsvTable packets = run.table("packets.csv");
  const CsvTable jobs = run.table("jobs.csv");
  struct Spoilt {
    std::vector<Field> row;
    const char* column;
    std::string text;
    std::string said;
  };
  const std::size_t a2 = jobs.find({{"task", "a"}, {"job", "2"}});
  const std::vector<Field> message = {{"kind", "job"}, {"task", "a"}, {"job", "2"}};
  const std::string of = "job of job 2 of task a: ";
  const std::string other = jobs.at(a2, "processor") == "core0" ? "core1" : "core0";
  const std::string created = packets.at(packets.find(message), "created");
  const std::vector<Spoilt> cases = {
      {message, "sent", later(jobs.at(a2, "issued")),
       of + "sent is " + later(jobs.at(a2, "issued")) + " (expected " + jobs.at(a2, "issued") +
           ", as issued in jobs.csv)"},
      {message, "created", "1", of + "created in cycle 1, before the job was picked in " + jobs.at(a2, "picked")},
      {message, "to", other, of + "to is " + other + " (expected " + jobs.at(a2, "processor") + ")"},
      {message, "job", "3", "job of job 3 of task a: "},
      {message, "job", "4", "job of job 4 of task a: the job is not in jobs.csv"},
      {message, "job", "", "job names a task here (expected a task and a job)"},
      {message, "task", "z", "job of job 2 of task z: the task is not in tasks.csv"},
      {message, "task", "d", "job of job 2 of task d: the job is not in jobs.csv"},
      {message, "kind", "letter", "packets.csv:"},
      {message, "kind", "session_data", "session_data is no message of this machine"},
      {{{"kind", "input_read"}, {"task", "c"}}, "created", created, " at least, as arrived in jobs.csv)"},
      {{{"kind", "input_data"}, {"task", "c"}}, "kind", "output_ack", ": no output_write to memory"},
      {{{"kind", "output_write"}, {"task", "b"}}, "created", created, " at least, as finished in jobs.csv)"},
      {{{"kind", "output_ack"}, {"task", "b"}}, "kind", "output_write", ": from is memory"},
      {{{"kind", "input_data"}, {"task", "a"}}, "created", created, ", before what it follows arrived in "},
      {{{"kind", "job"}, {"task", "d"}}, "kind", "input_read", ": no job before it"},
      {{{"kind", "completion"}, {"task", "b"}}, "created", created, ", when its output was acknowledged)"},
      {{{"kind", "completion"}, {"task", "d"}}, "created", created, ", as finished in jobs.csv)"},
      {{{"kind", "doorbell"}}, "task", "a", "doorbell names a task here (expected neither task nor job)"},
      {{{"kind", "descriptor_write"}, {"task", "b"}}, "created", "0", " at least, as submitted in tasks.csv)"},
      {{{"kind", "descriptor_data"}, {"task", "b"}}, "to", "core0", "to is core0 (expected scheduler)"},
      {{{"kind", "interrupt"}, {"task", "e"}}, "created", "1", ", as completed in tasks.csv)"},
  };
  for (const Spoilt& spoilt : cases) {
    const std::size_t row = packets.find(spoilt.row);
    packets.put(row, spoilt.column, spoilt.text);
    const std::string errors = run.errors();
    INFO(spoilt.column << " = " << spoilt.text << " was told as\n" << errors);
    CHECK(says(errors, spoilt.said));
    CHECK(says(errors, "packets.csv:" + std::to_string(row + 2) + ':'));
    packets.restore();
  }
}

TEST_CASE("a job without its messages is named, and jobs of a task read and write alike") {
  const CheckedRun run(kMachine);
  const CsvTable packets = run.table("packets.csv");
  const CsvTable jobs = run.table("jobs.csv");
  const std::string line = std::to_string(jobs.find({{"task", "b"}, {"job", "1"}}) + 2);
  packets.remove(packets.find({{"kind", "completion"}, {"task", "b"}, {"job", "1"}}));
  CHECK(says(run.errors(),
             "jobs.csv:" + line + ":1: error: job 1 of task b: packets.csv has no completion message of it\n"));
  packets.put(packets.find({{"kind", "output_write"}, {"task", "b"}, {"job", "1"}}), "job", "0");
  CHECK(says(run.errors(), "job 1 of task b: its messages of input and output in packets.csv are not those of job 0"));
  packets.remove(packets.find({{"kind", "interrupt"}, {"task", "e"}}));
  CHECK(says(run.errors(), "task e: packets.csv has no interrupt message of it\n"));
  packets.restore();
  // The same seen from the other table.
  const std::size_t row = jobs.find({{"task", "d"}});
  for (const Field& station : {Field{"issued", "sent"}, Field{"arrived", "arrived"}, Field{"completed", "arrived"}}) {
    jobs.put(row, station.first, later(jobs.at(row, station.first)));
    const std::string& told = jobs.at(row, station.first);
    CHECK(says(run.errors(), station.second + " is " + told + " (expected " + later(told) + ", as " + station.first +
                                 " in jobs.csv)"));
  }
  jobs.remove(row);
  CHECK(says(run.errors(), "job of job 0 of task d: the job is not in jobs.csv"));
}

TEST_CASE("latencies of a machine's messages are those of packets.csv") {
  for (const char* experiment : {kMachine, kServing}) {
    const CheckedRun run(experiment);
    const nlohmann::json good = run.summary();
    for (const char* key : {"p50", "p99", "max"}) {
      nlohmann::json bad = good;
      const auto right = bad["interconnect"]["latency"][key].get<std::uint64_t>();
      bad["interconnect"]["latency"][key] = right + 1;
      run.set_summary(bad);
      CHECK(run.errors() == "summary.json:1:1: error: interconnect.latency." + std::string(key) + " is " +
                                std::to_string(right + 1) + " (expected " + std::to_string(right) +
                                " by packets.csv)\n");
    }
    nlohmann::json bad = good;
    bad["interconnect"]["latency"]["mean"] = good["interconnect"]["latency"]["mean"].get<double>() + 0.001;
    run.set_summary(bad);
    CHECK(says(run.errors(), "summary.json:1:1: error: interconnect.latency.mean is "));
    bad = good;
    bad["interconnect"]["packets"] = 7;
    run.set_summary(bad);
    CHECK(says(run.errors(), "interconnect.packets is 7 (expected "));
  }
}

TEST_CASE("latencies of a background are those of its own rows") {
  const std::string experiment = std::string(kMachine) + "background: {pattern: neighbor, packets_per_cycle: 0.1}\n";
  const CheckedRun run(experiment.c_str());
  REQUIRE(run.errors() == "");
  nlohmann::json bad = run.summary();
  bad["background"]["latency"]["p50"] = 1000;
  bad["background"]["packets"] = 2;
  run.set_summary(bad);
  const std::string errors = run.errors();
  INFO(errors);
  CHECK(says(errors, "summary.json:1:1: error: background.latency.p50 is 1000 (expected "));
  CHECK(says(errors, "summary.json:1:1: error: background.packets is 2 (expected "));
}

TEST_CASE("latencies of synthetic traffic are those of packets.csv, of measured packets only") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {columns: 3, rows: 3}\nmeasured_cycles: 700\n"
              "traffic: {packet_flits: 2, packets_per_cycle: [0.05, 0.3, 0.5]}\n");
  files.write("t.yaml",
              "interconnect: {columns: 2, rows: 1}\n"
              "traffic: {pattern: trace, packets: [[1, 0, 1, 3], [1, 1, 0, 3], [9, 0, 0, 2]]}\n");
  REQUIRE(ProgramRun(files, {"network", "n.yaml", "--out", "loads", "--packets"}).finish() == 0);
  REQUIRE(ProgramRun(files, {"network", "t.yaml", "--out", "trace", "--packets"}).finish() == 0);
  const auto spoilt = [&](const std::string& run, const nlohmann::json::json_pointer& key, const nlohmann::json& by) {
    const std::string good = file_text(files.path(run + "/network.json"));
    nlohmann::json bad = nlohmann::json::parse(good);
    bad[key] = by;
    files.write(run + "/network.json", bad.dump());
    ProgramRun check(files, {"check", run});
    const int status = check.finish();
    files.write(run + "/network.json", good);
    return std::to_string(status) + ' ' + check.err();
  };
  const auto pointer = [](const char* text) { return nlohmann::json::json_pointer(text); };
  CHECK(spoilt("loads", pointer("/seed"), 1) == "0 ");
  CHECK(spoilt("trace", pointer("/seed"), 1) == "0 ");
  CHECK(says(spoilt("loads", pointer("/points/1/latency/p99"), 9999),
             "1 loads/network.json:1:1: error: points[1].latency.p99 is 9999 (expected "));
  CHECK(says(spoilt("loads", pointer("/points/0/latency/min"), 1), "points[0].latency.min is 1 (expected "));
  CHECK(says(spoilt("loads", pointer("/points/0/packets"), 1), "points[0].packets is 1 (expected "));
  // Counted from one cycle later: another number of packets.
  CHECK(says(spoilt("loads", pointer("/points/0/measured_cycles"), 690), "points[0].packets is "));
  CHECK(says(spoilt("trace", pointer("/latency/mean"), 8.0), "1 trace/network.json:1:1: error: latency.mean is 8 "));
  CHECK(says(spoilt("trace", pointer("/packets"), 4), "packets is 4 (expected 3 by packets.csv)"));
  CHECK(says(spoilt("trace", pointer("/accepted"), 0.5), "flits are 8 (expected 13)"));
}

TEST_CASE("the check says which message of a session or batch is wrong, and how") {
  const CheckedRun run(kServing);
  const CsvTable packets = run.table("packets.csv");
  const CsvTable visits = run.table("visits.csv");
  const CsvTable batches = run.table("batches.csv");
  const CsvTable sessions = run.table("sessions.csv");
  const auto spoil = [&](const std::vector<Field>& row, const char* column, const std::string& text) {
    packets.put(packets.find(row), column, text);
    std::string errors = run.errors();
    packets.restore();
    return errors;
  };
  CHECK(says(spoil({{"kind", "session_data"}, {"from", "gateway"}, {"task", "5"}}, "created", "3"),
             "session_data of session 5: created is 3 (expected "));
  CHECK(says(spoil({{"kind", "session_data"}, {"task", "5"}}, "task", "12"),
             "session_data of session 12: the session is not in sessions.csv"));
  CHECK(says(spoil({{"kind", "session_data"}, {"to", "gateway"}, {"task", "5"}}, "to", "second"),
             "has no session_data to the gateway"));
  CHECK(says(spoil({{"kind", "session_data"}, {"from", "second"}, {"task", "5"}}, "from", "first"),
             "session 5 at second: packets.csv has no session_data from it"));
  CHECK(says(spoil({{"kind", "start_batch"}, {"to", "first"}}, "to", "second"), "start_batch: arrived is "));
  CHECK(says(spoil({{"kind", "pending_report"}}, "task", "5"), "pending_report of session 5: names a session here"));
  CHECK(says(spoil({{"kind", "pending_report"}}, "kind", "job"), "no message of this machine"));

  const auto later_in = [&](const CsvTable& table, std::size_t row, const char* column) {
    table.put(row, column, later(table.at(row, column)));
    std::string errors = run.errors();
    table.restore();
    return errors;
  };
  CHECK(says(later_in(visits, 0, "queued"), ", when the last session_data came by packets.csv)"));
  CHECK(says(later_in(batches, 3, "selected"), ", when by packets.csv no pending_report arrived"));
  CHECK(says(later_in(batches, 3, "started"), " of batch "));
  CHECK(says(later_in(sessions, 2, "completed"), "and packets.csv has its last session_data at the gateway in "));
}

TEST_CASE("a run that is cut off in any cycle leaves messages that match its tables") {
  for (const char* experiment : {kMachine, kServing}) {
    const Cycle cycles = CheckedRun(experiment).summary()["cycles"].get<Cycle>();
    for (Cycle end = 1; end < cycles; end += cycles / (kSanitized ? 12 : 60) + 1) {
      const CheckedRun run(experiment, {"--set", "limits.max_cycles=" + std::to_string(end)});
      INFO("cut off in " << end << '\n' << run.errors());
      CHECK(run.status() == 1);
      CHECK(run.errors() == "");
    }
  }
}

}  // namespace gantry::packet_match_test
