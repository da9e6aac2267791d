// SPDX-License-Identifier: Apache-2.0
// The data directory. It knows in which local stores the parts of data objects are. It receives a query for each picked
// job, whose message is collected meanwhile, the parts of each job that has completed, and each part that was evicted.
// docs/stores.md has its rules.
#pragma once

#include "gantry/scheduler/data_directory_base.h"

namespace gantry {
inline namespace scheduler {

class DataDirectory final : public DataDirectoryBase {
 public:
  explicit DataDirectory(const DirectoryParts& parts) : DataDirectoryBase(parts) {}

 protected:
  Cycle step(Cycle now) override;

 private:
  void look_up(const PartQuestion& question, Cycle now);
  /// The own store if it is known to have the part, else the nearest one, else global memory.
  [[nodiscard]] StoreId find_source(const PartQuestion& question) const;
};

}  // namespace scheduler
}  // namespace gantry
