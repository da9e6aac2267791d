// SPDX-License-Identifier: Apache-2.0
#include "text/packed_file.h"

#include <bzlib.h>

#include <cstddef>
#include <utility>

namespace gantry {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

}  // namespace

struct UnpackedSource::Unpacker {
  Unpacker() { open = BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK; }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  ~Unpacker() { close(); }
  void close() {
    if (open) BZ2_bzDecompressEnd(&stream);
    open = false;
  }
  /// Prepares for the next of several concatenated bzip2 streams.
  void again() {
    close();
    char* const next = stream.next_in;
    const unsigned left = stream.avail_in;
    stream = {};
    open = BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK;
    stream.next_in = next;
    stream.avail_in = left;
    inside = false;
  }
  bz_stream stream{};
  bool open = false;
  bool inside = false;  ///< something of it has been read
};

UnpackedSource::UnpackedSource(std::unique_ptr<std::streambuf> packed) : packed_(std::move(packed)) {}

UnpackedSource::~UnpackedSource() = default;

/// The next piece of the packed file; false at its end.
bool UnpackedSource::refill() {
  in_.resize(kPiece);
  const std::streamsize got = packed_->sgetn(in_.data(), static_cast<std::streamsize>(kPiece));
  in_.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return !in_.empty();
}

UnpackedSource::int_type UnpackedSource::underflow() {
  if (gptr() < egptr()) return traits_type::to_int_type(*gptr());
  if (!begun_) {
    begun_ = true;
    const bool any = refill();
    if (any && in_.compare(0, 3, "BZh") == 0) {
      unpacker_ = std::make_unique<Unpacker>();
      unpacker_->stream.next_in = in_.data();
      unpacker_->stream.avail_in = static_cast<unsigned>(in_.size());
    } else {
      setg(in_.data(), in_.data(), in_.data() + in_.size());
      return any ? traits_type::to_int_type(*gptr()) : traits_type::eof();
    }
  }
  if (unpacker_ == nullptr) {
    if (!refill()) return traits_type::eof();
    setg(in_.data(), in_.data(), in_.data() + in_.size());
  } else if (!unpack()) {
    return traits_type::eof();
  }
  return traits_type::to_int_type(*gptr());
}

/// Fills `out_` with the next bytes. Returns false at the end.
bool UnpackedSource::unpack() {
  if (cut_) return false;
  out_.resize(kPiece);
  bz_stream& stream = unpacker_->stream;
  stream.next_out = out_.data();
  stream.avail_out = static_cast<unsigned>(out_.size());
  while (unpacker_->open && stream.avail_out == out_.size()) {
    if (stream.avail_in == 0) {
      if (!refill()) {
        cut_ = unpacker_->inside;
        return false;
      }
      stream.next_in = in_.data();
      stream.avail_in = static_cast<unsigned>(in_.size());
    }
    unpacker_->inside = true;
    const int state = BZ2_bzDecompress(&stream);
    if (state == BZ_STREAM_END) {
      char* const out = stream.next_out;
      const unsigned room = stream.avail_out;
      unpacker_->again();
      stream.next_out = out;
      stream.avail_out = room;
    } else if (state != BZ_OK) {
      cut_ = true;
      break;
    }
  }
  if (!unpacker_->open) cut_ = true;
  const std::size_t got = out_.size() - stream.avail_out;
  setg(out_.data(), out_.data(), out_.data() + got);
  return got > 0;
}

}  // namespace gantry
