// SPDX-License-Identifier: Apache-2.0
#include "result/result_walk.h"

namespace gantry {

std::string ResultWalk::path(std::string_view name) const {
  return path_.empty() ? std::string(name) : path_ + '.' + std::string(name);
}

std::size_t ResultWalk::open(std::string_view name) {
  const std::size_t before = path_.size();
  path_ = path(name);
  return before;
}

void ResultWalk::on_count(const ResultLine& line, std::uint64_t& value, CountRange /*range*/) {
  numbers_.push_back({path(line.name), std::string(line.unit), static_cast<double>(value), value, true});
}

void ResultWalk::on_number(const ResultLine& line, double& value, NumberRange /*range*/) {
  numbers_.push_back({path(line.name), std::string(line.unit), value});
}

void ResultWalk::on_interval(const ResultLine& line, std::array<double, 2>& value) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    numbers_.push_back({path(line.name) + '[' + std::to_string(i) + ']', std::string(line.unit), value[i]});
  }
}

void ResultWalk::on_numbers(const ResultLine& line, std::vector<std::uint64_t>& value) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    numbers_.push_back({path(line.name) + '[' + std::to_string(i) + ']', std::string(line.unit),
                        static_cast<double>(value[i]), value[i], true});
  }
}

void ResultWalk::on_named_counts(const ResultLine& line, NamedCounts& values, std::string_view /*all*/) {
  begin_section(line);
  for (auto& [name, value] : values) on_count({name, line.unit, line.meaning}, value, {});
  end_section();
}

void ResultWalk::end_section() {
  path_.resize(ends_.back());
  ends_.pop_back();
}

std::size_t ResultWalk::begin_list(const ResultLine& line, std::size_t items, std::size_t /*least*/) {
  begin_section(line);
  return items;
}

void ResultWalk::begin_item(std::size_t number) {
  ends_.push_back(path_.size());
  path_ += '[' + std::to_string(number) + ']';
}

std::size_t ResultWalk::begin_map(const ResultLine& line, std::size_t entries) {
  begin_section(line);
  return entries;
}

void ResultWalk::begin_entry(std::size_t /*number*/, std::string& key, std::string_view /*all*/) {
  begin_section({key, {}, {}});
}

}  // namespace gantry
