// SPDX-License-Identifier: Apache-2.0
#include "output/vcd_writer.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "output/clock_time.h"

namespace gantry {
namespace {

unsigned bits_for(std::uint64_t capacity) {
  if (capacity == 0) return 64;
  unsigned bits = 0;
  for (; capacity > 0; capacity >>= 1U) ++bits;
  return bits;
}

/// Short identifiers from the 94 printable characters.
std::string code_for(std::size_t number) {
  std::string code;
  do {
    code += static_cast<char>('!' + number % 94);
    number /= 94;
  } while (number > 0);
  return code;
}

/// Names as every viewer accepts them.
std::string identifier(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    result += plain ? c : '_';
  }
  if (result.empty() || (result[0] >= '0' && result[0] <= '9')) result.insert(result.begin(), '_');
  return result;
}

}  // namespace

VcdWriter::VcdWriter(const OutputPlace& place, std::uint32_t clock_mhz, Cycle from, Cycle to)
    : file_(place), clock_mhz_(clock_mhz), from_(from), to_(to), every_cycle_(from > 0 || to != kNever) {}

std::uint32_t VcdWriter::add(const Gauge& gauge) {
  if (started_) throw std::logic_error("VcdWriter: a gauge was added after the first change");
  Wire wire{identifier(gauge.block()), identifier(gauge.name()), code_for(wires_.size()), bits_for(gauge.capacity())};
  const std::string base = wire.name;
  const auto taken = [&](const Wire& w) { return w.block == wire.block && w.name == wire.name; };
  for (int n = 2; std::any_of(wires_.begin(), wires_.end(), taken); ++n) wire.name = base + '_' + std::to_string(n);
  wires_.push_back(wire);
  before_.push_back(gauge.value());
  return changes_.add(gauge.value());
}

void VcdWriter::changed(std::uint32_t id, Cycle now, std::uint64_t value) {
  if (!file_.on()) return;
  started_ = true;
  changes_.changed(id, now, value,
                   [this](Cycle cycle, std::uint32_t wire, std::uint64_t v) { write_change(cycle, wire, v); });
}

void VcdWriter::finish(Cycle end, Diagnostics& problems) {
  if (file_.on()) {
    changes_.drain(kNever, [this](Cycle cycle, std::uint32_t wire, std::uint64_t v) { write_change(cycle, wire, v); });
    end = std::max(from_, std::min(end, to_));
    if (!header_written_) write_header();
    if (every_cycle_) write_clock(end);
    if (end > time_) {
      end_period();
      write_time(2 * end);
    }
  }
  file_.finish(problems);
}

void VcdWriter::write_header() {
  header_written_ = true;
  clock_ = code_for(wires_.size());
  const auto out = std::back_inserter(file_.text());
  fmt::format_to(out,
                 "$version Gantry $end\n$timescale 1 ps $end\n$scope module gantry $end\n$var wire 1 {} clock $end\n",
                 clock_);
  std::vector<bool> written(wires_.size());
  for (std::size_t first = 0; first < wires_.size(); ++first) {
    if (written[first]) continue;
    fmt::format_to(out, "$scope module {} $end\n", wires_[first].block);
    for (std::size_t i = first; i < wires_.size(); ++i) {
      const Wire& wire = wires_[i];
      if (wire.block != wires_[first].block) continue;
      written[i] = true;
      fmt::format_to(out, "$var wire {} {} {}", wire.bits, wire.code, wire.name);
      if (wire.bits > 1) fmt::format_to(out, " [{}:0]", wire.bits - 1);
      fmt::format_to(out, " $end\n");
    }
    fmt::format_to(out, "$upscope $end\n");
  }
  fmt::format_to(out, "$upscope $end\n$enddefinitions $end\n");
  write_time(2 * from_);
  fmt::format_to(out, "$dumpvars\n");
  write_cycle(from_);
  for (std::uint32_t id = 0; id < wires_.size(); ++id) write_value(wires_[id], before_[id]);
  fmt::format_to(out, "$end\n");
}

void VcdWriter::write_time(Cycle halves) {
  const ClockTime time = clock_time(halves, 2 * clock_mhz_);
  const auto out = std::back_inserter(file_.text());
  // The two halves side by side: the product would overflow long before the cycle counter does.
  if (time.micros == 0) {
    fmt::format_to(out, "#{}\n", time.picos);
  } else {
    fmt::format_to(out, "#{}{:06}\n", time.micros, time.picos);
  }
}

/// The clock rises.
void VcdWriter::write_cycle(Cycle cycle) {
  time_ = cycle;
  fmt::format_to(std::back_inserter(file_.text()), "1{}\n", clock_);
  file_.written();
}

void VcdWriter::end_period() {
  write_time(2 * time_ + 1);
  fmt::format_to(std::back_inserter(file_.text()), "0{}\n", clock_);
}

/// All periods before `cycle`.
void VcdWriter::write_clock(Cycle cycle) {
  while (time_ + 1 < cycle) {
    end_period();
    write_time(2 * (time_ + 1));
    write_cycle(time_ + 1);
  }
}

void VcdWriter::write_value(const Wire& wire, std::uint64_t value) {
  const std::uint64_t most = wire.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << wire.bits) - 1;
  value = std::min(value, most);
  const auto out = std::back_inserter(file_.text());
  if (wire.bits == 1) {
    fmt::format_to(out, "{}{}\n", value, wire.code);
  } else {
    fmt::format_to(out, "b{:b} {}\n", value, wire.code);
  }
  file_.written();
}

void VcdWriter::write_change(Cycle cycle, std::uint32_t id, std::uint64_t value) {
  if (cycle <= from_) {
    before_[id] = value;
    return;
  }
  if (cycle >= to_) return;
  if (!header_written_) write_header();
  if (cycle > time_) {
    if (every_cycle_) write_clock(cycle);
    end_period();
    write_time(2 * cycle);
    write_cycle(cycle);
  }
  write_value(wires_[id], value);
}

}  // namespace gantry
