// SPDX-License-Identifier: Apache-2.0
#include "pick/stimulus.h"

#include <algorithm>
#include <limits>

#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/tie_break.h"
#include "text/text_lines.h"

namespace gantry {
namespace {

constexpr std::uint64_t kUnbounded = std::numeric_limits<std::uint64_t>::max();

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// For messages: short, on one line and printable whatever the file holds.
std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string shown = "'";
  for (const char c : text.substr(0, kLongest)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown + (text.size() > kLongest ? "...'" : "'");
}

std::string range(std::uint64_t low, std::uint64_t high) {
  if (high == kUnbounded) return "from " + std::to_string(low);
  return std::to_string(low) + ".." + std::to_string(high);
}

struct Verb {
  std::string_view name;
  StimulusCommand::Kind kind;
  std::size_t values;
  const char* form;
  std::size_t settings = 0;  ///< KEY=VALUE that may follow
};

constexpr Verb kVerbs[] = {
    {"add", StimulusCommand::Kind::add, 4, "add ENTRY CLASS WEIGHT JOBS", 2},
    {"drop", StimulusCommand::Kind::drop, 1, "drop ENTRY"},
    {"block", StimulusCommand::Kind::block, 1, "block ENTRY"},
    {"unblock", StimulusCommand::Kind::unblock, 1, "unblock ENTRY"},
    {"pick", StimulusCommand::Kind::pick, 1, "pick ROUNDS"},
    {"cycle", StimulusCommand::Kind::cycle, 1, "cycle NUMBER"},
};

}  // namespace

StimulusReader::StimulusReader(std::istream& in, const std::string& file, Diagnostics& diagnostics)
    : in_(in), file_(file), diagnostics_(diagnostics), line_(kMaxLine + 1) {
  config_->entries = kUsualEntries;
}

void StimulusReader::go_on(const PickerConfig& config, bool config_allowed) {
  *config_ = config;
  config_allowed_ = config_allowed;
}

std::optional<StimulusCommand> StimulusReader::next() {
  while (!failed_ && read_line()) {
    if (tokens_.empty()) continue;
    if (tokens_.front().text != "config") {
      config_allowed_ = false;
      return parse_command();
    }
    if (!config_allowed_) {
      fail(tokens_.front().column, "config comes too late (it is the first command, and there is at most one)");
    } else {
      config_allowed_ = false;
      parse_config();
    }
  }
  return std::nullopt;
}

/// Splits the next line into tokens_; false at the end of the input and after an error.
bool StimulusReader::read_line() {
  tokens_.clear();
  if (!in_.getline(line_.data(), static_cast<std::streamsize>(line_.size()))) {
    if (in_.bad()) {
      diagnostics_.error({file_, 0, 0}, "cannot be read");
      failed_ = true;
    } else if (in_.gcount() > 0) {
      ++line_number_;
      fail(1, "the line is too long (at most " + std::to_string(kMaxLine) + " bytes)");
    }
    return false;
  }
  ++line_number_;
  // gcount includes the newline, unless the input ended without one.
  const auto length = static_cast<std::size_t>(in_.gcount()) - (in_.eof() ? 0 : 1);
  std::string_view line(line_.data(), length);
  if (line_number_ == 1) line = without_mark(line);
  const std::string_view text = line.substr(0, line.find('#'));
  for (std::size_t i = 0; i < text.size();) {
    if (is_space(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && !is_space(text[i])) ++i;
    tokens_.push_back({text.substr(begin, i - begin), static_cast<int>(begin) + 1});
  }
  return true;
}

bool StimulusReader::parse_config() {
  std::vector<std::string_view> seen;
  const Token* quant = nullptr;
  for (auto token = tokens_.begin() + 1; token != tokens_.end(); ++token) {
    if (!parse_setting(*token, seen)) return false;
    if (seen.back() == "quant") quant = &*token;
  }
  // After all keys, because the bound of quant depends on frac, in whichever order they come.
  if (quant != nullptr && config_->quantisation() > config_->frac + 8) {
    return fail(quant->column, "quant " + std::to_string(config_->quantisation()) + " is out of range (" +
                                   range(0, config_->frac + 8) + ", frac + 8)");
  }
  return true;
}

bool StimulusReader::parse_setting(const Token& token, std::vector<std::string_view>& seen) {
  const std::size_t equals = token.text.find('=');
  if (equals == std::string_view::npos) return fail(token.column, quoted(token.text) + " is no setting (KEY=VALUE)");
  const std::string_view key = token.text.substr(0, equals);
  const Token value{token.text.substr(equals + 1), token.column + static_cast<int>(equals) + 1};
  if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
    return fail(token.column, quoted(key) + " is set twice");
  }
  seen.push_back(key);

  if (key == "tie") {
    if (value.text == "expected_weight") {
      config_->tie = TieBreak::expected_weight;
    } else if (value.text == "history_weight") {
      config_->tie = TieBreak::history_weight;
    } else {
      return fail(value.column, quoted(value.text) + " is no tie rule (expected_weight or history_weight)");
    }
    return true;
  }
  std::uint64_t number = 0;
  if (key == "slots") {
    if (!parse_number(value, key, 1, kMaxEntries, number)) return false;
    config_->entries = static_cast<std::uint32_t>(number);
  } else if (key == "classes") {
    if (!parse_number(value, key, 1, kClassLetters.size(), number)) return false;
    config_->classes = static_cast<std::uint32_t>(number);
  } else if (key == "frac") {
    if (!parse_number(value, key, 0, 16, number)) return false;
    config_->frac = static_cast<std::uint32_t>(number);
  } else if (key == "quant") {
    if (!parse_number(value, key, 0, 24, number)) return false;
    config_->quant = static_cast<std::uint32_t>(number);
  } else {
    return fail(token.column, "unknown setting " + quoted(key) + " (slots, classes, frac, quant or tie)");
  }
  return true;
}

std::optional<StimulusCommand> StimulusReader::parse_command() {
  const Token& word = tokens_.front();
  const Verb* verb =
      std::find_if(std::begin(kVerbs), std::end(kVerbs), [&](const Verb& v) { return v.name == word.text; });
  if (verb == std::end(kVerbs)) {
    fail(word.column, "unknown command " + quoted(word.text) + " (config, add, drop, block, unblock, pick or cycle)");
    return std::nullopt;
  }
  const std::size_t values = tokens_.size() - 1;
  if (values < verb->values || values > verb->values + verb->settings) {
    const int column = values > verb->values ? tokens_[verb->values + verb->settings + 1].column : word.column;
    fail(column, std::string(verb->name) + " takes " + std::to_string(verb->values) +
                     (verb->values == 1 ? " value, not " : " values, not ") + std::to_string(values) + " (" +
                     verb->form + ")");
    return std::nullopt;
  }

  StimulusCommand command;
  command.kind = verb->kind;
  if (command.kind == StimulusCommand::Kind::pick || command.kind == StimulusCommand::Kind::cycle) {
    command.where = at(word.column);
    const char* what = command.kind == StimulusCommand::Kind::pick ? "the number of rounds" : "the cycle";
    if (!parse_number(tokens_[1], what, 0, kUnbounded, command.rounds)) return std::nullopt;
    return command;
  }
  if (!parse_entry(tokens_[1], command)) return std::nullopt;
  if (command.kind == StimulusCommand::Kind::add) {
    std::uint64_t weight = 0;
    if (!parse_class(tokens_[2], command.what) || !parse_number(tokens_[3], "weight", 1, 256, weight) ||
        !parse_number(tokens_[4], "the number of jobs", 1, kUnbounded, command.what.jobs)) {
      return std::nullopt;
    }
    command.what.weight = static_cast<std::uint32_t>(weight);
    command.jobs_column = tokens_[4].column;
    std::string_view before;
    for (auto token = tokens_.begin() + 5; token != tokens_.end(); ++token) {
      if (!parse_time(*token, before, command.what)) return std::nullopt;
    }
  }
  return command;
}

bool StimulusReader::parse_time(const Token& token, std::string_view& before, PickerEntry& what) {
  const std::size_t equals = std::min(token.text.find('='), token.text.size());
  const std::string_view key = token.text.substr(0, equals);
  const bool deadline = key == "deadline";
  if (equals == token.text.size() || (!deadline && key != "job_cycles")) {
    return fail(token.column, quoted(token.text) + " is no time of a job (job_cycles=CYCLES or deadline=CYCLE)");
  }
  if (key == before) return fail(token.column, quoted(key) + " is set twice");
  before = key;
  const Token value{token.text.substr(equals + 1), token.column + static_cast<int>(equals) + 1};
  return parse_number(value, key, 0, kUnbounded, deadline ? what.deadline : what.job_cycles);
}

bool StimulusReader::parse_entry(const Token& token, StimulusCommand& command) {
  std::uint64_t entry = 0;
  if (!parse_number(token, "entry", 0, config_->entries - 1, entry)) return false;
  command.entry = static_cast<std::uint32_t>(entry);
  command.where = at(token.column);
  return true;
}

bool StimulusReader::parse_class(const Token& token, PickerEntry& what) {
  const std::string_view letters = kClassLetters.substr(0, config_->classes);
  const std::size_t cls = token.text.size() == 1 ? kClassLetters.find(token.text) : std::string_view::npos;
  if (cls < letters.size()) {
    what.cls = static_cast<std::uint32_t>(cls);
    return true;
  }
  std::string choices;
  for (const char letter : letters) {
    if (!choices.empty()) choices += ' ';
    choices += letter;
  }
  const char* problem = cls == std::string_view::npos ? " is no class (" : " is out of range (";
  return fail(token.column, "class " + quoted(token.text) + problem + choices +
                                " with classes=" + std::to_string(config_->classes) + ")");
}

bool StimulusReader::parse_number(const Token& token, std::string_view what, std::uint64_t low, std::uint64_t high,
                                  std::uint64_t& value) {
  const bool digits = !token.text.empty() &&
                      std::all_of(token.text.begin(), token.text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) {
    return fail(token.column, std::string(what) + " is " + quoted(token.text) + " (an integer " +
                                  (high == kUnbounded ? "" : "in ") + range(low, high) + ")");
  }
  value = 0;
  for (const char c : token.text) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    value = value > (kUnbounded - digit) / 10 ? kUnbounded : value * 10 + digit;
  }
  if (value < low || value > high) {
    return fail(token.column,
                std::string(what) + " " + quoted(token.text) + " is out of range (" + range(low, high) + ")");
  }
  return true;
}

bool StimulusReader::fail(int column, std::string what) {
  failed_ = true;
  diagnostics_.error(at(column), std::move(what));
  return false;
}

}  // namespace gantry
