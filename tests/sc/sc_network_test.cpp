// SPDX-License-Identifier: Apache-2.0
// Network and memory between TLM-2.0 sockets, as somebody sees them who brings only a process that blocks. Cycles are
// those of docs/timing.md. One process per test case.
#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <tlm>

#include <functional>
#include <numeric>
#include <vector>

#include "catch.h"
#include "gantry/base/error.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processors_config.h"
#include "gantry/sc/memory.h"
#include "gantry/sc/network.h"

namespace gantry::sc_network_test {

namespace {

/// Runs a function that may wait.
class Caller : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3
  SC_HAS_PROCESS(Caller);
#endif
  explicit Caller(const sc_core::sc_module_name& name) : sc_core::sc_module(name), socket("socket") { SC_THREAD(run); }

  tlm_utils::simple_initiator_socket<Caller> socket;
  std::function<void()> work;

  tlm::tlm_response_status move(tlm::tlm_command command, std::uint64_t address, std::vector<std::uint8_t>& data) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(static_cast<unsigned>(data.size()));
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    sc_core::wait(delay);
    return payload.get_response_status();
  }

 private:
  void run() { work(); }
};

}  // namespace

TEST_CASE("a blocking initiator moves bytes over the network in the cycles of the timing page") {
  Architecture architecture;
  architecture.processors->resize(1);
  const sc::ClockPeriod period(500);
  sc::GatedClock clock("clock", period, sc::GatedClock::Works::between_edges);
  auto topology = make_topology(architecture);
  REQUIRE(topology->hops(topology->router_of(0), topology->router_of(1)) == 1);
  sc::Network network("network", architecture.interconnect, std::move(topology), {{"caller", 0}, {"memory", 1, 0}},
                      clock);
  sc::Memory memory("memory", architecture, clock);
  Caller caller("caller");
  network.map().add(0x1000, 0x10000, 1);
  network.to(1).bind(memory.socket(0));
  caller.socket.bind(network.from(0));

  bool over = false;
  caller.work = [&] {
    std::vector<std::uint8_t> data(256);
    std::iota(data.begin(), data.end(), std::uint8_t{0});
    sc_core::wait(period.at(10));
    // Seen by the network in 10, so its flits leave from then on: it is as sent in 9.
    CHECK(caller.move(tlm::TLM_WRITE_COMMAND, 0x1100, data) == tlm::TLM_OK_RESPONSE);
    const Cycle written = 9 + 14 + 40 + 8 + 6;  // L(1, 9), latency, 8 x 32 bytes, L(1, 1)
    CHECK(period.first_at(sc_core::sc_time_stamp()) == written);

    std::vector<std::uint8_t> again(256);
    CHECK(caller.move(tlm::TLM_READ_COMMAND, 0x1100, again) == tlm::TLM_OK_RESPONSE);
    CHECK(period.first_at(sc_core::sc_time_stamp()) == written - 1 + 6 + 40 + 1 + 14);
    CHECK(again == data);

    // Between two edges: as at the next one.
    sc_core::wait(period.period() / 4);
    const Cycle next = period.first_at(sc_core::sc_time_stamp());
    std::vector<std::uint8_t> few(3, 0xff);
    CHECK(caller.move(tlm::TLM_READ_COMMAND, 0x11fe, few) == tlm::TLM_OK_RESPONSE);
    CHECK(few == std::vector<std::uint8_t>{254, 255, 0});
    CHECK(period.first_at(sc_core::sc_time_stamp()) == next - 1 + 6 + 40 + 1 + 6);

    CHECK(caller.move(tlm::TLM_READ_COMMAND, 0xfff, few) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(caller.move(tlm::TLM_READ_COMMAND, 0x11000, few) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    tlm::tlm_generic_payload debug;
    debug.set_command(tlm::TLM_READ_COMMAND);
    debug.set_address(0x1101);
    debug.set_data_ptr(few.data());
    debug.set_data_length(3);
    CHECK(caller.socket->transport_dbg(debug) == 3);
    CHECK(few == std::vector<std::uint8_t>{1, 2, 3});
    CHECK(debug.get_address() == 0x1101);
    over = true;
  };
  sc_core::sc_start();
  CHECK(over);
}

// Without processes: what throws on a stack that coroutines have left misleads the sanitizer of Debian 12.
TEST_CASE("ranges of addresses do not overlap, and each address has its terminal") {
  sc::AddressMap map;
  map.add_interleaved(0x1000, 0x1000, 0x100, {4, 5});
  CHECK_THROWS_AS(map.add(0x1fff, 1, 6), Error);
  CHECK_THROWS_AS(map.add(0xfff, 2, 6), Error);
  CHECK_THROWS_AS(map.add(~std::uint64_t{0}, 2, 6), Error);
  map.add(0x2000, 1, 6);
  CHECK(map.find(0x1fff)->terminal == 5);
  CHECK(map.find(0x1200)->terminal == 4);
  CHECK(map.find(0x2000)->terminal == 6);
  CHECK(!map.find(0x2001));
}

}  // namespace gantry::sc_network_test
