// SPDX-License-Identifier: Apache-2.0
// gantry describe-program man|bash|zsh: manual page and shell completions from the commands' own help. The build calls
// it and installs the results. Users do not see it.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "commands/commands.h"

namespace gantry {
namespace {

struct Described {
  std::string name;  ///< "gantry plan heft"
  const CLI::App* app;
};

std::vector<const CLI::App*> subcommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

/// The program, its commands and theirs, each before its own.
void collect(const std::string& name, const CLI::App& app, std::vector<Described>& to) {
  to.push_back({name, &app});
  for (const CLI::App* command : subcommands(app)) collect(name + ' ' + command->get_name(), *command, to);
}

std::vector<const CLI::Option*> options(const CLI::App& app, bool positional) {
  return app.get_options([&](const CLI::Option* option) { return option->get_positional() == positional; });
}

/// "-o", "--out": as they are typed.
std::vector<std::string> spellings(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back('-' + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// Returns "a b c" for a type name "TEXT:{a,b,c}"; empty: any value.
std::string values(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find('{');
  const std::size_t end = type.find('}', begin);
  if (begin == std::string::npos || end == std::string::npos) return "";
  std::string words = type.substr(begin + 1, end - begin - 1);
  std::replace(words.begin(), words.end(), ',', ' ');
  return words;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// Returns text for a manual page, with backslashes and leading dots escaped for troff.
std::string troff(const std::string& text) {
  std::istringstream lines(replaced(replaced(text, "\\", "\\e"), "-", "\\-"));
  std::string escaped;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && (line[0] == '.' || line[0] == '\'')) escaped += "\\&";
    escaped += line + '\n';
  }
  return escaped;
}

void print_options(const CLI::App& app, bool positional) {
  for (const CLI::Option* option : options(app, positional)) {
    std::string names = positional ? option->get_name(true) : "";
    for (const std::string& name : spellings(*option)) names += (names.empty() ? "" : ", ") + name;
    if (!positional && takes_value(*option)) {
      const std::string allowed = values(*option);
      names += ' ' + (allowed.empty() ? option->get_type_name() : replaced(allowed, " ", "|"));
    }
    std::cout << ".TP\n.B " << troff(names) << troff(option->get_description());
  }
}

void print_manual(const std::vector<Described>& all) {
  const CLI::App& program = *all.front().app;
  const std::string what = program.get_description();  // "Gantry: a ..."
  std::cout << ".TH GANTRY 1\n.SH NAME\ngantry \\- " << troff(what.substr(what.find(": ") + 2))
            << ".SH SYNOPSIS\n.B gantry\n.I COMMAND\n[\\fIOPTIONS\\fR]\n.SH OPTIONS\n";
  print_options(program, false);
  std::cout << ".SH COMMANDS\n";
  for (const Described& command : all) {
    if (command.app == &program) continue;
    std::cout << ".SS " << troff(command.name) << troff(command.app->get_description());
    print_options(*command.app, true);
    print_options(*command.app, false);
    if (!command.app->get_footer().empty()) std::cout << ".PP\n.nf\n" << troff(command.app->get_footer()) << ".fi\n";
  }
  std::cout << ".SH EXAMPLES AND EXIT STATUS\n.nf\n" << troff(program.get_footer()) << ".fi\n";
}

std::string words_of(const CLI::App& app) {
  std::string words;
  for (const CLI::App* command : subcommands(app)) words += command->get_name() + ' ';
  for (const CLI::Option* option : options(app, false)) {
    for (const std::string& name : spellings(*option)) words += name + ' ';
  }
  for (const CLI::Option* option : options(app, true)) {
    const std::string allowed = values(*option);
    if (!allowed.empty()) words += allowed + ' ';
  }
  if (!words.empty()) words.pop_back();
  return words;
}

/// One function for both shells: the command is the longest beginning of the line that is one; then its words are
/// offered, the values of an option behind it, and files where it says nothing.
void print_bash(const std::vector<Described>& all) {
  std::cout << "# Completion of gantry's commands, options and values; written by the program itself.\n"
               "_gantry() {\n"
               "  local command=gantry word words i\n"
               "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
               "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
               "    word=${COMP_WORDS[i]}\n"
               "    case \"$command $word\" in\n      ";
  for (const Described& d : all) {
    if (d.app == all.front().app) continue;
    std::cout << (d.app == all[1].app ? "" : "|") << '"' << d.name << '"';
  }
  std::cout << ") command=\"$command $word\" ;;\n    esac\n  done\n  case \"$command $previous\" in\n";
  std::string files;
  for (const Described& d : all) {
    for (const CLI::Option* option : options(*d.app, false)) {
      if (!takes_value(*option)) continue;
      std::string pattern;
      for (const std::string& name : spellings(*option))
        pattern += (pattern.empty() ? "\"" : "|\"") + d.name + ' ' + name + '"';
      const std::string allowed = values(*option);
      if (allowed.empty()) {
        files += (files.empty() ? "" : "|") + pattern;
        continue;
      }
      std::cout << "    " << pattern << ") COMPREPLY=($(compgen -W '" << allowed << "' -- \"$current\")); return ;;\n";
    }
  }
  std::cout << "    " << files << ") COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n";
  std::cout << "  esac\n  case \"$command\" in\n";
  for (const Described& d : all) std::cout << "    \"" << d.name << "\") words='" << words_of(*d.app) << "' ;;\n";
  std::cout << "  esac\n"
               "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
               "  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"$current\"))\n"
               "}\n"
               "complete -o filenames -F _gantry gantry\n";
}

/// zsh runs completions of bash.
void print_zsh(const std::vector<Described>& all) {
  std::cout << "#compdef gantry\nautoload -U +X bashcompinit && bashcompinit\n";
  print_bash(all);
}

}  // namespace

void add_describe_program_command(CLI::App& app, int& status) {
  const auto kind = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("describe-program", "The manual page or a shell's completion");
  command->group("");
  command->add_option("KIND", *kind)->required()->check(CLI::IsMember({"man", "bash", "zsh"}));
  command->callback([kind, &app, &status] {
    std::vector<Described> all;
    collect("gantry", app, all);
    (*kind == "man" ? print_manual : *kind == "bash" ? print_bash : print_zsh)(all);
    status = 0;
  });
}

}  // namespace gantry
