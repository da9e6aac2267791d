// SPDX-License-Identifier: Apache-2.0
// Waveform of a Verilated model: an FST, or a VCD converted from one if the name ends in .vcd. A model that was built
// without waveforms has none.
#pragma once

#include <verilated_fst_c.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "verilated/fst_to_vcd.h"

namespace gantry {

template <class Top, bool kTraced>
class Waves {
 public:
  /// Writes all signals of `top` from the next cycle on. Returns false if it has no waveforms or the file cannot be
  /// written.
  bool begin(Top& top, const std::string& path) {
    if constexpr (kTraced) {
      const std::string ending = ".vcd";
      vcd_.clear();
      fst_ = path;
      if (path.size() >= ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0) {
        vcd_ = path;
        fst_ += ".tmp.fst";
      }
      file_ = std::make_unique<VerilatedFstC>();
      top.trace(file_.get(), 99);
      file_->open(fst_.c_str());
      if (!file_->isOpen()) file_.reset();
    }
    return file_ != nullptr;
  }

  /// Ends the waveform, if it has begun. Returns false if the file is not complete.
  bool end() {
    if (!file_) return true;
    file_->close();
    file_.reset();
    if (vcd_.empty()) return is_whole_fst(fst_);
    const bool whole = fst_to_vcd(fst_, vcd_);
    std::remove(fst_.c_str());
    return whole;
  }

  /// Advances the time by half a cycle.
  void dump() {
    if constexpr (kTraced) {
      if (file_) file_->dump(time_);
      ++time_;
    }
  }

 private:
  std::unique_ptr<VerilatedFstC> file_;
  std::string fst_;
  std::string vcd_;         ///< path of the converted file; empty: none was requested
  std::uint64_t time_ = 0;  ///< two steps per cycle
};

}  // namespace gantry
