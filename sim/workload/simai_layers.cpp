// SPDX-License-Identifier: Apache-2.0
#include "workload/simai_layers.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "gantry/base/one_line.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

struct NamedLoop {
  std::string_view name;
  SimaiLoop loop;
};
constexpr std::array<NamedLoop, 11> kLoops = {{{"DATA", SimaiLoop::data},
                                               {"MODEL", SimaiLoop::model},
                                               {"HYBRID_DATA_MODEL", SimaiLoop::hybrid},
                                               {"HYBRID_MODEL_DATA", SimaiLoop::hybrid},
                                               {"HYBRID_CUSTOMIZED", SimaiLoop::hybrid},
                                               {"HYBRID_TRANSFORMER", SimaiLoop::transformer},
                                               {"HYBRID_TRANSFORMER_FWD_IN_BCKWD", SimaiLoop::transformer},
                                               {"HYBRID_DLRM", SimaiLoop::dlrm},
                                               {"HYBRID_DLRM_ENHANCED", SimaiLoop::dlrm},
                                               {"DISTRIBUTED_INFERENCE", SimaiLoop::inference},
                                               {"MICRO", SimaiLoop::micro}}};
constexpr std::string_view kCustomized = "HYBRID_CUSTOMIZED";
constexpr std::string_view kRecomputing = "HYBRID_TRANSFORMER_FWD_IN_BCKWD";

constexpr std::array<std::string_view, 6> kKinds = {"ALLREDUCE", "ALLTOALL",      "ALLREDUCEALLTOALL",
                                                    "ALLGATHER", "REDUCESCATTER", "BROADCAST"};
constexpr std::array<std::string_view, 4> kGroups = {"", "_EP", "_DP", "_DP_EP"};

const NamedLoop* find_loop(std::string_view name) {
  const auto* const at =
      std::find_if(kLoops.begin(), kLoops.end(), [&](const NamedLoop& known) { return known.name == name; });
  return at == kLoops.end() ? nullptr : at;
}

std::string loop_names() {
  std::vector<std::string_view> names;
  names.reserve(kLoops.size());
  for (const NamedLoop& known : kLoops) names.push_back(known.name);
  return alternatives(names);
}

bool is_kind(std::string_view text) {
  return std::any_of(kKinds.begin(), kKinds.end(), [&](std::string_view kind) {
    return text.substr(0, kind.size()) == kind &&
           std::find(kGroups.begin(), kGroups.end(), text.substr(kind.size())) != kGroups.end();
  });
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return small;
}

class SimaiReader {
 public:
  SimaiReader(const std::string& text, const std::string& file, SimaiModel& model, Diagnostics& diagnostics)
      : tokens_(text, file, HashComments::none),
        model_(model),
        diagnostics_(diagnostics),
        before_(diagnostics.size()) {}

  bool read();

 private:
  bool next_line();
  bool header();
  std::size_t pair(std::size_t at);
  bool count();
  void layer();
  void phase(std::size_t at, const std::string& name, SimaiPhase& phase);
  void check_header();
  void check_layers(const std::vector<std::uint32_t>& layers, const char* what);
  std::optional<std::uint64_t> whole(const TextToken& token, const std::string& what, std::uint64_t most);
  Decimal time(const TextToken& token, const std::string& what);
  void error(const TextToken& token, const std::string& what) { diagnostics_.error(tokens_.where(token), what); }
  [[nodiscard]] bool ok() const { return diagnostics_.size() == before_; }
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

  TokenReader tokens_;
  SimaiModel& model_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  std::vector<TextToken> line_;
  std::uint64_t announced_ = 0;
  TextToken announced_at_;
};

/// Reads the tokens of the next line that has any; false at the end of the file.
bool SimaiReader::next_line() {
  line_.clear();
  for (TextToken token = tokens_.peek(); !token.is_end() && (line_.empty() || token.line == line_[0].line);
       token = tokens_.peek())
    line_.push_back(tokens_.next());
  return !line_.empty();
}

std::optional<std::uint64_t> SimaiReader::whole(const TextToken& token, const std::string& what, std::uint64_t most) {
  const auto number = whole_number(token.text, most);
  if (!number) {
    error(token, what + " must be a whole number from 0 to " + std::to_string(most) + ", not " + in_quotes(token.text));
  }
  return number;
}

