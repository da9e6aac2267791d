// SPDX-License-Identifier: Apache-2.0
// Collectives as transfers: steps and bytes of each rank by the formulas of the textbooks, and data that arrives.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "workload/collectives.h"

namespace gantry::collectives_test {

namespace {

using Kind = CollectiveKind;
using Algorithm = CollectiveAlgorithm;
using Bytes = std::vector<std::uint64_t>;

constexpr Kind kKinds[] = {Kind::all_reduce, Kind::reduce,     Kind::all_gather,     Kind::gather, Kind::scatter,
                           Kind::broadcast,  Kind::all_to_all, Kind::reduce_scatter, Kind::barrier};
constexpr Algorithm kAlgorithms[] = {Algorithm::ring, Algorithm::halving_doubling, Algorithm::direct};

Bytes sent(const CollectiveCall& call) {
  Bytes bytes(call.ranks, 0);
  for (const Transfer& transfer : expand_collective(call)) bytes[transfer.from] += transfer.bytes;
  return bytes;
}

Bytes received(const CollectiveCall& call) {
  Bytes bytes(call.ranks, 0);
  for (const Transfer& transfer : expand_collective(call)) bytes[transfer.to] += transfer.bytes;
  return bytes;
}

std::uint32_t steps(const CollectiveCall& call) {
  std::uint32_t last = 0;
  for (const Transfer& transfer : expand_collective(call)) last = std::max(last, transfer.step + 1);
  return last;
}

/// "0>1 5 (0 2)": from rank 0 to rank 1, 5 bytes, after the transfers 0 and 2.
std::vector<std::string> lines(const CollectiveCall& call) {
  std::vector<std::string> all;
  for (const Transfer& transfer : expand_collective(call)) {
    std::string text =
        std::to_string(transfer.from) + '>' + std::to_string(transfer.to) + ' ' + std::to_string(transfer.bytes);
    for (std::size_t i = 0; i < transfer.after.size(); ++i)
      text += (i == 0 ? " (" : " ") + std::to_string(transfer.after[i]) + (i + 1 == transfer.after.size() ? ")" : "");
    all.push_back(text);
  }
  return all;
}

/// Ranks whose data reached each rank.
std::vector<std::set<std::uint32_t>> sources(const CollectiveCall& call) {
  std::vector<std::set<std::uint32_t>> of_transfer;
  std::vector<std::set<std::uint32_t>> of_rank(call.ranks);
  for (std::uint32_t r = 0; r < call.ranks; ++r) of_rank[r].insert(r);
  for (const Transfer& transfer : expand_collective(call)) {
    std::set<std::uint32_t> carried = {transfer.from};
    for (const std::uint32_t earlier : transfer.after)
      carried.insert(of_transfer[earlier].begin(), of_transfer[earlier].end());
    of_rank[transfer.to].insert(carried.begin(), carried.end());
    of_transfer.push_back(std::move(carried));
  }
  return of_rank;
}

}  // namespace

TEST_CASE("parts differ by at most a byte and add up", "[formats]") {
  CHECK(part_bytes(10, 4, 0) == 3);
  CHECK(part_bytes(10, 4, 1) == 3);
  CHECK(part_bytes(10, 4, 2) == 2);
  CHECK(part_bytes(10, 4, 3) == 2);
  CHECK(part_bytes(2, 4, 1) == 1);
  CHECK(part_bytes(2, 4, 2) == 0);
}

TEST_CASE("a ring all-reduce of three ranks, transfer by transfer", "[formats]") {
  // Ten bytes in parts of 4, 3 and 3. Rank r ends the first two steps with part r, and passes it on in the last two.
  CHECK(lines({Kind::all_reduce, Algorithm::ring, 3, 10}) ==
        std::vector<std::string>{"0>1 3", "1>2 4", "2>0 3", "0>1 3 (2)", "1>2 3 (0)", "2>0 4 (1)",  //
                                 "0>1 4 (5)", "1>2 3 (3)", "2>0 3 (4)", "0>1 3 (8)", "1>2 4 (6)", "2>0 3 (7)"});
}

TEST_CASE("halving and doubling of four ranks, transfer by transfer", "[formats]") {
  // Parts of one byte, but part 0 of two: rank 0 sends parts 2 and 3 to rank 2 and gets 0 and 1 of it.
  CHECK(
      lines({Kind::reduce_scatter, Algorithm::halving_doubling, 4, 5}) ==
      std::vector<std::string>{"0>2 2", "1>3 2", "2>0 3", "3>1 3", "0>1 1 (2)", "1>0 2 (3)", "2>3 1 (0)", "3>2 1 (1)"});
  CHECK(lines({Kind::all_gather, Algorithm::halving_doubling, 4, 5}) ==
        std::vector<std::string>{"0>1 5", "1>0 5", "2>3 5", "3>2 5", "0>2 10 (1)", "1>3 10 (0)", "2>0 10 (3)",
                                 "3>1 10 (2)"});
  CHECK(lines({Kind::broadcast, Algorithm::halving_doubling, 4, 5, 2}) ==
        std::vector<std::string>{"2>3 5", "2>0 5", "3>1 5 (0)"});
  CHECK(lines({Kind::reduce, Algorithm::halving_doubling, 4, 5, 0}) ==
        std::vector<std::string>{"2>0 5", "3>1 5", "1>0 5 (1)"});
}

TEST_CASE("direct collectives of three ranks, transfer by transfer", "[formats]") {
  CHECK(lines({Kind::all_to_all, Algorithm::direct, 3, 7}) ==
        std::vector<std::string>{"0>1 2", "0>2 2", "1>2 2", "1>0 3", "2>0 3", "2>1 2"});
  CHECK(lines({Kind::all_reduce, Algorithm::direct, 2, 7}) ==
        std::vector<std::string>{"0>1 3", "1>0 4", "0>1 4 (1)", "1>0 3 (0)"});
  CHECK(lines({Kind::broadcast, Algorithm::direct, 3, 7, 1}) == std::vector<std::string>{"1>2 7", "1>0 7"});
  CHECK(lines({Kind::gather, Algorithm::ring, 3, 7, 1}) == std::vector<std::string>{"0>1 7", "2>1 7"});
  CHECK(lines({Kind::scatter, Algorithm::ring, 3, 7, 1}) == std::vector<std::string>{"1>2 2", "1>0 3"});
}

TEST_CASE("every rank sends the bytes of the textbook", "[formats]") {
  for (const std::uint32_t n : {2U, 3U, 4U, 6U, 8U, 16U}) {
    const std::uint64_t size = 960;
    const std::uint64_t part = size / n;
    std::uint32_t log = 0;
    while ((1U << log) < n) ++log;
    for (const Algorithm algorithm : kAlgorithms) {
      INFO(n << " ranks, algorithm " << static_cast<int>(algorithm));
      const auto call = [&](Kind kind) { return CollectiveCall{kind, algorithm, n, size, 0}; };
      if (unsuitable(call(Kind::all_reduce))) continue;
      CHECK(sent(call(Kind::all_reduce)) == Bytes(n, 2 * (n - 1) * part));
      CHECK(sent(call(Kind::reduce_scatter)) == Bytes(n, (n - 1) * part));
      CHECK(sent(call(Kind::all_gather)) == Bytes(n, (n - 1) * size));
      const bool ring = algorithm == Algorithm::ring;
      const bool direct = algorithm == Algorithm::direct;
      CHECK(sent(call(Kind::all_to_all)) == Bytes(n, ring     ? part * n * (n - 1) / 2
                                                     : direct ? part * (n - 1)
                                                              : part * n / 2 * log));
      CHECK(steps(call(Kind::all_reduce)) == (ring ? 2 * (n - 1) : direct ? 2 : 2 * log));
      CHECK(steps(call(Kind::all_gather)) == (ring ? n - 1 : direct ? 1 : log));
      CHECK(steps(call(Kind::broadcast)) == (ring ? 2 * (n - 1) : direct ? 1 : log));
      // Every rank but the root receives a broadcast once, and sends to a reduction once.
      Bytes once(n, size);
      once[0] = 0;
      CHECK(received(call(Kind::broadcast)) == once);
      CHECK(sent(call(Kind::reduce)) == once);
      CHECK(sent(call(Kind::barrier)) == Bytes(n, 0));
    }
  }
}

TEST_CASE("uneven parts add up to the data: what is received is what the others have", "[formats]") {
  for (const std::uint32_t n : {3U, 5U, 8U}) {
    for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1000003}}) {
      INFO(n << " ranks, " << size << " bytes");
      // A reduce-scatter brings each rank its part from n - 1 ranks, and a ring passes each part n - 1 times.
      Bytes parts;
      std::uint64_t sum = 0;
      for (std::uint32_t r = 0; r < n; ++r) {
        parts.push_back((n - 1) * part_bytes(size, n, r));
        sum += part_bytes(size, n, r);
      }
      CHECK(sum == size);
      CHECK(received({Kind::reduce_scatter, Algorithm::direct, n, size}) == parts);
      CHECK(received({Kind::all_to_all, Algorithm::direct, n, size}) == parts);
      std::uint64_t moved = 0;
      for (const std::uint64_t bytes : sent({Kind::all_reduce, Algorithm::ring, n, size})) moved += bytes;
      CHECK(moved == 2 * (n - 1) * size);
    }
  }
}

