// SPDX-License-Identifier: Apache-2.0
// Sequential reading of a file, plain or packed by bzip2; the content decides.
#pragma once

#include <memory>
#include <streambuf>
#include <string>

namespace gantry {

/// Returns a stream of the unpacked content of `packed`, which is unpacked as it is read. If `packed` ends too early,
/// so does the stream, and is_cut() is true.
class UnpackedSource final : public std::streambuf {
 public:
  explicit UnpackedSource(std::unique_ptr<std::streambuf> packed);
  UnpackedSource(const UnpackedSource&) = delete;
  UnpackedSource& operator=(const UnpackedSource&) = delete;
  ~UnpackedSource() override;

  /// Whether the content read so far ended too early or was invalid bzip2.
  [[nodiscard]] bool is_cut() const { return cut_; }

 protected:
  int_type underflow() override;

 private:
  struct Unpacker;
  [[nodiscard]] bool refill();
  bool unpack();

  std::unique_ptr<std::streambuf> packed_;
  std::unique_ptr<Unpacker> unpacker_;  ///< nullptr: the file is not packed
  bool begun_ = false;
  bool cut_ = false;
  std::string in_;
  std::string out_;
};

}  // namespace gantry
