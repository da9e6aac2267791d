// SPDX-License-Identifier: Apache-2.0
// A table of signatures, then guesses for kinds that have none: UTF-16 without a mark, protobuf, 8-bit text.
#include "text/kind_of_bytes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "text/wire_fields.h"

namespace gantry {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::size_t at;
  std::string_view bytes;
  BytesKind kind;
};

constexpr std::string_view kConvert = "convert it to text with the program that wrote it";
constexpr std::string_view kExport = "export it as CSV or JSON";
constexpr std::string_view kUnpack = "unpack it first";
constexpr std::string_view kPicture = "a picture has no numbers to read";

/// Longer signatures before those that begin them.
constexpr std::array kSignatures = {
    Signature{0, "\x1f\x8b"sv, {"a gzip file", "unpack it with gunzip"}},
    Signature{0, "PK\x03\x04"sv, {"a zip archive", "unpack it with unzip"}},
    Signature{0, "PK\x05\x06"sv, {"an empty zip archive", "unpack it with unzip"}},
    Signature{0, "BZh"sv, {"a bzip2 file", "unpack it with bunzip2"}},
    Signature{0,
              "\xfd"
              "7zXZ\0"sv,
              {"an xz file", "unpack it with unxz"}},
    Signature{0, "\x28\xb5\x2f\xfd"sv, {"a zstd file", "unpack it with unzstd"}},
    Signature{0, "\x04\x22\x4d\x18"sv, {"an lz4 file", "unpack it with unlz4"}},
    Signature{0, "7z\xbc\xaf\x27\x1c"sv, {"a 7z archive", kUnpack}},
    Signature{0, "Rar!\x1a\x07"sv, {"a RAR archive", kUnpack}},
    Signature{0, "\x1f\x9d"sv, {"a compress file", "unpack it with uncompress"}},
    Signature{257, "ustar"sv, {"a tar archive", "unpack it with tar -x"}},
    Signature{0, "\x89PNG\r\n\x1a\n"sv, {"a PNG picture", kPicture}},
    Signature{0, "\xff\xd8\xff"sv, {"a JPEG picture", kPicture}},
    Signature{0, "GIF8"sv, {"a GIF picture", kPicture}},
    Signature{0, "%PDF-"sv, {"a PDF document", "take the data from its source"}},
    Signature{0,
              "\x7f"
              "ELF"sv,
              {"an ELF program", "a data file is needed"}},
    Signature{0, "MZ\x90\0"sv, {"a Windows program", "a data file is needed"}},
    Signature{0, "\xcf\xfa\xed\xfe"sv, {"a Mach-O program", "a data file is needed"}},
    Signature{0, "\xca\xfe\xba\xbe"sv, {"a Java class", "a data file is needed"}},
    Signature{0, "\0asm"sv, {"a WebAssembly module", "a data file is needed"}},
    Signature{1, "\r\r\n"sv, {"a Python pyc file", "a data file is needed"}},
    Signature{0, "\x03\xf3\r\n"sv, {"a Python pyc file", "a data file is needed"}},
    Signature{0, "SQLite format 3\0"sv, {"an SQLite database", kExport}},
    Signature{0, "\x89HDF\r\n\x1a\n"sv, {"an HDF5 file", kExport}},
    Signature{0, "\x93NUMPY"sv, {"a NumPy array", kExport}},
    Signature{0, "PAR1"sv, {"a Parquet table", kExport}},
    Signature{0, "ARROW1"sv, {"an Arrow table", kExport}},
    Signature{0, "FEA1"sv, {"a Feather table", kExport}},
    Signature{0, "MATLAB 5.0"sv, {"a MATLAB file", kExport}},
    Signature{0, "\x80\x02"sv, {"a Python pickle", kExport}},
    Signature{0, "\x80\x03"sv, {"a Python pickle", kExport}},
    Signature{0, "\x80\x04"sv, {"a Python pickle", kExport}},
    Signature{0, "\x80\x05"sv, {"a Python pickle", kExport}},
    Signature{4, "TFL3"sv, {"a TensorFlow Lite model", kConvert}},
    Signature{0, "\xff\xfe\0\0"sv, {"UTF-32 text", "convert it with iconv -f UTF-32 -t UTF-8"}},
    Signature{0, "\0\0\xfe\xff"sv, {"UTF-32 text", "convert it with iconv -f UTF-32 -t UTF-8"}},
    Signature{0, "\xff\xfe"sv, {"UTF-16 text", "convert it with iconv -f UTF-16 -t UTF-8"}},
    Signature{0, "\xfe\xff"sv, {"UTF-16 text", "convert it with iconv -f UTF-16 -t UTF-8"}},
};

