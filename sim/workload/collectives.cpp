// SPDX-License-Identifier: Apache-2.0
// Rings and halving and doubling as in Thakur, Rabenseifner and Gropp, "Optimization of collective communication
// operations in MPICH" (2005). A transfer waits for data alone: what its sender received and passes on, or reduced.
#include "workload/collectives.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace gantry {
namespace {

using Waits = std::vector<std::uint32_t>;

class Expander {
 public:
  explicit Expander(const CollectiveCall& call) : call_(call), n_(call.ranks), received_(call.ranks) {}

  std::vector<Transfer> run();

 private:
  void ring();
  void ring_chain(bool to_root);
  void ring_all_to_all();
  void ring_reduce_scatter();
  void ring_all_gather();
  void halving();
  void doubling();
  void hypercube_all_to_all();
  void tree(bool to_root);
  void exchange();
  void direct();
  void from_all_to_all();
  void gather();
  void scatter();
  void halving_doubling();

  void send(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, Waits after) {
    arrived_.emplace_back(to, static_cast<std::uint32_t>(transfers_.size()));
    transfers_.push_back({from, to, step_, bytes, std::move(after)});
  }
  /// Ends a step. A rank then has what it received in it; `keeps`: and what it received before.
  void end_step(bool keeps) {
    if (!keeps) std::for_each(received_.begin(), received_.end(), [](Waits& waits) { waits.clear(); });
    for (const auto& [rank, transfer] : arrived_) received_[rank].push_back(transfer);
    arrived_.clear();
    ++step_;
  }

  [[nodiscard]] std::uint64_t part(std::uint32_t number) const { return part_bytes(call_.bytes, n_, number); }
  /// Bytes of the first `count` parts.
  [[nodiscard]] std::uint64_t first_parts(std::uint64_t count) const {
    return count * (call_.bytes / n_) + std::min(count, call_.bytes % n_);
  }
  /// Bytes of `count` parts from `first` on, and from part 0 on after the last one.
  [[nodiscard]] std::uint64_t parts(std::uint32_t first, std::uint32_t count) const {
    const std::uint64_t end = std::uint64_t{first} + count;
    return end <= n_ ? first_parts(end) - first_parts(first)
                     : first_parts(n_) - first_parts(first) + first_parts(end - n_);
  }
  /// What a rank has before an all-gather: its own bytes, or its part after a reduce-scatter.
  [[nodiscard]] std::uint64_t share(std::uint32_t rank) const {
    return call_.kind == CollectiveKind::all_gather ? call_.bytes : part(rank);
  }
  [[nodiscard]] std::uint32_t next(std::uint32_t rank, std::uint32_t hops = 1) const {
    return static_cast<std::uint32_t>((std::uint64_t{rank} + hops) % n_);
  }
  [[nodiscard]] std::uint32_t before(std::uint32_t rank, std::uint32_t hops) const { return next(rank, n_ - hops); }

