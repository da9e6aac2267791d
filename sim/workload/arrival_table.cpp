// SPDX-License-Identifier: Apache-2.0
#include "workload/arrival_table.h"

#include <algorithm>

#include "gantry/base/one_line.h"
#include "text/digits.h"
#include "text/text_lines.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

const std::vector<std::string_view> kTimeNames = {"timestamp", "time", "arrival", "arrival_time", "submit"};
const std::vector<std::string_view> kWorkNames = {"work",    "cycles",          "duration",     "runtime",
                                                  "service", "generatedtokens", "output_length"};
const std::vector<std::string_view> kBytesNames = {"bytes", "size", "contexttokens", "input_length"};
const std::vector<std::string_view> kClassNames = {"class"};
const std::vector<std::string_view> kWeightNames = {"weight", "priority"};
const std::vector<std::string_view> kIdNames = {"id", "task", "name"};

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& c : made) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return made;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_one_of(const std::vector<std::string_view>& names, std::string_view text) {
  return std::find(names.begin(), names.end(), lower(text)) != names.end();
}

/// Power of ten that turns the unit into nanoseconds.
int nanosecond_exponent(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::s:
      return 9;
    case TimeUnit::ms:
      return 6;
    case TimeUnit::us:
      return 3;
    case TimeUnit::ns:
    case TimeUnit::cycles:
      break;
  }
  return 0;
}

/// Takes exactly `digits` digits off the front.
std::optional<unsigned> take_digits(std::string_view& text, std::size_t digits) {
  if (text.size() < digits || !all_digits(text.substr(0, digits))) return std::nullopt;
  unsigned value = 0;
  for (const char c : text.substr(0, digits)) value = value * 10 + static_cast<unsigned>(c - '0');
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

bool is_leap(unsigned year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

unsigned days_in(unsigned month, unsigned year) {
  constexpr std::array<unsigned, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

}  // namespace

std::optional<std::uint64_t> parse_date_time(std::string_view text) {
  const auto year = take_digits(text, 4);
  const auto month = year && take(text, '-') ? take_digits(text, 2) : std::nullopt;
  const auto day = month && take(text, '-') ? take_digits(text, 2) : std::nullopt;
  const auto hour = day && (take(text, ' ') || take(text, 'T')) ? take_digits(text, 2) : std::nullopt;
  const auto minute = hour && take(text, ':') ? take_digits(text, 2) : std::nullopt;
  const auto second = minute && take(text, ':') ? take_digits(text, 2) : std::nullopt;
  if (!second || *year < 1970 || *year > 2399 || *month < 1 || *month > 12 || *day < 1 ||
      *day > days_in(*month, *year) || *hour > 23 || *minute > 59 || *second > 59)
    return std::nullopt;
  std::uint64_t nanoseconds = 0;
  if (take(text, '.')) {
    std::uint64_t unit = 100000000;
    bool digits = false;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9' && unit > 0; unit /= 10) {
      nanoseconds += static_cast<std::uint64_t>(text.front() - '0') * unit;
      text.remove_prefix(1);
      digits = true;
    }
    if (!digits) return std::nullopt;
  }
  take(text, 'Z');
  if (!text.empty()) return std::nullopt;
  std::uint64_t days = *day - 1;
  for (unsigned y = 1970; y < *year; ++y) days += is_leap(y) ? 366 : 365;
  for (unsigned m = 1; m < *month; ++m) days += days_in(m, *year);
  return (((days * 24 + *hour) * 60 + *minute) * 60 + *second) * 1000000000 + nanoseconds;
}

bool begins_as_arrivals(std::string_view head) {
  const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
  if (line.substr(0, 2) == "{\"") return is_one_of(kTimeNames, line.substr(2, line.find('"', 2) - 2));
  const std::size_t separator = line.find_first_of(",;\t");
  if (separator == std::string_view::npos || line.find_first_of("{}[]:") != std::string_view::npos) return false;
  bool time = false;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(line[separator], at), line.size());
    std::string_view name = trim(line.substr(at, end - at));
    if (name.size() > 1 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
    time = time || is_one_of(kTimeNames, name);
    at = end + 1;
  }
  return time;
}

