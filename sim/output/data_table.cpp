// SPDX-License-Identifier: Apache-2.0
#include "output/data_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gantry/base/one_line.h"
#include "result/data_results.h"
#include "text/text_table.h"

namespace gantry {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kShareBar = 20;

std::string counted(std::uint64_t number, const char* one) {
  return grouped(number) + ' ' + one + (number == 1 ? "" : "s");
}

std::string parts_text(const PartCount& count) {
  return counted(count.parts, "part") + " (" + counted(count.bytes, "byte") + ')';
}

std::string stores_text(const DataResults& data) {
  const auto share = [](const StoreStats& store) {
    return static_cast<double>(store.most_used) / static_cast<double>(store.capacity);
  };
  const auto fullest = std::max_element(data.stores.begin(), data.stores.end(),
                                        [&](const auto& a, const auto& b) { return share(a) < share(b); });
  if (fullest == data.stores.end()) return "";
  return fmt::format("  stores    {}, {} written back; fullest {}: {} of {} bytes ({})\n",
                     counted(data.evictions, "eviction"), parts_text(data.written_back), one_line(fullest->name),
                     grouped(fullest->most_used), grouped(fullest->capacity),
                     percent(static_cast<double>(fullest->most_used), static_cast<double>(fullest->capacity)));
}

}  // namespace

std::string data_table(const DataStats& stats, bool unicode) {
  const DataResults data = data_results(stats);
  const std::pair<const char*, const PartCount*> sources[] = {{"own store", &data.own},
                                                              {"store of the cluster", &data.cluster},
                                                              {"other store", &data.store},
                                                              {"global memory", &data.memory}};
  double all = 0.0;
  for (const auto& [name, read] : sources) all += static_cast<double>(read->bytes);
  TextTable table({{"data read from", Align::left}, {"parts"}, {"bytes"}, {"share"}, {"", Align::left}});
  for (const auto& [name, read] : sources) {
    if (read->parts == 0) continue;
    const auto bytes = static_cast<double>(read->bytes);
    table.add(
        {name, grouped(read->parts), grouped(read->bytes), percent(bytes, all), bar(bytes / all, kShareBar, unicode)});
  }
  std::string text = '\n' + (table.empty() ? "" : table.text());
  text += fmt::format("  hit rate  {} of the bytes read\n", percent(data.hit_rate, 1.0));
  return text + stores_text(data);
}

}  // namespace gantry
