// SPDX-License-Identifier: Apache-2.0
// permutation: one destination per node, from a file.
#include "gantry/network/patterns/fixed_pattern.h"

namespace gantry {
inline namespace network {

namespace {

constexpr PatternKey kPermutation{{"permutation",
                                   0,
                                   {},
                                   "",
                                   "CSV with the columns `from` and `to` and a row per node, "
                                   "each of which stands once in both; the path starts "
                                   "beside the experiment's file"},
                                  PatternKey::Kind::destinations};

}  // namespace

void add_permutation(PatternCatalogue& patterns) {
  patterns.add("permutation", "one destination for each node, from a file",
               [](const PatternValues& own, const NodeGrid& /*grid*/) {
                 return std::make_unique<FixedPattern>(own.destinations_of(kPermutation));
               },
               {kPermutation});
}

}  // namespace network
}  // namespace gantry
