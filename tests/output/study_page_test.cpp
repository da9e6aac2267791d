// SPDX-License-Identifier: Apache-2.0
// The page of a study: what `gantry sweep` writes beside its tables and `gantry report` makes of them again.
// tests/report opens it in a browser.
#include "report/study_page.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "page_data.h"
#include "program_run.h"
#include "report/page_text.h"
#include "report/run_page.h"
#include "sanitized.h"

namespace gantry::study_page_test {

using Json = nlohmann::json;

namespace {

/// 12 points of two machines, four of which cannot be built; the picker is of no account to one task at a time.
const char* const kStudy =
    "name: \"<!--<script>alert(1)\"\n"
    "base:\n  name: b\n"
    "  architecture: {interconnect: {topology: crossbar}, processors: [{name: c, count: 2}]}\n"
    "  workload: {tasks: [{id: a, cycles: 100, jobs: 2}, {id: b, cycles: 50, after: [a]}]}\n"
    "vary:\n"
    "  architecture.processors.c.count: [1, 2, 0]\n"
    "  policies.picker: [fifo, stride]\n"
    "  \"</style><b>&lt;\":\n"
    "    \"&lt;plain\": {}\n"
    "    \"'\\\"><svg/onload=alert(3)>\": {architecture.dispatcher.picker.classes: 4}\n"
    "objectives:\n"
    "  - minimise: architecture.processors.c.count\n"
    "  - minimise: cycles\n"
    "metrics: [processors.0.utilization]\n"
    "keep: [critical_path]\n";

std::size_t lines_of(const std::string& text) { return times(text, "\n"); }

void sweep(const InputFiles& files) {
  files.write("s.yaml", kStudy);
  ProgramRun run(files, {"sweep", "s.yaml", "--jobs", "2", "--out", "study"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
}

/// A study of so many points as its tables would tell it, without any run.
void write_tables(const InputFiles& files, std::size_t count) {
  std::filesystem::create_directories(files.path("large"));
  Json study = {
      {"schema", "gantry-study-1"}, {"study", "large"},         {"search", "random"},           {"parts", false},
      {"workloads", Json::array()}, {"derived", Json::array()}, {"constraints", Json::array()}, {"repeats", 1}};
  for (const char* name : {"a", "b"}) {
    Json choices = Json::array();
    for (int i = 0; i < 500; ++i) choices.push_back({std::to_string(i)});
    study["axes"].push_back({{"columns", {name}}, {"ordered", true}, {"choices", choices}});
  }
  for (const char* name : {"x", "y"}) {
    study["metrics"].push_back({{"name", name}, {"expression", name}});
    study["objectives"].push_back({{"metric", name}, {"direction", "minimise"}});
  }
  std::string rows = "number,id,state,a,b,x,y,message\n";
  std::string front = rows;
  for (std::size_t i = 0; i < count; ++i) {
    // On the front if its two numbers sum to 1000.
    const std::size_t x = i % 1000;
    const std::size_t y = 1000 - x + (i < 1000 ? 0 : i);
    std::string row = std::to_string(i) + ",0123456789abcdef,done," + std::to_string(i % 500) + ',' +
                      std::to_string(i / 500 % 500) + ',' + std::to_string(x) + ',' + std::to_string(y) + ",\"" +
                      std::string(40, '<') + std::to_string(i) + "\"\n";
    if (i < 1000) front += row;
    rows += row;
  }
  files.write("large/study.json", study.dump());
  files.write("large/points.csv", rows);
  files.write("large/pareto.csv", front);
}

}  // namespace

TEST_CASE("a sweep ends with the page of its study, which `gantry report` writes again") {
  const InputFiles files;
  sweep(files);
  const std::string page = file_text(files.path("study/report.html"));
  ProgramRun again(files, {"report", "study", "-o", "again/page.html"});
  CHECK(again.finish() == 2);  // no such folder
  ProgramRun report(files, {"report", "study"});
  INFO(report.err());
  REQUIRE(report.finish() == 0);
  CHECK(file_text(files.path("study/report.html")) == page);

  const Json data = data_of(page);
  const Json& points = data["points"];
  CHECK(points["number"].size() == lines_of(file_text(files.path("study/points.csv"))) - 1);
  std::size_t front = 0;
  for (const Json& one : points["front"]) front += one.get<std::size_t>();
  CHECK(front == lines_of(file_text(files.path("study/pareto.csv"))) - 1);
  CHECK(data["fronts"] == Json({front}));
  CHECK(data["states"] == Json({{"done", 8}, {"infeasible", 4}}));
  CHECK(data["directory"] == ".");

  INFO("The picker is of no account to this workload, the number of cores is.");
  const Json& flat = data["effects"][0]["flat"];
  CHECK(flat[0]["flat"] == false);
  CHECK(flat[1]["flat"] == true);
  CHECK(flat[1]["comparisons"] == 4);
  INFO("What a point's summary says of its causes is its critical path, which sums to its cycles.");
  const Json summary =
      Json::parse(file_text(files.path("study/points/" + points["id"][0].get<std::string>() + "/summary.json")));
  const Json& cause = data["causes"]["0"];
  CHECK(cause["cycles"] == summary["cycles"]);
  CHECK(cause["path"][0][1] == summary["critical_path"][cause["path"][0][0].get<std::string>()]);
  CHECK(cause["bound"][0] == summary["bounds"]["binding"]);

  INFO("A point is a run like any other to who explains and compares.");
  const std::string first = "study/points/" + points["id"][0].get<std::string>();
  ProgramRun explained(files, {"explain", first});
  CHECK(explained.finish() == 0);
  CHECK(explained.out().find("The critical path goes into") != std::string::npos);
  ProgramRun compared(files, {"compare", first, "study/points/" + points["id"][4].get<std::string>()});
  CHECK(compared.finish() == 0);
  CHECK(compared.out().find("\n  architecture.processors.c.count: 1 -> 2\n") != std::string::npos);
  CHECK(compared.out().find("sum = makespan") != std::string::npos);
}

TEST_CASE("names of a study are data of its page") {
  const InputFiles files;
  sweep(files);
  const std::string page = file_text(files.path("study/report.html"));
  CHECK(times(page, "<script") == 2);
  CHECK(times(page, "</script") == 2);
  CHECK(between(page, "id=\"data\">", "</script>").find_first_of("<>&") == std::string::npos);
  CHECK(between(page, "<title>", "</title>") == "&lt;!--&lt;script&gt;alert(1) – Gantry");
  CHECK(data_of(page)["axes"][2]["choices"][1][0] == "'\"><svg/onload=alert(3)>");
  const std::string policy = between(page, "Content-Security-Policy\" content=\"", "\"");
  CHECK(policy.find("script-src " + policy_hash(kStudyScript) + ';') != std::string::npos);
  const std::string script(kStudyScript);
  for (const char* way :
       {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser",
        "createContextualFragment", "srcdoc", "javascript:", "https://", "fetch(", "XMLHttpRequest", "import("}) {
    INFO(way);
    CHECK(times(script, way) == 0);
  }
}

TEST_CASE("a page of very many points stays below its size, keeps the front, and says what it leaves out",
          "[figures]") {
  const InputFiles files;
  const std::size_t count = kSanitized ? 20000 : 60000;
  write_tables(files, count);
  Diagnostics problems;
  const auto page = study_page(files.path("large"), files.path("large/report.html"), problems);
  REQUIRE(page.has_value());
  CHECK(page->size() <= kMostPageBytes);
  const Json data = data_of(*page);
  CHECK(data["points"]["all"] == count);
  CHECK(data["states"]["done"] == count);
  std::size_t front = 0;
  for (const Json& one : data["points"]["front"]) front += one.get<std::size_t>();
  CHECK(front == 1000);
  CHECK(data["points"]["number"].size() > 2000);
  CHECK(data["left_out"].dump().find(" of " + std::to_string(count) +
                                     " are in this page one by one, all of the front") != std::string::npos);
  INFO("What is counted is counted of all.");
  CHECK(data["effects"][0]["objectives"][0]["points"] == count);
}

TEST_CASE("a study that was interrupted has a page without a front") {
  const InputFiles files;
  write_tables(files, 10);
  std::filesystem::remove(files.path("large/pareto.csv"));
  ProgramRun report(files, {"report", "large"});
  INFO(report.err());
  REQUIRE(report.finish() == 0);
  CHECK(data_of(file_text(files.path("large/report.html")))["has_front"] == false);
}

TEST_CASE("tables of a study that are not as it wrote them are errors with their place") {
  const InputFiles files;
  write_tables(files, 3);
  const std::string points = file_text(files.path("large/points.csv"));
  const std::string study = file_text(files.path("large/study.json"));
  const auto error = [&] {
    ProgramRun report(files, {"report", "large"});
    CHECK(report.finish() == 2);
    return report.err().substr(0, report.err().find('\n'));
  };
  files.write("large/points.csv", points + "3,0123456789abcdef,done,0,700,1,1,\n");
  CHECK(error() == "large/points.csv:5:27: error: b is no value of this axis (study.json has them)");
  files.write("large/points.csv", points + "3,../../../etc,done,0,7,1,1,\n");
  CHECK(error() == "large/points.csv:5:3: error: id is no id of a point");
  files.write("large/points.csv", points + "3,0123456789abcdef,done,0,7,1,much,\n");
  CHECK(error() == "large/points.csv:5:31: error: y is no number");
  files.write("large/points.csv", "number\n");
  CHECK(is_placed_error(error(), "large/points.csv"));
  files.write("large/points.csv", points);
  files.write("large/study.json", "{\"schema\": \"gantry-study-1\", \"study\": 5}");
  CHECK(is_placed_error(error(), "large/study.json"));
  files.write("large/study.json", study);
  INFO("Wherever a file ends too early, there is a page or an error.");
  for (const char* name : {"large/study.json", "large/points.csv"}) {
    const std::string whole = file_text(files.path(name));
    for (std::size_t cut = 0; cut < 24; ++cut) {
      files.write(name, whole.substr(0, whole.size() * cut / 24));
      Diagnostics problems;
      const bool has_page = study_page(files.path("large"), files.path("page.html"), problems).has_value();
      CHECK(has_page == problems.ok());
    }
    files.write(name, whole);
  }
  std::ofstream(files.path("large/pareto.csv"), std::ios::app) << "9,0123456789abcdef,done,0,7,1,1,\n";
  CHECK(is_placed_error(error(), "large/pareto.csv"));
  ProgramRun two(files, {"report", "large", "large", "-o", "page.html"});
  CHECK(two.finish() == 2);
  CHECK(two.err().find("is a study") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(files.path("page.html")));
}

}  // namespace gantry::study_page_test
