// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/network.h"

#include <algorithm>
#include <cctype>

#include "gantry/base/error.h"
#include "gantry/sc/handed_over.h"
#include "gantry/sc/posted_write.h"

namespace gantry::sc {

namespace {

constexpr std::uint64_t kPointer = 8;  ///< payload bytes of a read request

/// As SystemC wants names.
std::string object_name(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

}  // namespace

struct Network::RequestMessage {
  static constexpr MessageKind kKind{"request"};
  std::uint32_t letter = 0;
};

struct Network::ResponseMessage {
  static constexpr MessageKind kKind{"response", true};
  std::uint32_t letter = 0;
};

/// Of an initiator.
struct Network::Door {
  /// A response that is due now or later.
  struct Answer {
    tlm::tlm_generic_payload* payload = nullptr;
    sc_core::sc_time at;
  };
  explicit Door(const std::string& name) : socket(name.c_str()) {}
  TargetSocket socket;
  SendPort port;
  TerminalId terminal = 0;
  Ring<Answer> answers;
  bool taken = false;  ///< a response occupies the socket
};

/// To a target, and where its responses come in.
struct Network::Exit final : Receiver {
  Exit(Network& n, const std::string& name) : socket(name.c_str()), network(n) {}
  void receive(const Message& message, Cycle visible) override { network.arrive(message, visible); }
  InitiatorSocket socket;
  Network& network;
  SendPort responses;
  Ring<std::pair<std::uint32_t, sc_core::sc_time>> waiting;  ///< requests, and when they arrived
  std::uint32_t standing = kNone;                            ///< the request that the target has not taken yet
};

Network::Network(const sc_core::sc_module_name& name, const InterconnectConfig& config,
                 std::unique_ptr<Topology> topology, const std::vector<NetworkTerminal>& terminals, GatedClock& clock,
                 const RoutingCatalogue& routings)
    : sc_core::sc_module(name),
      clock_(clock.period()),
      topology_(std::move(topology)),
      interconnect_(config, *topology_, ChannelUse::request_response, routings),
      later_(this, &Network::at_time),
      unit_("interconnect", interconnect_, clock, GatedClock::Time::must_be_exact) {
  for (const NetworkTerminal& about : terminals) {
    exits_.push_back(std::make_unique<Exit>(*this, object_name("to_" + about.name)));
    Exit& exit = *exits_.back();
    const TerminalId id = interconnect_.add_terminal(about.name, about.node, &exit);
    exit.socket.register_nb_transport_bw(this, &Network::transport_backward, static_cast<int>(id));
    first_door_.push_back(static_cast<std::uint32_t>(doors_.size()));
    for (std::uint32_t k = 0; k < about.initiators; ++k) {
      const auto number = static_cast<std::uint32_t>(doors_.size());
      doors_.push_back(std::make_unique<Door>(object_name("from_" + about.name + "_" + std::to_string(k))));
      Door& door = *doors_.back();
      door.terminal = id;
      door.port = interconnect_.add_port(id, this, number);
      door.socket.register_nb_transport_fw(this, &Network::transport_forward, static_cast<int>(number));
      door.socket.register_b_transport(this, &Network::transport_blocking, static_cast<int>(number));
      door.socket.register_transport_dbg(this, &Network::transport_debug, static_cast<int>(number));
    }
    exit.responses = interconnect_.add_port(id);
  }
}

Network::~Network() = default;

Network::TargetSocket& Network::from(TerminalId terminal, std::uint32_t k) {
  const std::uint32_t door = first_door_.at(terminal) + k;
  if (door >= doors_.size() || doors_[door]->terminal != terminal) {
    throw Error("the terminal has no such initiator");
  }
  return doors_[door]->socket;
}

Network::InitiatorSocket& Network::to(TerminalId terminal) { return exits_.at(terminal)->socket; }

void Network::end_of_elaboration() {
  for (const TerminalId terminal : map_.terminals()) {
    if (exits_.at(terminal)->socket.size() > 0) continue;
    SC_REPORT_ERROR(
        "/gantry/network",
        ("terminal " + interconnect_.terminal_name(terminal) + " has addresses, but no target is bound to it").c_str());
  }
  interconnect_.start();
}

/// Returns whether the request is in transit. If not, no target has its address, and it is answered.
bool Network::take(std::uint32_t door, tlm::tlm_generic_payload& payload, sc_core::sc_event* blocked,
                   const sc_core::sc_time& delay) {
  const std::optional<AddressMap::Place> place = map_.find(payload.get_address());
  if (!place) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return false;
  }
  payload.acquire();
  if (free_letters_.empty()) {
    free_letters_.push_back(static_cast<std::uint32_t>(letters_.size()));
    letters_.emplace_back();
  }
  const std::uint32_t letter = free_letters_.back();
  free_letters_.pop_back();
  letters_[letter] = {&payload, blocked, payload.get_address(), place->offset, door, place->terminal, 0};
  letter_of_[&payload] = letter;
  set_out(letter, tlm::BEGIN_REQ, delay);
  return true;
}

tlm::tlm_sync_enum Network::transport_forward(int door, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                              sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) {
    Door& at = *doors_[static_cast<std::size_t>(door)];
    at.taken = false;
    respond(at);
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) {
    SC_REPORT_ERROR("/gantry/network", "only BEGIN_REQ and END_RESP come from an initiator");
    return tlm::TLM_COMPLETED;
  }
  return take(static_cast<std::uint32_t>(door), payload, nullptr, delay) ? tlm::TLM_ACCEPTED : tlm::TLM_COMPLETED;
}

