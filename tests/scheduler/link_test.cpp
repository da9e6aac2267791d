// SPDX-License-Identifier: Apache-2.0
// A link carries one message a cycle, or as many as its width says.
#include "gantry/kernel/link.h"

#include <vector>

#include "catch.h"

namespace gantry::link_test {

namespace {

/// The cycles in which what is on the link is seen, in order.
std::vector<Cycle> seen(Link<int>& link) {
  std::vector<Cycle> cycles;
  int expected = 0;
  for (Cycle now = 0; !link.empty(); ++now) {
    while (link.has(now)) {
      CHECK(link.take() == expected++);
      cycles.push_back(now);
    }
  }
  return cycles;
}

}  // namespace

TEST_CASE("what is sent in the same cycle is seen one a cycle, in order") {
  Link<int> link;
  for (int i = 0; i < 3; ++i) link.send(i, 10);
  CHECK(seen(link) == std::vector<Cycle>{11, 12, 13});
}

TEST_CASE("what is sent while the link is taken waits in front of it, and no longer") {
  Link<int> link;
  link.send(0, 10);
  link.send(1, 10);
  link.send(2, 11);  // 12 is taken
  link.send(3, 13);  // 13 is taken, 14 is not
  CHECK(seen(link) == std::vector<Cycle>{11, 12, 13, 14});
}

TEST_CASE("a latency delays and takes nothing of the link") {
  Link<int> link;
  link.send(0, 10, 5);
  link.send(1, 11, 5);
  link.send(2, 11, 5);
  CHECK(seen(link) == std::vector<Cycle>{15, 16, 17});
}

TEST_CASE("a wide link carries as many messages a cycle as it is wide") {
  Link<int> link(2);
  for (int i = 0; i < 5; ++i) link.send(i, 10);
  CHECK(seen(link) == std::vector<Cycle>{11, 11, 12, 12, 13});
}

TEST_CASE("a stretch that is skipped leaves the distance between messages alone") {
  Link<int> link;
  link.send(0, 10);
  link.send(1, 10);
  link.shift(100);
  link.send(2, 110);
  CHECK(seen(link) == std::vector<Cycle>{111, 112, 113});
}

}  // namespace gantry::link_test
