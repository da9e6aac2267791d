// SPDX-License-Identifier: Apache-2.0
// A good run directory passes; every single fault put into it is found.
#include "check/check_run.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "output/summary_json.h"
#include "today_table.h"

namespace gantry::check_test {

namespace {

// Task a has two jobs on two processors, b is an event after a, c follows a.
constexpr const char* kTasks =
    "task,class,weight,jobs,submitted,cached,registered,split,admitted,first_issue,last_issue,completed,"
    "shown,ready,id,stream,instance,place,announced,asked,slot_taken,requested,entered,slot_freed,match_failures\n"
    "a,block,1,2,1,10,12,16,18,20,22,60,11,11,0,0,0,0,3,5,11,17,17,23,0\n"
    "b,event,1,0,2,11,61,,,,,62,12,60,0,0,0,0,4,6,60,,,,0\n"
    "c,block,1,1,3,12,61,65,66,68,68,90,13,60,1,0,0,0,5,7,60,66,66,72,0\n";
constexpr const char* kJobs =
    "task,job,processor,picked,issued,arrived,started,finished,completed,matched,sent,ready,written\n"
    "a,0,core0,19,20,25,26,46,50,,21,26,46\n"
    "a,1,core1,20,22,28,28,48,60,,23,28,48\n"
    "c,0,core0,67,68,70,71,81,90,,69,71,81\n";
constexpr const char* kEdges = "task,predecessor\nb,a\nc,a\n";

RunStats good_stats() {
  RunStats stats;
  stats.cycles = 100;
  stats.tasks_submitted = stats.tasks_completed = 3;
  stats.jobs_total = stats.jobs_issued = stats.jobs_completed = 3;
  stats.processors = {{"core0", "core", "core", 2, 30}, {"core1", "core", "core", 1, 20}};
  stats.picker = {"weight_delay", 3, 3};
  stats.shares = {{"block", 1, 3, 1.0, 1.0, 2}};
  // a + b + c: cached - submitted, and so on; an event executes from its registration on
  stats.waits.cycles = {9 + 9 + 9, 1 + 1 + 1, 0 + 48 + 47, 1 + 1 + 1, 4 + 4, 2 + 1, 2 + 2, 2 + 0, 38 + 1 + 22};
  stats.waits.lifetime = 59 + 60 + 87;
  return stats;
}

class RunDirectory {
 public:
  RunDirectory() {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() / ("gantry_check_test_" + std::to_string(++number));
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
    write("tasks.csv", kTasks);
    write("jobs.csv", kJobs);
    write("edges.csv", kEdges);
    summary(good_stats());
  }
  ~RunDirectory() { std::filesystem::remove_all(path_); }
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  void write(const char* file, const std::string& text) const {
    std::ofstream(path_ / file, std::ios::binary | std::ios::trunc) << text;
  }
  void remove(const char* file) const { std::filesystem::remove(path_ / file); }
  void summary(const RunStats& stats, std::vector<std::string> outputs = {"tasks.csv", "jobs.csv", "edges.csv"}) const {
    RunInfo info;
    info.experiment = "small";
    info.outputs = std::move(outputs);
    if (stats.end == RunEnd::complete) {
      WaitStats block;
      block.cycles = {9 + 9, 1 + 1, 0 + 47, 1 + 1, 4 + 4, 2 + 1, 2 + 2, 2 + 0, 38 + 22};
      block.lifetime = 59 + 87;
      WaitStats event;
      event.cycles = {9, 1, 48, 1, 0, 0, 0, 0, 1};
      event.lifetime = 60;
      const std::array<StagePercentiles, kStages> median = {
          {{9, 9, 9}, {1, 1, 1}, {0, 47, 47}, {1, 1, 1}, {4, 4, 4}, {1, 2, 2}, {2, 2, 2}, {0, 2, 2}, {22, 38, 38}}};
      info.stages = {StageResults{TaskClass::block, 1, 0, 2, block, median},
                     StageResults{TaskClass::event, 1, 0, 1, event, {}}};
      Bounds& bounds = info.bounds.emplace();
      bounds.cycles.fill(1);
      bounds.cycles[static_cast<std::size_t>(Bound::longest_path)] = 20;
      bounds.cycles[static_cast<std::size_t>(Bound::arrivals)] = 77;
      bounds.cycles[static_cast<std::size_t>(Bound::work)] = 30;
      bounds.cycles[static_cast<std::size_t>(Bound::fetch)] = 15;
      // Of 2 x 100 processor cycles: picked to issued, issued to arrived, arrived to started; the rest as you like.
      Overhead& overhead = info.overhead.emplace();
      overhead.busy = 50;
      overhead.nothing_ready = 120;
      overhead.held = {0, 0, 0, 0, 0, 0, 0, 11, 1 + 1 + 2, 5 + 2 + 6, 1 + 1 + 0};
    }
    write("summary.json", summary_json(info, stats));
  }
  void replace(const char* file, const std::string& what, const std::string& by) const {
    std::string text = read(file);
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    write(file, text.replace(at, what.size(), by));
  }
  [[nodiscard]] CheckReport check() const {
    complete<TaskCells>("tasks.csv", kTasks);
    complete<JobCells>("jobs.csv", kJobs);
    return check_run(path_.string());
  }

