// SPDX-License-Identifier: Apache-2.0
// mutated_seeds TARGET SEEDS RUNS: feeds the files of the folder SEEDS to a target of fuzz.cpp, then RUNS inputs made
// of them, the same in every call. It learns nothing from what an input reaches, as libFuzzer does (`make fuzz`); but
// it needs no compiler of its own, so that the sanitizers' tests have it. An input that ends the program is kept beside
// it.
#include <sanitizer/common_interface_defs.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/random.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using namespace gantry;

constexpr std::size_t kLongest = 2048;

std::string finding;  // where an input that ends the program is kept
std::string input;

void keep_input() {
  std::ofstream(finding, std::ios::binary) << input;
  std::fprintf(stderr, "the input is kept in %s\n", finding.c_str());
}

void keep_input_of_abort(int /*signal*/) { keep_input(); }

void feed_input() { LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()); }

std::vector<std::string> read_seeds(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  for (const auto& path : paths) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    seeds.push_back(text.str());
  }
  return seeds;
}

class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& seeds) : seeds_(seeds) {}

  std::string next() {
    std::string text = seed();
    // Every other input keeps its form, so that more is reached than the parser.
    const bool keeps_form = below(2) == 0;
    for (std::uint64_t left = 1 + below(4); left > 0; --left) keeps_form ? change_token(text) : change(text);
    return text.substr(0, kLongest);
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_below(bits_, bound)); }
  const std::string& seed() { return seeds_[below(seeds_.size())]; }
  std::string piece(const std::string& of) {
    const std::size_t at = below(of.size() + 1);
    return of.substr(at, below(std::min<std::size_t>(of.size() - at, 64) + 1));
  }
  /// What readers are sensitive to: ends of ranges, marks of the formats, bytes that are no text.
  std::string word() {
    static const std::vector<std::string> words = {"0",
                                                   "-1",
                                                   "1",
                                                   "18446744073709551615",
                                                   "18446744073709551616",
                                                   "4294967296",
                                                   "0.000000000001",
                                                   "1e308",
                                                   "1e-400",
                                                   "{",
                                                   "}",
                                                   "[",
                                                   "]",
                                                   "(",
                                                   ")",
                                                   "\"",
                                                   "'",
                                                   ":",
                                                   ": ",
                                                   ",",
                                                   "\n",
                                                   "\n  ",
                                                   "- ",
                                                   "#",
                                                   "&a ",
                                                   "*a",
                                                   "\t",
                                                   "\r",
                                                   "%",
                                                   "->",
                                                   "null",
                                                   "nan",
                                                   "true",
                                                   "\\u0000",
                                                   "\\",
                                                   "~",
                                                   "|",
                                                   ">",
                                                   "!!",
                                                   "<<: ",
                                                   std::string(1, '\0'),
                                                   "\x80",
                                                   "\xc3\xa9",
                                                   "\xff",
                                                   "\xe2\x80\xa8"};
    return words[below(words.size())];
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
  /// The number or name at or behind `at`: where it begins, and its length, 0 for none.
  static std::pair<std::size_t, std::size_t> token(const std::string& text, std::size_t at) {
    while (at < text.size() && !is_digit(text[at]) && !is_letter(text[at])) ++at;
    if (at == text.size()) return {at, 0};
    const auto same = [&](char c) { return is_digit(text[at]) ? is_digit(c) : is_letter(c); };
    std::size_t begin = at;
    std::size_t end = at;
    while (begin > 0 && same(text[begin - 1])) --begin;
    while (end < text.size() && same(text[end])) ++end;
    return {begin, end - begin};
  }
  /// A number, most of the time, becomes another one, or a name one of any seed.
  void change_token(std::string& text) {
    std::size_t at = below(text.size() + 1);
    if (below(4) > 0) at = std::min(text.find_first_of("0123456789", at), text.size());
    const auto [begin, length] = token(text, at);
    if (length == 0) return;
    if (is_digit(text[begin])) {
      const std::size_t bits = below(4) > 0 ? below(6) : below(20);
      text.replace(begin, length, std::to_string(below(std::size_t{1} << bits)));
      return;
    }
    const std::string& other = seed();
    const auto [from, size] = token(other, below(other.size() + 1));
    if (size > 0 && is_letter(other[from])) text.replace(begin, length, other.substr(from, size));
  }
  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = below(std::min<std::size_t>(text.size() - at, 64) + 1);
    switch (below(7)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, text.substr(at, length));
        break;
      case 2:
        text.insert(at, word());
        break;
      case 3:
        text.replace(at, length, word());
        break;
      case 4:
        text.insert(at, piece(seed()));
        break;
      case 5:
        text.resize(at);
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
    }
  }

  const std::vector<std::string>& seeds_;
  RandomBits bits_{1, 0};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: mutated_seeds TARGET SEEDS RUNS\n");
    return 2;
  }
  const std::string target = std::string("fuzz_") + argv[1];
  std::string name = target;
  char* names[] = {name.data(), nullptr};
  char** begin = names;
  int count = 1;
  LLVMFuzzerInitialize(&count, &begin);
  finding = (std::filesystem::current_path() / (target + "_finding")).string();
  __sanitizer_set_death_callback(keep_input);
  std::signal(SIGABRT, keep_input_of_abort);

  const std::vector<std::string> seeds = read_seeds(argv[2]);
  for (const std::string& seed : seeds) {
    input = seed;
    feed_input();
  }
  Mutator mutator(seeds);
  const unsigned long runs = std::strtoul(argv[3], nullptr, 10);
  for (unsigned long run = 0; run < runs; ++run) {
    input = mutator.next();
    feed_input();
  }
  std::printf("%s: %zu seeds and %lu inputs made of them, nothing found\n", argv[1], seeds.size(), runs);
  return 0;
}
