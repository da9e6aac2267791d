// SPDX-License-Identifier: Apache-2.0
// The switch of the default router (docs/timing.md, interconnect): by hand, and against the rules written down once
// more for a single router, flit by flit, where it can be seen how long an input VC waits that could move.
#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "catch.h"
#include "lone_interconnect.h"
#include "random_experiment.h"
#include "random_keys.h"
#include "sanitized.h"

namespace gantry::low_latency_router_test {

namespace {

constexpr std::uint64_t kRuns = kSanitized ? 25 : 400;

struct Sent {
  Cycle cycle = 0;
  TerminalId from = 0;
  TerminalId to = 0;
  std::uint32_t flits = 0;
  bool response = false;
};

/// A crossbar with all times 1: a flit put in in cycle t can leave from t + 2 on and is at its terminal one cycle after
/// it left, when its place is free again, too.
class OneRouter {
 public:
  OneRouter(std::uint32_t ports, std::uint32_t channels, std::uint32_t depth, const std::vector<Sent>& sent)
      : channels_(channels), ports_(ports) {
    for (Port& p : ports_) {
      p.vcs.resize(channels);
      p.places.assign(channels, depth);
      p.taken.assign(channels, false);
      p.pointers.assign(channels, 0);
    }
    for (const Sent& s : sent) {
      ports_[s.from].queue.push_back(packets_.size());
      packets_.push_back(s);
    }
    arrived.assign(sent.size(), kNever);
  }

  void run() {
    for (Cycle now = 0; left_ < packets_.size(); ++now) cycle(now);
  }

  std::vector<Cycle> arrived;      ///< by number of packet
  Cycle longest_wait = 0;          ///< cycles in a row in which an input VC could move and did not
  Cycle most_losses = 0;           ///< cycles in which a head could have had a channel and got none
  std::uint32_t second_moves = 0;  ///< flits that moved after they, or others of their input, had lost

 private:
  struct Flit {
    std::size_t packet;
    bool tail;
    Cycle ready;
  };
  struct InputVc {
    std::deque<Flit> flits;
    std::optional<std::uint32_t> out;  ///< channel that its front packet holds
    Cycle waited = 0;
    Cycle losses = 0;
  };
  struct Port {
    std::deque<std::size_t> queue;  ///< packets to send
    std::uint32_t sent = 0;         ///< flits of the first of them
    std::uint32_t entry = 0;        ///< channel that they go to
    std::uint32_t entry_turn = 0;
    std::vector<InputVc> vcs;
    std::vector<std::uint32_t> places;
    std::vector<bool> taken;  ///< channels of the output
    std::vector<std::uint32_t>
        pointers;  ///< by channel of the output: the input VC, input x channels + channel, served first
    std::uint32_t turn_in = 0, turn_out = 0, turn_beyond = 0;
  };

  /// First of 0..n-1 from `turn` on for which `good` holds.
  template <class Good>
  static std::optional<std::uint32_t> round_robin(std::uint32_t turn, std::size_t n, Good good) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::uint32_t>((turn + i) % n);
      if (good(at)) return at;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool is_for(std::uint32_t channel, const Sent& packet) const {
    return (channel >= channels_ / 2) == packet.response;
  }
  [[nodiscard]] const Sent& front(const InputVc& vc) const { return packets_[vc.flits.front().packet]; }
  [[nodiscard]] static bool has_flit(const InputVc& vc, Cycle now) {
    return !vc.flits.empty() && vc.flits.front().ready <= now;
  }
  [[nodiscard]] static bool could_move(const InputVc& vc, Cycle now) { return has_flit(vc, now) && vc.out; }

  [[nodiscard]] InputVc& vc_of(std::uint32_t number) { return ports_[number / channels_].vcs[number % channels_]; }
  [[nodiscard]] bool requests(const InputVc& vc, std::uint32_t out, std::uint32_t channel, Cycle now) const {
    return has_flit(vc, now) && !vc.out && front(vc).to == out && is_for(channel, front(vc));
  }