  const CollectiveCall& call_;
  std::uint32_t n_;
  std::uint32_t step_ = 0;
  std::vector<Transfer> transfers_;
  std::vector<Waits> received_;                                   ///< by rank: transfers that its next ones wait for
  std::vector<std::pair<std::uint32_t, std::uint32_t>> arrived_;  ///< rank and transfer, in the current step
};

/// In step s rank r sends the part that it just received and added to; the last one to arrive is its own.
void Expander::ring_reduce_scatter() {
  for (std::uint32_t s = 0; s + 1 < n_; ++s) {
    for (std::uint32_t r = 0; r < n_; ++r) send(r, next(r), part(before(r, s + 1)), received_[r]);
    end_step(false);
  }
}

/// In step s rank r sends the share of the rank s before it, which it just received.
void Expander::ring_all_gather() {
  for (std::uint32_t s = 0; s + 1 < n_; ++s) {
    for (std::uint32_t r = 0; r < n_; ++r) send(r, next(r), share(before(r, s)), received_[r]);
    end_step(false);
  }
}

/// Data in n parts, one after the other along the ring that begins or ends at the root.
void Expander::ring_chain(bool to_root) {
  const bool barrier = call_.kind == CollectiveKind::barrier;
  const std::uint32_t pieces = barrier ? 1 : n_;
  const std::uint32_t first = to_root ? next(call_.root) : call_.root;
  for (std::uint32_t s = 0; s < n_ - 1 + pieces - 1; ++s) {
    for (std::uint32_t hop = 0; hop + 1 < n_; ++hop) {
      const std::uint32_t from = next(first, hop);
      if (hop <= s && s - hop < pieces) send(from, next(from), barrier ? 0 : part(s - hop), received_[from]);
    }
    end_step(false);
  }
}

/// In step s rank r passes on what the rank s before it sends to ranks further on than r.
void Expander::ring_all_to_all() {
  for (std::uint32_t s = 0; s + 1 < n_; ++s) {
    for (std::uint32_t r = 0; r < n_; ++r) send(r, next(r), parts(next(r), n_ - 1 - s), received_[r]);
    end_step(false);
  }
}

void Expander::ring() {
  switch (call_.kind) {
    case CollectiveKind::all_reduce:
      ring_reduce_scatter();
      ring_all_gather();
      break;
    case CollectiveKind::reduce_scatter:
      ring_reduce_scatter();
      break;
    case CollectiveKind::all_gather:
      ring_all_gather();
      break;
    case CollectiveKind::all_to_all:
      ring_all_to_all();
      break;
    case CollectiveKind::reduce:
      ring_chain(true);
      break;
    case CollectiveKind::broadcast:
      ring_chain(false);
      break;
    case CollectiveKind::barrier:  // to the root, and back
      ring_chain(true);
      ring_chain(false);
      break;
    case CollectiveKind::gather:
      gather();
      break;
    case CollectiveKind::scatter:
      scatter();
      break;
  }
}

/// Recursive halving: a rank keeps the half of its parts that has its own, and sends the other half.
void Expander::halving() {
  for (std::uint32_t far = n_ / 2; far > 0; far /= 2) {
    for (std::uint32_t r = 0; r < n_; ++r) send(r, r ^ far, parts((r ^ far) & ~(far - 1), far), received_[r]);
    end_step(true);
  }
}

/// Recursive doubling: a rank sends all shares that it has.
void Expander::doubling() {
  for (std::uint32_t far = 1; far < n_; far *= 2) {
    for (std::uint32_t r = 0; r < n_; ++r) {
      const std::uint32_t first = r & ~(far - 1);
      const std::uint64_t bytes = call_.kind == CollectiveKind::all_gather ? call_.bytes * far : parts(first, far);
      send(r, r ^ far, bytes, received_[r]);
    }
    end_step(true);
  }
}

/// In each dimension of a hypercube a rank sends what belongs to the other side: half of all that it has.
void Expander::hypercube_all_to_all() {
  for (std::uint32_t far = 1; far < n_; far *= 2) {
    for (std::uint32_t r = 0; r < n_; ++r) {
      const std::uint32_t to = r ^ far;
      std::uint64_t bytes = 0;
      for (std::uint32_t target = to & (2 * far - 1); target < n_; target += 2 * far) bytes += part(target) * far;
      send(r, to, bytes, received_[r]);
    }
    end_step(true);
  }
}

/// A binomial tree from the root, or to it; ranks are numbered so that the root is 0.
void Expander::tree(bool to_root) {
  for (std::uint32_t far = to_root ? n_ / 2 : 1; far > 0 && far < n_; far = to_root ? far / 2 : far * 2) {
    for (std::uint32_t r = 0; r < n_; ++r) {
      const std::uint32_t v = r ^ call_.root;
      const bool sends = to_root ? v >= far && v < 2 * far : v < far;
      if (sends) send(r, r ^ far, call_.bytes, received_[r]);
    }
    end_step(true);
  }
}

/// Each pair of ranks in each dimension of a hypercube, without data.
void Expander::exchange() {
  for (std::uint32_t far = 1; far < n_; far *= 2) {
    for (std::uint32_t r = 0; r < n_; ++r) send(r, r ^ far, 0, received_[r]);
    end_step(true);
  }
}

void Expander::halving_doubling() {
  switch (call_.kind) {
    case CollectiveKind::all_reduce:
      halving();
      doubling();
      break;
    case CollectiveKind::reduce_scatter:
      halving();
      break;
    case CollectiveKind::all_gather:
      doubling();
      break;
    case CollectiveKind::all_to_all:
      hypercube_all_to_all();
      break;
    case CollectiveKind::reduce:
      tree(true);
      break;
    case CollectiveKind::broadcast:
      tree(false);
      break;
    case CollectiveKind::barrier:
      exchange();
      break;
    case CollectiveKind::gather:
      gather();
      break;
    case CollectiveKind::scatter:
      scatter();
      break;
  }
}

/// One step in which every rank sends to every other, to the next one first.
void Expander::from_all_to_all() {
  const bool shares = step_ > 0 || call_.kind == CollectiveKind::all_gather;
  for (std::uint32_t r = 0; r < n_; ++r) {
    for (std::uint32_t hops = 1; hops < n_; ++hops) {
      const std::uint32_t to = next(r, hops);
      send(r, to, call_.kind == CollectiveKind::barrier ? 0 : shares ? share(r) : part(to), received_[r]);
    }
  }
  end_step(false);
}

void Expander::gather() {
  for (std::uint32_t r = 0; r < n_; ++r) {
    if (r != call_.root) send(r, call_.root, call_.bytes, {});
  }
  end_step(false);
}

void Expander::scatter() {
  for (std::uint32_t hops = 1; hops < n_; ++hops) {
    const std::uint32_t to = next(call_.root, hops);
    send(call_.root, to, call_.kind == CollectiveKind::scatter ? part(to) : call_.bytes, {});
  }
  end_step(false);
}

void Expander::direct() {
  switch (call_.kind) {
    case CollectiveKind::reduce:
    case CollectiveKind::gather:
      gather();
      break;
    case CollectiveKind::broadcast:
    case CollectiveKind::scatter:
      scatter();
      break;
    case CollectiveKind::all_reduce:
      from_all_to_all();
      from_all_to_all();
      break;
    case CollectiveKind::all_gather:
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::all_to_all:
    case CollectiveKind::barrier:
      from_all_to_all();
      break;
  }
}

std::vector<Transfer> Expander::run() {
  if (n_ < 2) return {};
  switch (call_.algorithm) {
    case CollectiveAlgorithm::ring:
      ring();
      break;
    case CollectiveAlgorithm::halving_doubling:
      halving_doubling();
      break;
    case CollectiveAlgorithm::direct:
      direct();
      break;
  }
  return std::move(transfers_);
}

}  // namespace

