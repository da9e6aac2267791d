// SPDX-License-Identifier: Apache-2.0
// Sequential reading of a file, plain or packed by gzip or bzip2; the content decides.
#pragma once

#include <cstddef>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

namespace gantry {

/// Whether a file with this begin is packed in a way that UnpackedSource unpacks.
bool is_packed(std::string_view head);

class Unpacker;

/// Returns a stream of the unpacked content of `packed`, which is unpacked as it is read. If `packed` ends too early,
/// so does the stream, and is_cut() is true.
class UnpackedSource final : public std::streambuf {
 public:
  explicit UnpackedSource(std::unique_ptr<std::streambuf> packed);
  UnpackedSource(const UnpackedSource&) = delete;
  UnpackedSource& operator=(const UnpackedSource&) = delete;
  ~UnpackedSource() override;

  /// Whether the packed content ended too early or was invalid, as far as it was read.
  [[nodiscard]] bool is_cut() const { return cut_; }

 protected:
  int_type underflow() override;

 private:
  [[nodiscard]] bool refill();
  bool unpack();

  std::unique_ptr<std::streambuf> packed_;
  std::unique_ptr<Unpacker> unpacker_;  ///< nullptr: the file is not packed
  bool begun_ = false;
  bool inside_ = false;  ///< a packed part has begun and not ended
  bool cut_ = false;
  std::string in_;
  std::size_t used_ = 0;  ///< bytes of `in_` that are unpacked
  std::string out_;
};

}  // namespace gantry
