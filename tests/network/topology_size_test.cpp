// SPDX-License-Identifier: Apache-2.0
// How large a topology becomes: sizes that are auto, links between the groups of a dragonfly, and sizes that cannot be.
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/base/error.h"
#include "gantry/network/topology.h"

namespace gantry::topology_size_test {

TEST_CASE("a topology that sizes itself seats every endpoint") {
  const auto* tree = builtin_topologies().find("tree");
  InterconnectConfig config;
  for (std::uint32_t endpoints = 1; endpoints <= 300; ++endpoints) {
    const std::uint32_t nodes = tree->make(config, endpoints)->nodes();
    CHECK((nodes >= endpoints && (nodes == 2 || nodes < 2 * endpoints)));
    CHECK(builtin_topologies().find("ring")->make(config, endpoints)->nodes() == endpoints);
    CHECK(builtin_topologies().find("crossbar")->make(config, endpoints)->nodes() == endpoints);
    config.own.set("arity", 3);
    const std::uint32_t leaves = builtin_topologies().find("fat_tree")->make(config, endpoints)->nodes();
    CHECK((leaves >= endpoints && (leaves == 3 || leaves < 3 * endpoints)));
  }
}

TEST_CASE("a grid whose columns and rows are auto is the smallest nearly square one that seats every endpoint") {
  const auto size = [](const char* topology, std::uint32_t columns, std::uint32_t rows, std::uint32_t endpoints) {
    InterconnectConfig config;
    config.own.set("columns", columns);
    config.own.set("rows", rows);
    config.own.set("concentration", 4);
    OwnValues found;
    builtin_topologies().find(topology)->make(config, endpoints)->resolve(found);
    return std::pair(found.get("columns", 0), found.get("rows", 0));
  };
  using Size = std::pair<std::uint32_t, std::uint32_t>;
  for (const char* topology : {"mesh", "torus"}) {
    CHECK(size(topology, kAutomatic, kAutomatic, 4) == Size{2, 2});
    CHECK(size(topology, kAutomatic, kAutomatic, 5) == Size{3, 2});
    CHECK(size(topology, kAutomatic, kAutomatic, 7) == Size{3, 3});
    CHECK(size(topology, kAutomatic, kAutomatic, 4096) == Size{64, 64});
    CHECK(size(topology, 5, kAutomatic, 11) == Size{5, 3});
    CHECK(size(topology, kAutomatic, 2, 11) == Size{6, 2});
    CHECK(size(topology, kAutomatic, 1, 4096) == Size{64, 1});  // too small, which is the reader's to say
    for (std::uint32_t endpoints = 1; endpoints <= 4096; ++endpoints) {
      const auto [columns, rows] = size(topology, kAutomatic, kAutomatic, endpoints);
      const bool fits = columns * rows >= endpoints && columns * (rows - 1) < endpoints;
      if (!fits || (columns != rows && columns != rows + 1)) FAIL(topology << " for " << endpoints);
    }
  }
  CHECK(size("concentrated_mesh", kAutomatic, kAutomatic, 19) == Size{3, 2});
  CHECK(size("flattened_butterfly", kAutomatic, kAutomatic, 19) == Size{3, 2});
}

TEST_CASE("a 3D mesh whose sizes are auto is the smallest nearly cubic one that seats every endpoint") {
  const auto size = [](std::uint32_t columns, std::uint32_t rows, std::uint32_t layers, std::uint32_t endpoints) {
    InterconnectConfig config;
    config.own.set("columns", columns);
    config.own.set("rows", rows);
    config.own.set("layers", layers);
    OwnValues found;
    builtin_topologies().find("mesh3d")->make(config, endpoints)->resolve(found);
    return std::array<std::uint32_t, 3>{found.get("columns", 0), found.get("rows", 0), found.get("layers", 0)};
  };
  using Size = std::array<std::uint32_t, 3>;
  CHECK(size(kAutomatic, kAutomatic, kAutomatic, 1) == Size{1, 1, 1});
  CHECK(size(kAutomatic, kAutomatic, kAutomatic, 8) == Size{2, 2, 2});
  CHECK(size(kAutomatic, kAutomatic, kAutomatic, 9) == Size{2, 2, 3});
  CHECK(size(kAutomatic, kAutomatic, kAutomatic, 4096) == Size{16, 16, 16});
  CHECK(size(4, 4, kAutomatic, 33) == Size{4, 4, 3});
  CHECK(size(4, kAutomatic, kAutomatic, 33) == Size{4, 3, 3});
  CHECK(size(kAutomatic, kAutomatic, 2, 33) == Size{5, 4, 2});
  for (std::uint32_t endpoints = 1; endpoints <= 4096; ++endpoints) {
    const Size got = size(kAutomatic, kAutomatic, kAutomatic, endpoints);
    if (got[0] * got[1] * got[2] < endpoints || got[0] * got[1] * (got[2] - 1) >= endpoints) FAIL(endpoints);
    for (std::uint32_t columns = 1; endpoints % 100 == 0 && columns <= 64; ++columns) {
      const Size beside = size(columns, kAutomatic, kAutomatic, endpoints);
      if (beside[0] != columns || beside[0] * beside[1] * beside[2] < endpoints) FAIL(endpoints << ", " << columns);
    }
  }
}

namespace {

/// Groups, routers of a group and links between groups at a router that are found for `auto`.
std::array<std::uint32_t, 3> dragonfly_size(std::uint32_t each, std::uint32_t endpoints) {
  InterconnectConfig config;
  config.own.set("concentration", each);
  OwnValues found;
  builtin_topologies().find("dragonfly")->make(config, endpoints)->resolve(found);
  return {found.get("groups", 0), found.get("group_routers", 0), found.get("global_links", 0)};
}

}  // namespace

TEST_CASE("a dragonfly whose sizes are auto is balanced, with as many groups as seat every endpoint") {
  using Size = std::array<std::uint32_t, 3>;
  CHECK(dragonfly_size(1, 6) == Size{3, 2, 1});
  CHECK(dragonfly_size(1, 7) == Size{3, 2, 1});  // too small, which is the reader's to say
  CHECK(dragonfly_size(2, 72) == Size{9, 4, 2});
  CHECK(dragonfly_size(4, 64) == Size{2, 8, 4});
  CHECK(dragonfly_size(4, 1056) == Size{33, 8, 4});
}

TEST_CASE("between two groups of a dragonfly there are as many links as its routers have room for, one at each") {
  // By hand: 4 routers with 2 links each are 8 ends for the links to g - 1 groups, and no router has two to one group.
  const std::array<std::uint32_t, 10> links = {0, 0, 4, 4, 2, 2, 1, 1, 1, 1};
  for (std::uint32_t groups = 1; groups <= 9; ++groups) {
    INFO(groups << " groups");
    InterconnectConfig config;
    config.own.set("concentration", 1);
    config.own.set("group_routers", 4);
    config.own.set("global_links", 2);
    config.own.set("groups", groups);
    const auto t = builtin_topologies().find("dragonfly")->make(config, 1);
    std::vector<std::uint32_t> between(groups * groups, 0);
    for (std::uint32_t r = 0; r < t->routers(); ++r) {
      CHECK(t->ports(r) <= 3 + 2);
      for (std::uint32_t p = 0; p < t->ports(r); ++p) ++between[r / 4 * groups + t->neighbour(r, p).router / 4];
    }
    for (std::uint32_t a = 0; a < groups; ++a) {
      for (std::uint32_t b = 0; b < groups; ++b) CHECK(between[a * groups + b] == (a == b ? 4 * 3 : links[groups]));
    }
  }
}

TEST_CASE("keys that ask for a topology that cannot be are refused with the reason") {
  const auto why = [](const char* topology, std::initializer_list<std::pair<const char*, std::uint32_t>> keys) {
    InterconnectConfig config;
    for (const auto& [key, value] : keys) config.own.set(key, value);
    try {
      builtin_topologies().find(topology)->make(config, 1);
    } catch (const Error& wrong) {
      return std::string(wrong.what());
    }
    return std::string();
  };
  CHECK(why("mesh3d", {{"columns", 64}, {"rows", 64}, {"layers", 2}}) == "");
  CHECK(why("mesh3d", {{"columns", 64}, {"rows", 64}, {"layers", 3}}) ==
        "has 12288 routers and may have 8192 (columns x rows x layers)");
  CHECK(why("dragonfly", {{"groups", 10}, {"group_routers", 4}, {"global_links", 2}}) ==
        "has 10 groups and may have 9: each has a link to every other (group_routers x global_links + 1)");
  CHECK(why("dragonfly", {{"groups", 300}, {"group_routers", 32}, {"global_links", 16}}) ==
        "has 9600 routers and may have 8192 (groups x group_routers)");
}

}  // namespace gantry::topology_size_test
