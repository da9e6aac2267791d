// SPDX-License-Identifier: Apache-2.0
// What is told of a study without running it, and what of a point's summary is read.
#include <nlohmann/json.hpp>
#include <string>

#include "catch.h"
#include "program_run.h"
#include "sweep/skimmed_json.h"

namespace gantry::study_keys_test {

TEST_CASE("gantry validate tells the keys of a study that no experiment has, where they stand") {
  const InputFiles files;
  files.write("s.yaml",
              "base:\n"
              "  architecture: {processors: [{name: c, count: 2}]}\n"
              "  workload: {generator: cholesky, tiles: 3}\n"
              "vary:\n"
              "  architecture.monitor.taskids: [2, 8]\n"
              "  architecture.monitor.task_ids: [2, 100000000000]\n"
              "  net:\n"
              "    ring: {architecture.interconnect.topology: ring}\n"
              "    mesh:\n"
              "      architecture.interconnect.colums: 4\n"
              "      architecture.interconnect: {topology: mesh}\n"
              "derive: {architecture.decomposer.slot: 2 * 2}\n");
  ProgramRun wrong(files, {"validate", "s.yaml"});
  CHECK(wrong.finish() == 2);
  CHECK(wrong.err() ==
        "s.yaml:5:3: error: unknown key 'architecture.monitor.taskids' (did you mean 'task_ids'?)\n"
        "s.yaml:10:7: error: unknown key 'architecture.interconnect.colums' (did you mean 'columns'?)\n"
        "s.yaml:12:40: error: unknown key 'architecture.decomposer.slot' (did you mean 'slots'?)\n");
  std::string text = file_text(files.path("s.yaml"));
  for (const auto& [from, to] : {std::pair("taskids", "query_cycles"), {"colums", "columns"}, {".slot:", ".slots:"}})
    text.replace(text.find(from), std::string(from).size(), to);
  files.write("right.yaml", text);
  ProgramRun right(files, {"validate", "right.yaml"});
  CHECK(right.out() == "right.yaml: study ok\n");
}

TEST_CASE("keys of another search are noted") {
  const auto notes = [](const std::string& search) {
    const InputFiles files;
    files.write("s.yaml",
                "base: {architecture: {processors: [{count: 2}]}, workload: {generator: lu, tiles: 3}}\n"
                "vary: {architecture.monitor.task_ids: [2, 8]}\nsearch: " +
                    search + "\n");
    ProgramRun run(files, {"validate", "s.yaml"});
    CHECK(run.finish() == 0);
    return run.err();
  };
  CHECK(notes("{method: evolution, count: 9, seed: 2, population: 5}").empty());
  CHECK(notes("{method: halving, count: 9, rounds: 2, factor: 2}").empty());
  CHECK(notes("{method: guided, count: 9, batch: 2}").empty());
  CHECK(notes("all").empty());
  CHECK(notes("{method: random, count: 1, batch: 2, rounds: 4}") ==
        "s.yaml:3:36: note: search.batch changes nothing with the search random\n"
        "s.yaml:3:46: note: search.rounds changes nothing with the search random\n");
  CHECK(notes("{count: 9}") == "s.yaml:3:10: note: search.count changes nothing with the search all\n");
}

TEST_CASE("members of an object are skimmed as they would be parsed") {
  const std::string text =
      R"( {"a": 1.50, "b\u0061": 2, "c": {"x": [1, {"y": "}\"]"}], "z": {}}, "d":[[],"\\"] ,"e":null} )";
  CHECK(!skimmed_object(text, {"a"}));  // a name that is written otherwise is the parser's
  std::string plain = text;
  plain.erase(plain.find("\\u0061"), 6);
  const auto whole = nlohmann::json::parse(plain);
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    const auto skimmed = skimmed_object(plain, {name, "none"});
    REQUIRE(skimmed);
    CHECK(skimmed->dump() == nlohmann::json{{name, whole[name]}}.dump());
  }
  for (std::size_t length = 0; length + 2 < plain.size(); ++length) {
    INFO(length);
    CHECK(!skimmed_object(plain.substr(0, length), {"d"}));
  }
  CHECK(skimmed_object("{}", {"a"}) == std::nullopt);
}

}  // namespace gantry::study_keys_test
