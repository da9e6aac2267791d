// SPDX-License-Identifier: Apache-2.0
#include "calibrate/fit_keys.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "experiment/experiment.h"
#include "gantry/base/speed.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/processors_config.h"
#include "text/digits.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::string_view kArchitecture = "architecture.";
constexpr std::string_view kProcessors = "architecture.processors.";
constexpr std::uint64_t kOne = 1'000'000;  ///< in millionths

/// The path with a processor's number in place of its name.
std::string numbered(const std::string& path, const Experiment& experiment) {
  if (path.compare(0, kProcessors.size(), kProcessors) != 0) return path;
  const std::size_t dot = path.find('.', kProcessors.size());
  if (dot == std::string::npos) return path;
  const std::string name = path.substr(kProcessors.size(), dot - kProcessors.size());
  const auto& groups = *experiment.architecture.processors;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups.at(g).name == name) return std::string(kProcessors) + std::to_string(g) + path.substr(dot);
  }
  return path;
}

class FitKeyReader {
 public:
  FitKeyReader(const Experiment& experiment, const MeasuredTable& table, Diagnostics& diagnostics)
      : experiment_(experiment), numbers_(experiment.architecture), table_(table), diagnostics_(diagnostics) {}

  std::optional<CalibratedKey> read(const std::string& word) {
    where_ = {"--fit " + word, 0, 0};
    const std::size_t equals = word.find('=');
    const std::string path = word.substr(0, equals);
    const NumberKey* number = numbers_.find(numbered(path, experiment_));
    if (number == nullptr) return wrong(unknown(path));
    if (number->automatic) return wrong(in_quotes(path) + " is auto (a number is what the search starts with: --set)");
    CalibratedKey key{*number, number->value};
    key.key.path = path;
    for (const MeasuredColumn& column : table_.columns) {
      if (numbered(column.key, experiment_) == number->path)
        return wrong("the column " + in_quotes(column.name) + " of " + table_.path + " sets this key");
    }
    if (equals != std::string::npos && !read_range(word.substr(equals + 1), key)) return std::nullopt;
    return key;
  }

 private:
  std::optional<CalibratedKey> wrong(const std::string& text) {
    diagnostics_.error(where_, text);
    return std::nullopt;
  }

  [[nodiscard]] std::string unknown(const std::string& path) const {
    const bool bare = path.compare(0, kArchitecture.size(), kArchitecture) != 0 &&
                      numbers_.find(numbered(std::string(kArchitecture) + path, experiment_)) != nullptr;
    return in_quotes(path) +
           " is no number of this machine (expected a key of `architecture` that is a number and has an effect)" +
           (bare ? " (did you mean '" + std::string(kArchitecture) + path + "'?)" : std::string());
  }

  [[nodiscard]] std::optional<std::uint64_t> value_of(const std::string& text, const NumberKey& key) const {
    if (key.decimal) {
      const auto value = parse_speed(text);
      return value ? std::optional<std::uint64_t>(value->millionths) : std::nullopt;
    }
    std::uint64_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (!all_digits(text) || end.ec != std::errc()) return std::nullopt;
    return value;
  }

  bool read_range(const std::string& text, CalibratedKey& key) {
    const KeyRange own = key.key.range;
    const std::string range = key.key.text(own.min) + ".." + key.key.text(own.max);
    const std::size_t dots = text.find("..");
    const auto low = value_of(text.substr(0, dots), key.key);
    const auto high = dots == std::string::npos ? std::nullopt : value_of(text.substr(dots + 2), key.key);
    if (!low || !high || *low > *high || *low < own.min || *high > own.max) {
      wrong(in_quotes(text) + " is no range of this key (expected LOW..HIGH within " + range + ')');
      return false;
    }
    key.key.range = {*low, *high};
    return true;
  }

  const Experiment& experiment_;
  const NumberKeys numbers_;
  const MeasuredTable& table_;
  Diagnostics& diagnostics_;
  SourcePosition where_;
};

}  // namespace

std::vector<CalibratedKey> read_fit_keys(const std::vector<std::string>& words, const Experiment& experiment,
                                         const MeasuredTable& table, Diagnostics& diagnostics) {
  FitKeyReader reader(experiment, table, diagnostics);
  std::vector<CalibratedKey> keys;
  for (const std::string& word : words) {
    auto key = reader.read(word);
    if (!key) continue;
    const bool again =
        std::any_of(keys.begin(), keys.end(), [&](const CalibratedKey& one) { return one.key.path == key->key.path; });
    if (again) {
      diagnostics.error({"--fit " + word, 0, 0}, "the key is named twice");
    } else {
      keys.push_back(std::move(*key));
    }
  }
  return keys;
}

FitRange fit_range(const CalibratedKey& key) {
  const std::uint64_t unit = !key.key.decimal ? 1 : key.key.value < kOne ? kOne / 1000 : kOne / 100;
  return {key.key.value, key.key.range.min, key.key.range.max, unit};
}

}  // namespace gantry
