// SPDX-License-Identifier: Apache-2.0
// Strict CSV reader (RFC 4180 with line feeds): files of a run must be read back exactly or be refused. It is our own
// because it reports line and column of every fault, notices a last row that is cut off, and accepts quoted names with
// line breaks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

class CsvReader {
 public:
  /// The first rows that a file may have, by their numbers.
  struct Header {
    // NOLINTBEGIN(google-explicit-constructor): a text is a header
    Header(const char* names) : forms{names} {}
    Header(std::string names) : forms{std::move(names)} {}
    Header(std::vector<std::string> names) : forms(std::move(names)) {}
    // NOLINTEND(google-explicit-constructor)
    std::vector<std::string> forms;  ///< at least one
  };

  /// Opens the file and checks that its first row is one of `header`. Faults go to `problems`. After kMostFaults faults
  /// the rest of the file is not read.
  CsvReader(const std::string& path, const Header& header, Diagnostics& problems);
  /// The same for the content of `in`; `name`: its name in messages.
  CsvReader(std::unique_ptr<std::streambuf> in, const std::string& name, const Header& header, Diagnostics& problems);

  /// Number of the first row that the file has, in Header::forms.
  [[nodiscard]] std::uint32_t form() const { return form_; }

  /// Reads the next row with as many fields as the header. Reports and skips faulty rows. Returns false at the end.
  bool next();

  [[nodiscard]] std::string_view field(std::size_t column) const;
  /// Returns the value of a field of digits, at most `most`. Otherwise reports it and returns 0.
  std::uint64_t number(std::size_t column, std::uint64_t most);
  /// The same for a number that may have a minus sign.
  std::int64_t signed_number(std::size_t column);
  /// Returns the value of a decimal field. Otherwise reports it and returns 0.
  double decimal(std::size_t column);
  /// Reports a fault of a field.
  void fault(std::size_t column, const std::string& what);

  /// Line in which the current row begins, from 1.
  [[nodiscard]] std::uint64_t line() const { return row_line_; }
  [[nodiscard]] std::size_t faults() const { return faults_; }

 private:
  static constexpr std::size_t kMostFaults = 100;

  struct Field {
    std::size_t begin;  // in text_
    std::size_t end;
    std::uint64_t line;
    std::uint64_t column;
  };

  enum class Row { read, faulty, end };
  void read_header(const Header& header);
  Row read_row();
  int get();
  void fault_at(std::uint64_t line, std::uint64_t column, const std::string& what);
  /// Skips the rest of a faulty line.
  Row skip_line(int c);

  std::string path_;
  Diagnostics& problems_;
  std::unique_ptr<std::streambuf> in_;
  std::string text_;
  std::vector<Field> fields_;
  std::size_t columns_ = 0;
  std::uint32_t form_ = 0;
  std::vector<std::string> names_;  // column names
  std::uint64_t row_line_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 0;  // column of the last character that was read
  std::size_t faults_ = 0;
};

}  // namespace gantry
