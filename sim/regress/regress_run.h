// SPDX-License-Identifier: Apache-2.0
// The cases of a suite in a pool of processes, and their values stored.
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

/// Of several machines that share a suite: every `of`-th case from number `part` on, counted from 1.
struct Shard {
  std::size_t part = 1;
  std::size_t of = 1;
  [[nodiscard]] bool has(std::size_t case_number) const { return case_number % of == part - 1; }
};

struct RegressOptions {
  std::string directory;  ///< of the results
  unsigned jobs = 1;
  Shard shard;
  bool update = false;
  RunCommand command;
  const std::atomic<bool>* stop = nullptr;
};

enum class CaseState : std::uint8_t {
  right,
  failed,
  stored,   ///< values of it that were not stored are
  changed,  ///< values that were stored are others now
  not_run
};

struct CaseResult {
  std::string name;
  std::string folder;  ///< of its outputs
  CaseState state = CaseState::not_run;
  CaseVerdict verdict;
};

struct RegressResult {
  std::vector<CaseResult> cases;  ///< of the shard, in the suite's order
  std::vector<std::string> gone;  ///< cases whose values were taken away, since the suite does not have them
  bool stopped = false;
  std::optional<Diagnostic> unwritten;  ///< of --update: a file that cannot be written

  [[nodiscard]] std::size_t count(CaseState state) const;
};

/// Files that --update may write.
std::vector<std::string> stored_files(const Suite& suite, const CaseList& list);

/// `told` gets each result once all before it in the suite are known. `values`: as they are stored.
RegressResult run_suite(const Suite& suite, const CaseList& list, const StoredValues& values,
                        const RegressOptions& options, const std::function<void(const CaseResult&)>& told);

}  // namespace gantry
