// SPDX-License-Identifier: Apache-2.0
// Files that are read bit by bit, packed by bzip2 or not: the content says which.
#pragma once

#include <memory>
#include <streambuf>
#include <string>

namespace gantry {

/// What `packed` holds; what is packed is unpacked as it is read. `packed` ends early, or in the midst of what is
/// packed: so does the answer, and is_cut() says so.
class UnpackedSource final : public std::streambuf {
 public:
  explicit UnpackedSource(std::unique_ptr<std::streambuf> packed);
  UnpackedSource(const UnpackedSource&) = delete;
  UnpackedSource& operator=(const UnpackedSource&) = delete;
  ~UnpackedSource() override;

  /// What has been read ended where it should not, or was no bzip2 any more.
  [[nodiscard]] bool is_cut() const { return cut_; }

 protected:
  int_type underflow() override;

 private:
  struct Unpacker;
  [[nodiscard]] bool refill();
  bool unpack();

  std::unique_ptr<std::streambuf> packed_;
  std::unique_ptr<Unpacker> unpacker_;  ///< nullptr: as it is
  bool begun_ = false;
  bool cut_ = false;
  std::string in_;
  std::string out_;
};

}  // namespace gantry
