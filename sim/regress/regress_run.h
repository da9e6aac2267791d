// SPDX-License-Identifier: Apache-2.0
// Runs the cases of a suite in a pool of processes, and stores their values.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "regress/case_list.h"
#include "regress/case_run.h"

namespace gantry {

/// A part of a suite, for several machines: every `of`-th case, from number `part` on, counted from 1.
struct Shard {
  std::size_t part = 1;
  std::size_t of = 1;
  [[nodiscard]] bool has(std::size_t case_number) const { return case_number % of == part - 1; }
};

struct RegressOptions {
  std::string directory;  ///< directory of the results
  unsigned jobs = 1;
  Shard shard;
  bool update = false;
  RunCommand command;
  const std::atomic<bool>* stop = nullptr;
};

enum class CaseState : std::uint8_t {
  right,
  failed,
  stored,   ///< --update has stored new values
  changed,  ///< --update has changed stored values
  not_run
};

struct CaseResult {
  std::string name;
  std::string folder;  ///< directory of the case's outputs
  CaseState state = CaseState::not_run;
  CaseVerdict verdict;
};

struct RegressResult {
  std::vector<CaseResult> cases;  ///< cases of the shard, in the suite's order
  std::vector<std::string> gone;  ///< cases that the suite no longer has, and whose stored values were removed
  bool stopped = false;
  std::optional<Diagnostic> unwritten;  ///< a file that --update cannot write

  [[nodiscard]] std::size_t count(CaseState state) const;
};

/// The files that --update may write.
std::vector<std::string> stored_files(const Suite& suite, const CaseList& list);

/// Runs the cases. `told` receives each result when all earlier cases of the suite are known. `values`: the stored
/// values.
RegressResult run_suite(const Suite& suite, const CaseList& list, const StoredValues& values,
                        const RegressOptions& options, const std::function<void(const CaseResult&)>& told);

}  // namespace gantry
