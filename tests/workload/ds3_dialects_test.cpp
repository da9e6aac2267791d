// SPDX-License-Identifier: Apache-2.0
// Dialects of DS3's files: what a third word in a row means, older and newer lines.
#include <string>

#include "catch.h"
#include "foreign_workload.h"

namespace gantry::ds3_dialects_test {

namespace {

const std::string kJob = "job_name j\nadd_new_tasks 2\na 0\nb 1 0\n";

std::string times(const Workload& workload) {
  std::string text;
  for (const WorkloadTask& task : workload.tasks) {
    for (const TypeCycles& on : task.cycles_by_type)
      text += (text.empty() ? "" : ", ") + task.id + '@' + on.type + '=' + std::to_string(on.cycles);
  }
  return text;
}

}  // namespace

TEST_CASE("a number behind a time is a power, which is not read", "[formats]") {
  Workload workload;
  CHECK(read("ds3", kJob + "add_new_resource resource_name P\na 5 1.25\nb 6 1.5\n", workload) ==
        Lines{"f:6:5: note: the power of tasks is not read"});
  CHECK(times(workload) == "a@P=5, b@P=6");
}

TEST_CASE("a name behind a time is a configuration, which the accelerator has to support", "[formats]") {
  const std::string cpu = "add_new_resource resource_name P\na 5\nb 6\n";
  Workload workload;
  CHECK(read("ds3",
             kJob + cpu + "add_new_resource resource_type ACC resource_name F\nacc_supported_configs fft fir\n" +
                 "a 2 fft\nb 3 viterbi\nother 1 viterbi\n",
             workload) ==
        Lines{"f:11:5: note: 'F' does not support the configuration 'viterbi', so it does not run 'b'"});
  CHECK(times(workload) == "a@P=5, a@F=2, b@P=6");
  // An accelerator that lists none says nothing against it.
  CHECK(times(load("ds3", kJob + "add_new_resource resource_name F\na 2 fft\nb 3 fir\n")) == "a@F=2, b@F=3");
}

TEST_CASE("sizes of the job's input and of the mesh are noted and not read", "[formats]") {
  Workload workload;
  CHECK(read("ds3",
             "job_name j 1024\ndeadline 350\nadd_new_tasks 1\na 0\na earliest_start 0 deadline 0 sd 1 input_vol 8 "
             "output_vol 8\n"
             "SoC_mesh_information 3 2\nadd_new_resource resource_name P\nmesh_information P 4 10 10 blue\na 1\n",
             workload) ==
        Lines{"f:1:12: note: the size of the job's input is not read",
              "f:2:1: note: the deadline of the job is not read (those of its tasks are)",
              "f:5:31: note: 'sd' is not read (earliest_start, deadline, input_vol and output_vol are)",
              "f:6:1: note: the size of the mesh is not read (it is the machine's)"});
  CHECK(workload.name == "j");
  CHECK(workload.tasks[0].input_bytes == 0);  // edges by default
}

TEST_CASE("a volume between tasks that do not wait for each other is noted", "[formats]") {
  Workload workload;
  CHECK(read("ds3", "add_new_tasks 2\na 0\nb 1\ncomm_vol 0 1 7\nadd_new_resource resource_name P\na 1\nb 2\n",
             workload) == Lines{"f:4:1: note: task 'b' does not wait for 'a', so this volume is not read"});
  CHECK(workload.tasks[1].after.empty());
}

TEST_CASE("older files give a resource by position, and newer ones with more keys", "[formats]") {
  const auto name = [](const std::string& line) { return times(load("ds3", kJob + line + "\na 1\nb 1\n")); };
  CHECK(name("add_new_resource ACC FFT 1 1 2 performance") == "a@FFT=1, b@FFT=1");
  CHECK(name("add_new_resource A53 0 16") == "a@A53=1, b@A53=1");
  CHECK(name("add_new_resource resource_type LTL accelerator_family A7 scratchpad_size 32768 resource_name A7 "
             "resource_ID 0 capacity 1") == "a@A7=1, b@A7=1");
}

}  // namespace gantry::ds3_dialects_test
