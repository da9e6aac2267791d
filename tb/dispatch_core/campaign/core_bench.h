// SPDX-License-Identifier: Apache-2.0
// Dispatch core and reference side by side at the pins: every output of every cycle is compared.
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "dispatch_core/campaign/core_coverage.h"
#include "dispatch_core/campaign/core_reference.h"

namespace gantry::campaign {

class CoreBench {
 public:
  CoreBench(const CoreParameters& parameters, std::vector<CoreProcessor> processors,
            std::unique_ptr<RtlDispatchCore> rtl);

  /// Begins a cycle.
  void begin(bool hold);
  /// Ends the cycle; `inputs.hold` must be as it began. Throws Error at a mismatch, and for illegal inputs.
  void end(const CoreInputs& inputs);

  [[nodiscard]] const CoreReference& reference() const { return reference_; }
  [[nodiscard]] const CoreParameters& parameters() const { return parameters_; }
  [[nodiscard]] const CoreCoverage& coverage() const { return coverage_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  /// Writes a waveform from this cycle on.
  void trace(const std::string& path, std::uint64_t from) {
    vcd_ = path;
    trace_from_ = from;
  }

 private:
  struct Logged {
    std::uint64_t cycle = 0;
    CoreInputs inputs;
    CoreOutputs outputs;
  };

  void check_legal(const CoreInputs& in) const;
  void check(const CoreOutputs& out);
  [[noreturn]] void differ(const std::string& what, const std::string& model, const std::string& rtl) const;

  CoreParameters parameters_;
  std::unique_ptr<RtlDispatchCore> rtl_;
  CoreReference reference_;
  CoreCoverage coverage_;
  std::uint64_t cycles_ = 0;
  std::uint64_t rounds_ = 0;
  std::string vcd_;
  std::uint64_t trace_from_ = 0;

  CorePlaces before_;  ///< the reference's places in the previous cycle
  std::deque<std::optional<Dispatch>> grants_;
  std::deque<std::optional<Dispatch>> issues_;
  std::deque<Logged> log_;
};

}  // namespace gantry::campaign
