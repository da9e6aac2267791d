// SPDX-License-Identifier: Apache-2.0
#include "workload/arrival_table.h"

#include <algorithm>

#include "gantry/base/one_line.h"
#include "text/digits.h"
#include "text/text_lines.h"
#include "text/yaml_reader.h"
#include "workload/column_names.h"
#include "workload/date_time.h"

namespace gantry {
namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
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

/// Keys of the outermost map of a JSON object on one line. Nothing if it is no such object, or has maps in it.
std::optional<std::vector<std::string_view>> keys_of_row(std::string_view line) {
  std::vector<std::string_view> keys;
  int depth = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '{' && at > 0) return std::nullopt;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth == 0 && trim(line.substr(at + 1)).empty() && c == '}') return keys;
    if (depth == 0) return std::nullopt;
    if (c != '"') continue;
    const std::size_t begin = at + 1;
    for (++at; at < line.size() && line[at] != '"'; ++at) at += line[at] == '\\' ? 1 : 0;
    if (at >= line.size()) return std::nullopt;
    const std::size_t next = line.find_first_not_of(" \t", at + 1);
    if (depth == 1 && next != std::string_view::npos && line[next] == ':')
      keys.push_back(line.substr(begin, at - begin));
  }
  return std::nullopt;
}

}  // namespace

bool begins_as_arrivals(std::string_view head) {
  const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
  if (line.substr(0, 1) == "{") {
    const auto keys = keys_of_row(line);
    return keys && keys->size() > 1 && std::any_of(keys->begin(), keys->end(), names_time);
  }
  const std::size_t separator = line.find_first_of(",;\t");
  if (separator == std::string_view::npos || line.find_first_of("{}[]:") != std::string_view::npos) return false;
  bool time = false;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(line[separator], at), line.size());
    std::string_view name = trim(line.substr(at, end - at));
    if (name.size() > 1 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
    time = time || names_time(name);
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
    const bool used = width_ == 0 || std::find(columns_.begin(), columns_.end(), fields_.size()) != columns_.end() ||
                      std::find(size_columns_.begin(), size_columns_.end(), fields_.size()) != size_columns_.end();
    if (value == nullptr && used && columns_[kWork] != fields_.size()) {
      error(1, "this object has no key " + in_quotes(key) + ", which the first one has");
      return false;
    }
    const bool empty = value == nullptr || value->is_null();
    fields_.push_back({{}, empty ? std::string() : value->text, value == nullptr ? 1 : value->column});
  }
  return true;
}

std::string_view ArrivalTable::name_of(std::size_t column) const {
  return objects_ ? std::string_view(keys_[column]) : fields_[column].value();
}

/// A name of the mapping is taken as it is before case and marks are ignored.
std::optional<std::size_t> ArrivalTable::column_named(const std::string& named) const {
  std::optional<std::size_t> alike;
  for (std::size_t c = width_; c-- > 0;) {
    if (name_of(c) == named) return c;
    if (!plain_name(named).empty() && plain_name(name_of(c)) == plain_name(named)) alike = c;
  }
  return alike;
}

void ArrivalTable::find_column(Column which, const std::string& named, bool (*usual)(std::string_view)) {
  const bool names = objects_ || mapping_.header;
  if (named.empty()) {
    for (std::size_t c = 0; c < width_ && names && !columns_[which]; ++c) {
      if (usual(name_of(c))) columns_[which] = c;
    }
    if (!names && which == kTime) columns_[which] = 0;
    return;
  }
  if (names) columns_[which] = column_named(named);
  if (columns_[which]) return;
  if (all_digits(named) && named.size() < 9 && std::stoul(named) >= 1 && std::stoul(named) <= width_) {
    columns_[which] = std::stoul(named) - 1;
    return;
  }
  error(1, "there is no column " + in_quotes(named) + " here (mapping.fields: " +
               (names ? "a name of this line, or " : "") + "a number from 1 to " + std::to_string(width_) + ")");
}

/// "; the columns are a, b and c", or their number.
std::string ArrivalTable::columns_text() const {
  constexpr std::size_t kShown = 20;
  if (!objects_ && !mapping_.header)
    return "; a line has " + std::to_string(width_) + (width_ == 1 ? " column" : " columns");
  std::string text = width_ == 1 ? "; the only column is " : "; the columns are ";
  for (std::size_t c = 0; c < width_ && c < kShown; ++c) text += (c == 0 ? "" : ", ") + in_quotes(name_of(c));
  return width_ > kShown ? text + " and " + std::to_string(width_ - kShown) + " more" : text;
}

