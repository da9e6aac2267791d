// SPDX-License-Identifier: Apache-2.0
#include "pool/forked.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <utility>
#include <vector>

namespace gantry {
namespace {

using Clock = std::chrono::steady_clock;

// Exit statuses of a process without a result. If the work threw, the text has the reason.
constexpr int kThrew = 3;
constexpr int kNoMemory = 4;
constexpr int kPollMillis = 100;  ///< after which the flag is looked at again

struct Child {
  pid_t process = -1;
  int pipe = -1;
  std::size_t number = 0;
  Clock::time_point latest = Clock::time_point::max();
  bool late = false;
  ForkedLimits limits;
  std::string text;
};

void write_all(int to, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t wrote = write(to, text.data() + at, text.size() - at);
    if (wrote < 0 && errno != EINTR) return;
    if (wrote > 0) at += static_cast<std::size_t>(wrote);
  }
}

/// Returns the writable memory of this process, as RLIMIT_DATA counts it; nothing: the system does not provide it.
std::optional<std::uint64_t> data_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return std::nullopt;
  unsigned long long pages = 0;
  const bool read = std::fscanf(file, "%*u %*u %*u %*u %*u %llu", &pages) == 1;
  std::fclose(file);
  if (!read) return std::nullopt;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Memory in use before the fork is added to the limit: it belongs to the parent's workload, or to AddressSanitizer's
/// shadow.
void limit_memory(std::uint64_t bytes) {
  const auto held = data_bytes();
  rlimit limit{};
  if (!held || getrlimit(RLIMIT_DATA, &limit) != 0 || bytes > std::numeric_limits<rlim_t>::max() - *held) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, *held + bytes);
  setrlimit(RLIMIT_DATA, &limit);
}

/// Never returns. Exit handlers are skipped, because unwritten output belongs to the parent.
[[noreturn]] void be_child(pid_t parent, int to, const ForkedWork& work, std::size_t number,
                           const ForkedLimits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kThrew);  // the parent ended before PR_SET_PDEATHSIG was set
  std::signal(SIGINT, SIG_IGN);            // all processes of a terminal receive it; the parent decides
  std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  int status = 0;
  try {
    if (limits.memory_bytes > 0) limit_memory(limits.memory_bytes);
    write_all(to, work.run(number));
  } catch (const std::bad_alloc&) {
    status = kNoMemory;
  } catch (const std::exception& problem) {
    status = kThrew;
    write_all(to, problem.what());
  }
  _exit(status);
}

std::string seconds_text(double seconds) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

ForkedResult result_of(int status, Child& child) {
  const ForkedLimits& limits = child.limits;
  if (child.late)
    return {ForkedEnd::timeout, "it took longer than " + seconds_text(limits.seconds) + " s and was ended"};
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return {ForkedEnd::died,
            "its process was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ')'};
  }
  const int code = WEXITSTATUS(status);
  if (code == 0) return {ForkedEnd::whole, std::move(child.text)};
  if (code == kThrew) return {ForkedEnd::threw, "internal error: " + child.text};
  if (code != kNoMemory) return {ForkedEnd::died, "its process ended with exit status " + std::to_string(code)};
  return {ForkedEnd::out_of_memory,
          limits.memory_bytes > 0
              ? "it took more memory than the " + std::to_string(limits.memory_bytes) + " bytes that it may"
              : "there was no more memory for it"};
}

class Children {
 public:
  explicit Children(const ForkedLimits& limits) : limits_(limits) {}
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children() {
    for (const Child& child : running_) kill(child.process, SIGKILL);
    for (Child& child : running_) reap(child);
  }

  [[nodiscard]] std::size_t size() const { return running_.size(); }

