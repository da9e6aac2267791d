// SPDX-License-Identifier: Apache-2.0
// Percentiles of too few instances are marked wherever people read them, and intervals of changes are drawn.
#include <cstddef>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "result/percentile_rule.h"

namespace gantry::percentile_marks_test {

namespace {

std::string stream(const std::string& name, int count, int interval) {
  return "    - {name: " + name + ", workload: {tasks: [{id: a, cycles: 20}]}, count: " + std::to_string(count) +
         ", arrivals: {process: poisson, interval_cycles: " + std::to_string(interval) + "}}\n";
}

std::string tenants(const std::string& streams) {
  return "name: e\narchitecture: {processors: [{count: 3}]}\nworkload:\n  streams:\n" + streams;
}

std::string out(const InputFiles& files, const std::vector<std::string>& words) {
  ProgramRun program(files, words);
  INFO(program.err());
  REQUIRE(program.finish() == 0);
  return program.out();
}

/// The words of the first line that begins with `name` behind blanks.
std::vector<std::string> line_of(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> list;
    for (std::string word; words >> word;) list.push_back(word);
    if (!list.empty() && list[0] == name) return list;
  }
  return {};
}

std::size_t marks(const std::vector<std::string>& words) {
  std::size_t count = 0;
  for (const std::string& word : words) count += word.back() == '*' ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("ten instances are to be expected beyond a percentile") {
  CHECK(instances_for(95) == 200);
  CHECK(instances_for(99) == 1000);
  CHECK(rests_on_few(99, 999));
  CHECK_FALSE(rests_on_few(99, 1000));
  CHECK_FALSE(rests_on_few(50, 1));
  CHECK(marked_percentile("1,234", 95, 199) == "1,234*");
  CHECK(marked_percentile("1,234", 95, 200) == "1,234");
}

TEST_CASE("the table of a run marks percentiles of too few instances") {
  const InputFiles files;
  files.write("e.yaml", tenants(stream("many", 1000, 400) + stream("some", 200, 2000) + stream("few", 199, 2000)));
  const std::string text = out(files, {"run", "e.yaml", "--out", "o"});
  INFO(text);
  CHECK(marks(line_of(text, "many")) == 0);
  CHECK(marks(line_of(text, "some")) == 1);  // its p99
  CHECK(marks(line_of(text, "few")) == 2);
  CHECK(text.find(kFewInstancesNote) != std::string::npos);
  files.write("m.yaml", tenants(stream("many", 1000, 400)));
  const std::string all_many = out(files, {"run", "m.yaml", "--out", "m"});
  CHECK(marks(line_of(all_many, "many")) == 0);
  CHECK(all_many.find(kFewInstancesNote) == std::string::npos);

  out(files, {"run", "m.yaml", "--seed", "2", "--out", "m2"});
  const std::string compared = out(files, {"compare", "m", "m2"});
  INFO(compared);
  CHECK(marks(line_of(compared, "p99")) == 0);
  CHECK(line_of(compared, "instances") == std::vector<std::string>{"instances", "1,000", "1,000", "0"});
  files.write("f.yaml", tenants(stream("few", 199, 1000)));
  out(files, {"run", "f.yaml", "--out", "f"});
  out(files, {"run", "f.yaml", "--seed", "2", "--out", "f2"});
  const std::string of_few = out(files, {"compare", "f", "f2"});
  INFO(of_few);
  CHECK(marks(line_of(of_few, "p50")) == 0);
  CHECK(marks(line_of(of_few, "p95")) == 2);
  CHECK(marks(line_of(of_few, "p99")) == 2);
  CHECK(of_few.find(kFewInstancesNote) != std::string::npos);
}

TEST_CASE("what if counts the instances of all seeds, and draws the intervals of its changes", "[figures]") {
  const InputFiles files;
  files.write("e.yaml", tenants(stream("chat", 334, 60)));
  const std::vector<std::string> one = {"whatif", "e.yaml", "--pairs", "0", "--out", "one"};
  const std::string few = out(files, one);
  CHECK(few.find("instances: 334 of chat\n") != std::string::npos);
  CHECK(few.find(kFewInstancesNote) != std::string::npos);
  std::vector<std::string> three = {"whatif", "e.yaml", "--pairs", "0", "--repeats", "3", "--out", "three"};
  const std::string enough = out(files, three);
  CHECK(enough.find("instances: 1,002 of chat, of all seeds\n") != std::string::npos);
  CHECK(enough.find(kFewInstancesNote) == std::string::npos);

  const auto count = [&](const std::string& file, const std::string& what) {
    const std::string text = file_text(files.path(file));
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
  };
  CHECK(count("one/whatif.svg", " +- ") == 0);
  CHECK(count("one/whatif.svg", "95 % interval") == 0);
  CHECK(count("three/whatif.svg", ">95 % interval from 3 seeds<") == 1);
  const auto json = nlohmann::json::parse(file_text(files.path("three/whatif.json")));
  std::size_t drawn = 0;
  for (const auto& turn : json["turns"]) {
    if (!turn["response_speedup_half_width"].is_number()) continue;
    drawn += turn["response_speedup_half_width"].get<double>() > 0.0 ? 1 : 0;
  }
  REQUIRE(drawn > 2);
  // A bar of a resource that saves nothing visible is left out.
  const std::size_t lines = count("three/whatif.svg", "<line class=\"axis\"");
  CHECK(lines > count("one/whatif.svg", "<line class=\"axis\"") + 4);
}

}  // namespace gantry::percentile_marks_test
