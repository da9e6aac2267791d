// SPDX-License-Identifier: Apache-2.0
// The manual page and the completions that are installed: what a user finds behind `man gantry` and the Tab key.
#include <array>
#include <cstdio>
#include <string>

#include "catch.h"

namespace gantry::describe_program_test {

namespace {

std::string output(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = fread(part.data(), 1, part.size(), pipe)) > 0;) text.append(part.data(), n);
  CHECK(pclose(pipe) == 0);
  return text;
}

const std::string kProgram = GANTRY_PROGRAM;

/// What bash offers at the end of "gantry WORDS", in an empty directory; the words before the last one are whole.
std::string offered(const std::string& words) {
  return output("d=$(mktemp -d) && cd \"$d\" && touch here.yaml && bash -c 'source <(\"" + kProgram +
                "\" describe-program bash) && COMP_WORDS=(gantry " + words +
                ") && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && { _gantry; echo \"${COMPREPLY[*]}\"; }'; rm -r \"$d\"");
}

}  // namespace

TEST_CASE("bash completes commands, options and the values of options") {
  CHECK(offered("ru") == "run\n");
  CHECK(offered("list pi") == "pickers\n");
  CHECK(offered("plan ch") == "check\n");
  CHECK(offered("run --ker") == "--kernel\n");
  CHECK(offered("run --kernel \"\"") == "systemc cycle\n");
  CHECK(offered("run --kernel cycle --se") == "--set --seed\n");
  CHECK(offered("run he") == "here.yaml\n");
  CHECK(offered("run --out he") == "here.yaml\n");
}

TEST_CASE("the command that writes this is offered to nobody") {
  CHECK(offered("desc") == "\n");
  CHECK(output(kProgram + " --help").find("describe-program") == std::string::npos);
  CHECK(output(kProgram + " describe-program man").find("describe") == std::string::npos);
}

TEST_CASE("the manual page has every command with its options, as its help has them") {
  const std::string page = output(kProgram + " describe-program man");
  CHECK(page.rfind(".TH GANTRY 1\n.SH NAME\ngantry \\- a cycle\\-accurate simulator ", 0) == 0);
  for (const char* command :
       {"run", "pick", "plan heft", "plan check", "workload info", "validate", "check", "network", "select", "list"}) {
    INFO(command);
    CHECK(page.find(".SS gantry " + std::string(command) + "\n") != std::string::npos);
  }
  CHECK(page.find(".B \\-\\-kernel systemc|cycle\nwhat gives the units their cycles") != std::string::npos);
  CHECK(page.find(".B EXPERIMENT\nexperiment file (YAML)") != std::string::npos);
}

TEST_CASE("zsh gets what bash gets") {
  const std::string bash = output(kProgram + " describe-program bash");
  CHECK(output(kProgram + " describe-program zsh") ==
        "#compdef gantry\nautoload -U +X bashcompinit && bashcompinit\n" + bash);
}

}  // namespace gantry::describe_program_test
