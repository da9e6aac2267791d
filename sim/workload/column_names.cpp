// SPDX-License-Identifier: Apache-2.0
#include "workload/column_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/digits.h"

namespace gantry {
namespace {

using Names = std::vector<std::string_view>;

const Names kTimeNames = {"timestamp", "time",      "arrival",     "arrivaltime", "arrivaltimestamp",
                          "arrivedat", "submit",    "submittime",  "submittedat", "submissiontime",
                          "submitat",  "arrivalat", "requesttime", "requestedat", "requesttimestamp"};
const Names kWorkNames = {"work", "cycles", "duration", "runtime", "service", "servicetime"};
const Names kBytesNames = {"bytes", "size"};
const Names kClassNames = {"class"};
const Names kWeightNames = {"weight", "priority"};
const Names kIdNames = {"id", "task", "name"};

/// Longer ends before those that they end in.
constexpr std::array<std::pair<std::string_view, TimeUnit>, 15> kUnits = {{{"nanoseconds", TimeUnit::ns},
                                                                           {"microseconds", TimeUnit::us},
                                                                           {"milliseconds", TimeUnit::ms},
                                                                           {"seconds", TimeUnit::s},
                                                                           {"nanos", TimeUnit::ns},
                                                                           {"micros", TimeUnit::us},
                                                                           {"millis", TimeUnit::ms},
                                                                           {"secs", TimeUnit::s},
                                                                           {"sec", TimeUnit::s},
                                                                           {"cycles", TimeUnit::cycles},
                                                                           {"cycle", TimeUnit::cycles},
                                                                           {"ns", TimeUnit::ns},
                                                                           {"us", TimeUnit::us},
                                                                           {"ms", TimeUnit::ms},
                                                                           {"s", TimeUnit::s}}};

bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Whether the last word of the name is one letter.
bool ends_in_letter(std::string_view name) {
  while (!name.empty() && !is_word(name.back())) name.remove_suffix(1);
  return name.size() > 1 && !is_word(name[name.size() - 2]);
}

struct NamedUnit {
  std::string base;  ///< plain name without the unit
  std::optional<TimeUnit> unit;
};

NamedUnit split_unit(std::string_view name) {
  const std::string plain = plain_name(name);
  for (const auto& [end, unit] : kUnits) {
    if (plain.size() <= end.size() || plain.compare(plain.size() - end.size(), end.size(), end) != 0) continue;
    if (end.size() == 1 && !ends_in_letter(name)) continue;
    return {plain.substr(0, plain.size() - end.size()), unit};
  }
  return {plain, std::nullopt};
}

bool is_one_of(const Names& names, const std::string& plain) {
  return std::find(names.begin(), names.end(), plain) != names.end();
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (is_word(c)) plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  return plain;
}

const Names& prompt_token_names() {
  static const Names kNames = {"contexttokens",  "inputlength", "inputlen",      "inputtoks",        "inputtokens",
                               "numinputtokens", "prompttoks",  "prompttokens",  "numprompttokens",  "promptlen",
                               "promptlength",   "promptsize",  "requesttokens", "numprefilltokens", "prefilltokens"};
  return kNames;
}

const Names& output_token_names() {
  static const Names kNames = {"generatedtokens", "outputlength",     "outputlen",        "outputtoks",
                               "outputtokens",    "numoutputtokens",  "responsetokens",   "responselength",
                               "responselen",     "completiontokens", "generationtokens", "numdecodetokens",
                               "decodetokens",    "tokensize"};
  return kNames;
}

bool names_work(std::string_view name) {
  const std::string plain = plain_name(name);
  return is_one_of(kWorkNames, plain) || is_one_of(output_token_names(), plain);
}

bool names_bytes(std::string_view name) {
  const std::string plain = plain_name(name);
  return is_one_of(kBytesNames, plain) || is_one_of(prompt_token_names(), plain);
}

bool names_class(std::string_view name) { return is_one_of(kClassNames, plain_name(name)); }
bool names_weight(std::string_view name) { return is_one_of(kWeightNames, plain_name(name)); }
bool names_id(std::string_view name) { return is_one_of(kIdNames, plain_name(name)); }

bool names_time(std::string_view name) {
  return is_one_of(kTimeNames, plain_name(name)) || is_one_of(kTimeNames, split_unit(name).base);
}

std::optional<TimeUnit> unit_in_name(std::string_view name) { return split_unit(name).unit; }

}  // namespace gantry
