// SPDX-License-Identifier: Apache-2.0
#include "whatif/forked.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

namespace gantry {
namespace {

constexpr int kThrew = 3;         ///< exit status of a process whose work threw; its text says what
constexpr int kPollMillis = 100;  ///< after which the flag is looked at again

struct Child {
  pid_t process = -1;
  int pipe = -1;
  std::size_t number = 0;
  std::string text;
};

void write_all(int to, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t wrote = write(to, text.data() + at, text.size() - at);
    if (wrote < 0 && errno != EINTR) return;
    if (wrote > 0) at += static_cast<std::size_t>(wrote);
  }
}

/// Never returns. Without exit handlers: what this process has not yet written is its parent's to write.
[[noreturn]] void be_child(pid_t parent, int to, const std::function<std::string(std::size_t)>& work,
                           std::size_t number) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kThrew);  // it went before it could be asked to take us with it
  std::signal(SIGINT, SIG_IGN);            // of a terminal all hear it: the parent says what ends
  std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  int status = 0;
  try {
    write_all(to, work(number));
  } catch (const std::exception& problem) {
    status = kThrew;
    write_all(to, problem.what());
  }
  _exit(status);
}

ForkedResult result_of(int status, std::string text) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return {false, "its process was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ')'};
  }
  const int code = WEXITSTATUS(status);
  if (code == 0) return {true, std::move(text)};
  if (code == kThrew) return {false, "internal error: " + text};
  return {false, "its process ended with exit status " + std::to_string(code)};
}

class Children {
 public:
  Children() = default;
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children() {
    for (const Child& child : running_) kill(child.process, SIGKILL);
    for (Child& child : running_) reap(child);
  }

  [[nodiscard]] std::size_t size() const { return running_.size(); }

  /// An error number, or 0.
  int start(std::size_t number, const std::function<std::string(std::size_t)>& work) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process == 0) be_child(parent, ends[1], work, number);
    const int problem = process < 0 ? errno : 0;
    close(ends[1]);
    if (process < 0) {
      close(ends[0]);
      return problem;
    }
    running_.push_back({process, ends[0], number, ""});
    return 0;
  }

  /// Waits a while for what they write, and tells those that have ended.
  void wait(const std::function<void(std::size_t, ForkedResult)>& done) {
    std::vector<pollfd> ends;
    for (const Child& child : running_) ends.push_back({child.pipe, POLLIN, 0});
    if (poll(ends.data(), ends.size(), kPollMillis) <= 0) return;
    for (std::size_t i = ends.size(); i-- > 0;) {
      if (ends[i].revents == 0 || read_more(running_[i])) continue;
      Child ended = std::move(running_[i]);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      const int status = reap(ended);
      done(ended.number, result_of(status, std::move(ended.text)));
    }
  }

 private:
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

  std::vector<Child> running_;
};

}  // namespace

bool run_forked(std::size_t count, unsigned jobs, const std::function<std::string(std::size_t)>& work,
                const std::function<void(std::size_t, ForkedResult)>& done, const std::atomic<bool>& stop) {
  Children children;
  std::size_t next = 0;
  while (next < count || children.size() > 0) {
    if (stop) return false;
    while (next < count && children.size() < std::max(1U, jobs)) {
      const int problem = children.start(next, work);
      if (problem != 0 && children.size() > 0) break;  // there may be room for it when another one has ended
      if (problem != 0) done(next, {false, std::string("no process can be started for it: ") + std::strerror(problem)});
      ++next;
    }
    if (children.size() > 0) children.wait(done);
  }
  return !stop;
}

}  // namespace gantry
