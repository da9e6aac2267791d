// SPDX-License-Identifier: Apache-2.0
// gantry sweep --slurm against programs that answer as Slurm's do. `make slurm-test` has a real one.
#include <filesystem>
#include <sstream>
#include <string>

#include "study_directory.h"

namespace gantry::slurm_sweep_test {

namespace {

namespace fs = std::filesystem;

/// 9 runs, and 3 points that cannot be built.
const char* const kStudy =
    "base:\n  name: b\n"
    "  architecture: {interconnect: {topology: crossbar}, processors: [{name: c, count: 2}]}\n"
    "  workload: {generator: cholesky, tiles: 3}\n"
    "vary:\n"
    "  architecture.processors.c.count: [1, 2, 4, 0]\n"
    "  policies.picker: [fifo, stride, weight_delay]\n";

/// Slurm of a site whose arrays have four tasks: what is submitted stands in `queue`, a line for each task, as squeue
/// tells them.
class Site {
 public:
  Site() {
    files.write("s.yaml", kStudy);
    fs::create_directories(files.path("bin"));
    program("scontrol", "echo 'MaxArraySize            = 4'\n");
    program("squeue", "echo \"$@\" > asked; cat queue 2>/dev/null\nexit ${SQUEUE_FAILS:-0}\n");
    program("sbatch",
            "for word in \"$@\"; do echo \"$word\" >> submitted; done\n"
            "name=${0%/bin/sbatch}; for word in \"$@\"; do case $word in --job-name=*) name=${word#--job-name=};;\n"
            "  --array=0-*) last=${word#--array=0-}; last=${last%%\\%*};; esac; done\n"
            "[ ! -e refusal ] || { cat refusal >&2; exit 1; }\n"
            "for i in $(seq 0 $last); do echo \"$i $name\" >> queue; done\n"
            "echo 71\n");
  }

  /// `gantry sweep s.yaml --out o --slurm ...` there.
  std::string sweep(const std::string& more = "", int status = 0) const {
    ShellRun run(files, "PATH=$PWD/bin:$PATH; gantry sweep s.yaml --out o --slurm " + more + " 2>&1");
    INFO(run.out());
    CHECK(run.finish() == status);
    return run.out();
  }
  std::string status() const {
    ShellRun run(files, "PATH=$PWD/bin:$PATH; gantry sweep status o 2>&1");
    CHECK(run.finish() == 0);
    return run.out();
  }
  /// A node makes a task of a submission, which then is over.
  void run_task(int submission, int task, int status = 0) const {
    const std::string number = std::to_string(task);
    ShellRun run(files,
                 "SLURM_ARRAY_TASK_ID=" + number + " sh o/slurm/" + std::to_string(submission) + "/job.sh > log");
    INFO(run.err());
    CHECK(run.finish() == status);
    ShellRun over(files, "grep -v '^" + number + " ' queue > rest; mv rest queue");
    over.finish();
  }

  const InputFiles files;

