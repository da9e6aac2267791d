// SPDX-License-Identifier: Apache-2.0
// Strict CSV (RFC 4180 with line feeds): what a run wrote must be read back exactly or be refused. Our own reader, for
// it has to tell line and column of every fault, notice a cut-off last row and take quoted names with line breaks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

class CsvReader {
 public:
  /// Opens the file and reads its first row, which must be `header`. Faults go to `problems`, at most kMostFaults per
  /// file; then the rest of the file is not read.
  CsvReader(const std::string& path, std::string_view header, Diagnostics& problems);
  /// The same of what `in` holds; `name` is its name in messages.
  CsvReader(std::unique_ptr<std::streambuf> in, const std::string& name, std::string_view header,
            Diagnostics& problems);

  /// The next row with as many fields as the header; rows at fault are reported and passed over. False at the end.
  bool next();

  [[nodiscard]] std::string_view field(std::size_t column) const;
  /// A field of digits only, at most `most`; otherwise reports it and returns 0.
  std::uint64_t number(std::size_t column, std::uint64_t most);
  /// A field that is a decimal number; otherwise reports it and returns 0.
  double decimal(std::size_t column);
  /// Reports a fault of a field.
  void fault(std::size_t column, const std::string& what);

  /// Line in which the present row begins, from 1.
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
  void read_header(std::string_view header);
  Row read_row();
  int get();
  void fault_at(std::uint64_t line, std::uint64_t column, const std::string& what);
  /// Passes over the rest of a line at fault.
  Row skip_line(int c);

  std::string path_;
  Diagnostics& problems_;
  std::unique_ptr<std::streambuf> in_;
  std::string text_;
  std::vector<Field> fields_;
  std::size_t columns_ = 0;
  std::vector<std::string> names_;  // of the columns
  std::uint64_t row_line_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 0;  // of the last character read
  std::size_t faults_ = 0;
};

}  // namespace gantry
