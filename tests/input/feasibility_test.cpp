// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "input_files.h"

namespace gantry::feasibility_test {

namespace {

/// What check_feasible() says about a machine (keys of an architecture, one line) and tasks (one per line, from line
/// 4).
std::string problem(const std::string& machine, const std::string& tasks) {
  const InputFiles files;
  Diagnostics diagnostics;
  const auto path = files.write("e.yaml", "architecture: {" + machine + "}\nworkload:\n  tasks:\n" + tasks);
  const auto experiment = load_experiment(path, {}, diagnostics);
  if (experiment) check_feasible(experiment->architecture, experiment->workload, diagnostics);
  const auto lines = files.errors(diagnostics);
  CHECK(lines.size() < 2);
  return lines.empty() ? "none" : lines[0];
}

std::string task(const std::string& keys) { return "    - {" + keys + "}\n"; }

}  // namespace

TEST_CASE("a task needs a processor of its type", "[feasibility]") {
  const std::string cores = "processors: [{}, {type: gpu}]";
  CHECK(problem(cores, task("id: a, processor: gpu")) == "none");
  CHECK(problem(cores, task("id: a, processor: npu")) ==
        "e.yaml:4:7: error: task 'a' needs a processor of type 'npu', which the machine does not have (it has core or "
        "gpu)");
  CHECK(problem(cores, task("id: a, class: communication")) ==
        "e.yaml:4:7: error: task 'a' needs a processor of type 'dma', which the machine does not have (it has core or "
        "gpu)");
  CHECK(problem("processors: [{type: dma}]", task("id: a")) ==
        "e.yaml:4:7: error: task 'a' needs a processor other than dma, but the machine has none");
  CHECK(problem("processors: [{type: dma}]", task("id: a, class: event")) == "none");
}

TEST_CASE("a job fits a processor and is whole words", "[feasibility]") {
  const std::string machine = "processors: [{max_job_bytes: 64}, {name: wide, word_bytes: 12, max_job_bytes: 1000}]";
  CHECK(problem(machine, task("id: a, job_bytes: 12")) == "none");
  CHECK(problem(machine, task("id: a, job_bytes: 1001")) ==
        "e.yaml:4:7: error: task 'a' has jobs of 1001 bytes and no processor takes more than 1000 (max_job_bytes)");
  CHECK(problem(machine, task("id: a, job_bytes: 8")) ==
        "e.yaml:4:7: error: task 'a' has jobs of 8 bytes, which is no whole number of words of processor group 'wide' "
        "(a multiple "
        "of 12)");
  // Too large for the first group, so only the second one's words count.
  CHECK(problem(machine, task("id: a, job_bytes: 72")) == "none");
  CHECK(problem("processors: [{word_bytes: 64, max_job_bytes: 100}, {name: b, word_bytes: 81, max_job_bytes: 100}]",
                task("id: a")) ==
        "e.yaml:4:7: error: task 'a' has jobs of 5184 bytes, the least common multiple of the processors' word_bytes, "
        "and no "
        "processor takes more than 100 (max_job_bytes)");
}

TEST_CASE("a gang that is matched against idle processors needs a queue slot for every job", "[feasibility]") {
  const std::string machine =
      "processors: [{count: 3, queue_depth: 2, cluster: 1}, {name: b, queue_depth: 2, cluster: 2}]";
  const std::string remedy =
      " (a gang is matched at once: fewer jobs, more processors or queue_depth, or dispatcher.mode per_job)";
  CHECK(problem(machine, task("id: a, jobs: 8")) == "none");
  CHECK(problem(machine, task("id: a, jobs: 16")) ==
        "e.yaml:4:7: error: task 'a' has 16 jobs, and the processors that may run it have 8 queue slots" + remedy);
  CHECK(problem(machine + ", dispatcher: {colocation: {block: one_cluster}}", task("id: a, jobs: 8")) ==
        "e.yaml:4:7: error: task 'a' has 8 jobs, and the processors that may run it have 6 queue slots in the best "
        "cluster" +
            remedy);
  CHECK(problem(machine + ", dispatcher: {mode: per_job}", task("id: a, jobs: 16")) == "none");
  CHECK(problem(machine + ", dispatcher: {match_against: capable}", task("id: a, jobs: 16")) == "none");
}

TEST_CASE("a gang that takes longer to match than the timeout can never be matched", "[feasibility]") {
  const std::string machine =
      "processors: [{}], dispatcher: {match_against: capable, match_jobs_per_cycle: 2, match_timeout: 128";
  CHECK(problem(machine + "}", task("id: a, jobs: 256")) == "none");
  CHECK(
      problem(machine + "}", task("id: a, jobs: 512")) ==
      "e.yaml:4:7: error: task 'a' has 512 jobs, which take 256 cycles to match, more than match_timeout, which is 128 "
      "(match_jobs_per_cycle of at least 4, or dispatcher.mode per_job)");
  CHECK(problem(machine + ", mode: per_job}", task("id: a, jobs: 512")) == "none");
}

TEST_CASE("a class that wants all clusters needs a job and a processor for each", "[feasibility]") {
  const std::string clusters =
      "dispatcher: {colocation: {union: all_clusters}}, processors: [{cluster: 4}, {name: b, cluster: 9";
  CHECK(problem(clusters + "}]", task("id: a, class: union, jobs: 2")) == "none");
  CHECK(problem(clusters + "}]", task("id: a, class: union")) ==
        "e.yaml:4:7: error: task 'a' must have a job for each of the 2 clusters (colocation all_clusters), not 1");
  CHECK(problem(clusters + ", type: gpu}]", task("id: a, class: union, jobs: 2, processor: gpu")) ==
        "e.yaml:4:7: error: task 'a' must run on every cluster (colocation all_clusters), and cluster 4 has no "
        "processor that may "
        "run it");
}

TEST_CASE("submit cycles that put a successor before its predecessor can stop everything", "[feasibility]") {
  const std::string machine = "processors: [{}]";
  const std::string why = " (submit cycles put a successor before its predecessor)";
  // The successor waits in its own queue and lets the other class pass.
  CHECK(problem(machine, task("id: p, submit: 9, class: union") + task("id: s, after: [p]")) == "none");
  CHECK(problem(machine, task("id: p, submit: 9") + task("id: s, after: [p]")) ==
        "e.yaml:5:7: error: the order of submission can never finish: task 's' at the head of the block queue waits "
        "for 'p', which "
        "waits behind 's'" +
            why);
  CHECK(problem(machine, task("id: p, submit: 9") + task("id: q, submit: 9, class: union") + task("id: s, after: [q]") +
                             task("id: t, class: union, after: [p]")) ==
        "e.yaml:6:7: error: the order of submission can never finish: task 's' at the head of the block queue waits "
        "for 'q', which "
        "waits behind 't'; task 't' at the head of the union queue waits for 'p', which waits behind 's'" +
            why);
}

TEST_CASE("a host that does not know how far the window has moved on keeps a task from what it waits for",
          "[feasibility]") {
  // Tasks a and b are done. In the cycle in which the later of both ends the window moves on over one of them, and its
  // interrupt is the last: the host submits t, and nothing ends any more.
  const std::string machine = "processors: [{}], monitor: {completion_window: 3, retire_per_cycle: ";
  const std::string graph = task("id: a, class: event") + task("id: b, class: event") + task("id: s, after: [p]") +
                            task("id: t, class: cluster, after: [p]") + task("id: p, submit: 9, class: union");
  CHECK(problem(machine + "0}", graph) == "none");
  CHECK(problem(machine + "2}", graph) == "none");
  CHECK(problem(machine + "1}", graph) ==
        "e.yaml:6:7: error: the order of submission can never finish: task 's' at the head of the block queue waits "
        "for 'p', which the host cannot submit before 'p', which is monitor.completion_window tasks ahead of 'b', "
        "which the host may not know to be done (monitor.retire_per_cycle); the oldest is 's' (submit cycles put a "
        "successor before its predecessor)");
}

TEST_CASE("a queue that is full of waiting tasks keeps the host from what they wait for", "[feasibility]") {
  const std::string machine = "processors: [{}], task_cache: {capacity: 5}, host: {ring_entries: 2}";
  const std::string graph = task("id: p, submit: 9, class: union") + task("id: s, after: [p]") + task("id: t");
  CHECK(problem(machine, graph) == "none");
  CHECK(problem(machine, graph + task("id: u")) ==
        "e.yaml:5:7: error: the order of submission can never finish: task 's' at the head of the block queue waits "
        "for 'p', which "
        "the host cannot submit before 'u', whose queue is full behind 's' (submit cycles put a successor before its "
        "predecessor)");
}

TEST_CASE("all data of a job fit into the smallest store that may have to hold them", "[feasibility]") {
  const auto store = [](const std::string& bytes) {
    return "queue_depth: 4, local: {bytes: " + bytes + ", bytes_per_cycle: 4}";
  };
  // A job of b reads 5 bytes of x in two parts and writes 4 bytes of y.
  const std::string tasks = task("id: a, jobs: 4, writes: [x]") + task("id: b, jobs: 2, reads: [x], writes: [y]") +
                            "  data: [{id: x, bytes: 10}, {id: y, bytes: 8}]\n";
  CHECK(problem("processors: [{" + store("9") + "}]", tasks) == "none");
  const std::string small =
      "e.yaml:5:7: error: task 'b' has a job, number 0, that reads and writes 9 bytes of data objects, and the local "
      "store of processor group 'core' holds 8 (a larger store, more jobs, or more parts)";
  CHECK(problem("processors: [{" + store("8") + "}]", tasks) == small);
  CHECK(problem("processors: [{name: large, " + store("99") + "}, {" + store("8") + "}]", tasks) == small);
  // A processor without a store reads what a job needs and keeps nothing.
  CHECK(problem("processors: [{queue_depth: 4}]", tasks) == "none");
}

TEST_CASE("work beyond what cycles can count is refused", "[feasibility]") {
  CHECK(problem("processors: [{}]", task("id: a, cycles: 281474976710656")) == "none");
  CHECK(problem("processors: [{speed: 0.000001}]", task("id: a, cycles: 281474976710656, jobs: 2")) ==
        "e.yaml:4:7: error: task 'a' brings the work to more than 2^62 cycles (fewer cycles or a higher speed)");
}

}  // namespace gantry::feasibility_test
