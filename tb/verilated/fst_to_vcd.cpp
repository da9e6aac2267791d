// SPDX-License-Identifier: Apache-2.0
#include "verilated/fst_to_vcd.h"

#include <gtkwave/fstapi.h>

#include <cstdio>
#include <memory>

namespace gantry {
namespace {

struct CloseReader {
  void operator()(void* reader) const { fstReaderClose(reader); }
};
using Reader = std::unique_ptr<void, CloseReader>;

}  // namespace

bool is_whole_fst(const std::string& fst) { return Reader(fstReaderOpen(fst.c_str())) != nullptr; }

bool fst_to_vcd(const std::string& fst, const std::string& vcd) {
  const Reader reader(fstReaderOpen(fst.c_str()));
  if (!reader) return false;
  std::FILE* const out = std::fopen(vcd.c_str(), "wb");
  if (out == nullptr) return false;
  bool good = fstReaderProcessHier(reader.get(), out) != 0;
  // After the hierarchy, because reading it resets the mask of signals.
  fstReaderSetFacProcessMaskAll(reader.get());
  good = fstReaderIterBlocks(reader.get(), nullptr, nullptr, out) != 0 && good;
  good = std::ferror(out) == 0 && good;
  return std::fclose(out) == 0 && good;
}

}  // namespace gantry
