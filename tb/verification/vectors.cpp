// SPDX-License-Identifier: Apache-2.0
// Writes random legal traffic for a picker, cycle by cycle as bits, with the outputs that the reference model expects:
//   picker_vectors ENTRIES CLASSES FRAC QUANT TIE JOB_BITS DIVIDER PICK_LATENCY CYCLES
// Inputs that do not matter are x, in a cycle with reset all others; of the outputs x is not looked at. Columns as in
// vectors_bench.v.
#include <array>
#include <cstdlib>
#include <iostream>
#include <string>

#include "campaign/random.h"
#include "dpi/picker_dpi.h"

namespace {

struct Parameters {
  int entries, classes, frac, quant, tie, job_bits, divider, pick_latency;
};

int bits_for(int values) {
  int bits = 1;
  while ((1 << bits) < values) ++bits;
  return bits;
}

std::string number(long long value, int bits) {
  std::string text;
  for (int b = bits - 1; b >= 0; --b) text += ((value >> b) & 1) != 0 ? '1' : '0';
  return text + '_';
}

/// With `matters` 0 the number is ignored.
std::string number_if(bool matters, long long value, int bits) {
  return matters ? number(value, bits) : std::string(static_cast<std::size_t>(bits), 'x') + '_';
}

class Writer {
 public:
  explicit Writer(const Parameters& p) : p_(p), entry_bits_(bits_for(p.entries)), class_bits_(bits_for(p.classes)) {
    check(gantry_picker_create(&picker_, p.entries, p.classes, p.frac, p.quant, p.tie, p.job_bits, p.divider,
                               p.pick_latency));
  }
  ~Writer() { gantry_picker_destroy(picker_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void reset() {
    check(gantry_picker_reset(picker_));
    const int inputs = 4 + 3 * entry_bits_ + class_bits_ + 9 + p_.job_bits + p_.entries;
    const int outputs = 3 + entry_bits_ + target_bits() + 9 + history_bits() + 1 + 9 + history_bits() + p_.job_bits;
    std::cout << "1_" << std::string(static_cast<std::size_t>(inputs), 'x') << '_'
              << std::string(static_cast<std::size_t>(outputs), 'x') << '\n';
  }

  void cycle() {
    if (left_ == 0) {  // another phase: full of commands, or of rounds behind its first cycles
      calm_ = random_.percent(60);
      left_ = (calm_ ? 100 : 20) + random_.below(100);
      joins_ = left_ - 6;
    }
    --left_;
    const bool pick = random_.percent(80);
    std::array<std::uint32_t, GANTRY_PICKER_WORDS> eligible = {};
    for (int e = 0; e < p_.entries; ++e) {
      if (random_.percent(70)) eligible[static_cast<std::size_t>(e / 32)] |= 1U << (e % 32);
    }
    check(gantry_picker_round(picker_, pick ? 1 : 0, eligible.data()));
    unsigned char take = 0, busy = 0, grant = 0, valid = 0, legal = 0;
    int entry = 0, target = 0, expected = 0, history = 0, read_expected = 0, read_history = 0;
    unsigned int read_jobs = 0;
    check(gantry_picker_outputs(picker_, &take, &busy, &grant, &entry, &target, &expected, &history));
    const bool drop = random_.percent(calm_ ? 0 : 20);
    const int drop_entry = any_entry();
    bool add = false;
    int add_entry = any_entry();
    if (random_.percent(!calm_ ? 40 : left_ > joins_ ? 80 : 0)) {
      for (int i = 0; i < p_.entries && !add; ++i) {
        add_entry = (add_entry + 1) % p_.entries;
        check(gantry_picker_may_add(picker_, add_entry, drop ? 1 : 0, drop_entry, &legal));
        add = legal != 0;
      }
    }
    const int cls = static_cast<int>(random_.below(static_cast<std::uint32_t>(p_.classes)));
    const int weight = static_cast<int>(random_.between(1, 256));
    const auto most = static_cast<std::uint32_t>((std::uint64_t{1} << p_.job_bits) - 1);
    const unsigned int jobs = random_.between(1, calm_ || most < 3 ? most : 3);
    const bool read = random_.percent(30);
    const int read_entry = any_entry();
    if (read) check(gantry_picker_read(picker_, read_entry, &valid, &read_expected, &read_history, &read_jobs));
    check(gantry_picker_command(picker_, drop ? 1 : 0, drop_entry, add ? 1 : 0, add_entry, cls, weight, jobs));

    // While weights are computed the model does not provide W.
    const bool tells = read_expected >= 0;
    std::string eligible_text;
    for (int e = p_.entries - 1; e >= 0; --e) {
      eligible_text += ((eligible[static_cast<std::size_t>(e / 32)] >> (e % 32)) & 1U) != 0 ? '1' : '0';
    }
    std::cout << "0_" << number(add, 1) << number_if(add, add_entry, entry_bits_) << number_if(add, cls, class_bits_)
              << number_if(add, weight, 9) << number_if(add, jobs, p_.job_bits) << number(drop, 1)
              << number_if(drop, drop_entry, entry_bits_) << number(pick, 1) << eligible_text << '_' << number(read, 1)
              << number_if(read, read_entry, entry_bits_) << number(take, 1) << number(busy, 1) << number(grant, 1)
              << number_if(grant != 0, entry, entry_bits_) << number_if(grant != 0, target, target_bits())
              << number_if(grant != 0, expected, 9) << number_if(grant != 0, history, history_bits())
              << number(valid, 1) << number_if(tells, read_expected, 9) << number(read_history, history_bits())
              << number(read_jobs, p_.job_bits) << '\n';
  }

 private:
  static void check(int code) {
    if (code >= 0) return;
    std::cerr << "picker_vectors: " << gantry_picker_error() << '\n';
    std::exit(1);
  }
  [[nodiscard]] int target_bits() const { return 9 + p_.frac - p_.quant; }
  [[nodiscard]] int history_bits() const { return 9 + p_.frac; }
  int any_entry() { return static_cast<int>(random_.below(static_cast<std::uint32_t>(p_.entries))); }

  Parameters p_;
  int entry_bits_;
  int class_bits_;
  void* picker_ = nullptr;
  gantry::campaign::Random random_{1};
  std::uint32_t left_ = 0;   ///< cycles of this phase
  std::uint32_t joins_ = 0;  ///< of a calm phase: joins until this number is left
  bool calm_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 10) {
    std::cerr << "usage: picker_vectors ENTRIES CLASSES FRAC QUANT TIE JOB_BITS DIVIDER PICK_LATENCY CYCLES\n";
    return 2;
  }
  std::array<int, 9> v = {};
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::atoi(argv[i + 1]);
  Writer writer({v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]});
  for (int cycle = 0; cycle < v[8]; ++cycle) {
    if (cycle % 500 == 0) {  // also in the middle of whatever is under way
      writer.reset();
    } else {
      writer.cycle();
    }
  }
}
