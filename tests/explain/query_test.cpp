// SPDX-License-Identifier: Apache-2.0
// gantry query: the tables of a run in SQL, their derived tables held to the run's own numbers, and what is refused.
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "result/tables.h"
#include "sql/database.h"

namespace gantry::query_test {

namespace {

using Json = nlohmann::json;

/// 40 tasks of all classes on three processors, each after the one two before it; the names need quotes in CSV.
const std::string kExperiment = [] {
  std::string text =
      "name: asked\narchitecture:\n  interconnect: {topology: mesh, columns: 3, rows: 2}\n"
      "  processors: [{count: 3, queue_depth: 2}]\noutput: {picks: true, packets: true}\nworkload:\n  tasks:\n";
  for (int t = 0; t < 40; ++t) {
    text += "    - {id: 't\"" + std::to_string(t) + ",', class: " +
            (t % 5 == 4   ? "event"
             : t % 3 == 0 ? "cluster"
                          : "block") +
            (t % 5 == 4 ? "" : ", jobs: 2, input_bytes: 200, cycles: " + std::to_string(20 + t % 7 * 30)) +
            (t > 1 ? ", after: ['t\"" + std::to_string(t - 2) + ",']" : "") + "}\n";
  }
  return text;
}();

/// A run in its directory `out`.
struct FinishedRun {
  explicit FinishedRun(const std::vector<std::string>& more = {}) {
    files.write("asked.yaml", kExperiment);
    std::vector<std::string> words = {"run", "asked.yaml", "--out", "out"};
    words.insert(words.end(), more.begin(), more.end());
    ProgramRun run(files, words);
    INFO(run.err());
    REQUIRE(run.finish() == 0);
    summary = Json::parse(file_text(files.path("out/summary.json")));
  }

  [[nodiscard]] std::string asked(const std::string& sql, const std::string& form = "--csv") const {
    ProgramRun query(files, {"query", "out", sql, form});
    INFO(sql);
    INFO(query.err());
    CHECK(query.finish() == 0);
    return query.out();
  }
  [[nodiscard]] Json rows(const std::string& sql) const { return Json::parse(asked(sql, "--json")); }
  /// The message of a query that fails.
  [[nodiscard]] std::string refused(const std::string& sql) const {
    ProgramRun query(files, {"query", "out", sql});
    INFO(sql);
    CHECK(query.finish() == 2);
    CHECK(query.out().empty());
    return query.err();
  }

