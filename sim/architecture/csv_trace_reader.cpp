// SPDX-License-Identifier: Apache-2.0
// Our own format of traces: a row per packet, in order of cycles and of numbers.
#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "architecture/trace_reader.h"
#include "gantry/network/traffic_spec.h"
#include "text/csv_reader.h"
#include "text/text_lines.h"

namespace gantry {
namespace {

constexpr const char* kHeader = "id,cycle,from,to,flits,after,delay";
enum Column : std::size_t { kId, kCycle, kFrom, kTo, kFlits, kAfter, kDelay };
constexpr std::uint64_t kMostId = std::uint64_t{1} << 62;

class CsvTraceReader final : public TraceReader {
 public:
  CsvTraceReader(std::unique_ptr<std::streambuf> in, const std::string& name, const TraceRules& rules,
                 Diagnostics& problems)
      : rows_(std::make_unique<TextSource>(std::move(in)), name, kHeader, problems), rules_(rules) {}

  bool next(TracePacket& packet) override {
    if (rows_.faults() > 0 || !rows_.next()) return false;
    const std::uint64_t id = rows_.number(kId, kMostId);
    if (places_ > 0 && id <= last_id_) {
      rows_.fault(kId, std::to_string(id) + ", and the row before has " + std::to_string(last_id_) +
                           " (numbers go up from row to row)");
    }
    packet.cycle = rows_.number(kCycle, kMostTraceCycle);
    if (packet.cycle == 0) rows_.fault(kCycle, "0 (expected a whole number from 1)");
    if (packet.cycle < last_cycle_) {
      rows_.fault(kCycle, std::to_string(packet.cycle) + ", and the row before has " + std::to_string(last_cycle_) +
                              " (rows are in order of cycles)");
    }
    packet.from = static_cast<std::uint32_t>(rows_.number(kFrom, rules_.nodes - 1));
    packet.to = static_cast<std::uint32_t>(rows_.number(kTo, rules_.nodes - 1));
    packet.flits = rows_.number(kFlits, kMostPacketFlits);
    if (packet.flits < rules_.least_flits) {
      rows_.fault(kFlits,
                  std::to_string(packet.flits) + " (expected at least " + std::to_string(rules_.least_flits) + ')');
    }
    read_after(packet.after);
    packet.delay = rows_.field(kDelay).empty() ? 1 : rows_.number(kDelay, kMostTraceDelay);
    if (packet.delay == 0) rows_.fault(kDelay, "0 (expected a whole number from 1)");
    if (rows_.faults() > 0) return false;
    keep(id);
    last_cycle_ = packet.cycle;
    return true;
  }

 private:
  /// Numbers with a space between them.
  void read_after(std::vector<std::uint64_t>& after) {
    after.clear();
    std::string_view text = rows_.field(kAfter);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(' '), text.size());
      std::uint64_t id = 0;
      const auto [at, error] = std::from_chars(text.data(), text.data() + end, id);
      if (error != std::errc() || at != text.data() + end) {
        rows_.fault(kAfter, "no list of numbers with a space between them");
        return;
      }
      if (!add(id, after)) return;
      const bool more = end < text.size();
      text.remove_prefix(end + (more ? 1 : 0));
      if (more && text.empty()) rows_.fault(kAfter, "no list of numbers with a space between them");
    }
  }

  bool add(std::uint64_t id, std::vector<std::uint64_t>& after) {
    const std::uint64_t place = place_of(id);
    if (place == kNever) {
      rows_.fault(kAfter, std::to_string(id) + ", which is not among the " + std::to_string(kTraceWindow - 1) +
                              " packets before");
      return false;
    }
    if (std::find(after.begin(), after.end(), place) != after.end()) {
      rows_.fault(kAfter, std::to_string(id) + " twice");
      return false;
    }
    after.push_back(place);
    return true;
  }

  /// The last ids, in a ring that grows up to the window.
  void keep(std::uint64_t id) {
    if (ids_.size() < kTraceWindow) {
      ids_.push_back(id);
    } else {
      ids_[places_ % kTraceWindow] = id;
    }
    last_id_ = id;
    ++places_;
  }

  /// Of one that can still be waited for; kNever: there is none. Ids go up, so halving finds it.
  [[nodiscard]] std::uint64_t place_of(std::uint64_t id) const {
    std::uint64_t low = places_ < kTraceWindow ? 0 : places_ - kTraceWindow + 1;
    std::uint64_t high = places_;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      const std::uint64_t found = ids_[middle % kTraceWindow];
      if (found == id) return middle;
      if (found < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return kNever;
  }

  CsvReader rows_;
  TraceRules rules_;
  std::vector<std::uint64_t> ids_;
  std::uint64_t places_ = 0;
  std::uint64_t last_id_ = 0;
  Cycle last_cycle_ = 0;
};

}  // namespace

std::unique_ptr<TraceReader> make_csv_trace_reader(std::unique_ptr<std::streambuf> in, const std::string& name,
                                                   const TraceRules& rules, Diagnostics& problems) {
  return std::make_unique<CsvTraceReader>(std::move(in), name, rules, problems);
}

}  // namespace gantry
