// SPDX-License-Identifier: Apache-2.0
// The dispatch core of rtl/ in C++: pins, clocked cycle by cycle. As with the picker (rtl_picker.h), each set of
// parameters is a model; dispatch_core_models.h finds them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/tie_break.h"
#include "picker/rtl_picker.h"

namespace gantry {

/// Parameters of gantry_dispatch_core (docs/dispatch_core.md).
struct CoreParameters {
  static constexpr std::uint32_t kMaxProcessors = 256;
  static constexpr std::uint32_t kMaxTypes = 8;
  static constexpr std::uint32_t kMaxPorts = 4;
  /// Cycles from a round to its grant, and from the grant to the chosen processor.
  static constexpr std::uint32_t kPickLatency = 1;
  static constexpr std::uint32_t kChoiceLatency = 1;

  std::uint32_t entries = 64;
  std::uint32_t processors = 64;
  std::uint32_t types = 4;
  std::uint32_t choice = 1;   ///< 0 = first_free, 1 = least_loaded
  std::uint32_t per_job = 0;  ///< 0 = gang
  std::uint32_t classes = 5;
  std::uint32_t frac = 8;
  std::uint32_t quant = 8;
  TieBreak tie = TieBreak::expected_weight;
  std::uint32_t job_bits = 32;
  std::uint32_t divider = 1;
  std::uint32_t depth_bits = 3;
  std::uint32_t ports = 1;

  [[nodiscard]] RtlParameters picker() const {
    return {entries, classes, frac, quant, tie, job_bits, divider, kPickLatency};
  }
  [[nodiscard]] std::uint32_t reweigh_cycles() const { return picker().reweigh_cycles(); }
  [[nodiscard]] std::uint32_t most_depth() const { return (1U << depth_bits) - 1; }
  /// Returns "ENTRIES=64 PROCESSORS=64 ..."
  [[nodiscard]] std::string text() const;
};

/// A processor, constant after reset.
struct CoreProcessor {
  std::uint32_t type = 0;   ///< processors of one type take the same jobs
  std::uint32_t depth = 0;  ///< queue depth; 0: there is no such processor
};

/// Inputs of one cycle. docs/dispatch_core.md defines legal inputs.
struct CoreInputs {
  bool rst = false;
  bool hold = false;
  bool add = false;
  bool drop = false;
  bool match = false;
  bool complete = false;
  std::uint32_t add_entry = 0;
  std::uint32_t add_class = 0;
  std::uint32_t add_weight = 1;
  std::uint32_t add_jobs = 1;
  std::uint32_t add_type = 0;
  std::uint32_t drop_entry = 0;
  std::uint32_t match_entry = 0;
  std::uint32_t match_count = 0;
  std::uint32_t complete_processor = 0;
  std::uint32_t unlock = 0;  ///< bit i: port i
  std::array<std::uint32_t, CoreParameters::kMaxPorts> unlock_processor = {};

  [[nodiscard]] bool any() const { return rst || add || drop || match || complete || unlock != 0; }
};

/// A set of processors, as wide as the widest core.
using CoreSet = std::array<std::uint64_t, CoreParameters::kMaxProcessors / 64>;

/// Processors with a free slot, and the number of slots taken of each.
struct CorePlaces {
  CoreSet free = {};
  std::array<std::uint8_t, CoreParameters::kMaxProcessors> taken = {};

  friend bool operator==(const CorePlaces& a, const CorePlaces& b) { return a.free == b.free && a.taken == b.taken; }
};

/// Outputs of the same cycle.
struct CoreOutputs {
  bool take = false;
  bool busy = false;
  bool grant = false;
  Pick granted;  ///< pick of the round kPickLatency cycles ago
  bool issue = false;
  std::uint32_t issue_entry = 0;  ///< entry of the grant kChoiceLatency cycles ago
  std::uint32_t issue_processor = 0;
  /// State in the previous cycle. If there is a grant, that is the cycle of its round, before the round.
  CorePlaces processors;
};

class RtlDispatchCore {
 public:
  virtual ~RtlDispatchCore() = default;
  /// Resets the core with as many processors as PROCESSORS. Call before the first cycle.
  virtual void configure(const std::vector<CoreProcessor>& processors) = 0;
  /// Clocks one cycle. Outputs belong to the cycle of these inputs.
  virtual void clock(const CoreInputs& inputs, CoreOutputs& outputs) = 0;
  /// Returns the Verilog's own number of cycles from a grant to `issue`.
  [[nodiscard]] virtual std::uint32_t choice_latency() const = 0;
  /// Waveforms, as the picker's (rtl_picker.h).
  virtual bool trace(const std::string& path) = 0;
  virtual bool end_trace() = 0;
};

}  // namespace gantry
