// SPDX-License-Identifier: Apache-2.0
// The pool of processes: what becomes of those that die, hang, take too much or are stopped.
#include "pool/forked.h"

#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::pool_test {

TEST_CASE("work in processes of its own: whoever dies, throws or is stopped takes nobody along") {
  const std::atomic<bool> go_on{false};
  std::vector<ForkedResult> results(5);
  const auto work = [](std::size_t i) -> std::string {
    if (i == 1) std::raise(SIGKILL);
    if (i == 2) throw std::runtime_error("no task left");
    if (i == 3) _exit(7);
    return std::string(100000, 'x') + std::to_string(i);
  };
  const auto keep = [&](std::size_t i, ForkedResult result) { results[i] = std::move(result); };
  REQUIRE(run_forked(results.size(), 3, work, keep, go_on));
  CHECK(results[0].text == std::string(100000, 'x') + "0");
  CHECK(results[0].whole());
  CHECK(results[1].text == "its process was ended by signal 9 (Killed)");
  CHECK(results[2].text == "internal error: no task left");
  CHECK(results[3].text == "its process ended with exit status 7");
  CHECK(!results[3].whole());
  CHECK(results[4].text == std::string(100000, 'x') + "4");

  // The first tells which process it was and the flag is set; the second would sleep for an hour.
  const InputFiles files;
  std::atomic<bool> stop{false};
  const auto sleeper = [&](std::size_t i) -> std::string {
    if (i == 0) {
      while (file_text(files.path("pid")).empty()) usleep(1000);
      return "";
    }
    files.write("pid", std::to_string(getpid()));
    sleep(3600);
    return "";
  };
  CHECK(!run_forked(
      2, 2, sleeper, [&](std::size_t, const ForkedResult&) { stop = true; }, stop));
  CHECK(kill(static_cast<pid_t>(std::stol(file_text(files.path("pid")))), 0) == -1);
  CHECK(errno == ESRCH);
}

TEST_CASE("a process that takes too long or too much memory is ended, and the others are not") {
  std::vector<ForkedResult> results(3);
  ForkedWork work;
  std::size_t next = 0;
  work.next = [&]() -> std::optional<std::size_t> {
    return next < results.size() ? std::optional(next++) : std::nullopt;
  };
  work.run = [](std::size_t i) -> std::string {
    if (i == 0) {
      while (true) sleep(3600);
    }
    if (i == 1) return std::to_string(std::vector<char>(std::size_t{256} << 20, 'x').size());
    return std::string(1 << 20, 'x');
  };
  work.done = [&](std::size_t i, ForkedResult result) { results[i] = std::move(result); };
  const double seconds = kSanitized ? 10 : 0.5;  // AddressSanitizer takes its time to die on a busy machine
  REQUIRE(run_forked(work, {2, {seconds, std::uint64_t{64} << 20}, nullptr}));
  CHECK(results[0].end == ForkedEnd::timeout);
  CHECK(results[0].text == std::string("it took longer than ") + (kSanitized ? "10" : "0.5") + " s and was ended");
  // AddressSanitizer's allocator ends the process itself.
  CHECK(results[1].end == (kSanitized ? ForkedEnd::died : ForkedEnd::out_of_memory));
  if (!kSanitized) CHECK(results[1].text == "it took more memory than the 67108864 bytes that it may");
  CHECK(results[2].whole());
}

TEST_CASE("items are handed out as results come, and an item that waits for one gets it") {
  // Item 3 is known when 0 to 2 have ended, and is the last.
  std::vector<std::string> order;
  std::size_t next = 0;
  ForkedWork work;
  work.next = [&]() -> std::optional<std::size_t> {
    if (next < 3 || (next == 3 && order.size() == 3)) return next++;
    return std::nullopt;
  };
  work.run = [](std::size_t i) { return std::to_string(i); };
  work.done = [&](std::size_t /*i*/, const ForkedResult& result) { order.push_back(result.text); };
  REQUIRE(run_forked(work, {8, {}, nullptr}));
  REQUIRE(order.size() == 4);
  CHECK(order.back() == "3");
}

TEST_CASE("a point costs less than 2 ms beside its work") {
  // Of a processor: who else uses the machine is not the pool's doing.
  const auto used = [] {
    double seconds = 0.0;
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
      rusage of{};
      getrusage(who, &of);
      for (const timeval& time : {of.ru_utime, of.ru_stime})
        seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    }
    return seconds;
  };
  const std::atomic<bool> go_on{false};
  const double before = used();
  std::size_t done = 0;
  REQUIRE(run_forked(
      500, 1, [](std::size_t) { return std::string(); }, [&](std::size_t, const ForkedResult&) { ++done; }, go_on));
  CHECK(done == 500);
  CHECK(used() - before < (kSanitized ? 30.0 : 1.0));
}

}  // namespace gantry::pool_test
