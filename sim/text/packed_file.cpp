// SPDX-License-Identifier: Apache-2.0
#include "text/packed_file.h"

#include <bzlib.h>
#include <zlib.h>

#include <cstddef>
#include <utility>

namespace gantry {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr std::string_view kBzip2 = "BZh";
constexpr std::string_view kGzip = "\x1f\x8b\x08";

/// A part of the packed content, and the memory for the unpacked content. Both shrink as they are used.
struct Piece {
  char* in = nullptr;
  unsigned in_bytes = 0;
  char* out = nullptr;
  unsigned out_bytes = 0;
};

enum class Unpacked { more, end, invalid };

}  // namespace

/// One of the libraries. A file may consist of several packed parts; each has an unpacker of its own.
class Unpacker {
 public:
  Unpacker() = default;
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  virtual ~Unpacker() = default;
  virtual Unpacked unpack(Piece& piece) = 0;
  [[nodiscard]] virtual std::unique_ptr<Unpacker> again() const = 0;
};

namespace {

class Bzip2 final : public Unpacker {
 public:
  Bzip2() { open_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK; }
  ~Bzip2() override {
    if (open_) BZ2_bzDecompressEnd(&stream_);
  }
  Unpacked unpack(Piece& piece) override {
    if (!open_) return Unpacked::invalid;
    stream_.next_in = piece.in;
    stream_.avail_in = piece.in_bytes;
    stream_.next_out = piece.out;
    stream_.avail_out = piece.out_bytes;
    const int state = BZ2_bzDecompress(&stream_);
    piece = {stream_.next_in, stream_.avail_in, stream_.next_out, stream_.avail_out};
    return state == BZ_STREAM_END ? Unpacked::end : state == BZ_OK ? Unpacked::more : Unpacked::invalid;
  }
  [[nodiscard]] std::unique_ptr<Unpacker> again() const override { return std::make_unique<Bzip2>(); }

 private:
  bz_stream stream_{};
  bool open_ = false;
};

class Gzip final : public Unpacker {
 public:
  Gzip() { open_ = inflateInit2(&stream_, 16 + MAX_WBITS) == Z_OK; }  // 16: gzip alone
  ~Gzip() override {
    if (open_) inflateEnd(&stream_);
  }
  Unpacked unpack(Piece& piece) override {
    if (!open_) return Unpacked::invalid;
    stream_.next_in = reinterpret_cast<Bytef*>(piece.in);
    stream_.avail_in = piece.in_bytes;
    stream_.next_out = reinterpret_cast<Bytef*>(piece.out);
    stream_.avail_out = piece.out_bytes;
    const int state = inflate(&stream_, Z_NO_FLUSH);
    piece = {reinterpret_cast<char*>(stream_.next_in), stream_.avail_in, reinterpret_cast<char*>(stream_.next_out),
             stream_.avail_out};
    const bool more = state == Z_OK || state == Z_BUF_ERROR;
    return state == Z_STREAM_END ? Unpacked::end : more ? Unpacked::more : Unpacked::invalid;
  }
  [[nodiscard]] std::unique_ptr<Unpacker> again() const override { return std::make_unique<Gzip>(); }

 private:
  z_stream stream_{};
  bool open_ = false;
};

}  // namespace

bool is_packed(std::string_view head) {
  return head.substr(0, kBzip2.size()) == kBzip2 || head.substr(0, kGzip.size()) == kGzip;
}

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
    if (!any || !is_packed(in_)) {
      setg(in_.data(), in_.data(), in_.data() + in_.size());
      return any ? traits_type::to_int_type(*gptr()) : traits_type::eof();
    }
    if (in_.compare(0, kGzip.size(), kGzip) == 0) {
      unpacker_ = std::make_unique<Gzip>();
    } else {
      unpacker_ = std::make_unique<Bzip2>();
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
  out_.resize(kPiece);
  std::size_t got = 0;
  while (!cut_ && got == 0) {
    if (used_ == in_.size()) {
      used_ = 0;
      if (!refill()) {
        cut_ = inside_;
        break;
      }
    }
    Piece piece{in_.data() + used_, static_cast<unsigned>(in_.size() - used_), out_.data(),
                static_cast<unsigned>(out_.size())};
    const Unpacked state = unpacker_->unpack(piece);
    used_ = in_.size() - piece.in_bytes;
    got = out_.size() - piece.out_bytes;
    cut_ = state == Unpacked::invalid;
    inside_ = state == Unpacked::more;
    if (state == Unpacked::end) unpacker_ = unpacker_->again();
  }
  setg(out_.data(), out_.data(), out_.data() + got);
  return got > 0;
}

}  // namespace gantry
