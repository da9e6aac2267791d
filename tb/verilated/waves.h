// SPDX-License-Identifier: Apache-2.0
// The waveform of a Verilated model: an FST, or a VCD that is made of one where the name ends so. A model that was
// built without waveforms has none.
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
  /// All signals of `top` from the next cycle on. False: it has no waveforms, or the file cannot be written.
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

  /// Ends it, if it has begun. False: the file is not whole.
  bool end() {
    if (!file_) return true;
    file_->close();
    file_.reset();
    if (vcd_.empty()) return is_whole_fst(fst_);
    const bool whole = fst_to_vcd(fst_, vcd_);
    std::remove(fst_.c_str());
    return whole;
  }

  /// Half a cycle is over.
  void dump() {
    if constexpr (kTraced) {
      if (file_) file_->dump(time_);
      ++time_;
    }
  }

 private:
  std::unique_ptr<VerilatedFstC> file_;
  std::string fst_;
  std::string vcd_;         ///< made of it; empty: not asked for
  std::uint64_t time_ = 0;  ///< two steps a cycle
};

}  // namespace gantry