void Network::transport_blocking(int door, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  // Targets are notified by phases, so the holders of the payload must be counted.
  const bool uncounted = !payload.has_mm();
  if (uncounted) payload.set_mm(this);
  payload.acquire();
  sc_core::sc_event done;
  if (take(static_cast<std::uint32_t>(door), payload, &done, delay)) {
    sc_core::wait(done);
    delay = sc_core::SC_ZERO_TIME;
  }
  payload.release();
  while (uncounted && payload.get_ref_count() > 0) sc_core::wait(clock_.period());
  if (uncounted) payload.set_mm(nullptr);
}

unsigned Network::transport_debug(int /*door*/, tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  const std::optional<AddressMap::Place> place = map_.find(address);
  if (!place) return 0;
  payload.set_address(place->offset);
  const unsigned moved = exits_[place->terminal]->socket->transport_dbg(payload);
  payload.set_address(address);
  return moved;
}

/// Hands a request or a response to the interconnect in its time.
void Network::set_out(std::uint32_t letter, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  const Cycle seen = clock_.seen(delay);
  // A target that answers a delivery at once calls from within the interconnect's step.
  if (seen > clock_.now() + 1 || delivering_) {
    later_.notify(*letters_[letter].payload, phase, delay);
  } else {
    hand_over(letter, phase, seen);
  }
}

void Network::at_time(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  hand_over(letter_of_.at(&payload), phase, clock_.seen(sc_core::SC_ZERO_TIME));
}

/// The interconnect sees a message in the cycle after it was sent.
void Network::hand_over(std::uint32_t letter, const tlm::tlm_phase& phase, Cycle seen) {
  const Letter& about = letters_[letter];
  const std::uint64_t length = about.payload->get_data_length();
  const bool writes = about.payload->is_write();
  last_sent_ = std::max(last_sent_, std::max<Cycle>(seen, 1) - 1);
  if (phase == tlm::BEGIN_REQ) {
    const auto* since = about.payload->get_extension<HandedOver>();
    const bool told = since != nullptr && since->at != sc_core::SC_ZERO_TIME;
    const Cycle created = told ? std::min(last_sent_, clock_.first_at(since->at) - 1) : last_sent_;
    doors_[about.door]->port.send(Message(about.exit, writes ? length : kPointer, RequestMessage{letter}), last_sent_,
                                  created);
  } else {
    const TerminalId back = doors_[about.door]->terminal;
    exits_[about.exit]->responses.send(Message(back, writes ? 0 : length, ResponseMessage{letter}), last_sent_);
  }
}

void Network::first_flit_sent(const Message& message, Cycle now) {
  letters_[message.content<RequestMessage>().letter].first_flit = now;
}

