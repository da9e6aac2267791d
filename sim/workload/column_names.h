// SPDX-License-Identifier: Apache-2.0
// Usual names of the columns of arrival tables, and the unit of time that a name says. Case, blanks, `_` and other
// marks between words do not count: `Request tokens`, `request_tokens` and `RequestTokens` are one name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workload/mapping.h"

namespace gantry {

/// Letters and digits of a name, in lower case.
std::string plain_name(std::string_view name);

/// Plain names of the columns with the tokens of a request to a language model: those that it sends, and those that it
/// is answered with.
const std::vector<std::string_view>& prompt_token_names();
const std::vector<std::string_view>& output_token_names();

/// Whether the column usually has this meaning.
bool names_work(std::string_view name);    ///< work of a task; of requests, the tokens that are generated
bool names_bytes(std::string_view name);   ///< what a task reads; of requests, the tokens of the prompt
bool names_weight(std::string_view name);  ///< weight
bool names_class(std::string_view name);   ///< class
bool names_id(std::string_view name);      ///< id
/// Whether it is a time of arrival, be it with its unit (`arrival_time_ns`).
bool names_time(std::string_view name);
/// Some of the names of times, for messages.
inline constexpr std::string_view kSomeTimeNames = "timestamp, arrival_time or arrived_at";

/// The unit at the end of a column's name: `arrival_ns`, `time (ms)`, `submitSeconds`. A single `s` counts only as a
/// word. Nothing: no unit.
std::optional<TimeUnit> unit_in_name(std::string_view name);

}  // namespace gantry
