// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "text/digits.h"
#include "text/yaml_reader.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::size_t kFractionDigits = 12;
constexpr std::size_t kWholeDigits = 15;

class MappingReader {
 public:
  MappingReader(const YamlNode& node, const std::string& path, Mapping& to, Diagnostics& diagnostics)
      : map_(node, path, diagnostics), to_(to), diagnostics_(diagnostics) {}

  void read();

 private:
  void decimal(std::string_view key, Decimal& to) {
    const YamlNode* found = map_.find(key);
    if (found == nullptr) return;
    if (const auto number = read_decimal(*found, map_.path(key), diagnostics_)) to = *number;
  }
  void read_jobs();
  void read_bytes(std::string_view key, MappedBytes& to);
  void read_fields();

  MapReader map_;
  Mapping& to_;
  Diagnostics& diagnostics_;
};

void MappingReader::read() {
  decimal("cycles_per_unit", to_.cycles_per_unit);
  decimal("cycles_per_second", to_.cycles_per_second);
  decimal("bytes_scale", to_.bytes_scale);
  read_jobs();
  map_.choice<TaskClass>("class", to_.cls,
                         {{"block", TaskClass::block},
                          {"cluster", TaskClass::cluster},
                          {"union", TaskClass::union_},
                          {"communication", TaskClass::communication}});
  map_.integer("weight", to_.weight, 1, 256);
  std::uint64_t job_bytes = 0;
  if (map_.integer("job_bytes", job_bytes, 1, kMaxTaskBytes)) to_.job_bytes = job_bytes;
  map_.text("processor", to_.processor);
  read_bytes("input_bytes", to_.input);
  read_bytes("output_bytes", to_.output);
  map_.boolean("arrivals", to_.arrivals);
  map_.boolean("header", to_.header);
  map_.choice<char>("separator", to_.separator, {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}});
  map_.choice<TimeUnit>("time_unit", to_.time_unit,
                        {{"s", TimeUnit::s},
                         {"ms", TimeUnit::ms},
                         {"us", TimeUnit::us},
                         {"ns", TimeUnit::ns},
                         {"cycles", TimeUnit::cycles}});
  read_fields();
  map_.finish();
}

void MappingReader::read_jobs() {
  const YamlNode* found = map_.find("jobs");
  if (found == nullptr) return;
  if (found->says("cores")) {
    to_.jobs = 0;
    return;
  }
  const auto jobs = read_integer(*found, map_.path("jobs"), 1, kMaxTaskJobs, diagnostics_);
  if (!jobs) return;
  if ((*jobs & (*jobs - 1)) != 0) {
    map_.error("jobs", "must be `cores` or a power of two from 1 to " + std::to_string(kMaxTaskJobs) + ", not " +
                           std::to_string(*jobs));
    return;
  }
  to_.jobs = static_cast<std::uint32_t>(*jobs);
}

void MappingReader::read_bytes(std::string_view key, MappedBytes& to) {
  const YamlNode* found = map_.find(key);
  if (found == nullptr) return;
  if (found->says("data") || found->says("edges")) {
    to = {found->says("data") ? BytesFrom::data : BytesFrom::edges, 0};
    return;
  }
  if (found->is_scalar() && all_digits(found->text)) {
    if (const auto bytes = read_integer(*found, map_.path(key), 0, kMaxTaskBytes, diagnostics_))
      to = {BytesFrom::fixed, *bytes};
    return;
  }
  map_.error(key, "must be data, edges or a number of bytes per job, not " + describe(*found));
}

void MappingReader::read_fields() {
  const YamlNode* found = map_.find("fields");
  if (found == nullptr) return;
  MapReader fields(*found, map_.path("fields"), diagnostics_);
  fields.text("time", to_.fields.time);
  fields.text("work", to_.fields.work);
  fields.text("bytes", to_.fields.bytes);
  fields.text("class", to_.fields.cls);
  fields.text("weight", to_.fields.weight);
  fields.text("id", to_.fields.id);
  fields.finish();
}

}  // namespace

std::optional<Decimal> read_decimal(const YamlNode& node, const std::string& what, Diagnostics& diagnostics) {
  const std::string_view text = node.text;
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view fraction = point < text.size() ? text.substr(point + 1) : std::string_view();
  const bool shaped = node.is_scalar() && !node.quoted && all_digits(text.substr(0, point)) &&
                      point <= kWholeDigits + 1 && (point == text.size() || all_digits(fraction)) &&
                      fraction.size() <= kFractionDigits;
  const auto number = shaped ? parse_decimal(text) : std::nullopt;
  if (number && !number->is_zero() && to_double(*number) <= 1e15) return number;
  diagnostics.error(node.where(), what + " must be a decimal number above 0 and up to 10^15 with at most " +
                                      std::to_string(kFractionDigits) + " fraction digits, not " + describe(node));
  return std::nullopt;
}

bool read_mapping(const YamlNode& node, const std::string& path, Mapping& mapping, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  MappingReader(node, path, mapping, diagnostics).read();
  return diagnostics.size() == before;
}

}  // namespace gantry
