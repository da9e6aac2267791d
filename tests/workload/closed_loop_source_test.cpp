// SPDX-License-Identifier: Apache-2.0
// Streams whose requests several instances serve: what is refused, and on random chains with a host that takes
// interrupts in random order that every request is served as docs/workloads.md says. The size `id` of request i is
// 2^i, so the cycles of a merged step, the sum of its members' `id`, tell which requests it serves.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/request_source.h"
#include "experiment/stream_chains.h"
#include "experiment/task_source.h"
#include "foreign_workload.h"
#include "gantry/base/random.h"
#include "input_files.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::closed_loop_source_test {

namespace {

std::optional<Experiment> read(const InputFiles& files, const std::string& streams, Lines& errors) {
  Diagnostics diagnostics;
  auto experiment = read_experiment("architecture: {processors: [{count: 4}]}\nworkload:\n  streams:\n" + streams,
                                    files.path("e.yaml"), {}, diagnostics);
  errors = files.errors(diagnostics);
  return experiment;
}

const std::string kTask = "workload: {tasks: [{id: t}]}";
const std::string kArrivals = "arrivals: {process: periodic, interval_cycles: 10}";
const std::string kTrace = "arrivals: {process: trace, path: r.csv, sizes: {n: n}, mapping: {time_unit: cycles}}";

/// The one error of two streams, of which the first has the arrivals.
std::string error_of(const std::string& first, const std::string& second = "") {
  const InputFiles files;
  files.write("r.csv", "time,n\n0,3\n10,5\n");
  std::string text = "    - {name: a, count: 2, " + kTask + ", " +
                     (first.find("arrivals") == std::string::npos ? kArrivals + ", " : "") + first + "}\n";
  if (!second.empty()) text += "    - {name: b, " + second + "}\n";
  Lines lines;
  read(files, text, lines);
  REQUIRE(lines.size() == 1);
  return lines[0];
}

}  // namespace

TEST_CASE("what a closed loop cannot be is refused at its place") {
  const std::string b = kTask + ", after: {stream: a}";
  CHECK(error_of("weight: 1", kTask + ", after: {stream: c}") ==
        "e.yaml:5:54: error: stream 'b' follows 'c', which is no stream (a or b)");
  CHECK(error_of("weight: 1", kTask + ", after: {stream: b}").find("stream 'b' follows itself") != std::string::npos);
  CHECK(error_of("weight: 1", b + ", count: 3")
            .find("count does not go with `after`: the instances of the other stream are its arrivals") !=
        std::string::npos);
  CHECK(error_of("weight: 1", b + ", " + kArrivals).find("arrivals does not go with `after`") != std::string::npos);
  CHECK(error_of("weight: 1", kTask + ", after: {}").find("after needs the key `stream`") != std::string::npos);
  CHECK(error_of("weight: 1", b + ", merge: {up_to: 4}").find("merge goes with `repeat`") != std::string::npos);
  CHECK(error_of("weight: 1", b + ", repeat: 2, merge: {}").find("merge needs the key `up_to`") != std::string::npos);
  CHECK(error_of("weight: 1", b + ", repeat: m").find("must be a number, a distribution or a formula") !=
        std::string::npos);
  CHECK(error_of(kTrace, b + ", repeat: m + 1").find("repeat names 'm', and the requests have n") != std::string::npos);
  CHECK(error_of(kTrace, b + ", repeat: n - 4").find("repeat must be 0 to 1048576, and is -1 with n = 3") !=
        std::string::npos);
  CHECK(error_of("repeat: 0").find("stream 'a' repeats 0 times for a request that arrives there") != std::string::npos);
  CHECK(error_of("limits: {ttft_cycles: 5}")
            .find("stream 'a' has `limits`, which go with `repeat`, or with streams that follow each other") !=
        std::string::npos);
  CHECK(error_of("limits: {ttft_cycles: 5}", b).find("has `limits` of tokens, and nothing makes any") !=
        std::string::npos);
  CHECK(error_of("weight: 1", b + ", repeat: 2, limits: {e2e_cycles: 9}")
            .find("has `limits`, which belong to stream 'a'") != std::string::npos);
  CHECK(error_of("tokens: 1").find("stream 'a' has `tokens`, which go with") != std::string::npos);
  // The formula of a task is checked in the first step and in the last.
  CHECK(error_of(kTrace, "workload: {tasks: [{id: t, cycles: 3 - step}]}, after: {stream: a}, repeat: n")
            .find("cycles must be 0 to 281474976710656, and is -1 with n = 5, step = 4") != std::string::npos);
  CHECK(error_of(kTrace, "workload: {tasks: [{id: t, cycles: n * step * batch}]}, after: {stream: a}, repeat: 2")
            .find("names 'batch', and the requests have n and step") != std::string::npos);
}

