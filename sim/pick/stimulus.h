// SPDX-License-Identifier: Apache-2.0
// Reader of picker stimuli as text (docs/picker.md), command by command, so that a stimulus may come from a pipe and
// need not fit into memory.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/section.h"
#include "gantry/scheduler/picker.h"

namespace gantry {

/// Letter of picker class 0..4.
inline constexpr std::string_view kClassLetters = "BCUEX";

struct StimulusCommand {
  enum class Kind : std::uint8_t { add, drop, block, unblock, pick, cycle };
  Kind kind = Kind::pick;
  std::uint32_t entry = 0;  ///< entry number, below PickerConfig::entries; unused in `pick` and `cycle`
  PickerEntry what;         ///< data of an `add`
  std::uint64_t rounds =
      0;                 ///< rounds of a `pick`, or cycle of a `cycle`; larger numbers than 64 bits become the largest
  SourcePosition where;  ///< position of the entry, or of the word `pick`
  int jobs_column = 0;   ///< column of the number of jobs in an `add`
};

class StimulusReader {
 public:
  /// Largest `slots` of a stimulus; a machine's picker has fewer.
  static constexpr std::uint32_t kMaxEntries = 1 << 20;
  /// Default of `slots`.
  static constexpr std::uint32_t kUsualEntries = 64;
  /// Longest line, in bytes.
  static constexpr std::size_t kMaxLine = 65535;

  /// `file`: name in messages. `in`, `file` and `diagnostics` must outlive the reader.
  StimulusReader(std::istream& in, const std::string& file, Diagnostics& diagnostics);

  /// For an existing picker: its configuration, and whether a config line may still change it.
  void go_on(const PickerConfig& config, bool config_allowed);

  /// Returns the next command; nothing at the end, and after the first error, which is in the diagnostics. Numbers are
  /// within their ranges; the caller checks whether an entry is in use.
  std::optional<StimulusCommand> next();

  /// The configuration. It is final after the first call of next(), because a config line comes first or not at all.
  [[nodiscard]] const PickerConfig& config() const { return *config_; }

 private:
  struct Token {
    std::string_view text;
    int column = 1;
  };

  bool read_line();
  bool parse_config();
  bool parse_setting(const Token& token, std::vector<std::string_view>& seen);
  std::optional<StimulusCommand> parse_command();
  bool parse_entry(const Token& token, StimulusCommand& command);
  /// Keys that may follow the values of an `add`; `before`: the previous key.
  bool parse_time(const Token& token, std::string_view& before, PickerEntry& what);
  bool parse_class(const Token& token, PickerEntry& what);
  /// Reads a decimal number without sign, at most 64 bits. Reports one outside of low..high.
  bool parse_number(const Token& token, std::string_view what, std::uint64_t low, std::uint64_t high,
                    std::uint64_t& value);
  bool fail(int column, std::string what);
  [[nodiscard]] SourcePosition at(int column) const { return {file_, line_number_, column}; }

  std::istream& in_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  Section<PickerConfig> config_;
  std::vector<char> line_;
  std::vector<Token> tokens_;
  int line_number_ = 0;
  bool config_allowed_ = true;
  bool failed_ = false;
};

}  // namespace gantry