void ArrivalTable::find_columns() {
  width_ = fields_.size();
  const std::size_t before = diagnostics_.size();
  const FieldNames& named = mapping_.fields;
  find_column(kTime, named.time, names_time);
  if (!columns_[kTime] && diagnostics_.size() == before) {
    const bool other_separator = width_ == 1 && fields_[0].value().find_first_of(",;\t") != std::string_view::npos;
    error(1, "no column has a usual name for the time of arrival, such as " + std::string(kSomeTimeNames) +
                 columns_text() + (other_separator ? " (mapping.separator; " : " (") +
                 "mapping.fields.time names it, mapping.header: false says that there are no names)");
  }
  find_column(kWork, named.work, names_work);
  if (needs_work_ && !columns_[kWork] && !mapping_.work && diagnostics_.size() == before) {
    error(1, "no column has a usual name for the work of a task, such as work, duration or output_tokens" +
                 columns_text() + " (mapping.fields.work names it, mapping.work is the same work for all)");
  }
  find_column(kBytes, named.bytes, names_bytes);
  find_column(kClass, named.cls, names_class);
  find_column(kWeight, named.weight, names_weight);
  find_column(kId, named.id, names_id);
  if (columns_[kWork])
    work_name_ = objects_ || mapping_.header ? std::string(name_of(*columns_[kWork])) : "column " + named.work;
  if (diagnostics_.size() == before) find_unit();
  if (diagnostics_.size() == before) find_sizes();
}

void ArrivalTable::find_sizes() {
  const bool names = objects_ || mapping_.header;
  for (const SizeColumn& size : sizes_) {
    std::optional<std::size_t> column;
    for (std::size_t c = 0; c < width_ && names && size.column.empty() && !column; ++c) {
      if (size.usual(name_of(c))) column = c;
    }
    if (names && !size.column.empty()) column = column_named(size.column);
    const bool number = !column && all_digits(size.column) && size.column.size() < 9;
    if (number && std::stoul(size.column) >= 1 && std::stoul(size.column) <= width_)
      column = std::stoul(size.column) - 1;
    if (column) {
      size_columns_.push_back(*column);
    } else {
      error(1, "no column has the size " + in_quotes(size.name) +
                   (size.column.empty() ? "" : ", which is to be " + in_quotes(size.column)) + columns_text() +
                   " (sizes: {" + size.name + ": COLUMN})");
    }
  }
}

/// The mapping's unit, or the one of the column's name. Mooncake's traces have hashes of prompts, and milliseconds.
void ArrivalTable::find_unit() {
  unit_ = mapping_.time_unit;
  if (mapping_.time_unit_given || (!objects_ && !mapping_.header)) return;
  if (const auto named = unit_in_name(name_of(*columns_[kTime]))) {
    unit_ = *named;
  } else if (objects_ && column_named("hash_ids")) {
    unit_ = TimeUnit::ms;
    diagnostics_.note({file_, line_, 1},
                      "times are taken as milliseconds, as in Mooncake's traces (mapping.time_unit)");
  }
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
  to = date ? *date : ceil_product(*number, {1, nanosecond_exponent(unit_)});
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
  Decimal work;
  const Field* const work_field = field(kWork);
  if (work_field != nullptr && !work_field->value().empty()) {
    amount(kWork, "the work", work);
    to.work = work;
  }
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
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    const Field& found = fields_[size_columns_[i]];
    const auto number = parse_decimal(found.value());
    const std::uint64_t size = number ? ceil_product(*number, {1, 0}) : 0;
    if (!number || size > kMaxRequestSize) {
      error(found.column, "the size " + in_quotes(sizes_[i].name) + " must be a number from 0 to " +
                              std::to_string(kMaxRequestSize) + ", not " + in_quotes(found.value()));
    }
    to.sizes.push_back(size);
  }
  if (const Field* found = field(kId)) {
    to.id = found->value();
    if (to.id.empty() || !is_one_line(to.id))
      error(found->column, "the id must be one line of text without control characters, and not empty");
  }
}

bool ArrivalTable::read(const std::function<void(const Arrival&)>& row) {
  bool more = next_line();
  if (more) find_columns();
  if (diagnostics_.size() != before_) return false;
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
