// SPDX-License-Identifier: Apache-2.0
// A block in Verilog and the model's behind pins, told the same and compared in every clocked cycle.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "blocks/block_model.h"
#include "blocks/pin_layout.h"
#include "gantry/base/types.h"

namespace gantry::campaign {

class BlockPair {
 public:
  BlockPair(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config);

  /// Answers what both say, or nullptr at a difference, which difference() tells. Each has a clock if something comes,
  /// if it asked for one, or if it is `unasked`; who has none says nothing.
  const std::vector<PinMessage>* clock(Cycle now, const std::vector<PinMessage>& in, bool unasked);
  /// Cycle, block, link, what went in and what both said; empty: there was none.
  [[nodiscard]] const std::string& difference() const { return difference_; }
  [[nodiscard]] Cycle due() const { return std::min(rtl_due_, reference_due_); }

  /// A waveform of the Verilog from cycle `from` on.
  void show(const std::string& path, Cycle from) {
    path_ = path;
    from_ = from;
  }
  /// False: the waveform is not whole.
  bool end() { return rtl_->end_trace(); }

 private:
  void tell_difference(Cycle now, const std::vector<PinMessage>& in);

  PinLayout layout_;
  std::unique_ptr<PinBlock> rtl_;
  std::unique_ptr<PinBlock> reference_;
  PinBits in_;
  PinBits out_;
  PinBits rtl_out_;
  std::vector<PinMessage> said_;
  std::vector<PinMessage> rtl_said_;
  Cycle rtl_due_ = kNever;
  Cycle reference_due_ = kNever;
  std::string difference_;
  std::string path_;
  Cycle from_ = 0;
};

}  // namespace gantry::campaign
