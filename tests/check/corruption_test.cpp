// SPDX-License-Identifier: Apache-2.0
// What `gantry check` notices of a wrong cell of a finished run: any field of any table and any value of the summary,
// changed to something plausible or absurd. The invariants alone notice less than with the run repeated.
#include <map>
#include <string>

#include "catch.h"
#include "check/check_run.h"
#include "corruption_runs.h"
#include "repeat/repeated_run.h"
#include "sanitized.h"
#include "spoilt_run.h"

namespace gantry::corruption_test {

namespace {

constexpr std::uint64_t kChanges = kSanitized ? 25 : 500;  // of every run

/// Of few changes the share that passes is a matter of chance.
constexpr std::uint64_t most_of(std::uint64_t percent) { return kSanitized ? percent + 20 : percent; }

/// The changes that one way of checking does not notice.
class Passed {
 public:
  void add(const std::string& run, const CellChange& change) {
    ++count_;
    ++by_file_[change.file];
    ++where_[run + ' ' + change.file + ' ' + change.where + " (" + change.kind + ')'];
    examples_ += run + ' ' + change.file + ' ' + change.where + ' ' + change.what + '\n';
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (const auto& [file, count] : by_file_) text += file + ": " + std::to_string(count) + " pass\n";
    for (const auto& [place, count] : where_) text += std::to_string(count) + " x " + place + '\n';
    return text + examples_;
  }

 private:
  std::uint64_t count_ = 0;
  std::map<std::string, std::uint64_t> by_file_;
  std::map<std::string, std::uint64_t> where_;
  std::string examples_;
};

}  // namespace

TEST_CASE("random changes of single cells do not pass unnoticed") {
  const InputFiles files;
  std::uint64_t changes = 0;
  Passed invariants;
  Passed all;
  Dice dice(39);
  for (const NamedRun& named : corruption_runs()) {
    const std::string directory = run_into(files, named.name, named.experiment);
    CheckReport right = check_run(directory);
    add_repeated_run(directory, right);
    for (const std::string& line : right.errors) UNSCOPED_INFO(named.name << ": " << line);
    REQUIRE(right.status == 0);
    SpoiltRun run(directory);
    for (std::uint64_t i = 0; i < kChanges; ++i) {
      const CellChange change = run.change(dice);
      ++changes;
      CheckReport report = check_run(directory);
      if (report.status != 0) continue;
      invariants.add(named.name, change);
      add_repeated_run(directory, report);
      if (report.status == 0) all.add(named.name, change);
    }
  }
  {
    INFO(invariants.text());
    INFO(invariants.count() << " of " << changes << " changes pass the invariants");
    CHECK(invariants.count() * 100 <= changes * most_of(17));  // 16 % of 2,500, give or take 1 by chance
  }
  INFO(all.text());
  INFO(all.count() << " of " << changes << " changes pass gantry check");
  CHECK(all.count() * 100 <= changes * most_of(2));
}

}  // namespace gantry::corruption_test
