// SPDX-License-Identifier: Apache-2.0
// The text form of a picker stimulus (docs/picker.md), read command by command so that a stimulus may come from a pipe
// and never has to fit in memory.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/picker.h"

namespace gantry {

/// Letter of picker class 0..4.
inline constexpr std::string_view kClassLetters = "BCUEX";

struct StimulusCommand {
  enum class Kind : std::uint8_t { add, drop, block, unblock, pick, cycle };
  Kind kind = Kind::pick;
  std::uint32_t entry = 0;   ///< below PickerConfig::entries; all but pick and cycle
  PickerEntry what;          ///< add
  std::uint64_t rounds = 0;  ///< pick; numbers beyond 64 bits are held at the largest. Of cycle the cycle
  SourcePosition where;      ///< of the entry, or of the command word of a pick
  int jobs_column = 0;       ///< of the number of jobs; add
};

class StimulusReader {
 public:
  /// Largest `slots` of a stimulus; a machine's picker is smaller.
  static constexpr std::uint32_t kMaxEntries = 1 << 20;
  /// `slots` that are not given.
  static constexpr std::uint32_t kUsualEntries = 64;
  /// Longest line, in bytes.
  static constexpr std::size_t kMaxLine = 65535;

  /// `file` is the name in messages. `in`, `file` and `diagnostics` outlive the reader.
  StimulusReader(std::istream& in, const std::string& file, Diagnostics& diagnostics);

  /// Of a picker that is there already: its config, and whether a config line may still change it.
  void go_on(const PickerConfig& config, bool config_allowed) {
    config_ = config;
    config_allowed_ = config_allowed;
  }

  /// The next command; nothing at the end and after the first error, which is then in the diagnostics. Every number is
  /// within its range; whether an entry is in use is for the caller to judge.
  std::optional<StimulusCommand> next();

  /// Complete once next() has been called: a config line comes first if at all.
  [[nodiscard]] const PickerConfig& config() const { return config_; }

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
  /// What may stand behind the values of an add; `before`: the key before it.
  bool parse_time(const Token& token, std::string_view& before, PickerEntry& what);
  bool parse_class(const Token& token, PickerEntry& what);
  /// A decimal number without sign; beyond 64 bits it is held at the largest. Reports what is outside low..high.
  bool parse_number(const Token& token, std::string_view what, std::uint64_t low, std::uint64_t high,
                    std::uint64_t& value);
  bool fail(int column, std::string what);
  [[nodiscard]] SourcePosition at(int column) const { return {file_, line_number_, column}; }

  std::istream& in_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  PickerConfig config_;
  std::vector<char> line_;
  std::vector<Token> tokens_;
  int line_number_ = 0;
  bool config_allowed_ = true;
  bool failed_ = false;
};

}  // namespace gantry
