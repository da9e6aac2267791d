// SPDX-License-Identifier: Apache-2.0
// While one lives, workload files that were read are known: for commands that read experiments again and again, whose
// machines differ and whose workload does not. A file that changes meanwhile is what it was. One at a time.
#pragma once

#include <map>
#include <string>

#include "gantry/workload/workload.h"

namespace gantry {

struct KnownWorkload {
  Workload workload;  ///< as its reader left it
  std::string sha256;
};

class WorkloadMemory {
 public:
  WorkloadMemory();
  WorkloadMemory(const WorkloadMemory&) = delete;
  WorkloadMemory& operator=(const WorkloadMemory&) = delete;
  ~WorkloadMemory();

  /// `key` says file, format and mapping; nullptr if it is not known, or no memory lives.
  static const KnownWorkload* find(const std::string& key);
  static void keep(const std::string& key, const KnownWorkload& known);

 private:
  std::map<std::string, KnownWorkload> known_;
};

}  // namespace gantry
