// SPDX-License-Identifier: Apache-2.0
// The pins of the dispatcher that no other block has.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/block_pins.h"

namespace gantry {
inline namespace scheduler {
namespace pins {

/// Of a job that leaves through a send port.
struct Flit {
  std::uint32_t port = 0;
  std::uint32_t slot = 0;
  ProcessorId processor = 0;

  template <class Visitor>
  void fields(Visitor& f) {
    f("port", port, 3, "through which it leaves");
    f("slot", slot, kSlotBits, "of the job's request");
    f("processor", processor, kProcessorBits, "that is to run it");
  }
};

/// A job that is given to a send port.
struct Job {
  std::uint32_t port = 0;
  TaskRef task = 0;
  std::uint32_t job = 0;
  std::uint32_t slot = 0;
  ProcessorId processor = 0;

  template <class Visitor>
  void fields(Visitor& f) {
    f("port", port, 3, "through which it is to leave");
    f("task", task, kTaskBits, "");
    f("job", job, 32, "its number within the task");
    f("slot", slot, kSlotBits, "of the request");
    f("processor", processor, kProcessorBits, "that is to run it");
  }
};

namespace dispatcher {
/// What fits into a mask.
inline constexpr std::uint32_t kMostProcessors = 64;
/// The constants places_0, places_4, ... have this many processors each, in as many bits.
inline constexpr std::uint32_t kPlacesInWord = 4;
inline constexpr std::uint32_t kPlacesBits = 8;
inline constexpr std::uint32_t kMostPorts = 8;
inline constexpr std::uint32_t kMostPicks = 64;
enum Input : std::uint32_t { schedule_requests, processor_updates, first_flits, last_flits };
enum Output : std::uint32_t { verdicts, jobs };
/// What the constants `picker` and `choice` number, in order: those without keys of their own, which look at nothing
/// that is not among the pins.
[[nodiscard]] const std::vector<std::string_view>& pickers();
[[nodiscard]] const std::vector<std::string_view>& choices();
}  // namespace dispatcher

}  // namespace pins

[[nodiscard]] const BlockPins& dispatcher_pins();

}  // namespace scheduler
}  // namespace gantry
