// SPDX-License-Identifier: Apache-2.0
// Random machines whose tasks have data objects, as files: stores of processors and of clusters, small directories.
#pragma once

#include <string>
#include <vector>

#include "random_keys.h"

namespace gantry {

/// Written part by part of text, so that a failing one can be run by itself.
inline std::string data_machine(std::uint64_t seed) {
  Dice dice(seed);
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  // Room for the largest job below: two complete objects and a part of a third one.
  const auto local = [&](const char* per) {
    return ", local: {bytes: " + number(dice.one_of({600, 800, 3000})) +
           ", bytes_per_cycle: " + number(dice.one_of({4, 32})) + ", per: " + per + '}';
  };
  const std::uint32_t own = dice.between(1, 5);
  std::string text = "architecture:\n  interconnect: {topology: mesh, columns: auto, rows: auto}\n  processors:\n";
  text += "    - {name: own, count: " + number(own) + local("processor") + "}\n";
  if (dice.chance(60)) {
    text += "    - {name: shared, count: " + number(dice.between(2, 4)) + ", cluster: 3" + local("cluster") + "}\n";
  }
  if (dice.chance(40)) text += "    - {name: bare, count: 1}\n";
  text += "  memory: {writes: " + std::string(dice.chance(70) ? "back" : "through") + "}\n";
  text += "  directory: {entries: " + number(dice.one_of({1, 3, 8, 30, 4096})) +
          ", parts_per_cycle: " + number(dice.one_of({1, 2, 4, 64})) + "}\n";
  text += "  dispatcher: {mode: " + std::string(dice.chance(50) ? "gang" : "per_job") +
          ", match_against: " + (dice.chance(50) ? "capable" : "reserve") + "}\n";
  const char* const choices[] = {"first_free", "least_loaded", "locality", "nearest"};
  text += "policies: {processor_choice: " + std::string(choices[dice.below(4)]) + "}\nworkload:\n  data:\n";
  const std::uint32_t tasks = dice.between(4, 24);
  std::string list;
  for (std::uint32_t w = 0; w < 2; ++w) {
    text += "    - {id: w" + number(w) + ", bytes: " + number(dice.one_of({7, 200})) +
            ", parts: " + number(dice.one_of({1, 3, 8})) + "}\n";
  }
  for (std::uint32_t t = 0; t < tasks; ++t) {
    const std::uint32_t jobs = 1U << dice.below(4);
    const bool writes = dice.chance(70);
    list += "    - {id: t" + number(t) + ", jobs: " + number(jobs) + ", cycles: " + number(dice.one_of({0, 20, 300}));
    list += ", reads: [";
    const auto read = [&](const std::string& what, bool first) {
      return (first ? "" : ", ") + ("{data: " + what + ", per_job: " + (dice.chance(30) ? "whole" : "split") + '}');
    };
    bool first = true;
    if (dice.chance(50)) {
      list += read("w" + number(dice.below(2)), first);
      first = false;
    }
    if (t > 0 && dice.chance(80)) {
      const std::string before = "d" + number(t - 1 - dice.below(std::min(t, 4U)));
      if (text.find("{id: " + before + ',') != std::string::npos) list += read(before, first);
    }
    list += ']';
    if (writes) {
      list += ", writes: [d" + number(t) + ']';
      text += "    - {id: d" + number(t) + ", bytes: " + number(dice.one_of({1, 40, 200})) +
              (dice.chance(10) ? ", keep: true" : "") + "}\n";
    }
    list += "}\n";
  }
  return text + "  tasks:\n" + list;
}

}  // namespace gantry
