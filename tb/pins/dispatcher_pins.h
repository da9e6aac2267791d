// SPDX-License-Identifier: Apache-2.0
// Pins that only the dispatcher has. They carry everything that pickers and processor choices can use: the machine as
// constants and a table, and a task's data beside its request.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/own_keys.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/processor_table.h"
#include "pins/block_pins.h"

namespace gantry {
namespace pins {

/// A row of the table: one processor.
struct Processor {
  ProcessorId number = 0;
  std::uint32_t type = 0;
  std::uint64_t speed_millionths = 0;
  std::uint32_t hops = 0;
  std::uint32_t cluster = 0;
  std::uint32_t places = 0;

  template <class Visitor>
  void fields(Visitor& f) {
    f("number", number, kProcessorBits, "from 0, ascending");
    f("type", type, 32, "numbered from 0");
    f("speed", speed_millionths, 64,
      "in millionths: a job takes its cycles x 1000000 / speed, rounded up, at most 2^62");
    f("hops", hops, 32, "links from the scheduler's router");
    f("cluster", cluster, 32, "numbered from 0");
    f("places", places, 32, "jobs that are picked or reserved for it and not completed");
  }
};

/// Beside a request: the next 64 processors.
struct MoreProcessors {
  std::uint32_t first = 0;
  std::uint64_t processors = 0;

  template <class Visitor>
  void fields(Visitor& f) {
    f("first", first, kProcessorBits, "a multiple of 64");
    f("processors", processors, 64, "bit p: processor `first` + p may run the task's jobs");
  }
};

/// Beside a request whose jobs take different times on different types.
struct CyclesOn {
  std::uint32_t type = 0;
  std::uint64_t cycles = 0;

  template <class Visitor>
  void fields(Visitor& f) {
    f("type", type, 32, "of processor");
    f("cycles", cycles, 64, "of one job at speed 1");
  }
};

/// A job that leaves through a send port.
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

/// A job that is handed to a send port.
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
/// Processors per mask. A request has as many further masks as the largest machine needs.
inline constexpr std::uint32_t kMaskBits = 64;
inline constexpr std::uint32_t kMoreMasks = 63;
inline constexpr std::uint32_t kMostProcessors = kMaskBits * (1 + kMoreMasks);
/// Most types of processors.
inline constexpr std::uint32_t kMostTypes = 64;
inline constexpr std::uint32_t kMostPorts = 8;
inline constexpr std::uint32_t kMostPicks = 64;
enum Input : std::uint32_t {
  schedule_requests,
  more_processors,
  cycles_on,
  processor_updates,
  first_flits,
  last_flits
};
enum Output : std::uint32_t { verdicts, jobs };
/// Numbers of the policies in the constants `picker` and `choice`, in order. A number is never reused.
[[nodiscard]] const std::vector<std::string_view>& pickers();
[[nodiscard]] const std::vector<std::string_view>& choices();
/// A key of a picker or of a choice is a constant named POLICY_KEY.
struct OwnConstant {
  bool of_picker = true;
  std::string_view policy;
  const OwnKey* key = nullptr;
  [[nodiscard]] std::string name() const { return std::string(policy) + '_' + std::string(key->name); }
};
/// In the order of the constants.
[[nodiscard]] const std::vector<OwnConstant>& own_constants();
}  // namespace dispatcher

/// Returns the processors that may run the task's jobs, by type, size and plan.
[[nodiscard]] ProcessorSet may_run(const Task& task, const ProcessorTable& processors);

/// Calls `tell(message)` with a request, and with all messages beside it.
template <class Tell>
void tell_request(const ScheduleRequest& request, const Task& task, const ProcessorSet& processors, Tell tell) {
  tell(pack(dispatcher::schedule_requests, Request(request, task, processors[0])));
  for (std::uint32_t w = 1; w < processors.size(); ++w) {
    if (processors[w] == 0) continue;
    tell(pack(dispatcher::more_processors, MoreProcessors{w * dispatcher::kMaskBits, processors[w]}));
  }
  for (std::uint32_t type = 0; type < task.cycles_by_type.size(); ++type) {
    const std::uint64_t cycles = task.cycles_by_type[type];
    if (cycles != JobCycles::kCannotRun) tell(pack(dispatcher::cycles_on, CyclesOn{type, cycles}));
  }
}

}  // namespace pins

[[nodiscard]] const BlockPins& dispatcher_pins();

}  // namespace gantry