TEST_CASE("streams that follow each other in a circle never begin") {
  const InputFiles files;
  Lines lines;
  read(files,
       "    - {name: a, " + kTask + ", after: {stream: b}}\n    - {name: b, " + kTask + ", after: {stream: a}}\n",
       lines);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("stream 'a' never begins: 'a' after 'b' after 'a'") != std::string::npos);
  read(files,
       "    - {name: a, count: 1, " + kTask + ", " + kArrivals + "}\n    - {name: b, " + kTask +
           ", after: {stream: a}}\n    - {name: c, " + kTask + ", after: {stream: a}}\n",
       lines);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("stream 'c' follows 'a', and so does stream 'b'") != std::string::npos);
}

TEST_CASE("a size may not have the name of the step") {
  const InputFiles files;
  files.write("r.csv", "time,step\n0,3\n");
  Lines lines;
  read(files,
       "    - {name: a, count: 1, repeat: 2, " + kTask +
           ", arrivals: {process: trace, path: r.csv, sizes: {step: step}}}\n",
       lines);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("requests with the size 'step'") != std::string::npos);
}

namespace {

/// An instance as the host saw it.
struct Seen {
  Cycle arrival = 0;
  Cycle over = 0;
  std::uint64_t cycles = 0;    ///< of its first task
  std::vector<Cycle> offsets;  ///< cycles from the arrival to each task
  std::uint32_t stream = 0;
  std::uint64_t first = 0;  ///< host number of the first task
  std::size_t left = 0;     ///< unfinished tasks
  std::size_t tasks = 0;    ///< submitted ones
};

/// A host that submits a task every few cycles and takes the interrupts of unfinished tasks in random order.
class RandomHost final : public RequestSink {
 public:
  RandomHost(const Experiment& experiment, std::uint64_t seed)
      : experiment_(experiment), bits_(seed, 7), source_(experiment.streams, experiment.architecture, seed, this) {}

  void run() {
    Task task;
    bool has = source_.next(task);
    Cycle before = 0;
    Cycle busy = 0;
    for (Cycle now = 0; has || !running_.empty(); ++now) {
      if (!running_.empty() && random_below(bits_, 3) == 0) {
        const auto at = static_cast<std::ptrdiff_t>(random_below(bits_, running_.size()));
        const std::uint64_t number = running_[static_cast<std::size_t>(at)];
        running_.erase(running_.begin() + at);
        Seen& seen = *owner_[number];
        if (--seen.left == 0) {
          seen.over = now;
          open_.erase(&seen);
        }
        ++events_;
        if (source_.completed(number, now, task)) has = true;
      }
      if (!has || task.submit > now || busy > now || random_below(bits_, 4) == 0) continue;
      REQUIRE(task.submit >= before);
      before = task.submit;
      take(task);
      busy = now + random_below(bits_, 6);
      has = source_.next(task);
    }
  }
  void request_done(const RequestRecord& request) override {
    REQUIRE(requests.emplace(std::pair(request.stream, request.number), request).second);
  }

  std::map<std::uint32_t, std::vector<Seen>> instances;  ///< by stream, in order of submission
  std::map<std::pair<std::uint32_t, std::uint64_t>, RequestRecord> requests;
  std::uint64_t submitted = 0;
  [[nodiscard]] std::uint64_t total() const { return source_.total(); }

 private:
  void take(const Task& task) {
    std::vector<Seen>& of = instances[task.stream];
    if (of.capacity() == 0) of.reserve(100000);  // pointers into it stay valid
    if (task.place == 0) {
      of.push_back({task.submit - task.offset, 0, task.cycles, offsets(task.stream), task.stream, 0});
      of.back().left = of.back().offsets.size();
      by_number_[{task.stream, task.instance}] = &of.back();
      open_.insert(&of.back());
    }
    Seen& seen = *by_number_.at({task.stream, task.instance});
    REQUIRE(seen.tasks == task.place);
    REQUIRE(seen.arrival == task.submit - task.offset);
    REQUIRE(task.offset == seen.offsets[task.place]);
    for (const std::uint64_t number : task.after) REQUIRE(owner_[number] == &seen);
    const auto key = [](const Seen& instance) {
      return std::tuple(instance.arrival + instance.offsets[instance.tasks], instance.arrival, instance.stream);
    };
    std::uint64_t oldest = submitted;
    for (const Seen* other : open_) {
      if (other->tasks == other->offsets.size()) continue;
      REQUIRE(key(seen) <= key(*other));
      oldest = std::min(oldest, other->tasks == 0 ? submitted : other->first);
    }
    REQUIRE(task.behind == submitted - oldest);
    if (seen.tasks++ == 0) seen.first = submitted;
    owner_[submitted] = &seen;
    running_.push_back(submitted++);
  }