Decimal SimaiReader::time(const TextToken& token, const std::string& what) {
  const auto number = parse_decimal(token.text);
  if (!number) error(token, what + " must be a number that is not negative, not " + in_quotes(token.text));
  return number.value_or(Decimal{});
}

/// `PARALLELISM name: value ...`; `checkpoints:` and `checkpoint_initiates:` are followed by a list with its length in
/// front. Loop dlrm has a number without a name, or `DLRM_LAST_BOTTOM_LAYER:`.
bool SimaiReader::header() {
  const NamedLoop* loop = next_line() ? find_loop(line_[0].text) : nullptr;
  if (loop == nullptr) {
    error(line_.empty() ? tokens_.peek() : line_[0], "the file must begin with the parallelism " + loop_names() +
                                                         ", not " +
                                                         (line_.empty() ? "nothing" : in_quotes(line_[0].text)));
    return false;
  }
  model_.parallelism = std::string(loop->name);
  model_.loop = loop->loop;
  model_.where = tokens_.where(line_[0]);
  bool bottom = false;
  for (std::size_t at = 1; at < line_.size() && ok();) {
    const bool named = line_[at].text == "DLRM_LAST_BOTTOM_LAYER:" && at + 1 < line_.size();
    if (model_.loop == SimaiLoop::dlrm && (named || all_digits(line_[at].text))) {
      const auto layer = whole(line_[at + (named ? 1 : 0)], "the last bottom layer", kMaxForeignTasks);
      model_.last_bottom = static_cast<std::uint32_t>(layer.value_or(0));
      bottom = true;
      at += named ? 2 : 1;
    } else {
      at = pair(at);
    }
  }
  if (ok() && model_.loop == SimaiLoop::dlrm && !bottom)
    error(line_[0], model_.parallelism + " needs the number of the last bottom layer (as in `HYBRID_DLRM 4`)");
  return ok();
}

/// Reads the name at `at` and its value. Returns the index behind them.
std::size_t SimaiReader::pair(std::size_t at) {
  const TextToken name = line_[at];
  if (all_digits(name.text) || at + 1 == line_.size()) {
    error(name, "the first line must go on with `name: value` pairs; " + in_quotes(name.text) +
                    (all_digits(name.text) ? " has no name" : " has no value"));
    return line_.size();
  }
  const bool keeps = name.text == "checkpoints:";
  const bool listed = keeps || name.text == "checkpoint_initiates:";
  const auto value = whole(line_[at + 1], in_short(name.text, 60), std::numeric_limits<std::uint64_t>::max());
  if (!listed || !value) return at + 2;
  if (*value > line_.size() - at - 2) {
    error(line_[at + 1],
          "the list " + std::string(name.text) + " has fewer than " + std::to_string(*value) + " layers");
    return line_.size();
  }
  for (std::size_t i = 0; i < *value; ++i) {
    const auto layer = whole(line_[at + 2 + i], "a layer", kMaxForeignTasks);
    if (layer && model_.parallelism == kRecomputing)
      (keeps ? model_.checkpoints : model_.initiates).push_back(static_cast<std::uint32_t>(*layer));
  }
  return at + 2 + static_cast<std::size_t>(*value);
}

bool SimaiReader::count() {
  if (!next_line() || line_.size() != 1) {
    error(line_.empty() ? tokens_.peek() : line_[0], "the second line must be the number of layers");
    return false;
  }
  announced_at_ = line_[0];
  const auto number = whole(line_[0], "the number of layers", kMaxForeignTasks);
  announced_ = number.value_or(0);
  return number.has_value();
}

void SimaiReader::phase(std::size_t at, const std::string& name, SimaiPhase& phase) {
  phase.time = time(line_[at], "the time of the " + name);
  const std::string_view kind = line_[at + 1].text;
  const auto bytes =
      whole(line_[at + 2], "the bytes of a collective", std::numeric_limits<std::uint64_t>::max()).value_or(0);
  if (kind == "NONE") return;
  if (!is_kind(kind)) {
    error(line_[at + 1], "the collective of the " + name + " must be NONE, " +
                             alternatives({kKinds.begin(), kKinds.end()}) + " (with _EP, _DP or _DP_EP), not " +
                             in_quotes(kind));
  } else if (bytes > 0) {
    phase.kind = in_small_letters(kind);
    phase.bytes = bytes;
  }
}