  /// The free channels of an output go to heads.
  void give_channels(std::uint32_t number, Cycle now) {
    Port& out = ports_[number];
    const std::size_t vcs = ports_.size() * channels_;
    std::vector<bool> open(channels_);
    for (std::uint32_t c = 0; c < channels_; ++c) open[c] = !out.taken[c];
    const std::vector<bool> begun = open;
    while (const auto channel = round_robin(out.turn_beyond, channels_, [&](std::uint32_t c) { return open[c]; })) {
      open[*channel] = false;
      const auto head = round_robin(out.pointers[*channel], vcs,
                                    [&](std::uint32_t vc) { return requests(vc_of(vc), number, *channel, now); });
      if (!head) continue;
      vc_of(*head).out = channel;
      vc_of(*head).losses = 0;
      out.taken[*channel] = true;
      out.pointers[*channel] = *head + 1;
      out.turn_beyond = *channel + 1;
    }
    for (std::uint32_t vc = 0; vc < vcs; ++vc) {
      for (std::uint32_t c = 0; c < channels_; ++c) {
        if (!begun[c] || !requests(vc_of(vc), number, c, now)) continue;
        most_losses = std::max(most_losses, ++vc_of(vc).losses);
        break;
      }
    }
  }

  void cycle(Cycle now) {
    for (const auto& [input, channel] : freed_) ++ports_[input].places[channel];
    freed_.clear();
    for (std::uint32_t p = 0; p < ports_.size(); ++p) put_in(ports_[p], now);
    route(now);
  }

  void put_in(Port& p, Cycle now) {
    if (p.queue.empty() || packets_[p.queue.front()].cycle >= now) return;
    const Sent& packet = packets_[p.queue.front()];
    if (p.sent == 0) {
      const auto channel =
          round_robin(p.entry_turn, channels_, [&](std::uint32_t c) { return is_for(c, packet) && p.places[c] > 0; });
      if (!channel) return;
      p.entry = *channel;
      p.entry_turn = *channel + 1;
    } else if (p.places[p.entry] == 0) {
      return;
    }
    --p.places[p.entry];
    ++p.sent;
    p.vcs[p.entry].flits.push_back({p.queue.front(), p.sent == packet.flits, now + 2});
    if (p.sent < packet.flits) return;
    p.queue.pop_front();
    p.sent = 0;
  }

  void route(Cycle now) {
    const auto n = static_cast<std::uint32_t>(ports_.size());
    for (std::uint32_t out = 0; out < n; ++out) give_channels(out, now);
    std::vector<std::vector<bool>> could(n, std::vector<bool>(channels_));
    std::vector<std::optional<std::uint32_t>> offer(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t c = 0; c < channels_; ++c) could[i][c] = could_move(ports_[i].vcs[c], now);
      offer[i] = round_robin(ports_[i].turn_in, channels_, [&](std::uint32_t c) { return could[i][c]; });
    }
    const auto output_of = [&](std::uint32_t input, std::uint32_t channel) {
      return front(ports_[input].vcs[channel]).to;
    };
    // Who wins is known before anything moves.
    std::vector<bool> used(n);
    std::vector<std::optional<std::uint32_t>> winner(n);  // by input: the input VC
    for (std::uint32_t out = 0; out < n; ++out) {
      const auto input = round_robin(ports_[out].turn_out, n,
                                     [&](std::uint32_t i) { return offer[i] && output_of(i, *offer[i]) == out; });
      if (!input) continue;
      used[out] = true;
      winner[*input] = offer[*input];
      ports_[out].turn_out = *input + 1;
      ports_[*input].turn_in = *offer[*input] + 1;
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      if (!offer[i] || winner[i]) continue;
      winner[i] = round_robin(ports_[i].turn_in, channels_,
                              [&](std::uint32_t c) { return could[i][c] && !used[output_of(i, c)]; });
      if (!winner[i]) continue;
      used[output_of(i, *winner[i])] = true;
      ++second_moves;
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t c = 0; c < channels_; ++c) {
        InputVc& vc = ports_[i].vcs[c];
        vc.waited = could[i][c] && winner[i] != c ? vc.waited + 1 : 0;
        longest_wait = std::max(longest_wait, vc.waited);
      }
      if (winner[i]) move(i, *winner[i], now);
    }
  }

