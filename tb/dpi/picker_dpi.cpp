// SPDX-License-Identifier: Apache-2.0
#include "dpi/picker_dpi.h"

#include <deque>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "picker/campaign/reference.h"

namespace {

using gantry::EntryState;
using gantry::Pick;
using gantry::RtlParameters;
using gantry::campaign::Add;
using gantry::campaign::Reference;

thread_local std::string last_error;

/// One picker: the reference of the campaign, and the grants that are under way.
struct ReferencePicker {
  explicit ReferencePicker(const RtlParameters& p) : parameters(p), reference(p), grants(p.pick_latency) {}

  RtlParameters parameters;
  Reference reference;
  std::deque<std::optional<Pick>> grants;  ///< the front is this cycle's
  bool in_cycle = false;                   ///< between round and command
};

int fail(int code, std::string text) {
  last_error = std::move(text);
  return code;
}

/// Returns the code that `body` returns. If it throws, returns GANTRY_PICKER_FAILED and stores the text: no exception
/// may reach C.
template <class Body>
int code_of(Body body) noexcept {
  try {
    try {
      return body();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      return fail(GANTRY_PICKER_FAILED, error.what());
    }
  } catch (const std::bad_alloc&) {
    return fail(GANTRY_PICKER_FAILED, "out of memory");  // short enough to be stored without memory
  }
}

enum class Where { between_cycles, in_cycle, anywhere };

/// Calls `body`, which returns a code, with the picker.
template <class Body>
int guarded(void* picker, Where where, Body body) noexcept {
  return code_of([&]() -> int {
    if (picker == nullptr) return fail(GANTRY_PICKER_NO_PICKER, "no picker");
    auto& state = *static_cast<ReferencePicker*>(picker);
    if (where == Where::in_cycle && !state.in_cycle) return fail(GANTRY_PICKER_ORDER, "the cycle has had no round yet");
    if (where == Where::between_cycles && state.in_cycle) {
      return fail(GANTRY_PICKER_ORDER, "the cycle has had its round");
    }
    return body(state);
  });
}

bool within(int value, int low, int high) { return value >= low && value <= high; }

int out_of_range(const char* name, int value, int low, int high) {
  return fail(GANTRY_PICKER_RANGE, std::string(name) + " = " + std::to_string(value) + " is not within " +
                                       std::to_string(low) + ".." + std::to_string(high));
}

struct Range {
  const char* name;
  int value;
  int low;
  int high;
};

template <std::size_t kCount>
int check(const Range (&ranges)[kCount]) {
  for (const Range& range : ranges) {
    if (!within(range.value, range.low, range.high)) {
      return out_of_range(range.name, range.value, range.low, range.high);
    }
  }
  return GANTRY_PICKER_OK;
}

int last_entry(const ReferencePicker& state) { return static_cast<int>(state.parameters.entries) - 1; }

std::optional<std::uint32_t> dropped(unsigned char drop, int entry) {
  return drop != 0 ? std::optional<std::uint32_t>(static_cast<std::uint32_t>(entry)) : std::nullopt;
}

void end_cycle(ReferencePicker& state, const std::optional<Pick>& winner) {
  state.grants.pop_front();
  state.grants.push_back(winner);
  state.in_cycle = false;
}

}  // namespace

int gantry_picker_create(void** picker, int entries, int classes, int frac, int quant, int tie, int job_bits,
                         int divider, int pick_latency) {
  return code_of([&]() -> int {
    if (picker == nullptr) return fail(GANTRY_PICKER_NO_PICKER, "nowhere to put the picker");
    *picker = nullptr;
    const int wrong = check({{"ENTRIES", entries, 4, static_cast<int>(RtlParameters::kMaxEntries)},
                             {"CLASSES", classes, 1, 5},
                             {"FRAC", frac, 0, 16},
                             {"QUANT", quant, 0, frac + 8},
                             {"TIE", tie, 0, 1},
                             {"JOB_BITS", job_bits, 2, 32},
                             {"DIVIDER", divider, 0, 2},
                             {"PICK_LATENCY", pick_latency, 1, 2}});
    if (wrong != GANTRY_PICKER_OK) return wrong;
    RtlParameters p;
    p.entries = static_cast<std::uint32_t>(entries);
    p.classes = static_cast<std::uint32_t>(classes);
    p.frac = static_cast<std::uint32_t>(frac);
    p.quant = static_cast<std::uint32_t>(quant);
    p.tie = static_cast<gantry::TieBreak>(tie);
    p.job_bits = static_cast<std::uint32_t>(job_bits);
    p.divider = static_cast<std::uint32_t>(divider);
    p.pick_latency = static_cast<std::uint32_t>(pick_latency);
    *picker = new ReferencePicker(p);
    return GANTRY_PICKER_OK;
  });
}

void gantry_picker_destroy(void* picker) { delete static_cast<ReferencePicker*>(picker); }

const char* gantry_picker_error(void) { return last_error.c_str(); }

int gantry_picker_reset(void* picker) {
  return guarded(picker, Where::anywhere, [](ReferencePicker& state) -> int {
    state.reference.reset();
    for (std::optional<Pick>& grant : state.grants) grant.reset();
    state.in_cycle = false;
    return GANTRY_PICKER_OK;
  });
}