/// Splits the next line that says anything.
bool ArrivalTable::next_line() {
  while (!rest_.empty()) {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = without_return(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    if (trim(line).empty() || line.front() == '#') continue;
    if (objects_ ? split_object(line) : split(line)) return true;
    if (hopeless()) return false;
  }
  return false;
}

bool ArrivalTable::split(std::string_view line) {
  fields_.clear();
  std::size_t at = 0;
  while (true) {
    Field field;
    field.column = static_cast<int>(at) + 1;
    std::size_t end = 0;
    if (at < line.size() && line[at] == '"') {
      std::size_t close = at + 1;
      while (close < line.size() && (line[close] != '"' || line.substr(close + 1, 1) == "\"")) {
        if (line[close] == '"') ++close;
        field.unquoted += line[close++];
      }
      if (close >= line.size()) {
        error(field.column, "this quoted field has no closing quote on its line");
        return false;
      }
      end = close + 1;
      if (end < line.size() && line[end] != mapping_.separator) {
        error(static_cast<int>(end) + 1, "a separator is needed after a quoted field");
        return false;
      }
      field.text = line.substr(at + 1, close - at - 1);
    } else {
      end = std::min(line.find(mapping_.separator, at), line.size());
      field.text = trim(line.substr(at, end - at));
    }
    fields_.push_back(std::move(field));
    if (end >= line.size()) return true;
    at = end + 1;
  }
}

/// Values in the order of the first line's keys. Lists and maps count as empty.
bool ArrivalTable::split_object(std::string_view line) {
  fields_.clear();
  Diagnostics problems;  // positions would be within this line
  const auto object = line.front() == '{' ? parse_yaml(std::string(line), file_, problems) : std::nullopt;
  if (!object || !object->is_map()) {
    error(1, "must be a JSON object on one line, as the first line is");
    return false;
  }
  if (width_ == 0) {
    keys_.clear();
    for (std::size_t i = 0; i < object->items.size(); i += 2) keys_.push_back(object->items[i].text);
  }
  for (const std::string& key : keys_) {
    const YamlNode* value = object->find(key);
    if (value == nullptr) {
      error(1, "this object has no key " + in_quotes(key) + ", which the first one has");
      return false;
    }
    fields_.push_back({{}, value->text, value->column});
  }
  return true;
}

bool ArrivalTable::find_column(Column which, const std::string& named, const std::vector<std::string_view>& usual) {
  const bool names = objects_ || mapping_.header;
  for (std::size_t c = 0; c < width_ && names; ++c) {
    const std::string_view name = objects_ ? std::string_view(keys_[c]) : fields_[c].value();
    if (named.empty() ? is_one_of(usual, name) : name == named) {
      columns_[which] = c;
      return true;
    }
  }
  if (named.empty()) {
    if (!names && which == kTime) columns_[which] = 0;
    return columns_[which].has_value();
  }
  if (all_digits(named) && named.size() < 9 && std::stoul(named) >= 1 && std::stoul(named) <= width_) {
    columns_[which] = std::stoul(named) - 1;
    return true;
  }
  error(1, "there is no column " + in_quotes(named) + " here (mapping.fields: " +
               (names ? "a name of this line, or " : "") + "a number from 1 to " + std::to_string(width_) + ")");
  return false;
}

bool ArrivalTable::find_columns() {
  width_ = fields_.size();
  const std::size_t before = diagnostics_.size();
  const FieldNames& named = mapping_.fields;
  const bool time = find_column(kTime, named.time, kTimeNames);
  if (!time && diagnostics_.size() == before) {
    error(1, "no column has a usual name for the time of arrival: " + alternatives(kTimeNames) +
                 " (mapping.fields.time says which it is, mapping.header: false that there are no names)");
  }
  find_column(kWork, named.work, kWorkNames);
  find_column(kBytes, named.bytes, kBytesNames);
  find_column(kClass, named.cls, kClassNames);
  find_column(kWeight, named.weight, kWeightNames);
  find_column(kId, named.id, kIdNames);
  if (columns_[kWork])
    work_name_ = objects_          ? keys_[*columns_[kWork]]
                 : mapping_.header ? std::string(fields_[*columns_[kWork]].value())
                                   : "column " + named.work;
  return diagnostics_.size() == before;
}

const ArrivalTable::Field* ArrivalTable::field(Column which) const {
  return columns_[which] ? &fields_[*columns_[which]] : nullptr;
}

void ArrivalTable::read_time(const Field& field, std::uint64_t& to) {
  const auto number = parse_decimal(field.value());
  const auto date = number ? std::nullopt : parse_date_time(field.value());
  if (!dates_) dates_ = date.has_value();
  if (*dates_ ? !date : !number) {
    error(field.column, std::string("a time must be ") +
                            (*dates_ ? "a date like 2023-11-16 18:17:03.9799600, as in the first row"
                                     : "a number or a date like 2023-11-16 18:17:03.9799600, the same in all rows") +
                            ", not " + in_quotes(field.value()));
    return;
  }
  to = date ? *date : ceil_product(*number, {1, nanosecond_exponent(mapping_.time_unit)});
  if (to >= std::uint64_t{1} << 63) error(field.column, "this time is beyond 2^63 nanoseconds (mapping.time_unit)");
}

void ArrivalTable::convert(Arrival& to) {
  to = Arrival();
  to.cls = mapping_.cls;
  to.weight = mapping_.weight;
  to.line = line_;
  read_time(*field(kTime), to.time);
  const auto amount = [&](Column which, const char* what, Decimal& value) {
    const Field* found = field(which);
    if (found == nullptr) return;
    const auto number = parse_decimal(found->value());
    if (number) {
      value = *number;
    } else {
      error(found->column,
            std::string(what) + " must be a number that is not negative, not " + in_quotes(found->value()));
    }
  };
  Decimal bytes;
  Decimal weight{mapping_.weight, 0};
  amount(kWork, "the work", to.work);
  amount(kBytes, "the bytes", bytes);
  amount(kWeight, "the weight", weight);
  to.bytes = ceil_product(bytes, {1, 0});
  const std::uint64_t whole = ceil_product(weight, {1, 0});
  if (whole < 1 || whole > 256) {
    error(field(kWeight)->column, "the weight must be 1 to 256, not " + in_quotes(field(kWeight)->value()));
  } else {
    to.weight = static_cast<std::uint32_t>(whole);
  }
  if (const Field* found = field(kClass)) {
    if (const auto cls = parse_task_class(found->value())) {
      to.cls = *cls;
    } else {
      error(found->column, "the class must be " + alternatives({kTaskClassNames.begin(), kTaskClassNames.end()}) +
                               ", not " + in_quotes(found->value()));
    }
  }
  if (const Field* found = field(kId)) {
    to.id = found->value();
    if (to.id.empty() || !is_one_line(to.id))
      error(found->column, "the id must be one line of text without control characters, and not empty");
  }
}

bool ArrivalTable::read(const std::function<void(const Arrival&)>& row) {
  bool more = next_line();
  if (more && !find_columns()) return false;
  if (mapping_.header && !objects_) more = more && next_line();
  Arrival arrival;
  for (; more; more = next_line()) {
    if (fields_.size() != width_) {
      error(1,
            "this row has " + std::to_string(fields_.size()) + " fields, the first line has " + std::to_string(width_));
    } else {
      convert(arrival);
      if (diagnostics_.size() == before_) row(arrival);
    }
    if (hopeless()) break;
  }
  return diagnostics_.size() == before_;
}

}  // namespace gantry
