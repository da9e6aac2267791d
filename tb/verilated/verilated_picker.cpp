// SPDX-License-Identifier: Apache-2.0
// Wrapper of a picker, the only source that includes Verilator's output. Compiled once per model, with
//   GANTRY_RTL_CLASS    Verilator's class of picker_shell
//   GANTRY_RTL_HEADER   its header
//   GANTRY_RTL_MAKE     name of the function to define
//   GANTRY_RTL_ENTRIES  ENTRIES
//   GANTRY_RTL_TOP      the wrapper's module
//   GANTRY_RTL_TRACED   0 or 1: built with waveforms
// and, for models whose registers can power up with values other than 0,
//   GANTRY_RTL_POWERED_UP  name of a function to define that takes a seed
// A wrapper has the ports that its picker needs. Missing ports are ignored, and read as 0.
#include GANTRY_RTL_HEADER

#include "picker/rtl_picker.h"
#include "verilated/verilated_top.h"

namespace gantry {
namespace {

template <class Vector>
bool bit_of(const Vector& vector, std::uint32_t bit) {
  if constexpr (std::is_integral_v<Vector>) {
    return ((vector >> bit) & 1U) != 0;
  } else {
    return ((vector[bit / 32] >> (bit % 32)) & 1U) != 0;
  }
}

/// set_PORT(top, value) and get_PORT(top).
#define GANTRY_OPTIONAL_INPUT(port)                                             \
  template <class Top, class Value>                                             \
  auto assign_##port(Top& top, Value value, int)->decltype(top.port, void()) {  \
    top.port = static_cast<std::remove_reference_t<decltype(top.port)>>(value); \
  }                                                                             \
  template <class Top, class Value>                                             \
  void assign_##port(Top& /*top*/, Value /*value*/, char) {}                    \
  template <class Top, class Value>                                             \
  void set_##port(Top& top, Value value) {                                      \
    assign_##port(top, value, 0);                                               \
  }
#define GANTRY_OPTIONAL_OUTPUT(port)                                                      \
  template <class Top>                                                                    \
  auto read_##port(const Top& top, int)->decltype(static_cast<std::uint64_t>(top.port)) { \
    return top.port;                                                                      \
  }                                                                                       \
  template <class Top>                                                                    \
  std::uint64_t read_##port(const Top& /*top*/, char) {                                   \
    return 0;                                                                             \
  }                                                                                       \
  template <class Top>                                                                    \
  std::uint64_t get_##port(const Top& top) {                                              \
    return read_##port(top, 0);                                                           \
  }
#define GANTRY_OPTIONAL_ARRAY(port)                                                                           \
  template <class Top>                                                                                        \
  auto read_##port(const Top& top, std::uint32_t e, int)->decltype(static_cast<std::uint64_t>(top.port[e])) { \
    return top.port[e];                                                                                       \
  }                                                                                                           \
  template <class Top>                                                                                        \
  std::uint64_t read_##port(const Top& /*top*/, std::uint32_t /*e*/, char) {                                  \
    return 0;                                                                                                 \
  }                                                                                                           \
  template <class Top>                                                                                        \
  std::uint64_t get_##port(const Top& top, std::uint32_t e) {                                                 \
    return read_##port(top, e, 0);                                                                            \
  }

GANTRY_OPTIONAL_INPUT(now_i)
GANTRY_OPTIONAL_INPUT(add_class_i)
GANTRY_OPTIONAL_INPUT(add_weight_i)
GANTRY_OPTIONAL_INPUT(add_jobs_i)
GANTRY_OPTIONAL_INPUT(add_job_cycles_i)
GANTRY_OPTIONAL_INPUT(add_deadline_i)
GANTRY_OPTIONAL_INPUT(read_i)
GANTRY_OPTIONAL_INPUT(read_entry_i)
GANTRY_OPTIONAL_OUTPUT(busy_o)
GANTRY_OPTIONAL_OUTPUT(win_delay_o)
GANTRY_OPTIONAL_OUTPUT(win_target_o)
GANTRY_OPTIONAL_OUTPUT(win_expected_o)
GANTRY_OPTIONAL_OUTPUT(win_history_o)
GANTRY_OPTIONAL_OUTPUT(grant_o)
GANTRY_OPTIONAL_OUTPUT(grant_entry_o)
GANTRY_OPTIONAL_OUTPUT(grant_target_o)
GANTRY_OPTIONAL_OUTPUT(grant_expected_o)
GANTRY_OPTIONAL_OUTPUT(grant_history_o)
GANTRY_OPTIONAL_OUTPUT(read_valid_o)
GANTRY_OPTIONAL_OUTPUT(read_expected_o)
GANTRY_OPTIONAL_OUTPUT(read_history_o)
GANTRY_OPTIONAL_OUTPUT(read_jobs_o)
GANTRY_OPTIONAL_OUTPUT(state_known_o)
GANTRY_OPTIONAL_ARRAY(expected_o)
GANTRY_OPTIONAL_ARRAY(history_o)
GANTRY_OPTIONAL_ARRAY(jobs_o)

