// SPDX-License-Identifier: Apache-2.0
#include "dispatch_core/dispatch_core_recording.h"

#include <istream>
#include <limits>
#include <ostream>
#include <sstream>

#include "gantry/base/error.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry {
namespace {

// An item is a head, the cycles since the last one (two words if far), and then either how many cycles without input
// follow each other, or the inputs that the head names, in this order.
enum Head : std::uint32_t {
  kIdle = 1U << 0U,
  kFar = 1U << 1U,
  kReset = 1U << 2U,
  kHold = 1U << 3U,
  kAdd = 1U << 4U,
  kDrop = 1U << 5U,
  kMatch = 1U << 6U,
  kComplete = 1U << 7U,
};
constexpr std::uint32_t kUnlockShift = 8;
constexpr std::uint32_t kMostCount = std::numeric_limits<std::uint32_t>::max();

const char* const kLegend =
    "# What the pins of gantry_dispatch_core were given, a line per clocked cycle; dispatch_core_campaign --replay "
    "takes "
    "it.\n";

/// The fields of an add in one word: entries below 256, classes below 8, types below 8, weights up to 256.
std::uint32_t packed_add(const CoreInputs& in) {
  return in.add_entry | (in.add_class << 8U) | (in.add_type << 12U) | (in.add_weight << 16U);
}

}  // namespace

void CoreRecording::add(Cycle cycle, const CoreInputs& in) {
  const Cycle gap = cycle - last_;
  last_ = cycle;
  ++cycles_;
  const bool idle = !in.any() && !in.hold;
  if (idle && idle_at_ != 0 && gap == 1 && words_[idle_at_] != kMostCount) {
    ++words_[idle_at_];
    return;
  }
  const bool is_far = gap > kMostCount;
  words_.push_back((idle ? kIdle : 0U) | (is_far ? kFar : 0U) | (in.rst ? kReset : 0U) | (in.hold ? kHold : 0U) |
                   (in.add ? kAdd : 0U) | (in.drop ? kDrop : 0U) | (in.match ? kMatch : 0U) |
                   (in.complete ? kComplete : 0U) | (in.unlock << kUnlockShift));
  words_.push_back(static_cast<std::uint32_t>(gap));
  if (is_far) words_.push_back(static_cast<std::uint32_t>(gap >> 32U));
  idle_at_ = 0;
  if (idle) {
    idle_at_ = words_.size();
    words_.push_back(1);
    return;
  }
  if (in.add) words_.insert(words_.end(), {packed_add(in), in.add_jobs});
  if (in.drop) words_.push_back(in.drop_entry);
  if (in.match) words_.insert(words_.end(), {in.match_entry, in.match_count});
  if (in.complete) words_.push_back(in.complete_processor);
  for (std::uint32_t port = 0; port < CoreParameters::kMaxPorts; ++port) {
    if (((in.unlock >> port) & 1U) != 0) words_.push_back(in.unlock_processor.at(port));
  }
}

bool CoreRecording::Reader::next() {
  if (idle > 0) {
    --idle;
    ++cycle;
    return true;
  }
  if (at == of.words_.size()) return false;
  const auto take = [&] { return of.words_[at++]; };
  const std::uint32_t head = take();
  cycle += take();
  if ((head & kFar) != 0) cycle += Cycle{take()} << 32U;
  inputs = {};
  if ((head & kIdle) != 0) {
    idle = take() - 1;
    return true;
  }
  inputs.rst = (head & kReset) != 0;
  inputs.hold = (head & kHold) != 0;
  inputs.add = (head & kAdd) != 0;
  inputs.drop = (head & kDrop) != 0;
  inputs.match = (head & kMatch) != 0;
  inputs.complete = (head & kComplete) != 0;
  inputs.unlock = head >> kUnlockShift;
  if (inputs.add) {
    const std::uint32_t packed = take();
    inputs.add_entry = packed & 0xffU;
    inputs.add_class = (packed >> 8U) & 0xfU;
    inputs.add_type = (packed >> 12U) & 0xfU;
    inputs.add_weight = packed >> 16U;
    inputs.add_jobs = take();
  }
  if (inputs.drop) inputs.drop_entry = take();
  if (inputs.match) {
    inputs.match_entry = take();
    inputs.match_count = take();
  }
  if (inputs.complete) inputs.complete_processor = take();
  for (std::uint32_t port = 0; port < CoreParameters::kMaxPorts; ++port) {
    if (((inputs.unlock >> port) & 1U) != 0) inputs.unlock_processor.at(port) = take();
  }
  return true;
}

std::string inputs_text(const CoreInputs& in) {
  std::ostringstream out;
  if (in.rst) out << " reset";
  if (in.hold) out << " hold";
  if (in.add) {
    out << " add " << in.add_entry << " class " << in.add_class << " weight " << in.add_weight << " jobs "
        << in.add_jobs << " type " << in.add_type;
  }
  if (in.drop) out << " drop " << in.drop_entry;
  if (in.match) out << " match " << in.match_entry << " jobs " << in.match_count;
  if (in.complete) out << " complete " << in.complete_processor;
  for (std::uint32_t port = 0; port < CoreParameters::kMaxPorts; ++port) {
    if (((in.unlock >> port) & 1U) != 0) out << " unlock " << port << " processor " << in.unlock_processor.at(port);
  }
  return out.str();
}

