// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/byte_store.h"

#include <algorithm>

namespace gantry::sc {

void ByteStore::write(std::uint64_t address, const std::uint8_t* from, std::size_t bytes) {
  while (bytes > 0) {
    const auto begin = static_cast<std::size_t>(address % kPage);
    const std::size_t here = std::min(bytes, kPage - begin);
    std::unique_ptr<Page>& page = pages_[address / kPage];
    if (!page) page = std::make_unique<Page>();
    std::copy(from, from + here, page->begin() + static_cast<std::ptrdiff_t>(begin));
    address += here;
    from += here;
    bytes -= here;
  }
}

void ByteStore::read(std::uint64_t address, std::uint8_t* to, std::size_t bytes) const {
  while (bytes > 0) {
    const auto begin = static_cast<std::size_t>(address % kPage);
    const std::size_t here = std::min(bytes, kPage - begin);
    const auto page = pages_.find(address / kPage);
    if (page == pages_.end()) {
      std::fill(to, to + here, std::uint8_t{0});
    } else {
      std::copy_n(page->second->begin() + static_cast<std::ptrdiff_t>(begin), here, to);
    }
    address += here;
    to += here;
    bytes -= here;
  }
}

}  // namespace gantry::sc
