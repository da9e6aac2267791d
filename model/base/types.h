// SPDX-License-Identifier: Apache-2.0
// The words that every block shares: cycles, task classes, references into the machine's tables.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace gantry {
inline namespace base {

/// The n-th rising clock edge after reset.
using Cycle = std::uint64_t;

/// "It never happened" in a record, "sleep until somebody wakes me" as an answer of Unit::step.
inline constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

/// Task classes of source 004 [0051]; the picker letter of a stimulus is B C U E X for picker class 0..4.
enum class TaskClass : std::uint8_t { block, cluster, union_, communication, event };

inline constexpr std::size_t kTaskClasses = 5;
inline constexpr std::array<std::string_view, kTaskClasses> kTaskClassNames = {"block", "cluster", "union",
                                                                               "communication", "event"};

/// Picker classes 0..4 as stimuli and architecture files write them.
inline constexpr std::array<std::string_view, 5> kPickerClassLetters = {"B", "C", "U", "E", "X"};

constexpr std::size_t index(TaskClass c) { return static_cast<std::size_t>(c); }
constexpr std::string_view name(TaskClass c) { return kTaskClassNames[index(c)]; }

constexpr std::optional<TaskClass> parse_task_class(std::string_view text) {
  for (std::size_t i = 0; i < kTaskClasses; ++i) {
    if (kTaskClassNames[i] == text) return static_cast<TaskClass>(i);
  }
  return std::nullopt;
}

/// Slot of a live task in the TaskTable; reused after the task is done.
using TaskRef = std::uint32_t;
/// Slot of a job in flight in the JobTable; reused after its completion.
using JobRef = std::uint32_t;
/// Processors are numbered from 0, group after group in the order of the architecture file.
using ProcessorId = std::uint32_t;
/// Processor types are numbered from 0 in the order of their first group.
using ProcessorType = std::uint32_t;

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
/// A job that runs on any processor but a dma.
inline constexpr ProcessorType kAnyType = kNone;
inline constexpr std::string_view kDmaType = "dma";

constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0); }

}  // namespace base
}  // namespace gantry