  InputFiles files;
  Json summary;
};

}  // namespace

TEST_CASE("the tables of a run in SQL have the rows and cells of its files") {
  const FinishedRun run;
  CHECK(run.asked("SELECT * FROM tasks").size() > 4000);
  INFO("All columns that any run writes are there; two of tasks.csv and three of jobs.csv only some runs write.");
  const std::string written = file_text(run.files.path("out/jobs.csv"));
  const std::string asked = run.asked("SELECT * FROM jobs");
  CHECK(asked.substr(0, asked.find('\n')) == column_header<JobCells>(kAllGroups<JobCells>));
  CHECK(run.asked("SELECT * FROM edges") == file_text(run.files.path("out/edges.csv")));
  CHECK(run.asked("SELECT * FROM critical_path") == file_text(run.files.path("out/critical_path.csv")));
  CHECK(run.asked("SELECT * FROM slack") == file_text(run.files.path("out/slack.csv")));
  CHECK(run.asked("SELECT * FROM picks") == file_text(run.files.path("out/picks.csv")));
  CHECK(run.asked("SELECT * FROM packets") == file_text(run.files.path("out/packets.csv")));
  CHECK(run.asked("SELECT * FROM links") == file_text(run.files.path("out/links.csv")));
  CHECK(run.asked("SELECT * FROM link_load") == file_text(run.files.path("out/link_load.csv")));
  CHECK(run.rows("SELECT count(*) AS n FROM jobs")[0]["n"] == run.summary["jobs"]["completed"]);
  INFO("An event task has no jobs: the cells of its stations are empty, and NULL.");
  CHECK(run.rows("SELECT count(*) AS n FROM tasks WHERE split IS NULL")[0]["n"] == 8);
  CHECK(run.rows("SELECT typeof(completed) AS t, typeof(task) AS n FROM tasks LIMIT 1")[0] ==
        Json({{"t", "integer"}, {"n", "text"}}));
}

TEST_CASE("the waits of all tasks sum to the waits of the summary, and the path's steps to its cycles") {
  const FinishedRun run;
  for (const auto& [stage, cycles] : run.summary["waits"].items()) {
    CHECK(run.rows("SELECT sum(" + stage + ") AS cycles FROM waits")[0]["cycles"] == cycles);
  }
  const Json stages = run.rows(
      "SELECT * FROM waits WHERE lifetime <> fetch + queue + predecessors + register + split"
      " + match + pick + issue + execute OR completed IS NULL");
  CHECK(stages.empty());
  CHECK(run.rows("SELECT sum(cycles) AS cycles FROM path")[0]["cycles"] == run.summary["cycles"]);
  CHECK(run.rows("SELECT a.step FROM path AS a JOIN path AS b ON b.step = a.step + 1 WHERE a.\"end\" <> b.\"begin\"")
            .empty());
  CHECK(run.asked("SELECT cycles FROM path ORDER BY step") ==
        run.asked("SELECT \"to\" - \"from\" AS cycles FROM critical_path ORDER BY \"from\""));
}

TEST_CASE("the mean level of a queue is the summary's, whatever the clock") {
  INFO(
      "Of so few changes the trace has all. Its times are cut to nanoseconds, or to picoseconds above 1 GHz; the "
      "cycles "
      "are found again.");
  const std::string sql =
      "SELECT block, queue, sum(level * (\"end\" - \"begin\")) AS cycles, min(\"begin\") AS first,"
      " max(\"end\") AS last, sum(\"end\" - \"begin\") AS all_cycles FROM queues GROUP BY 1, 2";
  std::string answer;
  for (const char* clock : {"1000", "999", "7", "3333"}) {
    const FinishedRun run({"--set", std::string("architecture.clock_mhz=") + clock});
    const std::string again = run.asked(sql);
    if (!answer.empty()) CHECK(answer == again);
    answer = again;
    if (clock != std::string("1000")) continue;
    int queues = 0;
    for (const Json& row : Json::parse(run.asked(sql, "--json"))) {
      CHECK(row["first"] == 0);
      CHECK(row["last"] == run.summary["cycles"]);
      CHECK(row["all_cycles"] == run.summary["cycles"]);
      const Json& block = run.summary["blocks"][row["block"].get<std::string>()];
      if (!block.contains("queues") || !block["queues"].contains(row["queue"].get<std::string>())) continue;
      ++queues;
      const double mean = block["queues"][row["queue"].get<std::string>()]["mean"];
      CHECK(std::abs(row["cycles"].get<double>() / run.summary["cycles"].get<double>() - mean) < 1e-9);
    }
    CHECK(queues > 5);
  }
}

TEST_CASE("summary has every number of summary.json by its path") {
  const FinishedRun run;
  const auto value = [&](const std::string& key) {
    return run.rows("SELECT value FROM summary WHERE key = '" + key + "'")[0]["value"];
  };
  CHECK(value("cycles") == run.summary["cycles"]);
  CHECK(value("complete") == 1);
  CHECK(value("processors[1].name") == run.summary["processors"][1]["name"]);
  CHECK(value("interconnect.latency.mean") == run.summary["interconnect"]["latency"]["mean"]);
}

TEST_CASE("an answer is a table, CSV or JSON") {
  const FinishedRun run;
  const std::string sql = "SELECT 'a,b' AS name, 2.5 AS half, NULL AS none UNION ALL SELECT 'c', 10, 3";
  CHECK(run.asked(sql) == "name,half,none\n\"a,b\",2.5,\nc,10,3\n");
  CHECK(
      run.asked(sql, "--json") ==
      "[\n  {\"name\": \"a,b\", \"half\": 2.5, \"none\": null},\n  {\"name\": \"c\", \"half\": 10, \"none\": 3}\n]\n");
  ProgramRun text(run.files, {"query", "out", sql});
  CHECK(text.out() == "  name  half  none\n  a,b    2.5\n  c       10     3\n");
  CHECK(run.asked("SELECT task FROM tasks WHERE task = 'none'", "--json") == "[]\n");
  INFO("A cell is never cut.");
  ProgramRun longer(run.files, {"query", "out", "SELECT hex(zeroblob(40)) AS zeros"});
  CHECK(longer.out() == "  zeros\n  " + std::string(80, '0') + "\n");
}

TEST_CASE("without SQL the tables and their columns are listed") {
  const FinishedRun run;
  ProgramRun list(run.files, {"query", "out"});
  CHECK(list.finish() == 0);
  for (const char* line : {"tasks, from tasks.csv\n  task, class, weight, jobs, submitted,", "waits, from tasks.csv\n",
                           "queues, from trace.json\n", "path, a view of critical_path\n  step, begin, end, cycles,"}) {
    INFO(line);
    CHECK(list.out().find(line) != std::string::npos);
  }
  INFO("A file that the run did not write is no table, even if it is there.");
  run.files.write("out/requests.csv", "left over\n");
  ProgramRun again(run.files, {"query", "out"});
  CHECK(again.out() == list.out());
}

TEST_CASE("an error of the SQL is reported where it is") {
  const FinishedRun run;
  CHECK(run.refused("SELECT\n  slak FROM slack") == "SQL:2:3: error: no such column: slak (did you mean 'slack'?)\n");
  CHECK(run.refused("SELECT * FROM taks") == "SQL:1:15: error: no such table: taks (did you mean 'tasks'?)\n");
  CHECK(run.refused("SELECT task FORM tasks LIMIT").rfind("SQL:1:18: error: near \"tasks\": syntax error", 0) == 0);
  CHECK(run.refused("SELECT slack FROM jobs") ==
        "SQL:1:8: error: no such column: slack (a column of slack; a text is written in single quotes)\n");
  CHECK(run.refused("SELECT 1; SELECT 2") == "SQL:1:11: error: a second statement (expected one)\n");
  CHECK(run.refused("-- nothing") == "SQL:1:1: error: no statement (expected SELECT)\n");
  CHECK(run.refused("SELECT abs(-9223372036854775807 - 1)") == "SQL:1:1: error: integer overflow\n");
  ProgramRun twice(run.files, {"query", "out", "SELECT 1 AS a, 2 AS a", "--json"});
  CHECK(twice.finish() == 2);
  CHECK(twice.err() == "SQL:1:1: error: two columns have the name 'a' (expected AS with another one)\n");
}

TEST_CASE("a query only reads") {
  const FinishedRun run;
  for (const std::string sql :
       {"ATTACH 'other.sqlite' AS other", "CREATE TABLE mine (a)", "CREATE TEMP TABLE mine AS SELECT 1",
        "DELETE FROM tasks", "INSERT INTO slack VALUES ('a', 1)", "UPDATE tasks SET weight = 1", "DROP TABLE tasks",
        "VACUUM INTO 'other.sqlite'", "PRAGMA journal_mode = WAL", "BEGIN", "SELECT load_extension('other.so')"}) {
    CHECK(run.refused(sql) == "SQL:1:1: error: a query may only read (expected SELECT)\n");
  }
  CHECK_FALSE(std::filesystem::exists(run.files.path("other.sqlite")));
}

TEST_CASE("a damaged table is reported, unless the query does not need it") {
  const FinishedRun run;
  std::string tasks = file_text(run.files.path("out/tasks.csv"));
  tasks.replace(tasks.find("\nt\"", 0) == std::string::npos ? tasks.find("\n\"") : 0, 1, "\nx");
  run.files.write("out/tasks.csv", tasks);
  const std::string error = run.refused("SELECT count(*) FROM tasks");
  INFO(error);
  CHECK(is_placed_error(error.substr(0, error.find('\n')), "out/tasks.csv"));
  CHECK(run.refused("SELECT * FROM waits") == error);
  CHECK(run.asked("SELECT count(*) AS n FROM slack") == "n\n40\n");
  std::filesystem::remove(run.files.path("out/edges.csv"));
  CHECK(run.refused("SELECT * FROM edges") ==
        "out/edges.csv:1:1: error: cannot be read (the summary lists it among the outputs)\n");
  const std::string trace = file_text(run.files.path("out/trace.json"));
  run.files.write("out/trace.json", trace.substr(0, trace.size() - 60));
  CHECK(run.refused("SELECT * FROM queues").find("error: is not as runs write it\n") != std::string::npos);
  ProgramRun written(run.files, {"query", "out", "--database", "run.sqlite"});
  CHECK(written.finish() == 2);
  CHECK_FALSE(std::filesystem::exists(run.files.path("run.sqlite")));
}

TEST_CASE("--database writes all tables and views into a file") {
  const FinishedRun run;
  ProgramRun written(run.files, {"query", "out", "--database", "run.sqlite"});
  CHECK(written.finish() == 0);
  CHECK(written.out() == "database in run.sqlite\n");
  SqlDatabase database(run.files.path("run.sqlite"));
  Diagnostics problems;
  SqlQuery query(
      database, "SELECT (SELECT sum(cycles) FROM path), (SELECT count(*) FROM waits)",
      [](const std::string& /*message*/) { return ""; }, problems);
  REQUIRE(query.next());
  CHECK(query.cell(0).integer == run.summary["cycles"].get<std::int64_t>());
  CHECK(query.cell(1).integer == 40);
  ProgramRun over(run.files, {"query", "out", "--database", "out/tasks.csv"});
  CHECK(over.finish() == 2);
}

TEST_CASE("what is no run is refused, and runs of other kinds have their own tables") {
  const InputFiles files;
  ProgramRun none(files, {"query", "nowhere", "SELECT 1"});
  CHECK(none.finish() == 2);
  CHECK(none.err() == "nowhere/summary.json:1:1: error: cannot be read (expected the summary of a finished run)\n");
  std::filesystem::create_directory(files.path("study"));
  files.write("study/study.json", "{}");
  ProgramRun study(files, {"query", "study", "SELECT 1"});
  CHECK(study.finish() == 2);
  CHECK(study.err() == "study: error: is a study (its points in points/ are runs; study.sqlite has its tables)\n");

  const std::string serving = std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/serving/mm1.yaml";
  ProgramRun serve(files, {"run", serving, "--out", "served", "--set", "serving.sessions.0.count=50", "--set",
                           "output.sessions=true"});
  INFO(serve.err());
  REQUIRE(serve.finish() == 0);
  ProgramRun sessions(files, {"query", "served", "SELECT count(*) AS n FROM sessions", "--csv"});
  CHECK(sessions.out() == "n\n50\n");
  const std::string mesh = std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/network/mesh8x8.yaml";
  ProgramRun network(files, {"network", mesh, "--out", "carried", "--set", "traffic.packets_per_cycle=[0.02,0.03]",
                             "--set", "saturation=false"});
  INFO(network.err());
  REQUIRE(network.finish() == 0);
  INFO("8 x 8 routers; from each terminal a link in and one out, and 4 x 56 between routers.");
  ProgramRun links(files, {"query", "carried", "SELECT count(*) AS n FROM \"0.02/links\"", "--csv"});
  CHECK(links.out() == "n\n" + std::to_string(64 + 2 * 64 + 4 * 56) + "\n");
}

}  // namespace gantry::query_test