std::optional<std::string> unsuitable(const CollectiveCall& call) {
  const bool rooted = call.kind == CollectiveKind::gather || call.kind == CollectiveKind::scatter;
  if (call.algorithm != CollectiveAlgorithm::halving_doubling || rooted || (call.ranks & (call.ranks - 1)) == 0)
    return std::nullopt;
  return "halving_doubling needs a power of two of ranks, not " + std::to_string(call.ranks) +
         " (ring and direct take any number)";
}

/// A step of n ranks has at most n transfers (direct: n squared), each waiting for at most one per step (direct: n).
std::uint64_t collective_size(const CollectiveCall& call) {
  const std::uint64_t n = call.ranks;
  if (n > (std::uint64_t{1} << 20)) return std::numeric_limits<std::uint64_t>::max();
  std::uint64_t steps = 0;
  while ((std::uint64_t{1} << steps) < n) ++steps;
  switch (call.algorithm) {
    case CollectiveAlgorithm::ring:
      return 4 * n * n;
    case CollectiveAlgorithm::halving_doubling:
      return 2 * n * steps * (2 * steps + 1);
    case CollectiveAlgorithm::direct:
      break;
  }
  return call.kind == CollectiveKind::all_reduce ? n * n * (n + 1) : n * n;
}

std::vector<Transfer> expand_collective(const CollectiveCall& call) { return Expander(call).run(); }

}  // namespace gantry