 private:
  [[nodiscard]] std::string read(const char* file) const {
    std::ifstream in(path_ / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  /// Adds the columns that the text of this test does not have.
  template <class Cells>
  void complete(const char* file, std::string_view head) const {
    const std::string text = read(file);
    if (text.rfind(head.substr(0, head.find('\n') + 1), 0) == 0) write(file, today_table<Cells>(text));
  }

  std::filesystem::path path_;
};

bool says(const std::vector<std::string>& lines, const std::string& what) {
  for (const std::string& line : lines) {
    if (line.find(what) != std::string::npos) return true;
  }
  return false;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

struct Fault {
  const char* file;
  const char* text;
  const char* by;
  const char* said;
};

void check_faults(int status, const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) {
    const RunDirectory run;
    run.replace(fault.file, fault.text, fault.by);
    const CheckReport report = run.check();
    INFO(fault.file << ": " << fault.text << " -> " << fault.by << " said " << joined(report.errors));
    CHECK(report.status == status);
    CHECK(report.result.empty());
    CHECK(says(report.errors, fault.said));
  }
}

}  // namespace

TEST_CASE("a good run passes") {
  const RunDirectory run;
  const CheckReport report = run.check();
  INFO(joined(report.errors));
  CHECK(report.status == 0);
  CHECK(report.errors.empty());
  REQUIRE(report.result.size() == 1);
  CHECK(report.result[0] == "ok: 3 tasks, 3 jobs, 2 dependences, 2 processors, 100 cycles");
}

TEST_CASE("violated orders within tasks.csv are found") {
  check_faults(1,
               {
                   {"tasks.csv", ",1,10,12,16,", ",11,10,12,16,",
                    "tasks.csv:2:1: error: task a: submitted in cycle 11 is not at or before cached"},
                   {"tasks.csv", ",10,12,16,", ",13,12,16,", "cached in cycle 13"},
                   {"tasks.csv", ",12,16,18,", ",17,16,18,", "registered in cycle 17"},
                   {"tasks.csv", ",16,18,20,", ",19,18,20,", "split in cycle 19 is not at or before admitted"},
                   {"tasks.csv", ",16,18,20,22,", ",21,21,20,22,", "split in cycle 21 is not at or before first_issue"},
                   {"tasks.csv", ",18,20,22,", ",23,20,22,", "admitted in cycle 23 is not at or before last_issue"},
                   {"tasks.csv", ",20,22,60", ",23,22,60", "first_issue in cycle 23"},
                   {"tasks.csv", ",22,60", ",60,60", "last_issue in cycle 60 is not before completed"},
                   {"tasks.csv", ",61,,,,,62", ",63,,,,,62", "registered in cycle 63 is not at or before completed"},
                   {"tasks.csv", ",61,,,,,62", ",61,61,,,,62", "an event task with a cycle for split"},
                   {"tasks.csv", ",60,11,11,0,", ",60,10,11,0,", "cached in cycle 10 is not before shown in cycle 10"},
                   {"tasks.csv", ",60,11,11,0,", ",60,11,12,0,", "ready in cycle 12 is not before registered"},
                   {"tasks.csv", ",90,13,60,1,", ",90,61,60,1,", "shown in cycle 61 is not at or before ready"},
                   {"tasks.csv", ",90,13,60,1,", ",90,13,60,0,", "task c has id 0, which task b has not given back"},
                   {"tasks.csv", "b,event,1,0", "b,event,1,1", "an event task with 1 jobs"},
                   {"tasks.csv", "a,block,1,2", "a,block,1,0", "0 jobs (expected 1 to 65536"},
                   {"tasks.csv", "a,block,1,2", "a,block,300,2", "weight 300"},
                   {"tasks.csv", ",16,18,20,22,60", ",16,,20,22,60", "first_issue but not admitted"},
                   {"tasks.csv", "b,event", "a,event", "task a has a duplicate row"},
                   {"tasks.csv", ",3,5,11,17", ",5,5,11,17", "announced in cycle 5 is not before asked in cycle 5"},
                   {"tasks.csv", ",3,5,11,17", ",3,5,,17", "task a: no cycle for slot_taken"},
                   {"tasks.csv", ",60,,,,0", ",60,61,,,0", "task b: an event task with a cycle for requested"},
                   {"tasks.csv", "c,block,1,1,3,12,61,65,66,68,68,90", "c,block,1,1,3,12,61,65,66,68,68,59",
                    "task c is out of order"},
               });
  const RunDirectory run;  // rows of one cycle in order of submission
  run.replace("tasks.csv", "a,block,1,2,1,", "a,block,1,2,2,");
  run.replace("tasks.csv", ",60,11,11,0,0,0,0,3,5,11,17,17,23,0\nb,event,1,0,2,11,61,,,,,62",
              ",60,11,11,0,0,0,0,3,5,11,17,17,23,0\nb,event,1,0,1,11,60,,,,,60");
  CHECK(says(run.check().errors, "tasks.csv:3:1: error: task b is out of order"));
}

TEST_CASE("stages of tasks out of order have no lengths") {
  const RunDirectory run;
  run.replace("tasks.csv", "68,68,90,", "68,68,60,");
  const std::vector<std::string> errors = run.check().errors;
  CHECK(says(errors, "task c: last_issue in cycle 68 is not before completed in cycle 60"));
  CHECK(!says(errors, "execute"));
}

TEST_CASE("violated orders within jobs.csv are found") {
  check_faults(1,
               {
                   {"jobs.csv", "50,,21,26,46", "50,20,21,26,46", "job 0 of task a: matched in cycle 20 is not at or"},
                   {"jobs.csv", "50,,21,26,46", "50,18,21,26,46", "job 1 of task a: no cycle for matched"},
                   {"jobs.csv", "50,,21,26,46", "50,,24,26,46", "sent in cycle 24, after slot_freed of its task"},
                   {"jobs.csv", "50,,21,26,46", "50,,21,27,46", "ready in cycle 27 is not at or before started"},
                   {"jobs.csv", "50,,21,26,46", "50,,21,26,51", "written in cycle 51 is not at or before completed"},
                   {"jobs.csv", ",19,20,25,", ",21,20,25,", "jobs.csv:2:1: error: job 0 of task a: picked in cycle 21"},
                   {"jobs.csv", ",20,25,26,", ",20,20,26,", "issued in cycle 20 is not before arrived"},
                   {"jobs.csv", ",25,26,46,", ",25,24,46,", "arrived in cycle 25"},
                   {"jobs.csv", ",26,46,50", ",26,25,50", "started in cycle 26"},
                   {"jobs.csv", ",46,50", ",46,45", "finished in cycle 46"},
                   {"jobs.csv", ",46,50", ",46,61", "job 1 of task a stands out of order"},
                   {"jobs.csv", "a,0,core0,19,", "a,0,core0,15,", "picked before its task was split"},
                   {"jobs.csv", "a,1,core1,20,", "a,1,core1,18,", "was picked before job 0"},
                   {"jobs.csv", "c,0,core0,67,68,70,71,81,90", "c,0,core1,67,68,70,47,81,90",
                    "while core1 computes job 1 of task a until 48"},
               });
}

TEST_CASE("jobs that ran twice, never, or nowhere are found") {
  check_faults(
      1, {
             {"jobs.csv", "a,1,core1,20,22,28,28,48,60,,23,28,48\n", "",
              "task a: job 1 is not in jobs.csv (1 of 2 jobs are)"},
             {"jobs.csv", "c,0,core0,67,68,70,71,81,90,,69,71,81\n", "", "task c is completed, but none of its jobs"},
             {"jobs.csv", "a,1,core1", "a,0,core1", "job 0 of task a ran a second time"},
             {"jobs.csv", "a,1,core1", "a,2,core1", "its task has only 2 jobs"},
             {"jobs.csv", "c,0,core0", "d,0,core0", "its task is not in tasks.csv"},
             {"jobs.csv", "a,1,core1", "a,1,core7", "its processor is not in summary.json"},
         });
}

TEST_CASE("tasks that disagree with their jobs or predecessors are found") {
  check_faults(1,
               {
                   {"tasks.csv", ",20,22,60", ",21,22,60", "first_issue in cycle 21 (expected 20"},
                   {"tasks.csv", ",20,22,60", ",20,23,60", "last_issue in cycle 23 (expected 22"},
                   {"tasks.csv", ",20,22,60", ",20,22,61", "completed in cycle 61 (expected 60"},
                   {"tasks.csv", "c,block,1,1,3,12,61,", "c,block,1,1,3,12,60,",
                    "edges.csv:3:1: error: task c is registered in cycle 60, its predecessor a completes in cycle 60"},
                   {"edges.csv", "c,a", "c,x", "task x is not in tasks.csv"},
                   {"edges.csv", "c,a", "c,c", "task c is registered in cycle 61, its predecessor c"},
               });
}

TEST_CASE("a summary that disagrees with itself or the tables is found") {
  check_faults(
      1,
      {
          {"summary.json", "\"cycles\": 100", "\"cycles\": 89", "cycles is 89, but tasks.csv goes on to 90"},
          {"summary.json", "\"complete\": true", "\"complete\": false", "complete is false, but end is \"complete\""},
          {"summary.json", "\"submitted\": 3", "\"submitted\": 4", "tasks.submitted is 4 (expected 3"},
          {"summary.json", "\"unfinished\": 0", "\"unfinished\": 1", "tasks.unfinished is 1"},
          {"summary.json", "\"total\": 3", "\"total\": 4", "jobs.total is 4 (expected 3"},
          {"summary.json", "\"schedule_failures\": 0", "\"schedule_failures\": 2",
           "jobs.schedule_failures is 2 (expected 0 by tasks.csv)"},
          {"tasks.csv", ",66,66,72,0", ",66,66,72,2", "jobs.schedule_failures is 0 (expected 2 by tasks.csv)"},
          {"summary.json", "\"issued\": 3", "\"issued\": 2", "jobs.issued is 2"},
          {"summary.json", "\"jobs\": 2", "\"jobs\": 1", "processor core0: jobs is 1 (expected 2"},
          {"summary.json", "\"busy_cycles\": 30", "\"busy_cycles\": 31",
           "processor core0: busy_cycles is 31 (expected 30"},
          {"summary.json", "\"utilization\": 0.3", "\"utilization\": 0.31", "processor core0: utilization"},
          {"summary.json", "\"fetch\": 27", "\"fetch\": 28", "waits.fetch is 28 (expected 27"},
          {"summary.json", "\"lifetime\": 206", "\"lifetime\": 205", "waits.lifetime is 205"},
          {"summary.json", "\"picks\": 3", "\"picks\": 2", "picker.picks is 2"},
          {"summary.json", "\"contested\": 0", "\"contested\": 4", "picker.contested is 4"},
          {"summary.json", "\"weight\": 1", "\"weight\": 2", "picks of weight 2 in block is 3 (expected 0"},
          {"summary.json", "\"share\": 1.0", "\"share\": 0.5", "share of class block"},
          {"summary.json", "\"name\": \"core1\"", "\"name\": \"core0\"", "two processors are called core0"},
          {"summary.json", "\"fetch\": 15", "\"fetch\": 101", "bounds.fetch is 101, more than the run's cycles: 100"},
          {"summary.json", "\"arrivals\": 77", "\"arrivals\": 19",
           "bounds.longest_path is 20, more than bounds.arrivals: 19"},
          {"summary.json", "\"arrivals\": 77", "\"arrivals\": 29",
           "binding is \"arrivals\" (expected \"work\", the larg"},
          {"summary.json", "\"share\": 0.77", "\"share\": 0.78", "bounds.share is 0.78 (expected 0.77)"},
          {"summary.json", "\"work\": 30", "\"work\": 31",
           "bounds.work is 31, more than what the busiest processor computed: 30"},
          {"summary.json", "\"longest_path\": 20", "\"longest_path\": 33",
           "bounds.longest_path is 33, more than the longest path in the tables: 32"},
          {"summary.json", "\"queue\": 2,", "\"queue\": 3,",
           "stages of class block, weight 1, stream 0: queue is 3 (expected 2 by tasks.csv)"},
          {"summary.json", "\"execute\": 60", "\"execute\": 59",
           "waits.execute is 61 (expected 60 as the sum of `stages`)"},
          {"summary.json", "\"p95\": 47", "\"p95\": 46", "predecessors: p95 is 46 (expected 47"},
          {"summary.json", "\"class\": \"event\"", "\"class\": \"union\"",
           "stages of class event, weight 1, stream 0 are missing"},
          {"summary.json", "\"processor_cycles\": 200", "\"processor_cycles\": 201",
           "overhead.processor_cycles is 201 (expected 200 as processors x cycles)"},
          {"summary.json", "\"busy\": 50", "\"busy\": 51", "overhead.busy is 51 (expected 50"},
          {"summary.json", "\"nothing_ready\": 120", "\"nothing_ready\": 119",
           "overhead.processor_cycles is 200 (expected 199"},
          {"summary.json", "\"work_ready\": 30", "\"work_ready\": 31", "overhead.work_ready is 31 (expected 30"},
          {"summary.json", "\"network\": 13", "\"network\": 14",
           "overhead.blocks.network is 14 (expected 13 by jobs.csv)"},
          {"summary.json", "\"jobs.csv\",", "", "jobs.csv:1:1: error: the summary does not list it"},
      });
}

TEST_CASE("steps of the critical path that are of no task or job of the tables are found") {
  const char* header = "from,to,cycles,cause,block,task,job,detail\n";
  const char* good = "0,12,12,arrival,host,a,,registered after begin\n";
  const auto errors = [&](const std::string& step) {
    const RunDirectory run;
    run.summary(good_stats(), {"tasks.csv", "jobs.csv", "edges.csv", "critical_path.csv"});
    run.write("critical_path.csv", header + step);
    return run.check().errors;
  };
  CHECK_FALSE(says(errors(good), "which the tables"));
  CHECK_FALSE(says(errors(good), "is not in"));
  const char* real = "46,48,2,compute,processors,a,1,finished after finished of a 0\n";
  CHECK_FALSE(says(errors(real), "which the tables"));
  CHECK_FALSE(says(errors(real), "is not in"));
  CHECK(says(errors("46,48,2,compute,processors,a,2,finished after started\n"), "job 2 of task a is not in jobs"));
  CHECK(says(errors("46,48,2,compute,processors,a,,finished after started\n"),
             "job without a number of task a is not in jobs.csv"));
  CHECK(says(errors("0,12,12,arrival,host,x,,registered after begin\n"), "task x is not in tasks.csv"));
  const auto awaits = [&](const std::string& whose) {
    return errors("46,48,2,compute,processors,a,1,finished after finished of " + whose + '\n');
  };
  CHECK(says(awaits("a 2"), "awaits a 2, which the tables do not have"));
  CHECK(says(awaits("x 0"), "awaits x 0, which the tables do not have"));
  // 2^32 more than a job that there is.
  CHECK(says(awaits("a 4294967296"), "awaits a 4294967296, which the tables do not have"));
  CHECK(says(awaits("a"), "awaits a, which the tables do not have"));
}

TEST_CASE("files that are malformed are refused with line and column") {
  check_faults(
      2,
      {
          {"tasks.csv", "task,class", "task,klass", "tasks.csv:1:1: error: the first line is"},
          {"tasks.csv", "a,block", "a,blok", "tasks.csv:2:3: error: class is no class"},
          {"tasks.csv", ",16,18,", ",16,-18,", "tasks.csv:2:24: error: admitted is \"-18\" (expected a whole number"},
          {"tasks.csv", ",16,18,", ",16,18446744073709551615,", "tasks.csv:2:24: error: admitted"},
          {"tasks.csv", ",22,60", ",22", "tasks.csv:2:1: error: 24 fields (expected 25)"},
          {"tasks.csv", ",66,66,72,0\n", ",66,66,72,0", "tasks.csv:4:67: error: the last line has no end"},
          {"tasks.csv", "a,block", "\"a,block", "tasks.csv:2:1: error: a quote that is never closed"},
          {"tasks.csv", "a,block", "\"a\"x,block", "tasks.csv:2:4: error: text after a closing quote"},
          {"tasks.csv", "a,block", "a\"b,block", "tasks.csv:2:2: error: a quote inside a field"},
          {"jobs.csv", ",19,20,", ",,20,", "jobs.csv:2:13: error: picked is \"\""},
          {"jobs.csv", ",46\n", ",46\r\n", "jobs.csv:2:40: error: a carriage return"},
          {"edges.csv", "b,a\n", "\n", "edges.csv:2:1: error: 1 fields (expected 2)"},
          {"summary.json", "\"seed\": 0,", "\"seed\": 0", "summary.json:9:"},
          {"summary.json", "gantry-summary-1", "gantry-summary-0", "unknown schema"},
          {"summary.json", "\"lifetime\"", "\"life\"", "waits.lifetime is missing"},
          {"summary.json", "\"cycles\": 100", "\"cycles\": -1", "cycles is -1 (expected a whole number from 0)"},
          {"summary.json", "\"cycles\": 100", "\"cycles\": 1e999", "summary.json:1:1: error: a number is out of range"},
          {"summary.json", "\"utilization\": 0.3", "\"utilization\": null", "processors[0].utilization is null"},
          {"summary.json", "\"end\": \"complete\"", "\"end\": \"well\"", "end is unknown"},
      });
}

TEST_CASE("files that are missing are reported") {
  for (const char* file : {"summary.json", "tasks.csv", "jobs.csv", "edges.csv"}) {
    const RunDirectory run;
    run.remove(file);
    const CheckReport report = run.check();
    CHECK(report.status == 2);
    REQUIRE(report.errors.size() == 1);
    CHECK(says(report.errors, std::string(file) + ":1:1: error: cannot be read"));
  }
  CHECK(check_run("/no/such/directory").status == 2);
}

TEST_CASE("tables that the run did not write are skipped, and said to be") {
  const RunDirectory run;
  run.summary(good_stats(), {"jobs.csv"});
  run.remove("tasks.csv");
  run.remove("edges.csv");
  CheckReport report = run.check();
  CHECK(report.status == 0);
  CHECK(says(report.result, "skipped: predecessors first (the run wrote no tasks.csv)"));
  CHECK(says(report.result, "ok: 3 jobs, 2 processors, 100 cycles"));
  run.replace("jobs.csv", "a,1,core1", "a,0,core1");
  CHECK(says(run.check().errors, "ran a second time"));
  run.remove("jobs.csv");
  run.summary(good_stats(), {});
  report = run.check();
  CHECK(report.status == 0);
  CHECK(says(report.result, "skipped: no overlap on a processor"));
}

TEST_CASE("an unfinished run passes with what it has") {
  const RunDirectory run;
  RunStats stats = good_stats();
  stats.end = RunEnd::cycle_limit;
  stats.cycles = 70;
  stats.tasks_completed = 2;
  stats.tasks_unfinished = 2;  // c, and one that was never submitted
  stats.jobs_completed = 2;
  stats.processors[0].jobs = 1;
  stats.processors[0].busy_cycles = 20;
  stats.waits.cycles = {9 + 9, 1 + 1, 0 + 48, 1 + 1, 4, 2, 2, 2, 38 + 1};
  stats.waits.lifetime = 59 + 60;
  run.summary(stats);
  run.replace("tasks.csv", "c,block,1,1,3,12,61,65,66,68,68,90,13,60,1,0,0,0,5,7,60,66,66,72,0\n",
              "c,block,1,1,3,12,61,65,66,68,68,,13,60,1,0,0,0,,,,,,,0\nd,block,1,4,,,,,,,,,,,,0,0,0,,,,,,,0\n");
  run.replace("jobs.csv", "c,0,core0,67,68,70,71,81,90,,69,71,81\n", "");
  const CheckReport report = run.check();
  INFO(joined(report.errors));
  CHECK(report.status == 0);
  CHECK(says(report.result, "skipped: totals that only a complete run has (it ended by cycle_limit)"));
  CHECK(says(report.result, "of an unfinished run"));
  run.replace("tasks.csv", "b,event,1,0,2,11,61", "b,event,1,0,2,11,60");
  CHECK(run.check().status == 1);
}

TEST_CASE("of many violations twenty are told") {
  const RunDirectory run;
  std::string tasks =
      "task,class,weight,jobs,submitted,cached,registered,split,admitted,first_issue,last_issue,completed,"
      "shown,ready,id,stream,instance,place,announced,asked,slot_taken,requested,entered,slot_freed,match_failures\n";
  for (int i = 0; i < 1000; ++i) tasks += "\"t\n" + std::to_string(i) + "\",block,0,1,5,4,,,,,,,,,,0,0,0,,,,,,,0\n";
  run.write("tasks.csv", tasks);
  const CheckReport report = run.check();
  CHECK(report.status == 1);
  REQUIRE(report.errors.size() == 21);
  CHECK(says({report.errors[2]}, "tasks.csv:4:1: error: task t?1: weight 0"));
  CHECK(says({report.errors.back()}, "... and "));
}

}  // namespace gantry::check_test