  /// An error number, or 0.
  int start(std::size_t number, const ForkedWork& work) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
    const pid_t parent = getpid();
    const ForkedLimits limits = work.limits ? work.limits(number) : limits_;
    const pid_t process = fork();
    if (process == 0) be_child(parent, ends[1], work, number, limits);
    const int problem = process < 0 ? errno : 0;
    close(ends[1]);
    if (process < 0) {
      close(ends[0]);
      return problem;
    }
    Child& child = running_.emplace_back();
    child.process = process;
    child.pipe = ends[0];
    child.number = number;
    child.limits = limits;
    if (limits.seconds > 0.0)
      child.latest = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(std::min(limits.seconds, kLongestWait)));
    return 0;
  }

  /// Waits for output of the processes, and reports those that have ended.
  void wait(const std::function<void(std::size_t, ForkedResult)>& done) {
    std::vector<pollfd> ends;
    for (const Child& child : running_) ends.push_back({child.pipe, POLLIN, 0});
    const int ready = poll(ends.data(), ends.size(), millis_to_wait());
    end_late_ones();
    if (ready <= 0) return;
    for (std::size_t i = ends.size(); i-- > 0;) {
      if (ends[i].revents == 0 || read_more(running_[i])) continue;
      Child ended = std::move(running_[i]);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      const int status = reap(ended);
      done(ended.number, result_of(status, ended));
    }
  }

 private:
  static constexpr double kLongestWait = 1e8;  ///< three years, within the range of the clock

  [[nodiscard]] int millis_to_wait() const {
    Clock::time_point first = Clock::now() + std::chrono::milliseconds(kPollMillis);
    for (const Child& child : running_) {
      if (!child.late) first = std::min(first, child.latest);
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(first - Clock::now()).count() + 1;
    return static_cast<int>(std::clamp<decltype(left)>(left, 0, kPollMillis));
  }
  /// Their pipes close with them.
  void end_late_ones() {
    const Clock::time_point now = Clock::now();
    for (Child& child : running_) {
      if (child.late || now < child.latest) continue;
      child.late = true;
      kill(child.process, SIGKILL);
    }
  }
  /// False at the end.
  static bool read_more(Child& child) {
    std::array<char, 1 << 14> chunk{};
    const ssize_t got = read(child.pipe, chunk.data(), chunk.size());
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    child.text.append(chunk.data(), static_cast<std::size_t>(got));
    return got > 0;
  }
  static int reap(const Child& child) {
    close(child.pipe);
    int status = 0;
    while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

  const ForkedLimits& limits_;
  std::vector<Child> running_;
};

}  // namespace

bool run_forked(const ForkedWork& work, const ForkedOptions& options) {
  Children children(options.limits);
  std::size_t number = 0;
  bool waiting = false;  // handed out, and without a process yet
  const auto stopped = [&] { return options.stop != nullptr && *options.stop; };
  for (;;) {
    while (children.size() < std::max(1U, options.jobs)) {
      if (stopped()) return false;
      if (!waiting) {
        const auto handed = work.next();
        if (!handed) break;
        number = *handed;
      }
      const int problem = children.start(number, work);
      waiting = problem != 0 && children.size() > 0;  // a process may be available when another one has ended
      if (waiting) break;
      if (problem != 0) {
        work.done(number,
                  {ForkedEnd::not_started, std::string("no process can be started for it: ") + std::strerror(problem)});
      }
    }
    if (children.size() == 0) break;
    children.wait(work.done);
    if (stopped()) return false;
    if (work.idle) work.idle();
  }
  return !stopped();
}

bool run_forked(std::size_t count, unsigned jobs, const std::function<std::string(std::size_t)>& run,
                const std::function<void(std::size_t, ForkedResult)>& done, const std::atomic<bool>& stop) {
  std::size_t next = 0;
  ForkedWork work;
  work.next = [&]() -> std::optional<std::size_t> { return next < count ? std::optional(next++) : std::nullopt; };
  work.run = run;
  work.done = done;
  return run_forked(work, {jobs, {}, &stop});
}

}  // namespace gantry