 private:
  void program(const std::string& name, const std::string& text) const {
    files.write("bin/" + name, "#!/bin/sh\n" + text);
    fs::permissions(files.path("bin/" + name), fs::perms::owner_all);
  }
};

bool has(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

}  // namespace

TEST_CASE("a cluster makes the points of a study, what got lost is submitted again, and the bytes are the same") {
  const Site site;
  ProgramRun local(site.files, {"sweep", "s.yaml", "--out", "local"});
  REQUIRE(local.finish() == 0);
  CHECK(has(site.sweep("--jobs 2 --slurm-args \"--mem=1G --comment='a b'\""),
            "slurm: 9 runs submitted as job 71: 3 tasks of up to 3 runs\n"));
  const std::string submitted = file_text(site.files.path("submitted"));
  CHECK(has(submitted, "--output=o/slurm/1/log_%a.txt\n--mem=1G\n--comment=a b\n--parsable\n"));
  CHECK(has(submitted, "\n--array=0-2%2\no/slurm/1/job.sh\n"));
  CHECK(has(site.status(),
            "s: 12 points, 3 infeasible, 9 to do\nslurm: job 71: 3 tasks queued or running, 9 runs to do\n"));

  // Nothing is submitted twice: neither what is queued nor, if Slurm does not answer, anything.
  site.run_task(1, 1);
  CHECK(has(site.sweep(), "slurm: 6 runs queued or running (job 71)\ns: 12 points: 3 done, 3 infeasible, 6 to do\n"));
  ShellRun silent(site.files, "PATH=$PWD/bin:$PATH; SQUEUE_FAILS=1 gantry sweep s.yaml --out o --slurm");
  CHECK(silent.finish() == 2);
  CHECK(silent.err() == "--slurm: error: squeue: exit status 1\n");
  CHECK(!has(file_text(site.files.path("submitted")), "o/slurm/2"));

  // The other tasks are cancelled: their runs go into an array of their own, and what a task finds is not made again.
  site.files.write("queue", "");
  CHECK(has(site.status(), "slurm: 6 runs of tasks that are over: the same gantry sweep --slurm submits again\n"));
  CHECK(has(site.sweep("--slurm-points 4"),
            "slurm: 6 runs submitted as job 71: 2 tasks of up to 4 runs\n"
            "slurm: 6 of them again: their tasks are over and they have no end"));
  site.run_task(2, 0);
  site.run_task(2, 0);
  std::istringstream said(file_text(site.files.path("log")));
  for (std::string line; std::getline(said, line);) CHECK(line.substr(16) == " exists already");
  site.run_task(2, 1);
  CHECK(has(site.sweep(), "s: 12 points: 9 done, 3 infeasible; computed 0, reused 9\n"));
  check_same_studies(site.files, "local", "o");
}

TEST_CASE("a run without a result is told once the others are there, and then made again") {
  const Site site;
  site.files.write("s.yaml",
                   "base: {architecture: {processors: [{count: 1}]}, workload: {tasks: [{id: a, cycles: 5}]}}\n"
                   "vary: {load: {short: {}, endless: {workload: {generator: poisson, tasks: 100000000,\n"
                   "  interval_cycles: 2000, cycles: {exponential: 500}}}}}\n"
                   "point: {timeout_seconds: 1}\n");
  CHECK(has(site.sweep("--slurm-points 2"), "slurm: 2 runs submitted as job 71: 1 task of 2 runs\n"));
  site.run_task(1, 0);
  const std::string told = "s: 2 points: 1 done, 1 timeout; computed 0, reused 1\n";
  CHECK(has(site.sweep("", 1), told));
  CHECK(has(file_text(site.files.path("o/points.csv")), "timeout,endless,,it took longer than 1 s and was ended\n"));
  CHECK(has(site.sweep(), "slurm: 1 run submitted as job 71: 1 task of 1 run\n"));
  // What was changed while it was queued is another point.
  site.files.write("s.yaml", file_text(site.files.path("s.yaml")) + "keep: [tasks]\n");
  site.run_task(2, 0, 1);
  CHECK(has(file_text(site.files.path("log")), "is not made: the study or a file that it names was changed\n"));
}

TEST_CASE("what cannot be submitted is said before anything runs") {
  const Site site;
  CHECK(has(
      site.sweep("--slurm-points 2", 2),
      "--slurm: error: 9 runs with 2 a task are 5 tasks, and an array has at most 4 here (MaxArraySize): at least 3 a "
      "task\n"));
  CHECK(has(site.sweep("--slurm-args='--array=1-3'", 2), "--slurm-args: error: '--array=1-3' is set by gantry\n"));
  CHECK(has(site.sweep("--slurm-args \"--comment='a\"", 2), "--slurm-args: error: a quote is not closed"));
  CHECK(has(site.sweep("--ask-tell", 2), "--slurm: error: leaves when the points are submitted"));
  site.files.write("refusal", "sbatch: error: invalid partition specified: none\nsbatch: error: more\n");
  CHECK(has(site.sweep("--slurm-args --partition=none", 2),
            "--slurm: error: sbatch: error: invalid partition specified: none\n"));
  fs::remove(site.files.path("refusal"));
  CHECK(has(site.sweep(), "slurm: 9 runs submitted as job 71"));
  ShellRun none(site.files, "PATH=/nowhere; '" GANTRY_PROGRAM "' sweep s.yaml --out o --slurm");
  CHECK(none.finish() == 2);
  CHECK(none.err() == "--slurm: error: squeue cannot be called: No such file or directory\n");
}

}  // namespace gantry::slurm_sweep_test
