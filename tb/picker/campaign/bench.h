// SPDX-License-Identifier: Apache-2.0
// RTL and reference with one stimulus, cycle by cycle. Derived benches define a cycle of the RTL and the comparison.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "picker/campaign/coverage.h"
#include "picker/campaign/reference.h"
#include "picker/rtl_picker.h"

namespace gantry::campaign {

/// Name in messages.
std::string text_of(const std::optional<Pick>& pick);
std::string text_of(const EntryState& entry);

class Bench {
 public:
  Bench(const RtlParameters& parameters, Reference reference, const BenchKind& kind);
  virtual ~Bench() = default;
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  /// Begins a cycle; see Reference.
  void begin(bool pick, const EntrySet& eligible);
  /// Ends the cycle. Throws Error of kind `mismatch`.
  void end(std::optional<std::uint32_t> drop = {}, const std::optional<Add>& add = {},
           std::optional<std::uint32_t> read = {});
  /// Runs a cycle with reset.
  void reset(bool pick, const EntrySet& eligible, const PickerInputs& live = {});

  [[nodiscard]] const Reference& reference() const { return reference_; }
  [[nodiscard]] const BenchKind& kind() const { return kind_; }
  [[nodiscard]] const RtlParameters& parameters() const { return parameters_; }
  [[nodiscard]] const Coverage& coverage() const { return coverage_; }
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  /// Writes a waveform from this cycle on. Precondition: the model was built with waveforms.
  void show(const std::string& path, std::uint64_t from) {
    vcd_ = path;
    trace_from_ = from;
  }
  /// Entries of the last cycle, before its round.
  [[nodiscard]] const std::vector<Place>& places() const { return places_; }

 protected:
  /// Clocks a cycle of the RTL.
  virtual void run(const PickerInputs& inputs, PickerOutputs& outputs) = 0;
  /// Throws Error of kind `mismatch` with differ().
  virtual void check(const PickerInputs& inputs, const PickerOutputs& outputs) = 0;
  /// Returns the entries of the RTL; nothing: it does not show them.
  virtual void state(std::vector<EntryState>& entries) = 0;
  virtual bool trace(const std::string& path) = 0;
  [[noreturn]] void differ(const std::string& what);
  /// Whether the drop of the cycle is of a present entry.
  [[nodiscard]] bool drop_counts() const { return drop_counts_; }
  [[nodiscard]] const EntrySet& eligible() const { return eligible_; }

 private:
  struct Logged {
    std::uint64_t cycle = 0;
    PickerInputs inputs;
    PickerOutputs outputs;
  };

  void finish(const PickerInputs& inputs);

  RtlParameters parameters_;
  BenchKind kind_;
  Reference reference_;
  Coverage coverage_;
  std::uint64_t rounds_ = 0;
  std::uint64_t cycles_ = 0;
  std::string vcd_;
  std::uint64_t trace_from_ = 0;

  // The current cycle.
  bool pick_ = false;
  bool owed_ = false;
  EntrySet eligible_;
  EntrySet eligible_before_;
  std::vector<Place> places_;         ///< entries before the round
  std::vector<PickerEntry> entries_;  ///< data of the entries before the round
  bool drop_counts_ = false;

  std::optional<std::uint32_t> last_winner_;
  std::deque<Logged> log_;
};

}  // namespace gantry::campaign