  /// The `submit` of the tasks of a stream, as the host takes them.
  [[nodiscard]] std::vector<Cycle> offsets(std::uint32_t stream) const {
    std::vector<Cycle> cycles;
    for (const WorkloadTask& task : experiment_.streams[stream].workload.tasks) cycles.push_back(task.submit);
    std::sort(cycles.begin(), cycles.end());
    return cycles;
  }

  const Experiment& experiment_;
  RandomBits bits_;
  RequestSource source_;
  std::vector<std::uint64_t> running_;
  std::map<std::uint64_t, Seen*> owner_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Seen*> by_number_;
  std::set<Seen*> open_;
  std::uint64_t events_ = 0;
};

struct RandomChain {
  bool prefill = false;
  bool tokens = false;  ///< of the prefill
  std::uint32_t up_to = 0;
  Cycle first = 0;   ///< `submit` of all tasks of a step but the last
  Cycle second = 0;  ///< of the last one
  std::vector<Cycle> arrivals;
  std::vector<std::uint64_t> steps;
};

std::string text_of(const RandomChain& chain, const std::string& name) {
  const std::string trace = ", count: " + std::to_string(chain.arrivals.size()) +
                            ", arrivals: {process: trace, path: " + name +
                            ".csv, sizes: {id: id, n: n}, mapping: {time_unit: cycles}}";
  std::string text;
  if (chain.prefill) {
    text = "    - {name: p" + name + trace + (chain.tokens ? ", tokens: 1" : "") +
           ", workload: {tasks: [{id: a, cycles: id}, {id: b, after: [a], submit: " + std::to_string(chain.second) +
           "}, {id: c}]}}\n";
  }
  return text + "    - {name: d" + name + (chain.prefill ? ", after: {stream: p" + name + "}" : trace) + ", repeat: n" +
         (chain.up_to > 0 ? ", merge: {up_to: " + std::to_string(chain.up_to) + "}" : "") +
         ", workload: {tasks: [{id: s, cycles: id, submit: " + std::to_string(chain.first) +
         "}, {id: t, after: [s], submit: " + std::to_string(chain.second) + "}]}}\n";
}

/// The steps of a chain once more, by the rule of docs/workloads.md: from the ends of the prefills and of the steps
/// alone, and in which requests the i-th step serves.
void check_merged(const RandomChain& chain, const std::vector<Seen>& steps, const std::vector<Cycle>& begins) {
  std::vector<std::size_t> order;  // requests by their arrival at the stream
  for (std::size_t r = 0; r < begins.size(); ++r) {
    if (chain.steps[r] > 0) order.push_back(r);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return begins[a] < begins[b]; });
  std::vector<std::uint64_t> left = chain.steps;
  std::vector<std::size_t> members;
  std::size_t next = 0;
  Cycle boundary = 0;
  for (const Seen& step : steps) {
    Cycle at = boundary;
    if (members.empty()) at = std::max(at, begins[order[next]]);
    while (members.size() < chain.up_to && next < order.size() && begins[order[next]] <= at)
      members.push_back(order[next++]);
    std::uint64_t expected = 0;
    for (const std::size_t member : members) expected += std::uint64_t{1} << member;
    REQUIRE(step.cycles == expected);
    REQUIRE(step.arrival == at);
    REQUIRE(members.size() <= chain.up_to);
    boundary = step.over;
    members.erase(std::remove_if(members.begin(), members.end(), [&](std::size_t m) { return --left[m] == 0; }),
                  members.end());
  }
  CHECK(members.empty());
  CHECK(next == order.size());
}