TEST_CASE("a transfer waits for earlier ones that its sender received, and all data arrives", "[formats]") {
  for (const std::uint32_t n : {1U, 2U, 3U, 4U, 7U, 8U, 16U}) {
    for (const Algorithm algorithm : kAlgorithms) {
      for (const Kind kind : kKinds) {
        const CollectiveCall call{kind, algorithm, n, 1000, n - 1};
        if (unsuitable(call)) continue;
        INFO(n << " ranks, algorithm " << static_cast<int>(algorithm) << ", kind " << static_cast<int>(kind));
        const std::vector<Transfer> transfers = expand_collective(call);
        std::uint64_t size = transfers.size();
        for (std::size_t t = 0; t < transfers.size(); ++t) {
          CHECK(transfers[t].from != transfers[t].to);
          CHECK((t == 0 || transfers[t - 1].step <= transfers[t].step));
          size += transfers[t].after.size();
          for (const std::uint32_t earlier : transfers[t].after) {
            CHECK(transfers[earlier].step < transfers[t].step);
            CHECK(transfers[earlier].to == transfers[t].from);
          }
        }
        CHECK(size <= collective_size(call));
        const auto from = sources(call);
        const bool rooted = kind == Kind::reduce || kind == Kind::gather;
        for (std::uint32_t r = 0; r < n; ++r) {
          if (kind == Kind::broadcast || kind == Kind::scatter) {
            CHECK(from[r].count(n - 1) == 1);
          } else if (!rooted || r == n - 1) {
            CHECK(from[r].size() == n);
          }
        }
      }
    }
  }
}

TEST_CASE("halving and doubling needs a power of two", "[formats]") {
  CHECK(unsuitable({Kind::all_reduce, Algorithm::halving_doubling, 6, 1}) ==
        "halving_doubling needs a power of two of ranks, not 6 (ring and direct take any number)");
  CHECK_FALSE(unsuitable({Kind::all_reduce, Algorithm::halving_doubling, 8, 1}));
  CHECK_FALSE(unsuitable({Kind::gather, Algorithm::halving_doubling, 6, 1}));
  CHECK_FALSE(unsuitable({Kind::all_reduce, Algorithm::ring, 6, 1}));
}

}  // namespace gantry::collectives_test
