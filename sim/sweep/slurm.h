// SPDX-License-Identifier: Apache-2.0
// Requests to Slurm, through its own programs: sbatch, squeue, scontrol.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gantry {

struct SlurmArray {
  std::string name;    ///< name of the job, unique
  std::string script;  ///< a file; SLURM_ARRAY_TASK_ID holds the number of the task
  std::string log;     ///< file of a task's output, with sbatch's %a for its number
  std::size_t tasks = 1;
  std::size_t at_a_time = 0;           ///< most tasks at a time; 0: no limit
  std::vector<std::string> arguments;  ///< the user's arguments for sbatch
};

struct SlurmJob {
  std::string id;
  std::string cluster;  ///< set if sbatch names one
};

/// Splits a text into words as a shell does: at blanks, except within '...' or "...". Nothing: a quote is not closed.
std::optional<std::vector<std::string>> shell_words(const std::string& text);
/// Returns the word quoted for a shell.
std::string shell_quoted(const std::string& word);

/// Most tasks of one array at this site, and the setting that says so.
struct ArrayLimit {
  std::size_t tasks = 0;
  std::string setting;
};
/// Tasks that are queued or running, by job name and task number.
using LiveTasks = std::set<std::pair<std::string, std::uint64_t>>;

// These throw Error when Slurm does not answer, or refuses.
ArrayLimit most_array_tasks();
SlurmJob submit_array(const SlurmArray& array);
LiveTasks live_tasks(const std::vector<std::string>& names, const std::set<std::string>& clusters);

}  // namespace gantry
