// SPDX-License-Identifier: Apache-2.0
// What a file is that is not UTF-8 text, by its first bytes.
#pragma once

#include <optional>
#include <string_view>

namespace gantry {

struct BytesKind {
  std::string_view name;    ///< noun phrase: "a gzip file"
  std::string_view remedy;  ///< what makes a text of it: "unpack it with gunzip"
};

/// Returns the kind of a file that begins with these bytes; nothing if none is known. 512 bytes suffice. Text without
/// a mark is of a kind only if it is of another encoding.
std::optional<BytesKind> kind_of_bytes(std::string_view head);

}  // namespace gantry
