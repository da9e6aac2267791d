// SPDX-License-Identifier: Apache-2.0
#include "commands/wrong_word.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

#include "text/yaml_reader.h"

namespace gantry {
namespace {

std::string nearest(const std::string& word, const std::vector<std::string>& names) {
  return did_you_mean(word, std::vector<std::string_view>(names.begin(), names.end()));
}

std::vector<std::string> names_of(const std::vector<CLI::App*>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> options_of(CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

}  // namespace

std::optional<std::string> wrong_word(CLI::App& app, int argc, char** argv) {
  CLI::App* command = &app;
  std::string said = "gantry";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") break;
    if (word.rfind("--", 0) == 0) {
      const std::string name = word.substr(0, word.find('='));
      const std::vector<std::string> names = options_of(*command);
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      return said + " has no option " + in_quotes(name) + nearest(name, names);
    }
    const std::vector<CLI::App*> commands = command->get_subcommands({});
    if (commands.empty() || word[0] == '-') continue;  // a value, or a short option
    const std::vector<std::string> names = names_of(commands);
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) {
      return (command == &app ? "unknown command " : said + " has no command ") + in_quotes(word) +
             nearest(word, names);
    }
    command = commands[static_cast<std::size_t>(found - names.begin())];
    said += ' ' + word;
  }
  return std::nullopt;
}

}  // namespace gantry
