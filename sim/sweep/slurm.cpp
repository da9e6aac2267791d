// SPDX-License-Identifier: Apache-2.0
#include "sweep/slurm.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "gantry/base/error.h"
#include "pool/called_program.h"
#include "text/token_reader.h"

namespace gantry {
namespace {

[[noreturn]] void fail(const std::string& text) { throw Error(Diagnostic{{"--slurm"}, text}); }

/// Runs one of Slurm's programs and returns its output. Throws Error if it is missing or fails.
std::string ask(const std::vector<std::string>& words) {
  CalledProgram called;
  try {
    called = call_program(words);
  } catch (const Error& error) {
    fail(error.what());
  }
  if (called.status == 0) return called.out;
  const std::string complaint = called.complaint();
  fail(complaint.rfind(words[0], 0) == 0 ? complaint : words[0] + ": " + complaint);
}

/// The number behind `key=` or `key = `, if there is one.
std::optional<std::uint64_t> number_behind(const std::string& text, const std::string& key) {
  std::size_t at = text.find(key);
  if (at == std::string::npos) return std::nullopt;
  at = text.find_first_not_of(" =", at + key.size());
  if (at == std::string::npos) return std::nullopt;
  return whole_number(text.substr(at, text.find_first_not_of("0123456789", at) - at), UINT32_MAX);
}

}  // namespace

std::optional<std::vector<std::string>> shell_words(const std::string& text) {
  std::vector<std::string> words;
  char quote = '\0';
  bool within = false;
  for (const char c : text) {
    if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
      within = false;
      continue;
    }
    if (!within) words.emplace_back();
    within = true;
    if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote && quote != '\0') {
      quote = '\0';
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') return std::nullopt;
  return words;
}

std::string shell_quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + '\'';
}

ArrayLimit most_array_tasks() {
  const std::string text = ask({"scontrol", "show", "config"});
  // Numbers of tasks begin at 0, and this is the first one that there is not.
  ArrayLimit limit{number_behind(text, "MaxArraySize").value_or(1001), "MaxArraySize"};
  const auto tasks = number_behind(text, "max_array_tasks");
  if (tasks && *tasks < limit.tasks) limit = {*tasks, "max_array_tasks"};
  if (limit.tasks > 0) return limit;
  fail("job arrays are switched off here (" + limit.setting + "=0)");
}

SlurmJob submit_array(const SlurmArray& array) {
  // The last of repeated options counts: the user may change how tasks run, but not what is submitted.
  std::vector<std::string> words = {"sbatch", "--ntasks=1", "--requeue", "--open-mode=append", "--output=" + array.log};
  words.insert(words.end(), array.arguments.begin(), array.arguments.end());
  std::string numbers = "--array=0-" + std::to_string(array.tasks - 1);
  if (array.at_a_time > 0) numbers += '%' + std::to_string(array.at_a_time);
  words.insert(words.end(), {"--parsable", "--job-name=" + array.name, numbers, array.script});
  const std::string text = ask(words);
  const std::string line = text.substr(0, text.find('\n'));
  const std::size_t end = std::min(line.find(';'), line.size());
  SlurmJob job{line.substr(0, end), end < line.size() ? line.substr(end + 1) : ""};
  if (!job.id.empty() && job.id.find_first_not_of("0123456789") == std::string::npos) return job;
  fail("sbatch gave no number of a job");
}

LiveTasks live_tasks(const std::vector<std::string>& names, const std::set<std::string>& clusters) {
  LiveTasks live;
  if (names.empty()) return live;
  const auto listed = [](const auto& all) {
    std::string text;
    for (const std::string& one : all) text += (text.empty() ? "" : ",") + one;
    return text;
  };
  // A user's default filters must not hide tasks.
  for (const char* habit : {"SQUEUE_STATES", "SQUEUE_PARTITION", "SQUEUE_ACCOUNT", "SQUEUE_QOS", "SQUEUE_USERS"})
    unsetenv(habit);
  std::vector<std::string> words = {"squeue", "--noheader", "--array", "--format=%K %j", "--name=" + listed(names)};
  if (!clusters.empty()) words.push_back("--clusters=" + listed(clusters));
  std::istringstream lines(ask(words));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = line.find(' ');
    const auto number = whole_number(line.substr(0, blank), UINT32_MAX);
    if (number && blank != std::string::npos) live.emplace(line.substr(blank + 1), *number);
  }
  return live;
}

}  // namespace gantry
