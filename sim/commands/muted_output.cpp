// SPDX-License-Identifier: Apache-2.0
#include "commands/muted_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace gantry {

MutedOutput::MutedOutput() {
  std::fflush(stdout);
  saved_ = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  if (saved_ >= 0 && nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
  if (nowhere >= 0) close(nowhere);
}

MutedOutput::~MutedOutput() {
  std::fflush(stdout);
  if (saved_ < 0) return;
  dup2(saved_, STDOUT_FILENO);
  close(saved_);
}

}  // namespace gantry
