// SPDX-License-Identifier: Apache-2.0
// A data directory whose answers a backend behind pins gives. It passes messages on, and keeps what is known, entries
// and counters from them: a part that a job reads takes an entry as in our directory, and a written one if the backend
// says so.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/base/ring.h"
#include "gantry/scheduler/data_directory_base.h"
#include "pins/directory_pins.h"
#include "pins/pin_backend.h"

namespace gantry {

class PinnedDirectory final : public DataDirectoryBase {
 public:
  /// `backend` must outlive it.
  PinnedDirectory(const DirectoryParts& parts, PinBackend& backend) : DataDirectoryBase(parts), pins_(backend) {}

  [[nodiscard]] std::string state() const override;
  bool archive(Archive& state) override;

 protected:
  Cycle step(Cycle now) override;

 private:
  void take_source(const PartAnswer& source, Cycle now);

  PinExchange pins_;
  Ring<PartQuestion> open_;  ///< without an answer
  std::uint64_t jobs_ = 0;   ///< whose last part is among them
};

}  // namespace gantry
