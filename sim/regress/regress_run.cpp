// SPDX-License-Identifier: Apache-2.0
#include "regress/regress_run.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "gantry/base/error.h"
#include "output/whole_file.h"
#include "pool/directory_lock.h"
#include "pool/forked.h"
#include "result/output_names.h"
#include "sweep/point_store.h"
#include "text/text_file.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

/// Returns a folder name: the number, and those characters of the name that all file systems and shells accept.
std::string folder_name(std::size_t number, std::size_t of, const std::string& name) {
  constexpr std::size_t kLongest = 60;
  const std::string digits = std::to_string(number + 1);
  std::string folder(std::to_string(of).size() - digits.size(), '0');
  folder += digits + '-';
  for (const char c : name.substr(0, kLongest)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                       c == '_' || c == '-' || c == '=';
    folder += plain ? c : '_';
  }
  return folder;
}

class SuiteRunner {
 public:
  SuiteRunner(const Suite& suite, const CaseList& list, const StoredValues& values, const RegressOptions& options,
              const std::function<void(const CaseResult&)>& told)
      : suite_(suite), list_(list), values_(values), options_(options), told_(told) {
    const fs::path cases = fs::path(options.directory) / kCasesFolder;
    for (std::size_t i = 0; i < list.cases.size(); ++i) {
      if (!options.shard.has(i)) continue;
      numbers_.push_back(i);
      CaseResult& one = result_.cases.emplace_back();
      one.name = list.cases[i].name;
      one.folder = (cases / folder_name(i, list.cases.size(), one.name)).string();
    }
  }

  RegressResult run() {
    std::size_t next = 0;
    ForkedWork work;
    work.next = [&]() -> std::optional<std::size_t> {
      return next < numbers_.size() ? std::optional(next++) : std::nullopt;
    };
    work.run = [&](std::size_t number) {
      const CaseResult& of = result_.cases[number];
      const auto stored = values_.find(of.name);
      return verdict_text(run_case(list_.cases[numbers_[number]], of.folder,
                                   stored == values_.end() ? nullptr : &stored->second, options_.command));
    };
    work.limits = [&](std::size_t number) {
      const CaseLimits& limits = list_.cases[numbers_[number]].limits;
      return ForkedLimits{static_cast<double>(limits.timeout_seconds), limits.memory_mib << 20U};
    };
    work.done = [&](std::size_t number, const ForkedResult& ended) {
      take(number, ended);
      tell();
    };
    result_.stopped = !run_forked(work, {options_.jobs, {}, options_.stop});
    if (result_.stopped) {
      for (; told_to_ < result_.cases.size(); ++told_to_) told_(result_.cases[told_to_]);
    }
    try {
      if (options_.update) store();
    } catch (const Error& error) {
      result_.unwritten = error.diagnostics().errors().front();
    }
    return std::move(result_);
  }

 private:
  void take(std::size_t number, const ForkedResult& ended) {
    CaseResult& one = result_.cases[number];
    if (ended.whole()) {
      one.verdict = verdict_of(ended.text);
    } else {
      one.verdict.ended = false;
      one.verdict.broken.push_back(ended.text);
    }
    if (one.verdict.right()) {
      one.state = CaseState::right;
    } else if (!options_.update || !one.verdict.broken.empty()) {
      one.state = CaseState::failed;
    } else {
      one.state = one.verdict.differing.empty() ? CaseState::stored : CaseState::changed;
    }
  }

  void tell() {
    while (told_to_ < result_.cases.size() && result_.cases[told_to_].state != CaseState::not_run)
      told_(result_.cases[told_to_++]);
  }

  /// Other processes may store their parts of the suite at the same time; these stay.
  void store() {
    const fs::path folder = fs::path(suite_.stored).parent_path();
    const DirectoryLock lock(folder.empty() ? "." : folder.string(), DirectoryLock::Wait::yes);
    Diagnostics problems;
    auto values = read_stored(suite_.stored, problems);
    if (!values) throw Error(problems);
    std::set<std::string> names;
    std::vector<std::string> order;
    for (const RegressCase& one : list_.cases) {
      names.insert(one.name);
      order.push_back(one.name);
    }
    for (const auto& [name, value] : *values) {
      if (names.count(name) == 0) result_.gone.push_back(name);
    }
    for (std::size_t i = 0; i < result_.cases.size(); ++i) {
      CaseResult& one = result_.cases[i];
      if (one.state == CaseState::failed || one.state == CaseState::not_run) continue;
      const StoredCase& now = one.verdict.values;
      const bool any = now.exit || !now.metrics.empty() || !now.tables.empty();
      if (any) {
        (*values)[one.name] = now;
      } else {
        values->erase(one.name);
      }
      copy_goldens(list_.cases[numbers_[i]], one);
    }
    const std::string text = stored_text(*values, order);
    std::ifstream file(suite_.stored, std::ios::binary);
    const std::string before{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const bool none = !file.is_open() && stored_text({}, {}) == text;
    if (text != before && !none) write_whole_file(suite_.stored, text);
  }

  void copy_goldens(const RegressCase& of, const CaseResult& one) {
    for (const std::size_t table : one.verdict.goldens) {
      std::ifstream file(fs::path(one.folder) / of.tables[table].file, std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
      write_whole_file(of.tables[table].golden, text);
    }
  }

  const Suite& suite_;
  const CaseList& list_;
  const StoredValues& values_;
  const RegressOptions& options_;
  const std::function<void(const CaseResult&)>& told_;
  std::vector<std::size_t> numbers_;  ///< in the suite, of the shard's cases
  RegressResult result_;
  std::size_t told_to_ = 0;
};

}  // namespace

std::size_t RegressResult::count(CaseState state) const {
  return static_cast<std::size_t>(
      std::count_if(cases.begin(), cases.end(), [state](const CaseResult& one) { return one.state == state; }));
}

std::vector<std::string> stored_files(const Suite& suite, const CaseList& list) {
  std::set<std::string> files = {suite.stored};
  for (const RegressCase& one : list.cases) {
    for (const HeldTable& table : one.tables) {
      if (!table.golden.empty()) files.insert(table.golden);
    }
  }
  return {files.begin(), files.end()};
}

RegressResult run_suite(const Suite& suite, const CaseList& list, const StoredValues& values,
                        const RegressOptions& options, const std::function<void(const CaseResult&)>& told) {
  return SuiteRunner(suite, list, values, options, told).run();
}

}  // namespace gantry