void SimaiReader::layer() {
  const bool customized = model_.parallelism == kCustomized;
  const std::size_t fields = customized ? 13 : 12;
  if (line_.size() != fields) {
    error(line_[0], "this layer has " + std::to_string(line_.size()) +
                        " fields; a name, a dependence, time, collective and bytes of each of the three phases, an "
                        "update time" +
                        (customized ? " and a parallelism" : "") + " are " + std::to_string(fields));
    return;
  }
  SimaiLayer layer;
  layer.where = tokens_.where(line_[0]);
  layer.name = std::string(line_[0].text);
  layer.loop = model_.loop;
  if (!is_one_line(layer.name)) error(line_[0], "the name of a layer must have no control characters");
  const std::string_view dependence = line_[1].text;
  if (!all_digits(dependence.substr(dependence[0] == '-' ? 1 : 0)))
    error(line_[1], "the dependence (not used) must be a whole number, not " + in_quotes(dependence));
  phase(2, "forward pass", layer.forward);
  phase(5, "input gradient", layer.input);
  phase(8, "weight gradient", layer.weight);
  layer.update = time(line_[11], "the update time");
  if (customized) {
    const NamedLoop* own = find_loop(line_[12].text);
    if (own == nullptr) {
      error(line_[12], "the parallelism of a layer must be " + loop_names() + ", not " + in_quotes(line_[12].text));
    } else {
      layer.loop = own->loop;
    }
  }
  model_.layers.push_back(std::move(layer));
}

void SimaiReader::check_layers(const std::vector<std::uint32_t>& layers, const char* what) {
  for (const std::uint32_t layer : layers) {
    if (layer >= model_.layers.size() && !hopeless()) {
      diagnostics_.error(model_.where, std::string(what) + std::to_string(layer) + " is none of the " +
                                           std::to_string(model_.layers.size()) + " layers, which count from 0");
    }
  }
}

void SimaiReader::check_header() {
  check_layers(model_.checkpoints, "checkpoint ");
  check_layers(model_.initiates, "checkpoint_initiates: ");
  if (model_.loop == SimaiLoop::dlrm) check_layers({model_.last_bottom}, "last bottom layer ");
  if (!ok()) return;
  std::sort(model_.checkpoints.begin(), model_.checkpoints.end());
  std::sort(model_.initiates.begin(), model_.initiates.end());
  for (const std::uint32_t layer : model_.initiates) {
    if (!hopeless() && (model_.checkpoints.empty() || model_.checkpoints[0] >= layer)) {
      diagnostics_.error(model_.where, "layer " + std::to_string(layer) +
                                           " initiates a recomputation, and no checkpoint is before it");
    }
  }
}

bool SimaiReader::read() {
  if (!header() || !count()) return false;
  while (!hopeless() && next_line()) {
    if (model_.layers.size() == kMaxForeignTasks) {
      error(line_[0], "more than " + std::to_string(kMaxForeignTasks) + " layers");
      return false;
    }
    layer();
  }
  if (ok() && model_.layers.size() != announced_) {
    error(announced_at_, std::to_string(announced_) + " layers are announced, and " +
                             std::to_string(model_.layers.size()) + " follow");
  }
  if (ok()) check_header();
  return ok();
}

}  // namespace

bool read_simai_model(const std::string& text, const std::string& file, SimaiModel& model, Diagnostics& diagnostics) {
  return SimaiReader(text, file, model, diagnostics).read();
}

bool begins_as_simai(std::string_view head) {
  const std::string file;
  TokenReader tokens(head, file, HashComments::none);
  const TextToken first = tokens.next();
  if (find_loop(first.text) == nullptr) return false;
  TextToken token = tokens.next();
  while (!token.is_end() && token.line == first.line) token = tokens.next();
  return all_digits(token.text);
}

}  // namespace gantry