bool is_printable(char c) { return c == '\t' || c == '\n' || c == '\r' || (c >= ' ' && c < 0x7f); }

/// Whether every second byte is 0 and the others are characters.
bool is_utf16(std::string_view head, std::size_t zeros) {
  constexpr std::size_t kLooked = 8;
  if (head.size() < kLooked) return false;
  for (std::size_t i = 0; i < kLooked; ++i) {
    if (i % 2 == zeros ? head[i] != 0 : !is_printable(head[i])) return false;
  }
  return true;
}

/// Number of fields at the begin of a protobuf message that may go on behind `bytes`; 0 if it is none.
unsigned protobuf_fields(std::string_view bytes) {
  constexpr std::uint64_t kMostField = 64;
  constexpr std::uint64_t kMostLength = std::uint64_t{1} << 31;
  unsigned fields = 0;
  WireFields message(bytes);
  while (!message.at_end()) {
    const auto field = message.next();
    if (!field) return message.at_end() ? fields : 0;
    if (field->number > kMostField || (field->wire == kWireBytes && field->value > kMostLength)) return 0;
    ++fields;
  }
  return fields;
}

/// An ONNX model begins with its version (field 1, a number) and its producer (field 2, a name).
std::optional<BytesKind> protobuf(std::string_view head) {
  constexpr std::size_t kLooked = 512;
  constexpr unsigned kEnough = 2;
  head = head.substr(0, kLooked);
  // A text with a stray control character is none.
  const auto others = std::count_if(head.begin(), head.end(), [](char c) { return !is_printable(c); });
  if (others * 32 < static_cast<std::ptrdiff_t>(head.size())) return std::nullopt;
  if (protobuf_fields(head) >= kEnough) {
    const bool model = head.size() > 2 && head[0] == 0x08 && head[2] == 0x12;
    return model ? BytesKind{"protobuf data, probably an ONNX model", kConvert}
                 : BytesKind{"probably protobuf data", kConvert};
  }
  // A stream of messages has the length of each before it.
  constexpr std::uint64_t kMostMessage = std::uint64_t{1} << 24;
  WireFields stream(head);
  const auto length = stream.number();
  if (!length || *length <= 1 || *length > kMostMessage) return std::nullopt;
  const std::string_view first = stream.take(*length);
  if (protobuf_fields(first) >= (*length == first.size() ? 1 : kEnough))
    return BytesKind{"probably a stream of protobuf messages", kConvert};
  return std::nullopt;
}

}  // namespace

std::optional<BytesKind> kind_of_bytes(std::string_view head) {
  for (const Signature& signature : kSignatures) {
    if (head.size() >= signature.at && head.substr(signature.at, signature.bytes.size()) == signature.bytes)
      return signature.kind;
  }
  if (is_utf16(head, 1)) return BytesKind{"UTF-16 text", "convert it with iconv -f UTF-16LE -t UTF-8"};
  if (is_utf16(head, 0)) return BytesKind{"UTF-16 text", "convert it with iconv -f UTF-16BE -t UTF-8"};
  const bool controls = std::any_of(head.begin(), head.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80 && !is_printable(c); });
  if (controls) return protobuf(head);
  const auto characters = std::count_if(head.begin(), head.end(), is_printable);
  if (characters < static_cast<std::ptrdiff_t>(head.size()) &&
      characters * 2 > static_cast<std::ptrdiff_t>(head.size()))
    return BytesKind{"text in another encoding", "convert it with iconv, as in iconv -f ISO-8859-1 -t UTF-8"};
  return std::nullopt;
}

}  // namespace gantry