void CoreRecording::write(std::ostream& out) const {
  out << kLegend << "core " << parameters_.text() << "\nprocessors";
  for (const CoreProcessor& processor : processors_) out << ' ' << processor.type << ':' << processor.depth;
  out << '\n';
  replay([&](Cycle cycle, const CoreInputs& in) { out << cycle << inputs_text(in) << '\n'; });
}

namespace {

/// The words of one line. Each must be the expected one.
class Words {
 public:
  explicit Words(const std::string& line) : in_(line) {}
  bool next() { return static_cast<bool>(in_ >> word_); }
  [[nodiscard]] bool is(const char* word) const { return word_ == word; }
  /// A word `name`, if there is a name, then a number up to `most`.
  std::uint32_t number(const char* name, std::uint64_t most) {
    std::string got;
    std::uint64_t value = 0;
    if (name != nullptr) right_ = right_ && (in_ >> got) && got == name;
    right_ = right_ && (in_ >> value) && value <= most;
    return right_ ? static_cast<std::uint32_t>(value) : 0;
  }
  [[nodiscard]] bool right() const { return right_; }

 private:
  std::istringstream in_;
  std::string word_;
  bool right_ = true;
};

/// One line's inputs; false if it is none.
bool read_inputs(Words& words, const CoreParameters& p, CoreInputs& in) {
  while (words.next()) {
    if (words.is("reset")) {
      in.rst = true;
    } else if (words.is("hold")) {
      in.hold = true;
    } else if (words.is("add")) {
      in.add = true;
      in.add_entry = words.number(nullptr, p.entries - 1);
      in.add_class = words.number("class", p.classes - 1);
      in.add_weight = words.number("weight", 256);
      in.add_jobs = words.number("jobs", p.picker().most_jobs());
      in.add_type = words.number("type", p.types - 1);
    } else if (words.is("drop")) {
      in.drop = true;
      in.drop_entry = words.number(nullptr, p.entries - 1);
    } else if (words.is("match")) {
      in.match = true;
      in.match_entry = words.number(nullptr, p.entries - 1);
      in.match_count = words.number("jobs", p.picker().most_jobs());
    } else if (words.is("complete")) {
      in.complete = true;
      in.complete_processor = words.number(nullptr, p.processors - 1);
    } else if (words.is("unlock")) {
      const std::uint32_t port = words.number(nullptr, p.ports - 1);
      in.unlock |= 1U << port;
      in.unlock_processor.at(port) = words.number("processor", p.processors - 1);
    } else {
      return false;
    }
  }
  return words.right();
}

bool read_parameters(const std::string& line, CoreParameters& p) {
  std::istringstream in(line);
  std::string word;
  if (!(in >> word) || word != "core") return false;
  std::uint32_t tie = 0;
  const std::pair<const char*, std::uint32_t*> known[] = {
      {"ENTRIES", &p.entries}, {"PROCESSORS", &p.processors}, {"TYPES", &p.types}, {"CHOICE", &p.choice},
      {"PER_JOB", &p.per_job}, {"CLASSES", &p.classes},       {"FRAC", &p.frac},   {"QUANT", &p.quant},
      {"TIE", &tie},           {"DEPTH_BITS", &p.depth_bits}, {"PORTS", &p.ports}, {"JOB_BITS", &p.job_bits},
      {"DIVIDER", &p.divider}};
  for (const auto& [name, value] : known) {
    if (!(in >> word) || word.rfind(std::string(name) + '=', 0) != 0) return false;
    std::istringstream number(word.substr(word.find('=') + 1));
    if (!(number >> *value) || !number.eof()) return false;
  }
  p.tie = tie == 0 ? TieBreak::expected_weight : TieBreak::history_weight;
  return !(in >> word);
}

bool read_processors(const std::string& line, const CoreParameters& p, std::vector<CoreProcessor>& processors) {
  std::istringstream in(line);
  std::string word;
  if (!(in >> word) || word != "processors") return false;
  CoreProcessor one;
  for (char colon = 0; in >> one.type >> colon >> one.depth && colon == ':';) {
    if (one.type >= p.types || one.depth > p.most_depth()) return false;
    processors.push_back(one);
  }
  return in.eof() && processors.size() == p.processors;
}

}  // namespace

void CoreRecording::read(std::istream& in) {
  std::uint64_t number = 0;
  std::uint64_t contents = 0;
  const auto fail = [&](const char* what) { throw Error("line " + std::to_string(number) + ": " + what); };
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    ++contents;
    if (contents == 1) {
      if (!read_parameters(line, parameters_)) fail("must be `core ENTRIES=... DIVIDER=...`");
    } else if (contents == 2) {
      if (!read_processors(line, parameters_, processors_)) fail("must be `processors TYPE:DEPTH ...`");
    } else {
      std::istringstream begin(line);
      Cycle cycle = 0;
      if (!(begin >> cycle) || (contents > 3 && cycle <= last_)) fail("must begin with an ascending cycle");
      std::string rest;
      std::getline(begin, rest);
      Words words(rest);
      CoreInputs inputs;
      if (!read_inputs(words, parameters_, inputs)) fail("is no inputs of a cycle");
      add(cycle, inputs);
    }
  }
  if (contents < 2) fail("is the end of a file without `core` and `processors`");
}

}  // namespace gantry
