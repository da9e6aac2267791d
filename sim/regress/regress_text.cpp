// SPDX-License-Identifier: Apache-2.0
#include "regress/regress_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "gantry/base/one_line.h"

namespace gantry {
namespace {

constexpr std::size_t kMostReasons = 8;
constexpr const char* kNotRun = "interrupted before it ended";

/// In the order of CaseState.
constexpr std::array<std::string_view, 5> kWords = {"ok", "FAIL", "new", "set", "-"};
constexpr std::array<std::string_view, 5> kCounted = {"ok", "failed", "stored", "changed", "not run"};

std::string joined(const std::vector<std::string>& all, const char* between) {
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kMostReasons); ++i) text += (i == 0 ? "" : between) + all[i];
  if (all.size() > kMostReasons) text += fmt::format("{}and {} more", between, all.size() - kMostReasons);
  return text;
}

std::string reasons(const CaseResult& one) {
  if (one.state == CaseState::not_run) return kNotRun;
  std::vector<std::string> parts;
  for (const auto* list : {&one.verdict.broken, &one.verdict.differing}) {
    if (!list->empty()) parts.push_back(joined(*list, "; "));
  }
  if (!one.verdict.missing.empty()) {
    const std::string what = joined(one.verdict.missing, ", ");
    parts.push_back(one.state == CaseState::failed ? "not stored yet: " + what + " (--update stores it)"
                                                   : "now stored: " + what);
  }
  return joined(parts, "; ");
}

}  // namespace

std::string case_line(const CaseResult& one) {
  const std::string why = reasons(one);
  const auto state = static_cast<std::size_t>(one.state);
  return fmt::format("{:<4}  {}{}\n", kWords[state], one_line(one.name), why.empty() ? "" : ": " + one_line(why));
}

std::string regress_text(const Suite& suite, const CaseList& list, const RegressResult& result,
                         const RegressOptions& options) {
  std::string text;
  for (const std::string& name : result.gone)
    text += "gone  " + one_line(name) + ": its values are taken away, for the suite has no such case\n";
  const std::size_t number = result.cases.size();
  text += fmt::format("\n{}: {} case{}", one_line(suite.name), number, number == 1 ? "" : "s");
  if (options.shard.of > 1)
    text += fmt::format(" of {} (shard {}/{})", list.cases.size(), options.shard.part, options.shard.of);
  std::string counted;
  for (std::size_t state = 0; state < kCounted.size(); ++state) {
    const std::size_t count = result.count(static_cast<CaseState>(state));
    if (count > 0) counted += fmt::format("{}{} {}", counted.empty() ? ": " : ", ", count, kCounted[state]);
  }
  text += counted + '\n';
  if (options.update && !result.unwritten) text += "values in " + one_line(suite.stored) + '\n';
  return text + "outputs in " + one_line(options.directory) + '\n';
}

JunitSuite regress_junit(const Suite& suite, const RegressResult& result, const Shard& shard) {
  JunitSuite all{"gantry regress " + suite.name, "gantry.regress", {}};
  if (shard.of > 1) all.name += fmt::format(" {}/{}", shard.part, shard.of);
  for (const CaseResult& one : result.cases) {
    JunitCase to{one.name, JunitEnd::passed, "", reasons(one)};
    if (one.state == CaseState::not_run || !one.verdict.ended) {
      to.end = JunitEnd::error;
      to.type = "ended";
    } else if (one.state == CaseState::failed) {
      to.end = JunitEnd::failed;
      to.type = one.verdict.broken.empty() ? "value" : "run";
    }
    all.cases.push_back(std::move(to));
  }
  return all;
}

}  // namespace gantry