void check_single(const RandomChain& chain, const std::vector<Seen>& steps, const std::vector<Cycle>& begins) {
  std::map<std::uint64_t, std::vector<Seen>> of;
  for (const Seen& step : steps) of[step.cycles].push_back(step);
  for (std::size_t r = 0; r < begins.size(); ++r) {
    const std::vector<Seen>& own = of[std::uint64_t{1} << r];
    REQUIRE(own.size() == chain.steps[r]);
    for (std::size_t k = 0; k < own.size(); ++k) REQUIRE(own[k].arrival == (k == 0 ? begins[r] : own[k - 1].over));
  }
}

}  // namespace

TEST_CASE("every request is served once and in order, whatever the order of completions") {
  RandomBits bits(20, 26);
  const int cases = kSanitized ? 60 : 600;
  for (int number = 0; number < cases; ++number) {
    INFO("case " << number);
    const InputFiles files;
    std::vector<RandomChain> chains(1 + random_below(bits, 3));
    std::string text;
    for (std::size_t c = 0; c < chains.size(); ++c) {
      RandomChain& chain = chains[c];
      chain.prefill = random_below(bits, 2) == 0;
      chain.tokens = chain.prefill && random_below(bits, 2) == 0;
      chain.up_to = static_cast<std::uint32_t>(random_below(bits, 5));
      if (random_below(bits, 2) == 0) {
        chain.first = random_below(bits, 2) * random_below(bits, 30);
        chain.second = chain.first + random_below(bits, 60);
      }
      Cycle at = 0;
      std::string trace = "time,id,n\n";
      const std::uint64_t requests = 1 + random_below(bits, 12);
      for (std::uint64_t r = 0; r < requests; ++r) {
        chain.arrivals.push_back(at);
        chain.steps.push_back(random_below(bits, 6) + (chain.prefill ? 0 : 1));
        trace += std::to_string(at) + ',' + std::to_string(std::uint64_t{1} << r) + ',' +
                 std::to_string(chain.steps.back()) + '\n';
        at += random_below(bits, 3) * random_below(bits, 40);
      }
      const std::string name(1, static_cast<char>('a' + c));
      files.write(name + ".csv", trace);
      text += text_of(chain, name);
    }
    Lines lines;
    const auto experiment = read(files, text, lines);
    REQUIRE(lines == Lines{});
    RandomHost host(*experiment, static_cast<std::uint64_t>(number));
    host.run();
    CHECK(host.total() == host.submitted);
    std::uint32_t stream = 0;
    std::size_t served = 0;
    for (const RandomChain& chain : chains) {
      const std::uint32_t first = stream;
      std::vector<Cycle> begins = chain.arrivals;  // arrival at the stream that repeats
      if (chain.prefill) {
        const std::vector<Seen>& prefills = host.instances[stream++];
        REQUIRE(prefills.size() == chain.arrivals.size());
        for (std::size_t r = 0; r < prefills.size(); ++r) {
          REQUIRE(prefills[r].cycles == std::uint64_t{1} << r);
          REQUIRE(prefills[r].arrival == chain.arrivals[r]);
          begins[r] = prefills[r].over;
        }
      }
      const std::vector<Seen>& steps = host.instances[stream++];
      if (chain.up_to > 0) {
        check_merged(chain, steps, begins);
      } else {
        check_single(chain, steps, begins);
      }
      for (std::size_t r = 0; r < chain.steps.size(); ++r) {
        const RequestRecord& request = host.requests.at({first, r});
        ++served;
        CHECK(request.arrival == chain.arrivals[r]);
        CHECK(request.tokens == chain.steps[r] + (chain.tokens ? 1 : 0));
        std::vector<Cycle> ends;
        if (chain.tokens) ends.push_back(begins[r]);
        for (const Seen& step : steps) {
          if ((step.cycles >> r & 1U) != 0) ends.push_back(step.over);
        }
        CHECK(request.first_token == (ends.empty() ? kNever : ends.front()));
        CHECK(request.last_token == (ends.empty() ? kNever : ends.back()));
        CHECK(request.done == std::max(begins[r], ends.empty() ? begins[r] : ends.back()));
        if (chain.steps[r] == 0) continue;
        const auto serves = [&](const Seen& step) { return (step.cycles >> r & 1U) != 0; };
        const auto begin = std::find_if(steps.begin(), steps.end(), serves);
        CHECK(request.first_instance == static_cast<std::uint64_t>(begin - steps.begin()));
        // It stays in the batch from the first of its steps to the last.
        if (chain.up_to > 0) CHECK(request.last_instance + 1 - request.first_instance == chain.steps[r]);
      }
    }
    CHECK(host.requests.size() == served);
  }
}

