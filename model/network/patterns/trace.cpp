// SPDX-License-Identifier: Apache-2.0
// trace: explicit packets instead of a pattern.
#include "gantry/network/pattern.h"

namespace gantry {
inline namespace network {

namespace {

constexpr PatternKey kPackets{{"packets", 0, {}, "", "explicit packets, per node in order of cycles; cycles from 1"},
                              PatternKey::Kind::packets};
constexpr PatternKey kTrace{
    {"trace", 0, {}, "", "packets that may wait for each other, from a file ([traces](network.md#traces))"},
    PatternKey::Kind::trace};

}  // namespace

void add_trace(PatternCatalogue& patterns) {
  patterns.add("trace", "packets that are given one by one", {}, {kPackets, kTrace});
}

}  // namespace network
}  // namespace gantry
