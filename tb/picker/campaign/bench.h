// SPDX-License-Identifier: Apache-2.0
// RTL and reference side by side at the pins: every output of every cycle is compared, and what all entries hold.
#pragma once

#include <deque>
#include <memory>
#include <stdexcept>
#include <string>

#include "picker/campaign/coverage.h"
#include "picker/campaign/reference.h"
#include "picker/rtl_models.h"

namespace gantry::campaign {

class Difference : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Bench {
 public:
  Bench(const RtlParameters& parameters, std::unique_ptr<RtlPicker> rtl);

  /// Begins a cycle; see Reference.
  void begin(bool pick, const EntrySet& eligible);
  /// Ends it. Throws Difference.
  void end(std::optional<std::uint32_t> drop = {}, const std::optional<Add>& add = {},
           std::optional<std::uint32_t> read = {});
  /// A cycle with reset.
  void reset(bool pick, const EntrySet& eligible);

  [[nodiscard]] const Reference& reference() const { return reference_; }
  [[nodiscard]] const RtlParameters& parameters() const { return parameters_; }
  [[nodiscard]] const Coverage& coverage() const { return coverage_; }
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  /// Writes a waveform from this cycle on; for models that were built with.
  void trace(const std::string& path, std::uint64_t from) {
    vcd_ = path;
    trace_from_ = from;
  }
  /// Of the last cycle, before its round.
  [[nodiscard]] const std::vector<Place>& places() const { return places_; }

 private:
  struct Logged {
    std::uint64_t cycle = 0;
    PickerInputs inputs;
    PickerOutputs outputs;
  };

  void finish(const PickerInputs& inputs);
  void check();
  /// All entries while some of their W are not yet written; into state_.
  void check_reweighed();
  [[noreturn]] void differ(const std::string& what);

  RtlParameters parameters_;
  std::unique_ptr<RtlPicker> rtl_;
  Reference reference_;
  Coverage coverage_;
  std::uint64_t rounds_ = 0;
  std::uint64_t cycles_ = 0;
  std::string vcd_;
  std::uint64_t trace_from_ = 0;

  // The cycle under way.
  bool pick_ = false;
  bool owed_ = false;
  EntrySet eligible_;
  EntrySet eligible_before_;
  std::vector<Place> places_;           ///< before the round
  std::vector<std::uint32_t> classes_;  ///< likewise
  PickerOutputs outputs_;
  std::vector<EntryState> state_;  ///< of the RTL, in cycles of a reweigh

  std::deque<std::optional<Pick>> grants_;  ///< due, the next first
  std::optional<std::uint32_t> last_winner_;
  std::deque<Logged> log_;
};

}  // namespace gantry::campaign
