// SPDX-License-Identifier: Apache-2.0
// Types that all blocks share: cycles, task classes, references into tables.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace gantry {
inline namespace base {

/// Names the members that are the state of a T, for checkpoints (gantry/base/archive.h).
template <class T>
struct Archived;
class Archive;

/// Number of a rising clock edge after reset, or a number of clock cycles.
using Cycle = std::uint64_t;

/// In a record: it never happened. As a result of Unit::step(): sleep until woken.
inline constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

/// Task classes of source 004 [0051]. In stimuli, the letters B C U E X name picker classes 0..4.
enum class TaskClass : std::uint8_t { block, cluster, union_, communication, event };

inline constexpr std::size_t kTaskClasses = 5;
inline constexpr std::array<std::string_view, kTaskClasses> kTaskClassNames = {"block", "cluster", "union",
                                                                               "communication", "event"};

/// Letters of picker classes 0..4 in stimuli and architecture files.
inline constexpr std::array<std::string_view, 5> kPickerClassLetters = {"B", "C", "U", "E", "X"};

constexpr std::size_t index(TaskClass c) { return static_cast<std::size_t>(c); }
constexpr std::string_view name(TaskClass c) { return kTaskClassNames[index(c)]; }

constexpr std::optional<TaskClass> parse_task_class(std::string_view text) {
  for (std::size_t i = 0; i < kTaskClasses; ++i) {
    if (kTaskClassNames[i] == text) return static_cast<TaskClass>(i);
  }
  return std::nullopt;
}

/// Slot of a live task in the TaskTable. Used again after the task has completed.
using TaskRef = std::uint32_t;
/// Slot of a job in flight in the JobTable. Used again after its completion.
using JobRef = std::uint32_t;
/// Number of a processor, from 0, group after group in the order of the architecture file.
using ProcessorId = std::uint32_t;
/// Number of a processor type, from 0, in the order of their first groups.
using ProcessorType = std::uint32_t;

/// In place of a number of 32 bits (a slot, a router, a terminal): there is none.
inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
/// Type of a job that runs on any processor except dma.
inline constexpr ProcessorType kAnyType = kNone;
inline constexpr std::string_view kDmaType = "dma";

/// Returns a / b, rounded up. Precondition: b > 0.
constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0); }

}  // namespace base
}  // namespace gantry
