// SPDX-License-Identifier: Apache-2.0
#include "workload/distribution.h"

#include <string>

#include "gantry/base/decimal.h"
#include "gantry/base/diagnostics.h"
#include "gantry/base/uint128.h"
#include "text/yaml_node.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

class DistributionReader {
 public:
  DistributionReader(int fraction_digits, std::uint64_t most, Diagnostics& diagnostics)
      : fraction_digits_(fraction_digits), most_(most), diagnostics_(diagnostics) {}

  bool value(const YamlNode& node, const std::string& path, std::uint64_t& to);
  bool read(const YamlNode& node, const std::string& path, Distribution& to);

 private:
  int fraction_digits_;
  std::uint64_t most_;
  Diagnostics& diagnostics_;
};

bool DistributionReader::value(const YamlNode& node, const std::string& path, std::uint64_t& to) {
  if (fraction_digits_ == 0) {
    const auto whole = read_integer(node, path, 0, most_, diagnostics_);
    if (whole) to = *whole;
    return whole.has_value();
  }
  const std::string text = without_exponent(node.text);
  const std::size_t point = std::min(text.find('.'), text.size());
  const bool plain =
      node.is_scalar() && !node.quoted && point > 0 && text.find_first_not_of("0123456789.") == std::string::npos;
  const auto number = plain ? parse_decimal(text) : std::nullopt;
  const bool fits =
      number && number->exponent >= -fraction_digits_ && text.back() != '.' && ceil_product(*number, {1, 0}) <= most_;
  if (!fits) {
    diagnostics_.error(node.where(), path + " must be a number from 0 to " + std::to_string(most_) + " with at most " +
                                         std::to_string(fraction_digits_) + " fraction digits, not " +
                                         describe_unquoted(node));
    return false;
  }
  to = ceil_product(*number, {1, fraction_digits_});
  return true;
}

bool DistributionReader::read(const YamlNode& node, const std::string& path, Distribution& to) {
  const std::size_t before = diagnostics_.size();
  if (!node.is_map()) {
    std::uint64_t number = 0;
    if (value(node, path, number)) to = Distribution::constant(number);
    return diagnostics_.size() == before;
  }
  MapReader map(node, path, diagnostics_);
  const YamlNode* constant = map.find("constant");
  const YamlNode* exponential = map.find("exponential");
  const YamlNode* uniform = map.find("uniform");
  const int given = (constant != nullptr ? 1 : 0) + (exponential != nullptr ? 1 : 0) + (uniform != nullptr ? 1 : 0);
  if (given != 1)
    diagnostics_.error(node.where(), path + " must have one of the keys constant, exponential and uniform");
  map.finish();
  if (diagnostics_.size() != before) return false;
  Distribution read;
  if (const YamlNode* single = constant != nullptr ? constant : exponential) {
    read.kind = constant != nullptr ? Distribution::Kind::constant : Distribution::Kind::exponential;
    value(*single, map.path(constant != nullptr ? "constant" : "exponential"), read.low);
    read.high = read.low;
  } else if (uniform == nullptr) {
    return false;  // was reported
  } else if (!uniform->is_sequence() || uniform->items.size() != 2) {
    map.error("uniform", "must be the least and the largest value, as in [10, 20]");
  } else {
    read.kind = Distribution::Kind::uniform;
    const bool both = value(uniform->items[0], map.path("uniform"), read.low) &&
                      value(uniform->items[1], map.path("uniform"), read.high);
    if (both && read.high < read.low) map.error("uniform", "must have the least value first");
  }
  if (diagnostics_.size() == before) to = read;
  return diagnostics_.size() == before;
}

}  // namespace

std::uint64_t Distribution::draw(RandomBits& bits, std::uint64_t most) const {
  if (kind == Kind::constant) return low;
  if (kind == Kind::uniform) return low + random_below(bits, high - low + 1);
  constexpr Uint128 kHalf = Uint128{1} << (kExponentialBits - 1);
  const Uint128 value = (Uint128{low} * random_exponential(bits) + kHalf) >> kExponentialBits;
  return value > most ? most : static_cast<std::uint64_t>(value);
}

bool read_distribution(const YamlNode& node, const std::string& path, int fraction_digits, std::uint64_t most,
                       Distribution& to, Diagnostics& diagnostics) {
  return DistributionReader(fraction_digits, most, diagnostics).read(node, path, to);
}

}  // namespace gantry