int gantry_picker_round(void* picker, unsigned char pick, const uint32_t* eligible) {
  return guarded(picker, Where::between_cycles, [&](ReferencePicker& state) -> int {
    if (eligible == nullptr) return fail(GANTRY_PICKER_NO_PICKER, "no eligible entries are given");
    gantry::EntrySet set((state.parameters.entries + 63) / 64);
    for (std::size_t w = 0; w < set.size(); ++w) set[w] = eligible[2 * w] | std::uint64_t{eligible[2 * w + 1]} << 32U;
    state.reference.round(pick != 0, set);
    state.in_cycle = true;
    return GANTRY_PICKER_OK;
  });
}

int gantry_picker_command(void* picker, unsigned char drop, int drop_entry, unsigned char add, int add_entry,
                          int add_class, int add_weight, unsigned int add_jobs) {
  return guarded(picker, Where::in_cycle, [&](ReferencePicker& state) -> int {
    const int last = last_entry(state);
    if (drop != 0 && !within(drop_entry, 0, last)) return out_of_range("drop_entry", drop_entry, 0, last);
    std::optional<Add> joins;
    if (add != 0) {
      const int wrong = check({{"add_entry", add_entry, 0, last},
                               {"add_class", add_class, 0, static_cast<int>(state.parameters.classes) - 1},
                               {"add_weight", add_weight, 1, 256}});
      if (wrong != GANTRY_PICKER_OK) return wrong;
      if (add_jobs < 1 || add_jobs > state.parameters.most_jobs()) {
        return fail(GANTRY_PICKER_RANGE, "add_jobs = " + std::to_string(add_jobs) + " is not within 1.." +
                                             std::to_string(state.parameters.most_jobs()));
      }
      joins = Add{static_cast<std::uint32_t>(add_entry), {}};
      joins->what.cls = static_cast<std::uint32_t>(add_class);
      joins->what.weight = static_cast<std::uint32_t>(add_weight);
      joins->what.jobs = add_jobs;
      if (!state.reference.may_add(joins->entry, dropped(drop, drop_entry))) {
        return fail(GANTRY_PICKER_ILLEGAL,
                    "entry " + std::to_string(add_entry) + " is used and does not leave in this cycle");
      }
    }
    state.reference.command(dropped(drop, drop_entry), joins);
    end_cycle(state, state.reference.winner());
    return GANTRY_PICKER_OK;
  });
}

int gantry_picker_outputs(void* picker, unsigned char* take, unsigned char* busy, unsigned char* grant,
                          int* grant_entry, int* grant_target, int* grant_expected, int* grant_history) {
  return guarded(picker, Where::in_cycle, [&](ReferencePicker& state) -> int {
    for (const void* out : {static_cast<void*>(take), static_cast<void*>(busy), static_cast<void*>(grant),
                            static_cast<void*>(grant_entry), static_cast<void*>(grant_target),
                            static_cast<void*>(grant_expected), static_cast<void*>(grant_history)}) {
      if (out == nullptr) return fail(GANTRY_PICKER_NO_PICKER, "nowhere to put an output");
    }
    const std::optional<Pick>& granted = state.grants.front();
    *take = state.reference.take() ? 1 : 0;
    *busy = state.reference.busy() ? 1 : 0;
    *grant = granted ? 1 : 0;
    *grant_entry = granted ? static_cast<int>(granted->entry) : 0;
    *grant_target = granted ? static_cast<int>(granted->target) : 0;
    *grant_expected = granted ? static_cast<int>(granted->expected_weight) : 0;
    *grant_history = granted ? static_cast<int>(granted->history) : 0;
    return GANTRY_PICKER_OK;
  });
}

int gantry_picker_read(void* picker, int entry, unsigned char* valid, int* expected, int* history, unsigned int* jobs) {
  return guarded(picker, Where::in_cycle, [&](ReferencePicker& state) -> int {
    if (valid == nullptr || expected == nullptr || history == nullptr || jobs == nullptr) {
      return fail(GANTRY_PICKER_NO_PICKER, "nowhere to put an output");
    }
    if (!within(entry, 0, last_entry(state))) return out_of_range("entry", entry, 0, last_entry(state));
    const EntryState& held = state.reference.before()[static_cast<std::size_t>(entry)];
    const bool there = held.jobs != 0;
    *valid = there ? 1 : 0;
    *expected = !there ? 0 : state.reference.busy() ? -1 : static_cast<int>(held.expected_weight);
    *history = there ? static_cast<int>(held.history) : 0;
    *jobs = static_cast<unsigned int>(held.jobs);
    return GANTRY_PICKER_OK;
  });
}

int gantry_picker_winner(void* picker, int* entry) {
  return guarded(picker, Where::in_cycle, [&](ReferencePicker& state) -> int {
    if (entry == nullptr) return fail(GANTRY_PICKER_NO_PICKER, "nowhere to put the winner");
    const std::optional<Pick>& winner = state.reference.winner();
    *entry = winner ? static_cast<int>(winner->entry) : -1;
    return GANTRY_PICKER_OK;
  });
}

int gantry_picker_may_add(void* picker, int entry, unsigned char drop, int drop_entry, unsigned char* legal) {
  return guarded(picker, Where::in_cycle, [&](ReferencePicker& state) -> int {
    if (legal == nullptr) return fail(GANTRY_PICKER_NO_PICKER, "nowhere to put the answer");
    const int last = last_entry(state);
    if (!within(entry, 0, last)) return out_of_range("entry", entry, 0, last);
    if (drop != 0 && !within(drop_entry, 0, last)) return out_of_range("drop_entry", drop_entry, 0, last);
    *legal = state.reference.may_add(static_cast<std::uint32_t>(entry), dropped(drop, drop_entry)) ? 1 : 0;
    return GANTRY_PICKER_OK;
  });
}