  void move(std::uint32_t input, std::uint32_t channel, Cycle now) {
    InputVc& vc = ports_[input].vcs[channel];
    const Flit flit = vc.flits.front();
    Port& out = ports_[packets_[flit.packet].to];
    vc.flits.pop_front();
    freed_.emplace_back(input, channel);
    if (!flit.tail) return;
    out.taken[*vc.out] = false;  // for the next cycle: no other packet takes this output in this one
    vc.out.reset();
    arrived[flit.packet] = now + 1;
    ++left_;
  }

  std::uint32_t channels_;
  std::vector<Port> ports_;
  std::vector<Sent> packets_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> freed_;
  std::size_t left_ = 0;
};

InterconnectConfig crossbar(std::uint32_t channels, std::uint32_t depth) {
  InterconnectConfig config = flit_config();
  config.topology = "crossbar";
  config.virtual_channels = channels;
  config.buffer_flits = depth;
  return config;
}

/// By tag.
std::vector<Cycle> cycles_of(const std::vector<Arrival>& arrivals) {
  std::vector<Cycle> cycles(arrivals.size(), kNever);
  for (const Arrival& a : arrivals) cycles.at(a.tag) = a.cycle;
  return cycles;
}

}  // namespace

TEST_CASE("an input that lost moves another flit to an output that nobody has taken") {
  // All are handed over in cycle 0, put in from cycle 1 on and could leave from cycle 3 on. Inputs 0, 1 and 2 win
  // output 3 one after the other. While input 2 loses it a second time, in cycle 4, its next packet has come, on
  // another channel and for output 1: it leaves as if alone.
  LoneInterconnect net(crossbar(4, 4), every_node(4));
  for (const TerminalId from : {0U, 1U, 2U}) net.send(from, 3, 1, from);
  net.send(2, 1, 1, 3);
  REQUIRE(net.drain());
  CHECK(cycles_of(net.arrivals()) == std::vector<Cycle>{4, 5, 6, 5});
}

TEST_CASE("a single router follows the rules flit by flit, and an input VC that can move waits for a bounded time") {
  std::uint64_t second_moves = 0;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    Dice dice(seed);
    const std::uint32_t ports = dice.between(2, 7);
    const std::uint32_t channels = dice.one_of({2, 4, 5, 8});
    const std::uint32_t depth = dice.between(1, 6);
    const std::uint32_t busy = dice.between(1, ports);  // outputs that most packets go to
    const std::uint32_t gap = dice.one_of({0, 0, 3, 40});
    std::vector<Sent> sent;
    Cycle cycle = 0;
    for (std::uint32_t p = dice.between(50, 400); p > 0; --p) {
      cycle += dice.between(0, gap);
      const TerminalId to = dice.between(0, dice.chance(80) ? busy - 1 : ports - 1);
      sent.push_back({cycle, dice.between(0, ports - 1), to, dice.one_of({1, 1, 2, 5, 30}), dice.chance(50)});
    }
    OneRouter rules(ports, channels, depth, sent);
    rules.run();
    second_moves += rules.second_moves;

    LoneInterconnect net(crossbar(channels, depth), every_node(ports));
    net.checked = seed % 8 == 0;
    for (std::size_t p = 0; p < sent.size(); net.cycle()) {
      for (; p < sent.size() && sent[p].cycle == net.now(); ++p) {
        net.send(sent[p].from, sent[p].to, sent[p].flits, p, sent[p].response);
      }
    }
    REQUIRE(net.drain());
    INFO("seed " << seed);
    CHECK(cycles_of(net.arrivals()) == rules.arrived);
    // What an input offers wins after as many cycles as there are inputs at most, and then the next input VC is
    // offered.
    CHECK(rules.longest_wait < ports * channels);
    // A channel that a head could have had serves every other input VC once, at most, before it.
    CHECK(rules.most_losses < ports * channels * channels);
  }
  CHECK(second_moves > (kSanitized ? 400 : 1000));
}

}  // namespace gantry::low_latency_router_test
