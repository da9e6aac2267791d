// SPDX-License-Identifier: Apache-2.0
// What is asked of Slurm, through its own programs: sbatch, squeue, scontrol.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gantry {

struct SlurmArray {
  std::string name;    ///< of the job, by which it is found again
  std::string script;  ///< a file; SLURM_ARRAY_TASK_ID tells it which task it is
  std::string log;     ///< file of what a task prints, with sbatch's %a for its number
  std::size_t tasks = 1;
  std::size_t at_a_time = 0;           ///< 0: as many as there is room for
  std::vector<std::string> arguments;  ///< of the user, for sbatch
};

struct SlurmJob {
  std::string id;
  std::string cluster;  ///< if sbatch names one
};

/// Words of a text as a shell splits it: at blanks, but not within '...' or "...". Nothing: a quote is not closed.
std::optional<std::vector<std::string>> shell_words(const std::string& text);
/// The word as a shell reads it back, whatever is in it.
std::string shell_quoted(const std::string& word);

/// Tasks that one array may have at this site, and which setting says so.
struct ArrayLimit {
  std::size_t tasks = 0;
  std::string setting;
};
/// Tasks that are queued or running, by the job's name and their number.
using LiveTasks = std::set<std::pair<std::string, std::uint64_t>>;

// These throw Error when Slurm does not answer, or refuses.
ArrayLimit most_array_tasks();
SlurmJob submit_array(const SlurmArray& array);
LiveTasks live_tasks(const std::vector<std::string>& names, const std::set<std::string>& clusters);

}  // namespace gantry
