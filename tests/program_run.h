// SPDX-License-Identifier: Apache-2.0
// The program as a user runs it: arguments in, exit status and both outputs back.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "input_files.h"

namespace gantry {

inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class ProgramRun {
 public:
  /// Starts `gantry ARGUMENTS...` in the directory of `files`.
  ProgramRun(const InputFiles& files, const std::vector<std::string>& arguments) : ProgramRun(files) {
    std::vector<std::string> words = {GANTRY_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    start(files, std::move(words));
  }
  ProgramRun(const ProgramRun&) = delete;
  ProgramRun& operator=(const ProgramRun&) = delete;
  ~ProgramRun() { finish(); }

  void interrupt(int signal = SIGINT) const { kill(child_, signal); }
  /// Exit status; 1000 + signal when a signal ended it.
  int finish() {
    if (child_ > 0) {
      int status = 0;
      rusage used{};
      wait4(child_, &status, 0, &used);
      peak_bytes_ = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
      child_ = -1;
      // The next run in this directory writes the same files.
      out_text_ = file_text(out_);
      err_text_ = file_text(err_);
    }
    return status_;
  }
  /// The most memory that the program had, or this test when it started it.
  std::uint64_t peak_bytes() {
    finish();
    return peak_bytes_;
  }
  std::string out() {
    finish();
    return out_text_;
  }
  std::string err() {
    finish();
    return err_text_;
  }

 protected:
  explicit ProgramRun(const InputFiles& files) : out_(files.path("stdout.txt")), err_(files.path("stderr.txt")) {}

  void start(const InputFiles& files, std::vector<std::string> words) {
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const std::string directory = files.path("");
    child_ = fork();
    if (child_ != 0) return;
    const int out = open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0 || chdir(directory.c_str()) != 0) _exit(126);
    alarm(120);  // a program that hangs is a failed test, not a test that hangs
    execv(argv[0], argv.data());
    _exit(127);
  }

 private:
  std::string out_;
  std::string err_;
  std::string out_text_;
  std::string err_text_;
  pid_t child_ = -1;
  int status_ = -1;
  std::uint64_t peak_bytes_ = 0;
};

/// A line for a shell, in which `gantry` is the program: redirections, pipes and limits.
class ShellRun : public ProgramRun {
 public:
  ShellRun(const InputFiles& files, const std::string& line) : ProgramRun(files) {
    start(files, {"/bin/sh", "-c", "gantry() { timeout 100 '" GANTRY_PROGRAM "' \"$@\"; }\n" + line});
  }
};

}  // namespace gantry