void Network::last_flit_sent(std::uint32_t port, const Message& message, Cycle now) {
  const Letter& letter = letters_[message.content<RequestMessage>().letter];
  if (letter.blocked != nullptr) return;
  if (auto* posted = letter.payload->get_extension<PostedWrite>()) posted->begun = clock_.at(letter.first_flit);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = clock_.to(now + 1);
  doors_[port]->socket->nb_transport_bw(*letter.payload, phase, delay);
}

void Network::arrive(const Message& message, Cycle visible) {
  delivering_ = true;
  const sc_core::sc_time delay = clock_.to(visible);
  if (message.is<ResponseMessage>()) {
    give_answer(message.content<ResponseMessage>().letter, delay);
  } else {
    const std::uint32_t letter = message.content<RequestMessage>().letter;
    Exit& exit = *exits_[letters_[letter].exit];
    if (exit.standing == kNone) {
      forward(letter, delay);
    } else {
      exit.waiting.push({letter, sc_core::sc_time_stamp() + delay});
    }
  }
  delivering_ = false;
}

void Network::forward(std::uint32_t letter, const sc_core::sc_time& delay) {
  tlm::tlm_generic_payload& payload = *letters_[letter].payload;
  payload.set_address(letters_[letter].offset);
  Exit& exit = *exits_[letters_[letter].exit];
  exit.standing = letter;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time at = delay;
  const tlm::tlm_sync_enum status = exit.socket->nb_transport_fw(payload, phase, at);
  if (status == tlm::TLM_ACCEPTED) return;
  exit.standing = kNone;
  if (status == tlm::TLM_UPDATED && phase == tlm::END_REQ) return;
  if (status == tlm::TLM_UPDATED) {
    phase = tlm::END_RESP;
    sc_core::sc_time end = at;
    exit.socket->nb_transport_fw(payload, phase, end);
  }
  take_answer(letter, at);
}

tlm::tlm_sync_enum Network::transport_backward(int exit, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                               sc_core::sc_time& delay) {
  const auto found = letter_of_.find(&payload);
  if (found == letter_of_.end() || (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP)) {
    SC_REPORT_ERROR("/gantry/network", "a target sent a response without a request");
    return tlm::TLM_COMPLETED;
  }
  const std::uint32_t letter = found->second;
  Exit& from = *exits_[static_cast<std::size_t>(exit)];
  const bool ends = phase == tlm::END_REQ;
  if (from.standing == letter) from.standing = kNone;
  if (!ends) take_answer(letter, delay);
  while (from.standing == kNone && !from.waiting.empty()) {
    const auto [next, arrived] = from.waiting.pop();
    forward(next, std::max(arrived, sc_core::sc_time_stamp() + delay) - sc_core::sc_time_stamp());
  }
  if (ends) return tlm::TLM_ACCEPTED;
  phase = tlm::END_RESP;
  return tlm::TLM_COMPLETED;
}

void Network::take_answer(std::uint32_t letter, const sc_core::sc_time& delay) {
  tlm::tlm_generic_payload& payload = *letters_[letter].payload;
  payload.set_address(letters_[letter].address);
  if (payload.get_extension<PostedWrite>() != nullptr) {
    give_answer(letter, delay);
  } else {
    set_out(letter, tlm::BEGIN_RESP, delay);
  }
}

void Network::give_answer(std::uint32_t letter, const sc_core::sc_time& delay) {
  tlm::tlm_generic_payload& payload = *letters_[letter].payload;
  sc_core::sc_event* blocked = letters_[letter].blocked;
  Door& door = *doors_[letters_[letter].door];
  letter_of_.erase(&payload);
  free_letters_.push_back(letter);
  if (blocked != nullptr) {
    blocked->notify(delay);
    payload.release();
    return;
  }
  door.answers.push({&payload, sc_core::sc_time_stamp() + delay});
  respond(door);
}

void Network::respond(Door& door) {
  while (!door.taken && !door.answers.empty()) {
    const Door::Answer answer = door.answers.pop();
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    const sc_core::sc_time& now = sc_core::sc_time_stamp();
    sc_core::sc_time delay = std::max(answer.at, now) - now;
    door.taken = true;
    const tlm::tlm_sync_enum status = door.socket->nb_transport_bw(*answer.payload, phase, delay);
    if (status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP)) door.taken = false;
    answer.payload->release();
  }
}

}  // namespace gantry::sc
