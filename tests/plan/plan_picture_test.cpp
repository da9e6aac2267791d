// SPDX-License-Identifier: Apache-2.0
// `--svg` of `gantry plan`: the picture of a plan.
#include <filesystem>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"

namespace gantry::plan_picture_test {

namespace {

std::string of(const InputFiles& files, const std::string& file) { return file_text(files.path(file)); }

}  // namespace

TEST_CASE("gantry plan --svg draws what has times, and says so of what has none") {
  const InputFiles files;
  files.write("w.yaml",
              "tasks:\n  - {id: '<b>&x', cycles: 100}\n  - {id: y, cycles: 50, after: ['<b>&x']}\n"
              "  - {id: z, cycles: 1, after: [y]}\n");
  for (const std::vector<std::string>& method :
       std::vector<std::vector<std::string>>{{"heft", "w.yaml", "--processors", "2"},
                                             {"periodic", "w.yaml", "--processors", "2"},
                                             {"partition", "w.yaml", "--parts", "2"},
                                             {"pipeline", "w.yaml", "--resources", "2"}}) {
    std::vector<std::string> arguments = {"plan"};
    arguments.insert(arguments.end(), method.begin(), method.end());
    arguments.insert(arguments.end(), {"-o", "plan.json", "--svg", "plan.svg"});
    ProgramRun program(files, arguments);
    CHECK(program.finish() == 0);
    const std::string picture = of(files, "plan.svg");
    CHECK(picture.find("&lt;b>&amp;x") != std::string::npos);
    CHECK(picture.find("<b>") == std::string::npos);
    if (method[0] == "pipeline") continue;
    ProgramRun again(files, {"plan", "check", "plan.json", "w.yaml", "--svg", "again.svg"});
    CHECK(again.finish() == 0);
    CHECK(of(files, "again.svg") == picture);
  }
  files.write("z.yaml", "tasks: [{id: a, cycles: 0}, {id: b, cycles: 0, after: [a]}]\n");
  ProgramRun partition(files, {"plan", "partition", "z.yaml", "--parts", "2", "--svg", "no.svg"});
  CHECK(partition.finish() == 2);
  CHECK(partition.err().find("--svg: error: the plan does not say when tasks run on which processor, so there is "
                             "nothing to draw\n") != std::string::npos);
  CHECK(!std::filesystem::exists(files.path("no.svg")));
  ProgramRun over(files, {"plan", "heft", "w.yaml", "--processors", "2", "--svg", "w.yaml"});
  CHECK(over.finish() == 2);
}

TEST_CASE("a picture of a plan has labels where they fit, and few shapes for many tasks") {
  const InputFiles files;
  std::string many = "tasks:\n";
  for (int t = 0; t < 5000; ++t) many += "  - {id: task" + std::to_string(t) + ", cycles: 10}\n";
  files.write("w.yaml", many + "  - {id: the_long_one, cycles: 20000}\n");
  ProgramRun program(files, {"plan", "heft", "w.yaml", "--processors", "2", "--svg", "plan.svg"});
  CHECK(program.finish() == 0);
  const std::string picture = of(files, "plan.svg");
  CHECK(picture.find(">the_long_one</text>") != std::string::npos);
  CHECK(picture.find(">task17</text>") == std::string::npos);
  CHECK(picture.find(" tasks, ") != std::string::npos);  // drawn together
  CHECK(picture.size() < 300000);
}

}  // namespace gantry::plan_picture_test
