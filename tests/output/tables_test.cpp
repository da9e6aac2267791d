// SPDX-License-Identifier: Apache-2.0
// tasks.csv, jobs.csv and edges.csv.
#include <filesystem>
#include <string>

#include "catch.h"
#include "output/table_writer.h"
#include "report_records.h"
#include "today_table.h"

namespace gantry::tables_test {

TEST_CASE("table rows stand in order of completion, then number, whatever the order of arrival") {
  const InputFiles dir;
  const Names names({"a", "b, \"the\" event", "c", "late"});
  TableWriter tables({dir.path("tasks.csv"), dir.path("jobs.csv")}, names, {"core0", "core,1"});
  tables.job_done(job_record(2, 0, 1, {5, 6, 9, 9, 19, 30}));
  tables.job_done(job_record(0, 1, 0, {4, 5, 8, 9, 19, 30}));
  tables.job_done(job_record(0, 0, 0, {1, 2, 3, 4, 5, 30}));
  tables.task_done(task_record(2, {3, 4, 5, 6, 7, 8, 8, 31}));
  tables.task_done(event_record(1, 2, 5, 9, 31));
  tables.task_done(task_record(0, {1, 4, 5, 6, 7, 8, 9, 32}));
  tables.task_done(task_record(3, {8, 9}));
  Diagnostics problems;
  tables.finish(problems);
  CHECK(problems.ok());
  CHECK(read(dir.path("tasks.csv")) ==
        today_table<TaskCells>(
            "task,class,weight,jobs,submitted,cached,registered,split,admitted,first_issue,last_issue,completed,"
            "shown,ready,id,stream,instance,place,announced,asked,slot_taken,requested,entered,slot_freed,match_"
            "failures\n"
            "\"b, \"\"the\"\" event\",event,1,0,2,5,9,,,,,31,,,,0,0,0,,,,,,,0\n"
            "c,block,1,1,3,4,5,6,7,8,8,31,,,,0,0,0,,,,,,,0\n"
            "a,block,1,1,1,4,5,6,7,8,9,32,,,,0,0,0,,,,,,,0\n"
            "late,block,1,1,8,9,,,,,,,,,,0,0,0,,,,,,,0\n",
            false));
  CHECK(read(dir.path("jobs.csv")) ==
        today_table<JobCells>(
            "task,job,processor,picked,issued,arrived,started,finished,completed,matched,sent,ready,written\n"
            "a,0,core0,1,2,3,4,5,30,,2,3,5\n"
            "a,1,core0,4,5,8,9,19,30,,5,8,19\n"
            "c,0,\"core,1\",5,6,9,9,19,30,,6,9,19\n",
            false));
}

TEST_CASE("edges are written by name") {
  const InputFiles dir;
  EdgeTable edges(dir.path("edges.csv"));
  edges.add("b", "a");
  edges.add("c\nd", "a");
  Diagnostics problems;
  edges.finish(problems);
  CHECK(problems.ok());
  CHECK(read(dir.path("edges.csv")) == "task,predecessor\nb,a\n\"c\nd\",a\n");
}

TEST_CASE("tables that are off write nothing, tables that cannot be written are reported once") {
  const InputFiles dir;
  const Names names({"a"});
  TableWriter tables({"", dir.path("no/such/jobs.csv")}, names, {"core0"});
  CHECK_FALSE(tables.ok());
  tables.task_done(task_record(0, {1, 4, 5, 6, 7, 8, 9, 32}));
  tables.job_done(job_record(0, 0, 0, {1, 2, 3, 4, 5, 30}));
  Diagnostics problems;
  tables.finish(problems);
  tables.finish(problems);
  REQUIRE(problems.size() == 1);
  CHECK(problems.lines()[0].find("jobs.csv: error: cannot be written: ") != std::string::npos);
}

TEST_CASE("a full disk is noticed") {
  if (!std::filesystem::exists("/dev/full")) return;
  EdgeTable edges("/dev/full");
  Diagnostics problems;
  for (int i = 0; i < 100000; ++i) edges.add("task", "predecessor");
  CHECK_FALSE(edges.ok());
  edges.finish(problems);
  CHECK(problems.size() == 1);
}

}  // namespace gantry::tables_test
