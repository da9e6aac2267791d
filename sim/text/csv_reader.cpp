// SPDX-License-Identifier: Apache-2.0
#include "text/csv_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "gantry/base/one_line.h"

namespace gantry {
namespace {

constexpr int kEnd = std::char_traits<char>::eof();

/// Digits as a number; false if it is none or too large.
bool parse(std::string_view text, std::uint64_t& value) {
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && at == end && !text.empty();
}

/// Input shown in a message: shortened, on one line.
std::string shown(std::string_view text) {
  return '"' + one_line(text.substr(0, 40)) + (text.size() > 40 ? "...\"" : "\"");
}

}  // namespace

CsvReader::CsvReader(const std::string& path, const Header& header, Diagnostics& problems)
    : path_(path), problems_(problems) {
  auto file = std::make_unique<std::filebuf>();
  std::error_code error;
  if (std::filesystem::is_directory(path, error) || file->open(path, std::ios::in | std::ios::binary) == nullptr) {
    fault_at(1, 1, "cannot be read (the summary lists it among the outputs)");
    return;
  }
  in_ = std::move(file);
  read_header(header);
}

CsvReader::CsvReader(std::unique_ptr<std::streambuf> in, const std::string& name, const Header& header,
                     Diagnostics& problems)
    : path_(name), problems_(problems), in_(std::move(in)) {
  read_header(header);
}

void CsvReader::read_header(const Header& header) {
  const Row row = read_row();
  if (row == Row::faulty) return;
  std::string first;
  for (std::size_t i = 0; i < fields_.size(); ++i) first += (i > 0 ? "," : "") + std::string(field(i));
  const auto known = std::find(header.forms.begin(), header.forms.end(), first);
  if (row == Row::end || known == header.forms.end()) {
    fault_at(1, 1, "the first line is " + shown(first) + " (expected \"" + header.forms.front() + "\")");
    return;
  }
  form_ = static_cast<std::uint32_t>(known - header.forms.begin());
  const std::string& names = *known;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    names_.emplace_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  columns_ = names_.size();
}

bool CsvReader::next() {
  while (columns_ > 0 && faults_ < kMostFaults) {
    const Row row = read_row();
    if (row == Row::end) return false;
    if (row == Row::faulty) continue;
    if (fields_.size() == columns_) return true;
    fault_at(row_line_, 1, std::to_string(fields_.size()) + " fields (expected " + std::to_string(columns_) + ")");
  }
  return false;
}

std::string_view CsvReader::field(std::size_t column) const {
  const Field& f = fields_[column];
  return std::string_view(text_).substr(f.begin, f.end - f.begin);
}

std::uint64_t CsvReader::number(std::size_t column, std::uint64_t most) {
  std::uint64_t value = 0;
  if (parse(field(column), value) && value <= most) return value;
  fault(column, shown(field(column)) + " (expected a whole number from 0 to " + std::to_string(most) + ")");
  return 0;
}

std::int64_t CsvReader::signed_number(std::size_t column) {
  const std::string_view text = field(column);
  std::int64_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec == std::errc() && end.ptr == text.data() + text.size()) return value;
  fault(column, shown(text) + " (expected a whole number)");
  return 0;
}

double CsvReader::decimal(std::size_t column) {
  const std::string_view text = field(column);
  double value = 0.0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec == std::errc() && end.ptr == text.data() + text.size() && std::isfinite(value)) return value;
  fault(column, "no number");
  return 0.0;
}

void CsvReader::fault(std::size_t column, const std::string& what) {
  fault_at(fields_[column].line, fields_[column].column, names_[column] + " is " + what);
}

void CsvReader::fault_at(std::uint64_t line, std::uint64_t column, const std::string& what) {
  ++faults_;
  problems_.error({path_, static_cast<int>(line), static_cast<int>(column)}, what);
}

int CsvReader::get() {
  const int c = in_->sbumpc();
  ++column_;
  return c;
}

CsvReader::Row CsvReader::skip_line(int c) {
  while (c != '\n' && c != kEnd) c = in_->sbumpc();
  ++line_;
  column_ = 0;
  return Row::faulty;
}

CsvReader::Row CsvReader::read_row() {
  text_.clear();
  fields_.clear();
  row_line_ = line_;
  int c = get();
  if (c == kEnd) return Row::end;
  for (;;) {
    fields_.push_back({text_.size(), text_.size(), line_, column_});
    if (c == '"') {
      for (c = get(); c != '"' || (c = get()) == '"'; c = get()) {
        if (c == kEnd) {
          fault_at(fields_.back().line, fields_.back().column, "a quote that is never closed");
          return skip_line(c);
        }
        text_ += static_cast<char>(c);
        if (c == '\n') {
          ++line_;
          column_ = 0;
        }
      }
      if (c != ',' && c != '\n' && c != kEnd) {
        fault_at(line_, column_, "text after a closing quote (expected a comma or the end of the line)");
        return skip_line(c);
      }
    } else {
      for (; c != ',' && c != '\n' && c != kEnd; c = get()) {
        if (c == '"' || c == '\r') {
          fault_at(line_, column_, c == '"' ? "a quote inside a field without quotes" : "a carriage return");
          return skip_line(c);
        }
        text_ += static_cast<char>(c);
      }
    }
    fields_.back().end = text_.size();
    if (c == kEnd) {
      fault_at(line_, column_, "the last line has no end: the file is cut off");
      return Row::faulty;
    }
    if (c == '\n') break;
    c = get();
  }
  ++line_;
  column_ = 0;
  return Row::read;
}

}  // namespace gantry
