// SPDX-License-Identifier: Apache-2.0
// The lines of stations give one order of a life, in which no station waits for itself.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "catch.h"
#include "result/station_order.h"

namespace gantry::stations_test {

namespace {

template <class Record>
std::size_t place(Cycle Record::*stamp) {
  const auto& life = life_of<Record>();
  return static_cast<std::size_t>(std::find(life.begin(), life.end(), station_line(stamp)) - life.begin());
}

template <class Record>
void check_life() {
  const auto& life = life_of<Record>();
  CHECK(life.size() == std::size(stations_of<Record>()));
  for (std::size_t at = 0; at < life.size(); ++at) {
    INFO(life[at]->name);
    CHECK(place(life[at]->cycle) == at);
    for (std::size_t i = 0; i < life[at]->orders; ++i) CHECK(place(life[at]->not_before[i].earlier) < at);
  }
}

}  // namespace

TEST_CASE("stations stand behind those that they are not before") {
  check_life<TaskRecord>();
  check_life<JobRecord>();
  // No order, since a task may be admitted again; but a life has it so.
  CHECK(place(&TaskRecord::admitted) < place(&TaskRecord::first_issue));
}

TEST_CASE("a broken order is reported with both stations") {
  const auto broken = [](const TaskRecord& task, bool lenient) {
    std::string all;
    check_orders(
        task, lenient, false, [](const auto& /*line*/) { return true; },
        [&](const std::string& text) { all += text + '\n'; });
    return all;
  };
  TaskRecord task;
  task.cached = 5;
  task.shown = 5;
  CHECK(broken(task, false) == "cached in cycle 5 is not before shown in cycle 5\n");
  CHECK(broken(task, true).empty());
  task.cached = 6;
  CHECK(broken(task, true) == "cached in cycle 6 is not at or before shown in cycle 5\n");
  // An order that holds at the end alone.
  TaskRecord again;
  again.entered = 9;
  again.admitted = 8;
  CHECK(broken(again, false).empty());
  again.completed = 20;
  CHECK(broken(again, false) == "entered in cycle 9 is not at or before admitted in cycle 8\n");
  CHECK(orders_text(*station_line(&TaskRecord::admitted)) ==
        "; ≥ `split`, ≥ `entered` once completed, ≥ `ready` once completed");
  CHECK(orders_text(*station_line(&TaskRecord::submitted)).empty());
}

}  // namespace gantry::stations_test
