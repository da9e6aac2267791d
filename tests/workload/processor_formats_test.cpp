// SPDX-License-Identifier: Apache-2.0
// Foreign formats whose tasks have a time on each type of processor: DS3, STOMP and CEDR. What they become, and what
// can be wrong in one.
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"
#include "input_files.h"
#include "program_run.h"
#include "workload/native_writer.h"

namespace gantry::processor_formats_test {

namespace {

/// "cpu 5, fft 2"
std::string cycles(const Workload& workload, std::size_t task) {
  std::string text;
  for (const TypeCycles& on : workload.tasks[task].cycles_by_type) {
    if (!text.empty()) text += ", ";
    text += on.type + ' ' + std::to_string(on.cycles);
  }
  return text;
}

const std::string kJob =
    "# a comment\njob_name chain\nadd_new_tasks 2\nload 4\nload HEAD\n"
    "load earliest_start 5 deadline 90 input_vol 64 output_vol 33\nwork 7 4\nwork earliest_start 8\n#work HEAD\nwork "
    "TAIL\ncomm_vol 4 7 "
    "12.5\n";
const std::string kResources =
    "add_new_resource resoruce_type LTL resource_name A7 resource_ID 0 capacity 4 DVFS_mode none\nopp 600 1000\n"
    "trip_freq -1 -1 -1\nload 3\nwork 10.5\nother 9\n"
    "add_new_resource resource_type ACC resource_name FFT\nwork 2\n"
    "add_new_resource resource_type MEM resource_name M\nNone 0\ncomm_band_self 10\ncomm_band 0 1 100\n";

std::string application(const std::string& tasks) { return "{\"AppName\": \"two\", \"DAG\": {\n" + tasks + "}}"; }

std::string task(const std::string& name, const std::string& lists, const std::string& platforms) {
  return '"' + name + "\": {" + lists + "\"platforms\": [" + platforms + "]}";
}

const std::string kCpu = R"({"name": "cpu", "nodecost": 5})";

std::string first_error(const std::string& format, const std::string& text, const std::string& mapping = "") {
  const Lines found = errors(format, text, mapping);
  return found.empty() ? "none" : found[0];
}

struct Case {
  std::string text;
  std::string error;
};

}  // namespace

TEST_CASE("a DS3 job takes the times of each resource, which is a type by its name", "[formats]") {
  CHECK(guess(kJob) == "ds3");
  const Workload workload = load("ds3", kJob + kResources, "{cycles_per_unit: 10}");
  CHECK(workload.name == "chain");
  CHECK(workload.unit == "us");
  CHECK(ids(workload) == Lines{"load", "work"});
  CHECK(cycles(workload, 0) == "A7 30");
  CHECK(cycles(workload, 1) == "A7 105, FFT 20");
  CHECK(workload.tasks[1].cycles == 20);  // the least
  CHECK(facts(workload).unit_critical_path == 5);
  CHECK(after(workload, 1) == "load(13)");
  CHECK(workload.tasks[0].submit == 50);
  CHECK(workload.tasks[1].submit == 80);
  CHECK(workload.tasks[0].deadline == 850);  // after `submit`
  CHECK_FALSE(workload.tasks[1].deadline);
  // Volumes are bits.
  const Workload by_data = load("ds3", kJob + kResources, "{input_bytes: data, output_bytes: data, arrivals: false}");
  CHECK(by_data.tasks[0].input_bytes == 8);
  CHECK(by_data.tasks[0].output_bytes == 5);
  CHECK(by_data.tasks[0].submit == 0);
}

TEST_CASE("the resource file of a DS3 job stands beside it", "[formats]") {
  const InputFiles files;
  files.write("job.txt", kJob);
  files.write("soc.txt", "# times\n" + kResources);
  const auto says = [&](const std::string& resources) {
    ProgramRun info(files, {"workload", "info", files.path("job.txt"), "--set", "mapping.resources=" + resources});
    CHECK(info.finish() == (resources == "soc.txt" ? 0 : 2));
    return info.out() + info.err();
  };
  CHECK(says("soc.txt").find("\"critical_path\": 5,") != std::string::npos);
  CHECK(says("none.txt").find("--set mapping.resources=none.txt:1:19: error: there is no resources file ") !=
        std::string::npos);
  CHECK(says("job.txt").find("job.txt:2:1: error: a resource file has resources, not a job") != std::string::npos);
  ProgramRun alone(files, {"workload", "info", "soc.txt"});
  CHECK(alone.finish() == 2);
  CHECK(alone.err().find("soc.txt:2:1: error: these are resources without a job (the job's file is the workload, this "
                         "one its mapping.resources)") != std::string::npos);
  ProgramRun missing(files, {"workload", "info", "job.txt"});
  CHECK(missing.finish() == 2);
  CHECK(missing.err().find("job.txt:3:1: error: these tasks need a resource file with their times "
                           "(mapping.resources, or mapping.work for all)") != std::string::npos);
  // An experiment names it too, and its run does not write over it.
  files.write("e.yaml",
              "architecture: {processors: [{type: A7}, {type: FFT}]}\n"
              "workload: {path: job.txt, mapping: {resources: soc.txt}}\n");
  ProgramRun run(files, {"run", "e.yaml", "--out", "out"});
  CHECK(run.finish() == 0);
  ProgramRun again(files, {"run", "out/experiment.yaml", "--out", "again"});
  CHECK(again.finish() == 0);
  CHECK(file_text(files.path("again/tasks.csv")) == file_text(files.path("out/tasks.csv")));
  ProgramRun over(files, {"workload", "convert", "job.txt", "--to", "native", "--set", "mapping.resources=soc.txt",
                          "-o", "soc.txt"});
  CHECK(over.finish() == 2);
}

TEST_CASE("of two times of a DS3 task on one resource the last counts, which a note says", "[formats]") {
  Workload workload;
  const std::string text = "add_new_tasks 1\na 0\nadd_new_resource resource_name P\na 5\na 6\n";
  CHECK(read("ds3", text, workload) == Lines{"f:5:1: note: task 'a' has another time on 'P' above; this one counts"});
  CHECK(cycles(workload, 0) == "P 6");
  // Two resources of one name have the same times, of the job's tasks.
  const std::string one = "add_new_tasks 1\na 0\nadd_new_resource resource_name P\na 5\nb 1\n";
  CHECK(cycles(load("ds3", one + "add_new_resource resource_name P\nb 2\na 5.0\n"), 0) == "P 5");
}

TEST_CASE("every mistake in a DS3 job is named with its place", "[formats]") {
  const std::string p = "add_new_resource resource_name P\na 1\nb 2\n";
  const std::vector<Case> cases = {
      {"load 0\n", "f:1:1: error: the file must begin with job_name, add_new_tasks or add_new_resource, not 'load'"},
      {"job_name\n", "f:1:1: error: a job's name is `job_name NAME [BITS]`"},
      {"job_name a\njob_name b\n", "f:2:1: error: the job has a name already (a file has one job)"},
      {"job_name a\n", "f:1:1: error: the job has no tasks"},
      {"add_new_tasks many\na 0\n" + p, "f:1:15: error: the number of tasks must be a whole number, not 'many'"},
      {"add_new_tasks 3\na 0\nb 1\n" + p, "f:1:1: error: 3 tasks are announced, and 2 follow"},
      {"add_new_tasks 2\na 0\na 1\n" + p, "f:3:1: error: 'a' is already the name of the task on line 2"},
      {"add_new_tasks 2\na 0\nb 0\n" + p, "f:3:3: error: 0 is already the id of another task"},
      {"add_new_tasks 2\na 0\nb 1 5\n" + p, "f:3:5: error: there is no task with the id 5"},
      {"add_new_tasks 2\na 0\nb 1 x\n" + p, "f:3:5: error: a predecessor must be a whole number, not 'x'"},
      {"add_new_tasks 1\na 0 0\n" + p, "f:2:5: error: task 'a' waits for itself"},
      {"add_new_tasks 1\na 0\nc HEAD\n" + p, "f:3:1: error: there is no task 'c' above"},
      {"add_new_tasks 1\na 0\na BODY\n" + p,
       "f:3:1: error: a line of a task is `NAME ID PREDECESSOR...`, `NAME HEAD`, `NAME TAIL` or `NAME earliest_start "
       "TIME ...`"},
      {"add_new_tasks 1\na 0\na earliest_start -1\n" + p,
       "f:3:18: error: earliest_start must be a number that is not negative, not '-1'"},
      {"add_new_tasks 1\na 0\na earliest_start 5 deadline 5\n" + p,
       "f:3:29: error: the deadline must be after earliest_start, by at most 281474976710656 cycles"},
      {"add_new_tasks 1\na 0\na earliest_start 1 deadline\n" + p, "f:3:20: error: 'deadline' has no value"},
      {"add_new_tasks 2\na 0\nb 1 0\ncomm_vol 0 1 7\ncomm_vol 0 1 7\n" + p,
       "f:5:1: error: this edge has a volume already"},
      {"add_new_tasks 2\na 0\nb 1 0\ncomm_vol 0 1\n" + p, "f:4:1: error: a volume is `comm_vol FROM TO VOLUME`"},
      {"add_new_tasks 2\na 0\nb 1 0\ncomm_vol 0 9 1\n" + p, "f:4:1: error: there is no task with the id 9"},
      {"add_new_tasks 1\nc 0\n" + p,
       "f:2:1: error: task 'c' has a time on no resource (mapping.work gives a default, on any processor)"},
      {"add_new_tasks 1\na 0\nadd_new_resource resource_type CPU\na 1\n",
       "f:3:1: error: a resource needs a name: add_new_resource ... resource_name NAME ..."},
      {"add_new_tasks 1\na 0\n" + p + "b x\n", "f:6:3: error: a time must be a number that is not negative, not 'x'"},
      {"add_new_tasks 1\na 0\n" + p + "add_new_resource resource_name P\na 2\n",
       "f:6:1: error: the resource of this name on line 3 has other times (a name is a type of processors)"},
      {"add_new_tasks 1\na 0\na earliest_start 1e30\n" + p,
       "f:2:1: error: task 'a' arrives in a cycle beyond 281474976710656 (a smaller mapping.cycles_per_unit)"},
      {"add_new_tasks 2\na 0 1\nb 1 0\n" + p,
       "f:2:1: error: these tasks wait for each other: a waits for b waits for a"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(first_error("ds3", c.text) == c.error);
  }
  CHECK(
      first_error("ds3", "add_new_tasks 1\na 0\n" + p + "c 1 2 3\n")
          .find("f:6:1: error: a line of a resource is `TASK TIME`, `TASK TIME POWER` or `TASK TIME CONFIGURATION`, or "
                "begins with acc_supported_configs, opp, ") == 0);
}

TEST_CASE("a STOMP trace is tasks that arrive, with a time on each type of server", "[formats]") {
  const std::string text = "fpga, cpu\r\n0,filter,4,40\r\n\n3.5,decode,None, 8\r\n# the end\n";
  CHECK(guess(text) == "stomp");
  const Workload workload = load("stomp", text, "{cycles_per_unit: 2}");
  CHECK(ids(workload) == Lines{"filter.0", "decode.1"});
  CHECK(cycles(workload, 0) == "fpga 8, cpu 80");
  CHECK(cycles(workload, 1) == "cpu 16");
  CHECK(workload.tasks[1].submit == 7);
  CHECK(facts(workload).unit_total_work == 12);
  // Without servers in its first line, or with another number of times, it is something else.
  CHECK(guess("time,cpu\n0,a,4,40\n") == "arrivals");
  CHECK(guess("fpga,cpu\n0,filter,4\n") == "none");
}

TEST_CASE("every mistake in a STOMP trace is named with its place", "[formats]") {
  const std::vector<Case> cases = {
      {"#\n", "f:1:1: error: a first line with the types of servers is needed"},
      {"cpu\n", "f:1:1: error: the workload has no tasks (at least one is needed)"},
      {"cpu,,gpu\n",
       "f:1:5: error: a type of servers must be one line of text without control characters, and not empty"},
      {"cpu,gpu,cpu\n", "f:1:9: error: 'cpu' is already a type of servers"},
      {"cpu,gpu\n0,a,1\n",
       "f:2:1: error: this row has 3 fields; an arrival, a type of task and a time for each of the 2 types of servers "
       "are 4"},
      {"cpu\n-1,a,1\n", "f:2:1: error: an arrival must be a number that is not negative, not '-1'"},
      {"cpu\n1,,1\n",
       "f:2:3: error: the type of a task must be one line of text without control characters, and not empty"},
      {"cpu\n0,a,none\n", "f:2:5: error: a time must be a number that is not negative, or None, not 'none'"},
      {"cpu\n0,a,None\n", "f:2:5: error: task 'a.0' has no server that can run it"},
      {"cpu\n1e30,a,1\n",
       "f:2:1: error: task 'a.0' arrives in a cycle beyond 281474976710656 (a smaller mapping.cycles_per_unit)"},
      {"cpu\n0,a,1e30\n",
       "f:2:1: error: task 'a.0' takes cycles per job beyond 281474976710656 (a smaller mapping.cycles_per_unit)"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(first_error("stomp", c.text) == c.error);
  }
}

TEST_CASE("a CEDR application has a cost on each platform, and the writer's cost of an edge", "[formats]") {
  const std::string text =
      application(task("a", R"("predecessors": [], "successors": [{"name": "b", "edgecost": 3}], )", kCpu) + ",\n" +
                  task("b", R"("predecessors": [{"name": "a", "edgecost": 4}], "successors": [], )",
                       kCpu + R"(, {"name": "fft", "nodecost": 2.5, "runfunc": "x"})"));
  CHECK(guess(text) == "cedr");
  const Workload workload = load("cedr", text);
  CHECK(workload.name == "two");
  CHECK(cycles(workload, 0) == "cpu 5");
  CHECK(cycles(workload, 1) == "cpu 5, fft 3");
  CHECK(after(workload, 1) == "a(3)");
  CHECK(facts(workload).unit_critical_path == 7.5);
  // One side alone is enough.
  for (const char* side : {"predecessors", "successors"}) {
    const bool after_b = side[0] == 'p';
    const std::string list =
        std::string("\"") + side + R"(": [{"name": ")" + (after_b ? "a" : "b") + R"(", "edgecost": 6}], )";
    CHECK(after(load("cedr",
                     application(task("a", after_b ? "" : list, kCpu) + "," + task("b", after_b ? list : "", kCpu))),
                1) == "a(6)");
  }
}

TEST_CASE("every mistake in a CEDR application is named with its place", "[formats]") {
  const auto names = [](const char* key, const char* other) {
    return std::string("\"") + key + R"(": [{"name": ")" + other + R"(", "edgecost": 1}], )";
  };
  const std::vector<Case> cases = {
      {"{\"AppName\": \"x\"}", "f:1:1: error: the key `DAG` is missing here"},
      {"{\"DAG\": []}", "f:1:9: error: DAG must be a map, not a list"},
      {application(""), "f:1:1: error: the workload has no tasks (at least one is needed)"},
      {application("\"a\": 5"), "f:2:6: error: a map of keys is needed here, not '5'"},
      {application(task("a", "", "")), "f:2:20: error: task 'a' has no platform"},
      {application(task("a", "", kCpu) + ",\n" + task("a", "", kCpu)),
       "f:3:1: error: 'a' is already the name of the task on line 2"},
      {application(task("a", "", kCpu + ", " + kCpu)), "f:2:62: error: task 'a' has the platform 'cpu' already"},
      {application(task("a", "", R"({"name": "cpu", "nodecost": -5})")),
       "f:2:49: error: nodecost must be a number that is not negative, not '-5'"},
      {application(task("a", names("successors", "b"), kCpu)), "f:2:31: error: there is no task 'b'"},
      {application(task("a", names("successors", "a"), kCpu)), "f:2:22: error: task 'a' waits for itself"},
      {application(task("a", names("successors", "b"), kCpu) + ",\n" + task("b", "\"predecessors\": [], ", kCpu)),
       "f:2:22: error: task 'b' does not name 'a' among its predecessors"},
      {application(task("a", "\"successors\": [], ", kCpu) + ",\n" + task("b", names("predecessors", "a"), kCpu)),
       "f:3:24: error: task 'a' does not name 'b' among its successors"},
      {application(task("a", R"("successors": [{"name": "b", "edgecost": 1}, {"name": "b", "edgecost": 1}], )", kCpu) +
                   ",\n" + task("b", "", kCpu)),
       "f:2:52: error: this list names task 'b' already"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(first_error("cedr", c.text) == c.error);
  }
}

TEST_CASE("a mapping makes cycles of the times on every type, or leaves that of one", "[formats]") {
  const std::string text = "fpga,cpu\n0,a,0.3,4\n0,b,None,5\n";
  const Workload workload = load("stomp", text, "{cycles_per_unit: 10, jobs: 4}");
  CHECK(cycles(workload, 0) == "fpga 1, cpu 10");
  CHECK(workload.tasks[0].cycles == 1);
  CHECK(workload.tasks[0].jobs == 4);
  const Workload cpu = load("stomp", text, "{processor: cpu}");
  CHECK(cycles(cpu, 0) == "cpu 4");
  CHECK(cpu.tasks[0].processor.empty());  // the times name it
  CHECK(facts(cpu).unit_total_work == 9);
  CHECK(first_error("stomp", text, "{processor: fpga}") ==
        "f:3:1: error: task 'b.1' has no time on the processor 'fpga' of the mapping");
  // The native format keeps them.
  std::stringstream out;
  write_native(workload, out);
  const Workload native = load("native", out.str());
  CHECK(cycles(native, 0) == "fpga 1, cpu 10");
  CHECK(cycles(native, 1) == "cpu 13");
}

}  // namespace gantry::processor_formats_test
