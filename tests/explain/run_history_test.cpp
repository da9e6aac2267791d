// SPDX-License-Identifier: Apache-2.0
// What is kept of a long run: the last records, in order, without a gap.
#include "gantry/explain/run_history.h"

#include "catch.h"

namespace gantry::run_history_test {

TEST_CASE("A history of the last part keeps between once and twice what was asked for, the latest records in order") {
  constexpr std::size_t kKept = 5;
  for (std::uint64_t told = 0; told <= 6 * kKept; ++told) {
    CAPTURE(told);
    RunHistory history(kKept);
    for (std::uint64_t number = 0; number < told; ++number) {
      TaskRecord task;
      task.number = number;
      task.completed = 10 * number;
      history.task_done(task);
    }
    history.close();

    // Full halves are let go as a whole, when the record behind the second one comes.
    const std::uint64_t gone = told <= 2 * kKept ? 0 : (told - kKept - 1) / kKept * kKept;
    REQUIRE(history.tasks().size() == told - gone);
    for (std::uint64_t i = 0; i < told - gone; ++i) CHECK(history.tasks()[i].number == gone + i);
    CHECK(history.whole() == (gone == 0));
    CHECK(history.complete());
  }
}

TEST_CASE("A history from which records have been let go is not read before it is closed") {
  RunHistory history(2);
  for (std::uint32_t job = 0; job < 5; ++job) {
    JobRecord record;
    record.job = job;
    history.job_done(record);
  }
  CHECK_THROWS_AS(history.jobs(), std::logic_error);
  history.close();
  REQUIRE(history.jobs().size() == 3);
  CHECK(history.jobs().front().job == 2);
}

}  // namespace gantry::run_history_test