template <class Top, class = void>
struct HasClock : std::false_type {};
template <class Top>
struct HasClock<Top, std::void_t<decltype(Top::now_i)>> : std::true_type {};

template <class Top>
auto read_take(const Top& top, int) -> decltype(top.take_o != 0) {
  return top.take_o != 0;
}
/// Commands take effect at once.
template <class Top>
bool read_take(const Top& /*top*/, char) {
  return true;
}

template <class Top>
auto read_member(const Top& top, std::uint32_t e, int) -> decltype(bit_of(top.member_o, e)) {
  return bit_of(top.member_o, e);
}
template <class Top>
bool read_member(const Top& /*top*/, std::uint32_t /*e*/, char) {
  return false;
}

class VerilatedPicker final : public VerilatedTop<RtlPicker, GANTRY_RTL_CLASS, GANTRY_RTL_TRACED != 0> {
 public:
  explicit VerilatedPicker(std::uint64_t power_up = 0) : VerilatedTop(GANTRY_RTL_TOP, GANTRY_RTL_HEADER, power_up) {
    top().rst = 1;
    top().add_i = 0;
    top().drop_i = 0;
    top().pick_i = 0;
    set_read_i(top(), false);
    // Once into the input registers, once into the picker.
    edge();
    edge();
  }

  void clock(const PickerInputs& in, PickerOutputs& out) override {
    top().rst = in.rst;
    top().add_i = in.add;
    top().add_entry_i = in.add_entry;
    set_add_class_i(top(), in.add_class);
    set_add_weight_i(top(), in.add_weight);
    set_add_jobs_i(top(), in.add_jobs);
    set_add_job_cycles_i(top(), in.add_job_cycles);
    set_add_deadline_i(top(), in.add_deadline);
    set_now_i(top(), in.now);
    top().drop_i = in.drop;
    top().drop_entry_i = in.drop_entry;
    top().pick_i = in.pick;
    set_read_i(top(), in.read);
    set_read_entry_i(top(), in.read_entry);
    set_words(top().eligible_i, in.eligible);
    edge();
    out.take = read_take(top(), 0);
    out.busy = get_busy_o(top()) != 0;
    out.win = top().win_o != 0;
    if (out.win) {
      out.winner = {top().win_entry_o, target_of(get_win_target_o(top())),
                    static_cast<std::uint32_t>(get_win_expected_o(top())), get_win_history_o(top())};
    }
    out.grant = get_grant_o(top()) != 0;
    if (out.grant) {
      out.granted = {static_cast<std::uint32_t>(get_grant_entry_o(top())), target_of(get_grant_target_o(top())),
                     static_cast<std::uint32_t>(get_grant_expected_o(top())), get_grant_history_o(top())};
    }
    if (in.read) {
      out.read = {};
      if (get_read_valid_o(top()) != 0) {
        out.read = {get_read_jobs_o(top()), static_cast<std::uint32_t>(get_read_expected_o(top())),
                    get_read_history_o(top())};
      }
    }
  }

  [[nodiscard]] std::uint32_t win_delay() const override { return static_cast<std::uint32_t>(get_win_delay_o(top())); }
  [[nodiscard]] bool sees_cycle() const override { return HasClock<GANTRY_RTL_CLASS>::value; }
  [[nodiscard]] bool tells_state() const override { return get_state_known_o(top()) != 0; }

  void state(std::vector<EntryState>& entries) const override {
    entries.assign(GANTRY_RTL_ENTRIES, {});
    for (std::uint32_t e = 0; e < GANTRY_RTL_ENTRIES; ++e) {
      if (read_member(top(), e, 0)) entries[e] = at(e);
    }
  }

  [[nodiscard]] bool holds(const std::vector<EntryState>& entries) const override {
    // Called in every round. Most entries are empty on both sides, so all of those share one test.
    std::uint64_t jobs_of_absent = 0;
    for (std::uint32_t e = 0; e < entries.size(); ++e) {
      if (!read_member(top(), e, 0)) {
        jobs_of_absent |= entries[e].jobs;
      } else if (entries[e].jobs == 0 || !(entries[e] == at(e))) {
        return false;
      }
    }
    return jobs_of_absent == 0;
  }

 private:
  [[nodiscard]] EntryState at(std::uint32_t e) const {
    return {get_jobs_o(top(), e), static_cast<std::uint32_t>(get_expected_o(top(), e)) + 1U,
            get_history_o(top(), e) + std::uint64_t{1}};
  }

  static std::int64_t target_of(std::uint64_t port) { return static_cast<std::int32_t>(port); }
};

}  // namespace

std::unique_ptr<RtlPicker> GANTRY_RTL_MAKE();
std::unique_ptr<RtlPicker> GANTRY_RTL_MAKE() { return std::make_unique<VerilatedPicker>(); }
#ifdef GANTRY_RTL_POWERED_UP
std::unique_ptr<RtlPicker> GANTRY_RTL_POWERED_UP(std::uint64_t seed);
std::unique_ptr<RtlPicker> GANTRY_RTL_POWERED_UP(std::uint64_t seed) { return std::make_unique<VerilatedPicker>(seed); }
#endif

}  // namespace gantry