TEST_CASE("a closed loop without following streams makes the tasks of an open one") {
  const InputFiles files;
  Lines lines;
  const std::string open =
      "    - {name: a, count: 50, arrivals: {process: poisson, interval_cycles: 30},\n"
      "       workload: {tasks: [{id: u, cycles: {uniform: [1, 99]}}, {id: v, after: [u]}]}}\n"
      "    - {name: b, count: 20, arrivals: {process: periodic, interval_cycles: 90}, deadline_cycles: 70,\n"
      "       workload: {tasks: [{id: w, cycles: {exponential: 50}}]}}\n"
      "    - {name: c, count: 40, arrivals: {process: poisson, interval_cycles: 40},\n"
      "       workload: {tasks: [{id: x, submit: {uniform: [5, 60]}}, {id: y, submit: {uniform: [50, 200]}, after: "
      "[x],\n"
      "                           cycles: {uniform: [1, 99]}, deadline: 30}, {id: z, submit: 150, after: [y]}]}}\n";
  const auto experiment = read(files, open, lines);
  REQUIRE(lines == Lines{});
  const auto expected = make_task_source(*experiment);
  CHECK_FALSE(expected->is_closed_loop());
  RequestSource source(experiment->streams, experiment->architecture, experiment->seed, nullptr);
  CHECK(source.total() == expected->total());
  Task a;
  Task b;
  while (expected->next(a)) {
    REQUIRE(source.next(b));
    CHECK(a.submit == b.submit);
    CHECK(a.cycles == b.cycles);
    CHECK(a.stream == b.stream);
    CHECK(a.instance == b.instance);
    CHECK(a.after == b.after);
    CHECK(a.offset == b.offset);
    CHECK(a.behind == b.behind);
    CHECK(a.deadline == b.deadline);
  }
  CHECK_FALSE(source.next(b));
}

TEST_CASE("the draws of a step depend on its request, not on when it runs") {
  const InputFiles files;
  Lines lines;
  const auto draws = [&](const std::string& other) {
    const auto experiment =
        read(files,
             "    - {name: a, count: 5, repeat: 4, arrivals: {process: periodic, interval_cycles: 9},\n"
             "       workload: {tasks: [{id: u, cycles: {uniform: [1, 1000000]}}]}}\n" +
                 other,
             lines);
    REQUIRE(lines == Lines{});
    std::multiset<std::uint64_t> cycles;
    RandomHost host(*experiment, 3);
    host.run();
    for (const Seen& step : host.instances[0]) cycles.insert(step.cycles);
    return cycles;
  };
  CHECK(draws("") == draws("    - {name: b, count: 30, " + kArrivals + ", " + kTask + "}\n"));
}

TEST_CASE("both kernels write the same of a closed loop, and check finds nothing") {
  const InputFiles files;
  files.write("r.csv", "time,n\n0,3\n400,9\n500,2\n900,1\n5000,4\n");
  files.write("e.yaml",
              "architecture: {processors: [{count: 6}]}\nworkload:\n  streams:\n    - {name: p, count: 5, tokens: 1, " +
                  kTrace +
                  ",\n       workload: {tasks: [{id: a, jobs: 4, cycles: 900 * n}]}}\n"
                  "    - {name: d, after: {stream: p}, repeat: n - 1, merge: {up_to: 2},\n"
                  "       workload: {tasks: [{id: s, jobs: 2, cycles: 100 + 3 * (n + step)}, {id: t, cycles: batch, "
                  "submit: 700, after: [s]}]}}\n"
                  "    - {name: v, count: 9, arrivals: {process: poisson, interval_cycles: 700},\n"
                  "       workload: {tasks: [{id: w, jobs: 2, cycles: {exponential: 800}},\n"
                  "                           {id: x, submit: {uniform: [0, 3000]}, after: [w]}]}}\n");
  ProgramRun first(files, {"run", "e.yaml", "--out", "o"});
  REQUIRE(first.finish() == 0);
  ProgramRun cycle(files, {"run", "e.yaml", "--out", "c", "--kernel", "cycle"});
  REQUIRE(cycle.finish() == 0);
  for (const char* file : {"tasks.csv", "jobs.csv", "summary.json", "critical_path.csv"}) {
    INFO(file);
    CHECK(file_text(files.path(std::string("o/") + file)) == file_text(files.path(std::string("c/") + file)));
  }
  ProgramRun check(files, {"check", "o"});
  CHECK(check.finish() == 0);
  INFO(check.out() << check.err());
}

}  // namespace gantry::closed_loop_source_test
