// SPDX-License-Identifier: Apache-2.0
#include "pick/run.h"

#include <memory>
#include <optional>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/scheduler/picker_config.h"
#include "pick/bench.h"
#include "pick/stimulus.h"

namespace gantry {
namespace {

/// Reads commands and applies them up to the first error; `pick(bench, rounds)` does the rounds, false ends the run.
/// Answers whether the whole stimulus was run. `started` sees the config before the first command, `added` every add.
/// The bench is made when there is none.
template <class Started, class Added, class Rounds>
bool drive(StimulusReader& reader, std::optional<PickBench>& bench, const std::function<PickerFactory>& make,
           Diagnostics& diagnostics, Started started, Added added, Rounds rounds) {
  const std::size_t errors_before = diagnostics.size();
  while (const std::optional<StimulusCommand> command = reader.next()) {
    if (!bench) {
      bench.emplace(reader.config(), make);
      started(reader.config());
    }
    if (command->kind == StimulusCommand::Kind::pick) {
      if (!rounds(*bench, command->rounds)) return false;
      continue;
    }
    try {
      bench->apply(*command);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::mismatch) throw;
      // Of an implementation that cannot hold the jobs: it knows no position.
      const SourcePosition jobs{command->where.file, command->where.line, command->jobs_column};
      diagnostics.error(error.kind() == ErrorKind::unsupported ? jobs : error.where(), error.what());
      break;
    }
    if (command->kind == StimulusCommand::Kind::add) added(*command);
  }
  return diagnostics.size() == errors_before;
}

/// The same, with a line per round to `out`.
bool write_rounds(StimulusReader& reader, std::optional<PickBench>& bench, const std::function<PickerFactory>& make,
                  std::ostream& out, Diagnostics& diagnostics, PickCounts* counts, bool sets) {
  constexpr std::size_t kChunk = 1 << 16;
  std::string text;
  const auto write = [&] {
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    text.clear();
    return out.good();
  };
  const bool whole = drive(
      reader, bench, make, diagnostics, [](const PickerConfig& /*config*/) {},
      [](const StimulusCommand& /*command*/) {},
      [&](PickBench& driven, std::uint64_t rounds) {
        for (std::uint64_t i = 0; i < rounds; ++i) {
          try {
            driven.round(text, sets);
          } catch (...) {
            // The rounds before are good.
            text.resize(text.rfind('\n') + 1);
            write();
            throw;
          }
          if (text.size() >= kChunk && !write()) return false;
        }
        if (counts != nullptr) *counts = driven.counts();
        // After each command, because a program that drives the bench through a pipe waits for these rounds.
        return write();
      });
  out.flush();
  return out.good() && whole;
}

}  // namespace

bool run_stimulus(std::istream& in, const std::string& file, const std::function<PickerFactory>& make,
                  std::ostream& out, Diagnostics& diagnostics, PickCounts* counts, bool sets) {
  StimulusReader reader(in, file, diagnostics);
  std::optional<PickBench> bench;
  return write_rounds(reader, bench, make, out, diagnostics, counts, sets);
}

struct PickSession::Held {
  std::function<PickerFactory> make;
  PickerConfig config;
  std::optional<PickBench> bench;
};

PickSession::PickSession(std::function<PickerFactory> make) : held_(std::make_unique<Held>()) {
  held_->make = std::move(make);
  held_->config.entries = StimulusReader::kUsualEntries;
}

PickSession::~PickSession() = default;

const PickerConfig& PickSession::config() const { return held_->config; }

bool PickSession::run(std::istream& in, const std::string& file, std::ostream& out, Diagnostics& diagnostics) {
  StimulusReader reader(in, file, diagnostics);
  reader.go_on(held_->config, !held_->bench);
  const bool whole = write_rounds(reader, held_->bench, held_->make, out, diagnostics, nullptr, false);
  if (diagnostics.ok()) held_->config = reader.config();
  return whole;
}

std::optional<ServiceMeter> measure_stimulus(std::istream& in, const std::string& file,
                                             const std::function<PickerFactory>& make, Diagnostics& diagnostics) {
  ServiceMeter meter(0);
  StimulusReader reader(in, file, diagnostics);
  std::optional<PickBench> bench;
  const bool whole = drive(
      reader, bench, make, diagnostics, [&](const PickerConfig& config) { meter = ServiceMeter(config.entries); },
      [&](const StimulusCommand& command) { meter.joined(command.entry, command.what); },
      [&](PickBench& driven, std::uint64_t rounds) {
        for (std::uint64_t i = 0; i < rounds; ++i) driven.round(meter);
        return true;
      });
  if (!whole) return std::nullopt;
  return meter;
}

}  // namespace gantry
