// SPDX-License-Identifier: Apache-2.0
#include "plan/part_limits.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "gantry/platform/processor_list.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostCapacity = (std::uint64_t{1} << 62) - 1;

}  // namespace

std::vector<std::uint64_t> read_capacities(const std::string& text, const std::string& option,
                                           Diagnostics& diagnostics) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, end - at);
    const auto number = whole_number(word, kMostCapacity);
    if (!number || *number == 0) {
      diagnostics.error({option, 0, 0}, "must be a whole number from 1 to " + std::to_string(kMostCapacity) +
                                            " for all parts, or one for each with commas between them, not " +
                                            in_quotes(word));
      return {};
    }
    numbers.push_back(*number);
    at = end + 1;
  }
  return numbers;
}

std::vector<std::uint64_t> cluster_shares(const Architecture& architecture) {
  std::map<std::uint32_t, std::uint64_t> speeds;
  for (const ProcessorInfo& processor : list_processors(architecture)) {
    speeds[processor.cluster] += processor.speed.millionths;
  }
  std::uint64_t divisor = 0;
  for (const auto& [cluster, speed] : speeds) divisor = std::gcd(divisor, speed);
  std::vector<std::uint64_t> shares;
  shares.reserve(speeds.size());
  for (const auto& [cluster, speed] : speeds) shares.push_back(speed / divisor);
  return shares;
}

std::vector<std::uint32_t> cluster_places(const Architecture& architecture) {
  std::map<std::uint32_t, std::uint32_t> place;
  const std::vector<ProcessorInfo> processors = list_processors(architecture);
  for (const ProcessorInfo& processor : processors) place[processor.cluster] = 0;
  std::uint32_t next = 0;
  for (auto& [cluster, number] : place) number = next++;
  std::vector<std::uint32_t> places;
  places.reserve(processors.size());
  for (const ProcessorInfo& processor : processors) places.push_back(place[processor.cluster]);
  return places;
}

std::string list_text(const std::vector<std::uint64_t>& numbers) {
  std::string text;
  for (const std::uint64_t number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

}  // namespace gantry
