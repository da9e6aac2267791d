// SPDX-License-Identifier: Apache-2.0
// What `gantry report` writes: one file that needs no other, in which nothing but its own script can run, of a bounded
// size, with the figures of the run. tests/report opens it in a browser.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "catch.h"
#include "csv_table.h"
#include "gantry/explain/causes.h"
#include "page_data.h"
#include "program_run.h"
#include "report/level_curve.h"
#include "report/page_text.h"
#include "report/run_page.h"
#include "sanitized.h"

namespace gantry::report_page_test {

using Json = nlohmann::json;

namespace {

const std::string kCholesky = std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/cholesky.yaml";

/// Runs the experiment into the directory `run`; `more`: arguments.
void simulate(const InputFiles& files, const std::string& experiment, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"run", experiment, "--out", "run"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  ProgramRun run(files, arguments);
  INFO(run.err());
  REQUIRE(run.finish() == 0);
}

std::string page_of(const InputFiles& files, const std::vector<std::string>& directories) {
  Diagnostics problems;
  std::vector<std::string> paths;
  for (const std::string& directory : directories) paths.push_back(files.path(directory));
  const auto page = run_page(paths, {"", "nobody compared them"}, problems);
  for (const std::string& line : problems.lines()) UNSCOPED_INFO(line);
  REQUIRE(page.has_value());
  return *page;
}

}  // namespace

TEST_CASE("every cause of waiting has a colour of its own, on light paper and on dark") {
  const std::string style = file_text(std::string(GANTRY_SOURCE_DIR) + "/sim/report/page.css");
  for (const std::string_view cause : kCauseNames) {
    INFO(cause);
    const std::string colour = " --" + std::string(cause) + ": #";
    const std::size_t light = style.find(colour);
    CHECK(light != std::string::npos);
    CHECK(style.find(colour, light + 1) != std::string::npos);
  }
}

TEST_CASE("the page of a run holds the figures of its summary and the sums of its tables") {
  const InputFiles files;
  simulate(files, kCholesky, {"--set", "output.packets=true", "--set", "output.picks=true"});
  const Json summary = Json::parse(file_text(files.path("run/summary.json")));
  const Json run = data_of(page_of(files, {"run"}))["runs"][0];

  for (const char* key : {"experiment", "cycles", "tasks", "jobs", "blocks", "interconnect", "waits", "critical_path"})
    CHECK(run["summary"][key] == summary[key]);
  CHECK(run["left_out"] == Json::array());

  INFO("Every job is there, and the processors' curves hold exactly the cycles in which they computed.");
  std::uint64_t busy = 0;
  for (const Json& processor : summary["processors"]) busy += processor["busy_cycles"].get<std::uint64_t>();
  std::uint64_t lengths = 0;
  for (const Json& cycles : run["jobs"]["length"]) lengths += cycles.get<std::uint64_t>();
  std::uint64_t running = 0;
  for (const Json& cycles : run["jobs"]["running"]) running += cycles.get<std::uint64_t>();
  CHECK(run["jobs"]["total"] == summary["jobs"]["completed"]);
  CHECK(run["jobs"]["kept"] == run["jobs"]["total"]);
  CHECK(lengths == busy);
  CHECK(running == busy);
  CHECK(run["jobs"]["busy_cycles"] == busy);

  INFO("The steps of the critical path follow each other from cycle 0 to the end.");
  std::uint64_t end = 0;
  for (const Json& step : run["path"]["rows"]) {
    CHECK(step[1] == end);
    end += step[2].get<std::uint64_t>();
  }
  CHECK(end == summary["cycles"]);

  INFO("Every pick is a point of its task.");
  std::uint64_t picks = 0;
  for (const Json& task : run["picks"]["tasks"]) {
    CHECK(task[1] == task[2].size());
    for (const Json& point : task[2]) picks += point[4].get<std::uint64_t>();
  }
  CHECK(picks == summary["picker"]["picks"]);
  CHECK(run["picks"]["frac"] == 8);

  INFO("Packets and flits are those of the summary.");
  CHECK(run["packets"]["all"]["packets"] == summary["interconnect"]["packets"]);
  CHECK(run["packets"]["all"]["p99"] == summary["interconnect"]["latency"]["p99"]);
  std::uint64_t entered = 0;
  for (const Json& entry : run["links"]["entries"]) entered += entry[2].get<std::uint64_t>();
  CHECK(entered == summary["interconnect"]["flits"]);
  INFO("What each link carried over time is what it carried.");
  for (const char* kind : {"entries", "links", "exits"}) {
    for (const Json& link : run["links"][kind]) {
      std::uint64_t carried = 0;
      for (const Json& flits : link[3]) carried += flits.get<std::uint64_t>();
      CHECK(carried == link[2].get<std::uint64_t>());
    }
  }
  CHECK(run["links"]["spots"].size() == run["links"]["routers"].size());
}

TEST_CASE("the page of a run with data shows where its parts came from and how full its stores were") {
  const InputFiles files;
  simulate(files, std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/stores.yaml");
  const Json data = Json::parse(file_text(files.path("run/summary.json")))["data"];
  const Json stores = data_of(page_of(files, {"run"}))["runs"][0]["stores"];
  REQUIRE(stores["stores"].size() == data["stores"].size());

  INFO("A part is read again, was written there, or came from memory or another store.");
  std::vector<std::uint64_t> bytes(4);
  for (const Json& flow : stores["flows"])
    bytes[std::min<std::size_t>(flow[0].get<std::size_t>(), 3)] += flow[2].get<std::uint64_t>();
  CHECK(bytes[0] == data["read"]["own"]["bytes"]);
  CHECK(bytes[1] == data["made"]["bytes"]);
  CHECK(bytes[2] == data["read"]["memory"]["bytes"]);
  CHECK(bytes[3] == data["read"]["store"]["bytes"]);

  INFO("The slices of a store hold what its stays reserved.");
  std::uint64_t drawn = 0;
  for (const Json& store : stores["stores"])
    for (const Json& sum : store[2]) drawn += sum.get<std::uint64_t>();
  std::uint64_t stayed = 0;
  const CsvTable stays(files.path("run/residency.csv"));
  for (std::size_t row = 0; row < stays.rows(); ++row) {
    const auto number = [&](const char* column) { return std::stoull(stays.at(row, column)); };
    stayed += number("bytes") * (number("until") - number("reserved"));
  }
  CHECK(drawn == stayed);

  INFO("Without the table the page says so, and a run without data has no such part.");
  simulate(files, std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/stores.yaml", {"--set", "output.residency=false"});
  CHECK(data_of(page_of(files, {"run"}))["runs"][0]["stores"].contains("missing"));
  simulate(files, kCholesky);
  CHECK_FALSE(data_of(page_of(files, {"run"}))["runs"][0].contains("stores"));
}

TEST_CASE("two equal runs have the same page") {
  const InputFiles files;
  simulate(files, kCholesky);
  const std::string first = page_of(files, {"run"});
  simulate(files, kCholesky);
  CHECK(page_of(files, {"run"}) == first);
}

TEST_CASE("names are data: none of them leaves the JSON, and the policy lets nothing run but the page's own script") {
  const InputFiles files;
  files.write("workload.yaml", R"(tasks:
  - {id: "</script><script>alert(1)</script>", cycles: 500}
  - {id: "<img src=x onerror=\"alert(2)\">", cycles: 400, after: ["</script><script>alert(1)</script>"]}
  - {id: "<!--<script>", cycles: 300}
  - {id: "]]>&lt;'\"\\u003c", cycles: 200}
)");
  const std::string experiment = files.write("experiment.yaml", R"(name: "<b onclick=alert(3)>&amp;"
architecture: {processors: [{name: "\"><svg onload=alert(4)>", count: 2}]}
workload: {path: workload.yaml}
)");
  simulate(files, experiment);
  const std::string page = page_of(files, {"run"});

  INFO("Two scripts, and no other mark of HTML in the data.");
  CHECK(times(page, "<script") == 2);
  CHECK(times(page, "</script") == 2);
  CHECK(times(page, "onerror=") == 1);
  const std::string data = between(page, "id=\"data\">", "</script>");
  CHECK(data.find_first_of("<>&") == std::string::npos);
  CHECK(between(page, "<title>", "</title>") == "&lt;b onclick=alert(3)&gt;&amp;amp; – Gantry");
  INFO("And yet the names are there as they are.");
  const Json names = data_of(page)["runs"][0]["names"];
  for (const char* name :
       {"</script><script>alert(1)</script>", "<img src=x onerror=\"alert(2)\">", "<!--<script>", "]]>&lt;'\"\\u003c"})
    CHECK(std::find(names.begin(), names.end(), name) != names.end());

  const std::string policy = between(page, "Content-Security-Policy\" content=\"", "\"");
  CHECK(policy == "default-src 'none'; style-src " + policy_hash(between(page, "<style>", "</style>")) +
                      "; script-src " + policy_hash(between(page, "<script>", "</script>")) +
                      "; base-uri 'none'; form-action 'none'");
  INFO("SHA-256 of nothing, in base64.");
  CHECK(policy_hash("") == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
}

TEST_CASE("the page's own script never makes elements out of text") {
  const std::string script(kPageScript);
  for (const char* way : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
                          "DOMParser", "createContextualFragment", "srcdoc", "javascript:", "http://", "https://",
                          "fetch(", "XMLHttpRequest", "import("}) {
    INFO(way);
    CHECK(times(script, way) == (std::string(way) == "http://" ? 1 : 0));  // SVG's namespace is a name, not a place
  }
  CHECK(std::string(kPageStyle).find("url(") == std::string::npos);
  CHECK(std::string(kPageStyle).find("@import") == std::string::npos);
}

TEST_CASE("a page stays below its size whatever the run, and says what it left out", "[figures]") {
  const InputFiles files;
  std::string tasks = "tasks:\n";
  const int count = kSanitized ? 4000 : 12000;
  for (int t = 0; t < count; ++t) {
    // Characters that take six bytes each in the page.
    tasks += "  - {id: \"" + std::string(120, '<') + std::to_string(t) + "\", cycles: 50}\n";
  }
  files.write("workload.yaml", tasks);
  const std::string experiment = files.write("experiment.yaml", R"(name: large
architecture: {interconnect: {topology: crossbar}, host: {submit_cycles: 1}, processors: [{count: 16}]}
workload: {path: workload.yaml}
output: {trace: false, packets: true}
)");
  simulate(files, experiment);
  const std::string page = page_of(files, {"run"});
  CHECK(page.size() <= kMostPageBytes);
  const Json run = data_of(page)["runs"][0];
  CHECK(run["jobs"]["total"] == count);
  CHECK(run["jobs"]["kept"] < count);
  CHECK(run["jobs"]["task"].size() == run["jobs"]["kept"]);
  CHECK(run["left_out"].dump().find("of " + std::to_string(count) + " jobs are in this page one by one") !=
        std::string::npos);
  INFO("What is not there one by one is there in sum: every processor's busy cycles.");
  for (std::size_t p = 0; p < 16; ++p) {
    std::uint64_t busy = 0;
    for (const Json& cycles : run["jobs"]["busy"][p]) busy += cycles.get<std::uint64_t>();
    CHECK(busy == run["jobs"]["rows"][p]["busy"]);
  }
}

TEST_CASE("a curve holds every interval's cycles in its stretches") {
  // Stretches 0-3, 4-7 and 8-9 of 10 cycles.
  LevelCurve curve(10, 4);
  curve.add(1, 3);
  curve.add(2, 9);
  curve.add(7, 20);  // cut at the end
  curve.add(5, 5);   // nothing
  CHECK(curve.sums() == std::vector<std::uint64_t>{2 + 2, 4 + 1, 1 + 2});
}

TEST_CASE("a table that is off is a sentence in the page") {
  const InputFiles files;
  simulate(files, kCholesky,
           {"--set", "output.jobs=false", "--set", "output.critical_path=false", "--set", "output.links=false"});
  std::filesystem::remove(files.path("run/tasks.csv"));
  const Json run = data_of(page_of(files, {"run"}))["runs"][0];
  CHECK(run["jobs"]["missing"] == "The run wrote no jobs.csv (output.jobs of the experiment writes it).");
  CHECK(run["path"]["missing"] ==
        "The run wrote no critical_path.csv (output.critical_path of the experiment writes it).");
  CHECK(run["links"]["missing"] == "The run wrote no links.csv (output.links of the experiment writes it).");
  CHECK(run["tasks"]["missing"] == "The run wrote tasks.csv, but it is not in the directory.");
  CHECK(run["jobs"]["rows"].size() == 16);
}

TEST_CASE("the page of an unfinished run says so") {
  const InputFiles files;
  ProgramRun run(files, {"run", kCholesky, "--out", "run", "--set", "limits.max_cycles=50000"});
  REQUIRE(run.finish() == 1);
  const Json data = data_of(page_of(files, {"run"}));
  CHECK(data["runs"][0]["summary"]["complete"] == false);
  CHECK(data["runs"][0]["path"].contains("missing"));
  CHECK(data["runs"][0]["jobs"]["total"] == data["runs"][0]["summary"]["jobs"]["completed"]);
}

TEST_CASE("inference nodes and an interconnect alone have pages, too") {
  const InputFiles files;
  const std::string experiments = std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/";
  simulate(files, experiments + "serving/recognisers.yaml",
           {"--set", "serving.sessions.0.count=50", "--set", "serving.sessions.1.count=50"});
  const Json serving = data_of(page_of(files, {"run"}))["runs"][0];
  CHECK(serving["kind"] == "serving");
  CHECK(serving["links"]["routers"].size() > 0);
  files.write("network.yaml",
              "name: small\nmeasured_cycles: 5000\ninterconnect: {topology: mesh, columns: 2, rows: 2}\ntraffic: "
              "{packets_per_cycle: 0.01}\n");
  ProgramRun network(files, {"network", "network.yaml", "--out", "net"});
  INFO(network.err());
  REQUIRE(network.finish() == 0);
  const Json lone = data_of(page_of(files, {"net"}))["runs"][0];
  CHECK(lone["kind"] == "network");
  CHECK(lone["summary"].at("offered") > 0.0);
  // The slider over its links has the same cycles as what they carried.
  CHECK(lone["cycles"] == lone["summary"].at("cycles"));
  CHECK(lone["links"]["no_levels"] == "");
  const Cycle stretch = lone["links"]["stretch"];
  CHECK(stretch > 0);
  for (const auto& link : lone["links"]["links"]) {
    std::uint64_t over_time = 0;
    for (const std::uint64_t flits : link[3]) over_time += flits;
    CHECK(over_time == link[2]);
    CHECK(link[3].size() <= lone["cycles"].get<Cycle>() / stretch + 1);
  }
  files.write("two.yaml", "interconnect: {columns: 2, rows: 2}\ntraffic: {packets_per_cycle: [0.01, 0.02]}\n");
  ProgramRun two(files, {"network", "two.yaml", "--out", "two"});
  REQUIRE(two.finish() == 0);
  CHECK(data_of(page_of(files, {"two"}))["runs"][0]["summary"]["points"].size() == 2);
}

TEST_CASE("report writes DIR/report.html or the file that it is told, and compares two runs") {
  const InputFiles files;
  simulate(files, kCholesky);
  ProgramRun one(files, {"report", "run"});
  REQUIRE(one.finish() == 0);
  CHECK(one.out().rfind("page in run/report.html: ", 0) == 0);
  CHECK(file_text(files.path("run/report.html")) == page_of(files, {"run"}));
  ProgramRun two(files, {"report", "run", "run", "-o", "both.html"});
  REQUIRE(two.finish() == 0);
  CHECK(data_of(file_text(files.path("both.html")))["runs"].size() == 2);
  INFO("It never writes over what it reads.");
  const std::string before = file_text(files.path("run/jobs.csv"));
  ProgramRun over(files, {"report", "run", "-o", "run/jobs.csv"});
  CHECK(over.finish() == 2);
  CHECK(file_text(files.path("run/jobs.csv")) == before);
}

TEST_CASE("a directory of no run and malformed files are errors with their place") {
  const InputFiles files;
  ProgramRun none(files, {"report", "nothing"});
  CHECK(none.finish() == 2);
  CHECK(none.err() == "nothing/summary.json:1:1: error: cannot be read (expected the summary of a finished run)\n");
  simulate(files, kCholesky);
  std::ofstream(files.path("run/jobs.csv"), std::ios::app) << "a,b,c\n";
  ProgramRun row(files, {"report", "run", "-o", "page.html"});
  CHECK(row.finish() == 2);
  CHECK(row.err().rfind("run/jobs.csv:366:", 0) == 0);
  CHECK_FALSE(std::filesystem::exists(files.path("page.html")));
  std::ofstream(files.path("run/summary.json")) << "{\"schema\": 5}";
  ProgramRun key(files, {"report", "run"});
  CHECK(key.finish() == 2);
  CHECK(is_placed_error(key.err().substr(0, key.err().find('\n')), "run/summary.json"));
}

}  // namespace gantry::report_page_test
