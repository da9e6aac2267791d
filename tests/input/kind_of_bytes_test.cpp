// SPDX-License-Identifier: Apache-2.0
// A file that is no text is named by its first bytes, with what to do about it.
#include <string>

#include "catch.h"
#include "input_files.h"
#include "text/kind_of_bytes.h"
#include "text/text_file.h"

namespace gantry::kind_of_bytes_test {

namespace {

using namespace std::string_literals;

std::string kind(const std::string& head) {
  const auto found = kind_of_bytes(head);
  return found ? std::string(found->name) : "none";
}

}  // namespace

TEST_CASE("usual binary files are known by their signatures", "[input]") {
  CHECK(kind("\x1f\x8b\x08\0rest"s) == "a gzip file");
  CHECK(kind("PK\x03\x04rest"s) == "a zip archive");
  CHECK(kind("BZh91AY&SY"s) == "a bzip2 file");
  CHECK(kind("\xfd"
             "7zXZ\0\0"s) == "an xz file");
  CHECK(kind("\x28\xb5\x2f\xfd\0"s) == "a zstd file");
  CHECK(kind("\x89PNG\r\n\x1a\n\0"s) == "a PNG picture");
  CHECK(kind("%PDF-1.7\n%\xe2\xe3"s) == "a PDF document");
  CHECK(kind("\x7f"
             "ELF\x02"s) == "an ELF program");
  CHECK(kind("SQLite format 3\0\x10"s) == "an SQLite database");
  CHECK(kind("\x89HDF\r\n\x1a\n"s) == "an HDF5 file");
  CHECK(kind("\x93NUMPY\x01\0"s) == "a NumPy array");
  CHECK(kind("PAR1\x15"s) == "a Parquet table");
  CHECK(kind("\x80\x04\x95"s) == "a Python pickle");
  CHECK(kind("\x33\x0d\x0d\x0a\x5e\x01"s) == "a Python pyc file");
  CHECK(kind("\x1c\0\0\0TFL3\0\0"s) == "a TensorFlow Lite model");
  CHECK(kind("name"s + std::string(253, '\0') + "ustar\0"s) == "a tar archive");
  CHECK(kind("\xff\xfet\0a\0"s) == "UTF-16 text");
}

TEST_CASE("kinds without a signature are guessed", "[input]") {
  CHECK(kind("t\0a\0s\0k\0s\0:\0"s) == "UTF-16 text");
  CHECK(kind("\0t\0a\0s\0k\0s\0:"s) == "UTF-16 text");
  CHECK(kind("name: caf\xe9\n"s) == "text in another encoding");
  // Field 1 is the version 8, field 2 the producer, field 7 the graph of 64 bytes, which go on behind the head.
  CHECK(kind("\x08\x08\x12\x07pytorch\x3a\x40\x0a\x10"s) == "protobuf data, probably an ONNX model");
  CHECK(kind("\x0a\x03"
             "abc\x1a\x02"
             "de\x20\x05"s) == "probably protobuf data");
  // Each message with its length before it.
  CHECK(kind("\x07\x0a\x05"
             "0.0.4\x48\x12\x14"s) == "probably a stream of protobuf messages");
  CHECK(kind("a: 1\nb\0"s) == "none");
  CHECK(kind("\xc0\xaf"s) == "none");
  CHECK(kind(std::string(100, '\0')) == "none");
  CHECK(kind("") == "none");
}

TEST_CASE("whatever the bytes are, naming them ends and reads nothing behind them", "[input]") {
  // Every pair of first bytes, then each length of a head that looks like protobuf.
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) kind(std::string{static_cast<char>(a), static_cast<char>(b)});
  }
  const std::string head = "\x08\x08\x12\x07pytorch\x3a\xff\xff\xff\xff\x0f\x0a\x10"s + std::string(12, '\xff');
  for (std::size_t length = 0; length <= head.size(); ++length) kind(head.substr(0, length));
}

TEST_CASE("the message for a file says what it is", "[input]") {
  const InputFiles files;
  Diagnostics diagnostics;
  CHECK_FALSE(read_text_file(files.write("w.zst", "\x28\xb5\x2f\xfd\0"s), diagnostics));
  CHECK(files.errors(diagnostics) ==
        std::vector<std::string>{"w.zst:1:2: error: this is a zstd file, not UTF-8 text (unpack it with unzstd)"});
}

}  // namespace gantry::kind_of_bytes_test
